#include "selling/receipts/nota/day_sums.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "nfce/datetime.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;

// Wherever a company is, a day is over this long after it ended in UTC, with what is cancelled in its last half hour.
constexpr auto settled_after = 48h;
constexpr std::int64_t most_folded_at_once = 100;

constexpr db::Query insert_day_sum{"receipts_add_to_day", R"sql(
    insert into nfce_dia (emitente_id, ambiente, modelo, serie, dia, grupo, quantidade, total)
    values (:emitente_id, :ambiente, :modelo, :serie, :dia, :grupo, :quantidade, :total))sql"};
constexpr db::Query open_groups{"receipts_open_days", R"sql(
    select dia, emitente_id, ambiente, grupo, modelo, serie from nfce_dia where somada = 0 and dia < :before
    group by dia, emitente_id, ambiente, grupo, modelo, serie order by dia, emitente_id, ambiente, grupo, modelo, serie
    limit :limit)sql"};
constexpr db::Query any_open_group{"receipts_any_open_day", R"sql(
    select 1 from nfce_dia where somada = 0 and dia < :before limit 1)sql"};
constexpr db::Query sum_of{"receipts_sum_of_day", R"sql(
    select cast(coalesce(sum(quantidade), 0) as bigint), cast(coalesce(sum(total), 0) as bigint) from nfce_dia
    where emitente_id = :emitente_id and ambiente = :ambiente and dia = :dia and grupo = :grupo and serie = :serie
        and modelo = :modelo)sql"};
constexpr db::Query drop{"receipts_drop_day", R"sql(
    delete from nfce_dia
    where emitente_id = :emitente_id and ambiente = :ambiente and dia = :dia and grupo = :grupo and serie = :serie
        and modelo = :modelo)sql"};
constexpr db::Query insert_sum{"receipts_insert_day", R"sql(
    insert into nfce_dia (emitente_id, ambiente, modelo, serie, dia, grupo, quantidade, total, somada)
    values (:emitente_id, :ambiente, :modelo, :serie, :dia, :grupo, :quantidade, :total, 1))sql"};

// The column a day's receipts are counted in; empty: in none.
std::string_view group_of(Estado estado) {
    switch (estado) {
    case Estado::autorizada:
    case Estado::autorizada_sem_xml: return "autorizada";
    case Estado::cancelada:
    case Estado::cancelada_subst: return "cancelada";
    case Estado::contingencia:
    case Estado::contingencia_rejeitada: return "contingencia";
    default: return {};
    }
}

std::string day_of_nota(Nota const& nota) {
    auto const at = std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(nota.dhEmi.microseconds()));
    return nfce::DateTime::from_epoch(at.count(), static_cast<int>(nota.fuso)).date();
}

void count(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota, std::int64_t sign) {
    auto const group = group_of(nota.state());
    if (group.empty()) return;
    auto const day = day_of_nota(nota);
    transaction.execute(insert_day_sum, {{"emitente_id", scope.id()},
                                         {"ambiente", nota.ambiente},
                                         {"modelo", nota.modelo},
                                         {"serie", nota.serie},
                                         {"dia", day},
                                         {"grupo", group},
                                         {"quantidade", sign},
                                         {"total", sign * nota.vNF.raw()}});
}

std::string settled_before(Instant now) { return (now - settled_after).to_iso().substr(0, 10); }

struct Group {
    std::string dia;
    CompanyId company;
    std::string ambiente, grupo;
    std::int64_t modelo = 0, serie = 0;

    db::Params params() const {
        return {{"emitente_id", company}, {"ambiente", ambiente}, {"dia", dia},
                {"grupo", grupo},         {"modelo", modelo},     {"serie", serie}};
    }
};

} // namespace

void add_to_day(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota) {
    count(transaction, scope, nota, 1);
}

void move_in_days(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& before,
                  Nota const& after) {
    // A new version may be of another day.
    if (group_of(before.state()) == group_of(after.state()) && day_of_nota(before) == day_of_nota(after)) return;
    count(transaction, scope, before, -1);
    count(transaction, scope, after, 1);
}

bool has_days_to_fold(db::Connection& connection, Instant now) {
    auto const before = settled_before(now);
    return connection.scalar<std::int64_t>(any_open_group, {{"before", before}}).has_value();
}

void fold_days(db::Transaction& transaction, Instant now) {
    auto const before = settled_before(now);
    auto const groups =
        transaction.all(open_groups, {{"before", before}, {"limit", most_folded_at_once}}, [](db::Row const& row) {
            return Group{.dia = row.get<std::string>(0),
                         .company = row.get<CompanyId>(1),
                         .ambiente = row.get<std::string>(2),
                         .grupo = row.get<std::string>(3),
                         .modelo = row.integer(4),
                         .serie = row.integer(5)};
        });
    for (auto const& group : groups) {
        auto params = group.params();
        auto const [quantidade, total] =
            transaction
                .first(sum_of, params, [](db::Row const& row) { return std::pair(row.integer(0), row.integer(1)); })
                .value();
        transaction.execute(drop, params);
        params.emplace_back("quantidade", quantidade);
        params.emplace_back("total", total);
        transaction.execute(insert_sum, params);
    }
}

} // namespace balcao::receipts
