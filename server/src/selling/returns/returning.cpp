#include "selling/returns/returning.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/key.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "selling/cash/cash.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/store_credits/store_credits.hpp"

namespace balcao::returns {

namespace {

using receipts::Returnable;
using Problems = std::vector<FieldProblem>;

constexpr events::Topic topic = "returns";
constexpr std::string_view unexpected = "Este valor veio em formato inesperado. Digite de novo.";
constexpr std::int64_t days_of_credit = 365;
constexpr std::int64_t most_days_of_credit = 3650;
constexpr auto most_money = budgets::most_money.raw();
constexpr std::int64_t most_items = 990; // of a nota

std::optional<std::string> date_problem(std::string_view text) {
    if (is_date(text)) return std::nullopt;
    return "Esta data não existe. Digite dia, mês e ano.";
}

constexpr Field head[]{
    field<&TypedReturn::nfce_id>("nfce_id", {.required = true}),
    field<&TypedReturn::motivo>("motivo", {.required = true, .min = 3, .max = 120}),
    field<&TypedReturn::destino>("destino", {.required = true, .one_of = "dinheiro|credito"}),
    field<&TypedReturn::estacao_id>("estacao_id"),
    field<&TypedReturn::validade>("validade", {.check = date_problem}),
    field<&TypedReturn::total_visto>("total_visto", {.required = true, .at_least = 0, .at_most = most_money}),
};
constexpr Field item_fields[]{
    field<&TypedItem::ordem>("ordem", {.required = true, .at_least = 0, .at_most = most_items - 1}),
    field<&TypedItem::quantidade>("quantidade", {.required = true, .at_least = 0, .at_most = 999'999'999'999}),
};

std::string item_at(std::size_t i, std::string_view name) { return fmt::format("itens.{}.{}", i, name); }

void read_items(boost::json::value const& typed, TypedReturn& into, Problems& problems) {
    if (!typed.is_array() || typed.get_array().empty()) {
        problems.push_back({"itens", "Escolha ao menos um item para devolver."});
        return;
    }
    auto const& entries = typed.get_array();
    if (std::ssize(entries) > most_items) {
        problems.push_back({"itens", fmt::format("O máximo é {}.", most_items)});
        return;
    }
    std::set<std::int64_t> seen;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!entries[i].is_object()) {
            problems.push_back({fmt::format("itens.{}", i), std::string(unexpected)});
            continue;
        }
        Problems found;
        auto const item = read_entity<TypedItem>(item_fields, entries[i].get_object(), found);
        for (auto& problem : found) problems.push_back({item_at(i, problem.field), std::move(problem.message)});
        if (!found.empty()) continue;
        if (item.quantidade <= Quantity{})
            problems.push_back({item_at(i, "quantidade"), "Digite uma quantidade maior que zero."});
        if (!seen.insert(item.ordem).second)
            problems.push_back({item_at(i, "ordem"), "Este item já está na devolução. Some as quantidades."});
        into.itens.push_back(item);
    }
}

// What of it comes back, and for how much.
std::vector<ReturnedItem> items_of(Returnable const& of, std::vector<Part> const& parts, TypedReturn const& typed,
                                   Problems& problems) {
    std::vector<ReturnedItem> items;
    for (std::size_t i = 0; i < typed.itens.size(); ++i) {
        auto const& item = typed.itens[i];
        auto const ordem = static_cast<std::size_t>(item.ordem);
        if (ordem >= parts.size()) {
            problems.push_back({item_at(i, "ordem"), "Esta nota não tem este item."});
            continue;
        }
        auto const& part = parts[ordem];
        if (item.quantidade > part.left()) {
            auto const& sold = of.sale.itens[ordem];
            problems.push_back({item_at(i, "quantidade"),
                                part.left().is_zero() ? part.is_waiting() ? "Deste item não há mais o que devolver: o "
                                                                            "resto ainda não saiu com NF-e de remessa."
                                                                          : "Este item já foi todo devolvido."
                                                      : fmt::format("Restam {} {} deste item.",
                                                                    decimal_text(part.left(), 0), sold.unidade)});
            continue;
        }
        items.push_back({.ordem = item.ordem,
                         .quantidade = item.quantidade,
                         .valor = sales::share_of(part.pago, part.vendida, part.devolvida, item.quantidade)});
    }
    return items;
}

// The till that pays back; nothing where the company keeps none. Practice needs none.
Result<std::optional<sales::SessaoId>> till_of(db::Connection& connection, auth::CompanyScope const& scope,
                                               std::string_view ambiente, TypedReturn const& typed) {
    std::optional<sales::SessaoId> session;
    if (typed.estacao_id) {
        auto const station = stations::find(connection, scope, *typed.estacao_id);
        if (!station || station->ativo != "S")
            return invalid({{"estacao_id", "Esta estação não existe ou não está em uso. Escolha outra."}});
        session = cash::find_open(connection, scope, ambiente, *typed.estacao_id);
    }
    bool const in_earnest = ambiente == sefaz_settings::find_settings(connection, scope).ambiente_das_notas();
    bool const needs_till = sale_settings::find_sale_settings(connection, scope).exige_caixa == "S";
    if (!session && in_earnest && needs_till) return cash::no_open_till("devolver em dinheiro");
    return session;
}

std::string last_day_of(TypedReturn const& typed, std::string_view today, Problems& problems) {
    auto day = typed.validade.value_or(add_days(today, days_of_credit));
    if (day < today) problems.push_back({"validade", "Este dia já passou. Escolha hoje ou um dia depois."});
    if (day > add_days(today, most_days_of_credit))
        problems.push_back({"validade", "O crédito vale no máximo dez anos. Escolha um dia antes."});
    return day;
}

std::string details_of(Return const& made, std::vector<ReturnedItem> const& items) {
    json::ObjectWriter writer;
    writer.text("destino", made.destino);
    writer.text("total", made.total.to_string());
    writer.text("motivo", made.motivo);
    std::string list;
    for (auto const& item : items) {
        json::ObjectWriter each;
        each.integer("ordem", item.ordem);
        each.text("quantidade", item.quantidade.to_string());
        each.text("valor", item.valor.to_string());
        list += (list.empty() ? "" : ",") + each.take();
    }
    writer.raw("itens", '[' + list + ']');
    return writer.take();
}

} // namespace

std::vector<Part> parts_of(db::Connection& connection, auth::CompanyScope const& scope, sales::Sale const& sale) {
    auto const paid = sales::paid_for(sale);
    std::vector<Part> parts;
    for (std::size_t i = 0; i < sale.itens.size(); ++i)
        parts.push_back({.pago = paid[i], .vendida = sale.itens[i].quantidade, .devolvida = {}, .valor_devolvido = {}});
    for (auto const& item : find_returned(connection, scope, sale.id)) {
        auto& part = parts.at(static_cast<std::size_t>(item.ordem));
        part.devolvida = item.quantidade;
        part.valor_devolvido = item.valor;
    }
    if (sale.entrega_futura != "S") return parts;
    for (auto& part : parts) part.saiu = Quantity{};
    for (auto const& item : receipts::find_arrived(connection, scope, sale.id))
        parts.at(static_cast<std::size_t>(item.venda_ordem)).saiu = item.quantidade;
    return parts;
}

Result<TypedReturn> read_return(boost::json::object json) {
    Problems problems;
    boost::json::value items;
    if (auto const* const typed = json.if_contains("itens")) items = *typed;
    json.erase("itens");
    auto typed = read_entity<TypedReturn>(head, json, problems);
    read_items(items, typed, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return typed;
}

Result<Return> take_back(auth::Write const& write, auth::CompanyScope const& scope, receipts::Wire const& wire,
                         TypedReturn const& typed) {
    auto const found = receipts::lock_returnable(write.db, wire, scope, typed.nfce_id);
    if (!found) return invalid({{"nfce_id", "Esta nota não existe nesta empresa."}});
    if (found->why_not) return receipts::not_returnable(found->nota, *found->why_not);
    auto const now = wire.now();
    Problems problems;
    auto const parts = parts_of(write.db, scope, found->sale);
    auto const items = items_of(*found, parts, typed, problems);
    Return made{.id = ReturnId::make(),
                .ambiente = found->nota.ambiente,
                .venda_id = found->sale.id,
                .nfce_id = found->nota.id,
                .serie = found->nota.serie,
                .numero = found->nota.numero,
                .motivo = typed.motivo,
                .destino = typed.destino,
                .total = {},
                .estacao_id = typed.estacao_id,
                .sessao_id = {},
                .nfe_chave = {},
                .nfe_em = {},
                .user_id = write.actor.user,
                .usuario = write.actor.full_name,
                .created_at = now};
    for (auto const& item : items) made.total += item.valor;
    auto const today = local_date(now, found->company.fuso_horario);
    auto const last_day = last_day_of(typed, today, problems);
    if (problems.empty() && made.total.is_zero())
        problems.push_back({"itens", "Nada foi pago por isto, então não há o que devolver ao cliente."});
    if (problems.empty() && made.total != typed.total_visto) {
        problems.push_back(
            {"total_visto", fmt::format("O valor a devolver é {}, e na tela estava {}. Confira os itens.",
                                        brl(made.total), brl(typed.total_visto))});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    bool const by_till = typed.destino == in_money;
    if (by_till) {
        auto const session = BALCAO_TRY(till_of(write.db, scope, made.ambiente, typed));
        made.sessao_id = session;
    }

    insert(write.db, scope, made, items);
    if (!by_till) {
        store_credits::give(write.db, scope,
                            {.id = {},
                             .ambiente = made.ambiente,
                             .codigo = {},
                             .valor = made.total,
                             .saldo = {},
                             .validade = last_day,
                             .devolucao_id = made.id.uuid(),
                             .created_at = now});
        wire.records.events.publish(write.db, {.topic = "store-credits", .company = scope.id()});
    } else if (made.sessao_id) {
        BALCAO_TRY(cash::pay_back(write.db, scope,
                                  {.sessao = *made.sessao_id,
                                   .ambiente = made.ambiente,
                                   .venda = made.venda_id,
                                   .valor = made.total,
                                   .motivo = made.motivo,
                                   .user = write.actor.user},
                                  now));
        wire.records.events.publish(write.db, {.topic = "cash", .company = scope.id()});
    }
    receipts::tell_returned(write.db, wire, scope, found->nota);
    records::note(write, wire.records,
                  {.topic = topic,
                   .action = "sale_return",
                   .description = fmt::format("Devolução de {} da nota nº {}, série {}, em {}", brl(made.total),
                                              grouped(made.numero), made.serie, by_till ? "dinheiro" : "crédito"),
                   .company = scope.id(),
                   .entity = made.id.uuid(),
                   .details = details_of(made, items)});
    return made;
}

Result<Return> note_entry(auth::Write const& write, auth::CompanyScope const& scope, receipts::Wire const& wire,
                          Return made, std::optional<std::string> const& chave) {
    auto const company = companies::find(write.db, scope);
    if (!company) return not_found();
    if (auto const own = receipts::standing_entry(write.db, scope, made.id))
        return receipts::not_returnable(*own, "Esta devolução tem uma NF-e emitida aqui. Abra a nota.");
    if (chave) {
        constexpr std::size_t cnpj_at = 6, cnpj_size = 14, model_at = 20;
        bool const is_key = nfce::is_valid_key(*chave);
        std::string sentence;
        if (!is_key) {
            sentence = "Esta chave de acesso não existe. Confira os 44 números.";
        } else if (chave->substr(model_at, 2) != "55") {
            sentence = "Esta chave é de outro tipo de nota. A nota de entrada é uma NF-e, modelo 55.";
        } else if (chave->substr(cnpj_at, cnpj_size) != company->company.cnpj) {
            sentence = "Esta nota é de outro CNPJ. A nota de entrada é emitida pela própria empresa.";
        }
        if (!sentence.empty()) return invalid({{"nfe_chave", std::move(sentence)}});
    }
    json::ObjectWriter details;
    details.optional_text("antes", made.nfe_chave);
    details.optional_text("depois", chave);
    made.nfe_chave = chave;
    made.nfe_em = chave ? std::optional(wire.now()) : std::nullopt;
    set_entry_note(write.db, scope, made.id, made.nfe_chave, made.nfe_em);
    records::note(write, wire.records,
                  {.topic = topic,
                   .action = "return_nfe",
                   .description = fmt::format("{} da devolução da NFC-e nº {}, série {}",
                                              chave ? "Anotou a NF-e de entrada" : "Retirou a NF-e de entrada",
                                              grouped(made.numero), made.serie),
                   .company = scope.id(),
                   .entity = made.id.uuid(),
                   .details = details.take()});
    return made;
}

} // namespace balcao::returns
