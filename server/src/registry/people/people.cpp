#include "registry/people/people.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "platform/records/life.hpp"

namespace balcao::people {

static_assert(records::ActivatableKind<People>);

namespace {

constexpr std::string_view cannot_restore = " Por isso este não pode ser restaurado.";

Failure number_taken(Person const& person, Person const& holder, std::string_view advice) {
    auto const sentence =
        fmt::format("Já existe um cadastro com este {}: {}.{}", document_name(person), holder.razao_social, advice);
    return {.kind = FailureKind::conflict,
            .title = fmt::format("{} já cadastrado", document_name(person)),
            .detail = sentence,
            .fields = {{"cpf_cnpj", sentence}},
            .existing_id = holder.id.to_string()};
}

// Asked before writing: once the index has refused a row, PostgreSQL answers nothing more in this transaction.
Result<void> check_number_is_free(db::Connection& connection, Person const& person, std::string_view advice = {}) {
    for (auto const& [holder, version] : People{}.find_by_documents(connection, std::array{person.cpf_cnpj}))
        if (holder.id != person.id) return fail(number_taken(person, holder, advice));
    return {};
}

} // namespace

Result<Person> People::complete(auth::Write const& write, Instant, Person typed, Person const* before) const {
    if (before != nullptr) typed.id = before->id;
    BALCAO_TRY(check_number_is_free(write.db, typed));
    return typed;
}

Result<void> People::check_restorable(db::Connection& connection, Person const& person) const {
    return check_number_is_free(connection, person, cannot_restore);
}

Result<bool> People::is_kept(db::Connection& connection, Person const& person) const {
    auto const budgets = count_budgets(connection, person.id);
    if (budgets == 0) return false;
    return invalid(fmt::format(
        "Esta pessoa tem orçamentos ou pedidos ({}) e não pode ser excluída. Desative-a: ela deixa de aparecer "
        "nas escolhas, e o que já foi feito continua como está.",
        budgets));
}

} // namespace balcao::people
