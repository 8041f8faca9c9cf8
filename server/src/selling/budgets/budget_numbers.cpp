// The numbers of budgets and orders, which go on above the highest ever given even when an older database is put back.

#include <atomic>
#include <vector>

#include "fiscal/numbers/budget_numbers.hpp"
#include "fiscal/numbers/marks.hpp"
#include "selling/budgets/budgets.hpp"

namespace balcao::budgets {

namespace {

constexpr db::Query next_number{"budgets_take_number", R"sql(
    insert into orcamento_numeracao (emitente_id, proximo) values (:emitente_id, 2)
    on conflict (emitente_id) do update set proximo = orcamento_numeracao.proximo + 1
    returning proximo - 1)sql"};
// Also of a company that had given none when the copy was made.
constexpr db::Query raise_number{"budgets_raise_number", R"sql(
    insert into orcamento_numeracao (emitente_id, proximo)
    select emitente.id, :proximo from emitente where emitente.id = :emitente_id
    on conflict (emitente_id) do update set proximo = excluded.proximo
    where orcamento_numeracao.proximo < excluded.proximo)sql"};
constexpr db::Query all_numbers{"budgets_all_numbers", "select emitente_id, proximo from orcamento_numeracao"};

// More than anybody gives between two copies.
constexpr std::int64_t safe_distance = 1000;

std::atomic<numbers::Marks*> kept_marks{nullptr};

numbers::Series series() { return {.ambiente = std::string(numbers::budget_numbers), .serie = 0}; }

void raise(db::Transaction& transaction, CompanyId company, std::int64_t proximo) {
    transaction.execute(raise_number, {{"emitente_id", company}, {"proximo", proximo}});
}

} // namespace

void mark_numbers_in(numbers::Marks& marks) { kept_marks = &marks; }

std::int64_t Budgets::take_number(db::Transaction& transaction) const {
    auto const number = transaction.scalar<std::int64_t>(next_number, {{"emitente_id", scope_.id()}}).value();
    if (auto* const marks = kept_marks.load())
        transaction.after_commit([marks, company = scope_.id(), number] { marks->note(company, series(), number); });
    return number;
}

void go_on_above_marks(db::Database& database, numbers::Marks& marks) {
    auto const all = marks.all();
    if (all.empty()) return;
    database.write([&](db::Transaction& transaction) {
        for (auto const& mark : all) {
            if (mark.series.ambiente == numbers::budget_numbers) raise(transaction, mark.company, mark.numero + 1);
        }
    });
}

void go_on_after_restore(db::Database& database, numbers::Marks& marks) {
    struct Given {
        CompanyId company;
        std::int64_t proximo;
    };
    database.write([&](db::Transaction& transaction) {
        auto const given = transaction.all(
            all_numbers, {}, [](db::Row const& row) { return Given{row.get<CompanyId>(0), row.get<std::int64_t>(1)}; });
        for (auto const& [company, proximo] : given) {
            if (marks.highest(company, series()) == 0) raise(transaction, company, proximo + safe_distance);
        }
    });
    go_on_above_marks(database, marks);
}

} // namespace balcao::budgets
