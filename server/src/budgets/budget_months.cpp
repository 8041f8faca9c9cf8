#include "budgets/budget_months.hpp"

#include "base/time.hpp"

namespace balcao::budgets {

namespace {

constexpr std::string_view first_date = "1900-01-01";
constexpr std::string_view last_date = "2199-12-31";

constexpr db::Query change_month{"budgets_change_month", R"sql(
    insert into orcamento_mes (emitente_id, criterio, mes, tipo, faturado, quantidade, total)
    values (:emitente_id, :criterio, :mes, :tipo, :faturado, :quantidade, :total)
    on conflict (emitente_id, criterio, mes, tipo, faturado) do update
    set quantidade = orcamento_mes.quantidade + excluded.quantidade, total = orcamento_mes.total + excluded.total)sql"};

std::string month_of(std::string_view date) { return std::string(date.substr(0, 7)); }
std::string next_month(std::string_view month) { return month_of(add_days(std::string(month) + "-28", 4)); }
std::string previous_month(std::string_view month) { return month_of(add_days(std::string(month) + "-01", -1)); }
std::string first_of(std::string_view month) { return std::string(month) + "-01"; }
std::string last_of(std::string_view month) { return add_days(first_of(next_month(month)), -1); }

} // namespace

void MonthChanges::add(Counted const& budget, int times) {
    auto const add_to = [&](std::string_view criterion, std::string_view date) {
        auto& change = changes_[{criterion, month_of(date), budget.tipo, budget.faturado ? 1 : 0}];
        change.count += times;
        if (times > 0) change.sum += budget.total_fatura;
        else change.sum -= budget.total_fatura;
    };
    add_to("orcamento", budget.data_orcamento);
    add_to("venda", budget.data_venda.value_or(budget.data_orcamento));
}

void MonthChanges::write(db::Transaction& transaction, auth::CompanyScope const& scope) const {
    for (auto const& [key, change] : changes_) {
        if (change == CountAndSum{}) continue;
        auto const& [criterion, month, type, billed] = key;
        transaction.execute(change_month, {{"emitente_id", scope.id()},
                                           {"criterio", criterion},
                                           {"mes", month},
                                           {"tipo", type},
                                           {"faturado", billed},
                                           {"quantidade", change.count},
                                           {"total", change.sum}});
    }
}

Period split_period(std::optional<std::string> const& from, std::optional<std::string> const& to) {
    std::string const first = from.value_or(std::string(first_date));
    std::string const last = to.value_or(std::string(last_date));
    Period period;
    if (first > last) return period;
    auto const first_month = month_of(first);
    auto const last_month = month_of(last);
    auto const starts_whole = first == first_of(first_month);
    auto const ends_whole = last == last_of(last_month);
    if (first_month == last_month && !(starts_whole && ends_whole)) {
        period.before = {first, last};
        return period;
    }
    if (!starts_whole) period.before = {first, last_of(first_month)};
    if (!ends_whole) period.after = {first_of(last_month), last};
    auto const first_whole = starts_whole ? first_month : next_month(first_month);
    auto const last_whole = ends_whole ? last_month : previous_month(last_month);
    if (first_whole <= last_whole) period.months = {first_whole, last_whole};
    return period;
}

CountAndSum count_months(db::Connection& connection, auth::CompanyScope const& scope, Period::Days const& months,
                         std::optional<std::string> const& tipo, std::optional<bool> faturado) {
    std::string sql = "select cast(coalesce(sum(quantidade), 0) as bigint), cast(coalesce(sum(total), 0) as bigint) from orcamento_mes "
                      "where emitente_id = :emitente_id and criterio = 'orcamento' and mes between :first and :last";
    db::Params params{{"emitente_id", scope.id()}, {"first", months.from}, {"last", months.to}};
    if (tipo) {
        sql += " and tipo = :tipo";
        params.emplace_back("tipo", *tipo);
    }
    if (faturado) {
        sql += " and faturado = :faturado";
        params.emplace_back("faturado", *faturado);
    }
    auto const read = [](db::Row const& row) { return CountAndSum{.count = row.integer(0), .sum = row.get<Money>(1)}; };
    return connection.first({"budgets_sum_months", sql}, params, read).value_or(CountAndSum{});
}

} // namespace balcao::budgets
