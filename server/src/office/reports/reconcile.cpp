#include "office/reports/reconcile.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/cash/cash.hpp"
#include "selling/receipts/nota/receipt_figures.hpp"
#include "selling/receipts/upkeep/upkeep.hpp"
#include "selling/returns/returns.hpp"

namespace balcao::reports {

namespace {

using figures::Key;
using figures::Sums;

constexpr db::Query companies_all{"reports_all_companies", "select id from emitente order by id"};
constexpr db::Query cnpj_of{"reports_cnpj", "select cnpj from emitente where id = :emitente_id"};
constexpr db::Query first_sum{"reports_first_sum", R"sql(
    select min(dia) from figura_dia where emitente_id = :emitente_id
        and ambiente in ('producao', 'homologacao', 'simulador'))sql"};
constexpr db::Query begin_count{"reports_begin_repairs", R"sql(
    insert into figura_conferencia (emitente_id) values (:emitente_id) on conflict (emitente_id) do nothing)sql"};
constexpr db::Query repairs_of{"reports_repairs", R"sql(
    select revisao from figura_conferencia where emitente_id = :emitente_id)sql"};
constexpr db::Query count_repair{"reports_count_repair", R"sql(
    update figura_conferencia set revisao = revisao + 1
    where emitente_id = :emitente_id and revisao = :revisao)sql"};

constexpr std::size_t most_at_once = 500;

struct Compared {
    std::int64_t revisao = 0;
    std::map<Key, Sums> missing;
};

std::map<Key, Sums> minus(std::map<Key, Sums> documents, std::map<Key, Sums> const& sums) {
    for (auto const& [key, one] : sums) documents[key].add(one, -1);
    std::erase_if(documents, [](auto const& one) { return one.second.is_zero(); });
    return documents;
}

class Comparison {
public:
    Comparison(db::Database& database, CompanyId company, bool repair, Found const& found)
        : database_(database), scope_(receipts::Upkeep::scope_of(company)), repair_(repair), found_(found),
          cnpj_(database.read([&](db::Connection& connection) {
              return connection.scalar<std::string>(cnpj_of, {{"emitente_id", scope_.id()}}).value_or("");
          })) {
        if (repair_) {
            database_.write([&](db::Transaction& transaction) {
                transaction.execute(begin_count, {{"emitente_id", scope_.id()}});
            });
        }
    }

    std::optional<std::string> first_day() {
        return database_.read([&](db::Connection& connection) {
            auto first = receipts::first_day(connection, scope_);
            auto const sum = connection.scalar<std::optional<std::string>>(first_sum, {{"emitente_id", scope_.id()}});
            if (sum && *sum && (!first || **sum < *first)) first = *sum;
            return first;
        });
    }

    std::optional<std::string> first_order() {
        return database_.read([&](db::Connection& connection) { return budgets::first_day(connection, scope_); });
    }

    void orders(std::string const& month) {
        compare(
            [&](db::Connection& connection) {
                figures::Changes changes;
                budgets::add_figures_of_month(connection, scope_, month, changes);
                return minus(changes.all(), figures::sums_of_orders(connection, scope_, month));
            },
            false);
    }
    void day(std::string const& day) {
        compare(
            [&](db::Connection& connection) {
                figures::Changes changes;
                receipts::add_figures_of_day(connection, scope_, day, changes);
                returns::add_figures_of_day(connection, scope_, day, changes);
                cash::add_figures_of_day(connection, scope_, day, changes);
                return minus(changes.all(), figures::sums_of_day(connection, scope_, day));
            },
            false);
    }
    void month(std::string const& first) {
        compare([&](db::Connection& connection) { return figures::differences_of_month(connection, scope_, first); },
                true);
    }
    std::int64_t differences() const { return differences_; }

private:
    // Documents and sums are read in one snapshot, so what is sold meanwhile changes both alike, and what is missing
    // stays the same until somebody else repairs.
    void compare(std::function<std::map<Key, Sums>(db::Connection&)> const& missing_in, bool of_months) {
        for (bool is_first = true;; is_first = false) {
            auto const compared = database_.read([&](db::Connection& connection) {
                return Compared{
                    .revisao = connection.scalar<std::int64_t>(repairs_of, {{"emitente_id", scope_.id()}}).value_or(0),
                    .missing = missing_in(connection)};
            });
            if (is_first) {
                differences_ += std::ssize(compared.missing);
                for (auto const& [key, sums] : compared.missing) found_({cnpj_, key, sums, of_months});
            }
            if (!repair_ || compared.missing.empty()) return;
            bool const is_done = append(compared, of_months);
            if (is_done) return;
        }
    }

    // Some at once, so that no sale waits long. False when somebody else repaired meanwhile.
    bool append(Compared const& compared, bool of_months) {
        auto revisao = compared.revisao;
        for (auto next = compared.missing.begin(); next != compared.missing.end(); ++revisao) {
            std::map<Key, Sums> some;
            for (; next != compared.missing.end() && some.size() < most_at_once; ++next) some.insert(*next);
            bool const is_done = database_.write([&](db::Transaction& transaction) {
                db::Params const seen{{"emitente_id", scope_.id()}, {"revisao", revisao}};
                if (transaction.execute(count_repair, seen) == 0) return false;
                if (of_months) {
                    figures::correct_months(transaction, scope_, some);
                } else {
                    figures::Changes changes;
                    for (auto const& [key, sums] : some) changes.add(key, sums);
                    changes.write(transaction, scope_);
                }
                return true;
            });
            if (!is_done) return false;
        }
        return true;
    }

    db::Database& database_;
    auth::CompanyScope const scope_;
    bool const repair_;
    Found const& found_;
    std::string const cnpj_;
    std::int64_t differences_ = 0;
};

} // namespace

std::int64_t reconcile(db::Database& database, CompanyId company, std::optional<std::string> const& first, Instant now,
                       bool repair, Found const& found, std::function<void()> const& checkpoint) {
    Comparison run(database, company, repair, found);
    auto const last = add_days(local_date(now, "UTC"), 1);
    auto const next_month = [](std::string const& month) { return add_days(month, 31).substr(0, 8) + "01"; };
    auto const first_order = run.first_order();
    if (first_order) {
        auto const from = first ? std::max(*first, *first_order) : *first_order;
        // Orders may be dated ahead.
        for (auto month = from.substr(0, 8) + "01"; month <= add_days(last, 366); month = next_month(month)) {
            checkpoint();
            run.orders(month);
        }
    }
    auto const begin = first ? first : run.first_day();
    if (!begin && !first_order) return run.differences();
    for (auto day = begin.value_or(last); day <= last; day = add_days(day, 1)) {
        checkpoint();
        run.day(day);
    }
    // After what the days were missing: a month is folded from the same changes as they are.
    auto const oldest = !begin ? *first_order : first || !first_order ? *begin : std::min(*begin, *first_order);
    for (auto month = oldest.substr(0, 8) + "01"; month <= last; month = next_month(month)) {
        checkpoint();
        run.month(month);
    }
    return run.differences();
}

std::vector<CompanyId> all_companies(db::Connection& connection) {
    return connection.all(companies_all, {}, [](db::Row const& row) { return row.get<CompanyId>(0); });
}

std::string sentence_of(Difference const& difference) {
    auto const& key = difference.key;
    auto const when = difference.mes
                          ? fmt::format("{}/{}", key.dia.substr(5, 2), key.dia.substr(0, 4))
                          : fmt::format("{}/{}/{}", key.dia.substr(8), key.dia.substr(5, 2), key.dia.substr(0, 4));
    auto const serie = key.serie < 0 ? std::string{} : fmt::format(", série {}", key.serie);
    return fmt::format("{}, {}, {}, {} por {}{}{}: {} {} ({:+} de quantidade).", difference.company, key.ambiente, when,
                       key.grupo, key.dimensao, key.chave.empty() ? "" : " " + key.chave, serie,
                       difference.mes ? "faltam no mês" : "faltam", brl(Money::from_raw(difference.missing.valor)),
                       difference.missing.quantidade);
}

} // namespace balcao::reports
