#include "selling/store_credits/store_credits.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>
#include <sodium.h>

#include "platform/base/brazilian.hpp"
#include "selling/store_credits/store_credits_store.hpp"

namespace balcao::store_credits {

namespace {

constexpr events::Topic topic = "store-credits";
// Without 0, O, 1, I and L, which are taken for one another.
constexpr std::string_view letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
constexpr std::size_t code_length = 8;

std::string draw_code() {
    std::string code;
    while (code.size() < code_length) code += letters[randombytes_uniform(static_cast<std::uint32_t>(letters.size()))];
    return code;
}

FieldProblem problem_at(std::size_t payment, std::string_view field, std::string sentence) {
    return {fmt::format("pagamentos.{}.{}", payment, field), std::move(sentence)};
}

std::optional<FieldProblem> problem_of(StoreCredit const& credit, std::size_t payment, Money wanted,
                                       std::string_view day) {
    switch (standing_of(credit, day)) {
    case Standing::used_up:
        return problem_at(payment, "credito",
                          "Este crédito já foi todo usado. Retire o pagamento e receba de outra forma.");
    case Standing::expired:
        return problem_at(payment, "credito",
                          fmt::format("Este crédito venceu em {}. Receba de outra forma, ou fale com um gerente.",
                                      date_text(credit.validade)));
    case Standing::usable: break;
    }
    if (credit.saldo >= wanted) return std::nullopt;
    return problem_at(payment, "valor",
                      fmt::format("Este crédito tem {}. Receba o resto de outra forma.", brl(credit.saldo)));
}

} // namespace

std::string code_text(std::string_view codigo) {
    if (codigo.size() != code_length) return std::string(codigo);
    return fmt::format("{}-{}", codigo.substr(0, code_length / 2), codigo.substr(code_length / 2));
}

StoreCredit give(db::Transaction& transaction, auth::CompanyScope const& scope, StoreCredit credit) {
    credit.id = CreditId::make();
    credit.codigo = draw_code();
    credit.saldo = credit.valor;
    try {
        insert(transaction, scope, credit);
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "credito_loja_codigo") throw;
        throw db::Conflict("another credit has the code that was drawn");
    }
    return credit;
}

void check_payments(db::Connection& connection, auth::CompanyScope const& scope, sales::Sale const& sale,
                    std::string_view day, std::vector<FieldProblem>& problems) {
    std::map<std::string, Money, std::less<>> wanted; // of each code, by all payments so far
    for (std::size_t i = 0; i < sale.pagamentos.size(); ++i) {
        auto const& payment = sale.pagamentos[i];
        if (!payment.credito) continue;
        auto& in_all = wanted[*payment.credito];
        in_all += payment.valor;
        auto const credit = find(connection, scope, sale.ambiente, *payment.credito);
        auto problem = credit ? problem_of(*credit, i, in_all, day)
                              : problem_at(i, "credito",
                                           "Não há crédito com este código nesta empresa. Confira o papel e digite de "
                                           "novo.");
        if (problem) problems.push_back(*std::move(problem));
    }
}

Result<void> take_payments(db::Transaction& transaction, auth::CompanyScope const& scope,
                           records::Services const& services, sales::Sale const& sale, std::string_view day) {
    bool any = false;
    for (std::size_t i = 0; i < sale.pagamentos.size(); ++i) {
        auto const& payment = sale.pagamentos[i];
        if (!payment.credito) continue;
        auto const credit = find(transaction, scope, sale.ambiente, *payment.credito);
        if (!credit || !take(transaction, scope, credit->id, payment.valor, day)) {
            std::vector<FieldProblem> problems;
            check_payments(transaction, scope, sale, day, problems);
            if (problems.empty()) throw db::Conflict("a credit was used beside this sale");
            return invalid(std::move(problems));
        }
        insert_use(transaction, scope, sale.id, static_cast<std::int64_t>(i),
                   {.credito = credit->id, .valor = payment.valor}, services.clock.now());
        any = true;
    }
    if (any) services.events.publish(transaction, {.topic = topic, .company = scope.id()});
    return {};
}

void give_back(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
               sales::VendaId sale) {
    auto const uses = take_back_uses(transaction, scope, sale, services.clock.now());
    for (auto const& use : uses) put_back(transaction, scope, use.credito, use.valor);
    if (!uses.empty()) services.events.publish(transaction, {.topic = topic, .company = scope.id()});
}

} // namespace balcao::store_credits
