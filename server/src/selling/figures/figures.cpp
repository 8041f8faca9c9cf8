#include "selling/figures/figures.hpp"

#include <span>
#include <vector>

#include <fmt/format.h>

namespace balcao::figures {

namespace {

constexpr std::int64_t most_folded_at_once = 500; // so that a sale waits no longer than for another sale

#define SUM_COLUMNS "quantidade, valor, desconto, volume, base_icms, icms, pis, cofins, ibs, cbs"
#define SUM_PARAMS ":quantidade, :valor, :desconto, :volume, :base_icms, :icms, :pis, :cofins, :ibs, :cbs"
#define ADDED(table)                                                                                                   \
    "insert into " table " (emitente_id, ambiente, dimensao, dia, grupo, serie, operador_id, chave, " SUM_COLUMNS ") " \
    "values (:emitente_id, :ambiente, :dimensao, :dia, :grupo, :serie, :operador_id, :chave, " SUM_PARAMS ") "         \
    "on conflict (emitente_id, ambiente, dimensao, dia, grupo, serie, operador_id, chave) do update set "              \
    "quantidade = " table ".quantidade + excluded.quantidade, valor = " table ".valor + excluded.valor, "              \
    "desconto = " table ".desconto + excluded.desconto, volume = " table ".volume + excluded.volume, "                 \
    "base_icms = " table ".base_icms + excluded.base_icms, icms = " table ".icms + excluded.icms, "                    \
    "pis = " table ".pis + excluded.pis, cofins = " table ".cofins + excluded.cofins, "                                \
    "ibs = " table ".ibs + excluded.ibs, cbs = " table ".cbs + excluded.cbs"

constexpr db::Query append{"figures_append",
                           "insert into figura_mudanca (emitente_id, ambiente, dimensao, dia, grupo, serie, "
                           "operador_id, chave, " SUM_COLUMNS ") values (:emitente_id, :ambiente, :dimensao, :dia, "
                           ":grupo, :serie, :operador_id, :chave, " SUM_PARAMS ")"};
constexpr db::Query zone_of{"figures_time_zone", "select fuso_horario from emitente where id = :emitente_id"};
constexpr db::Query any_change{"figures_any_change", "select 1 from figura_mudanca limit 1"};
constexpr db::Query take{"figures_take",
                         "delete from figura_mudanca where seq in (select seq from figura_mudanca order by seq "
                         "limit :limit) returning emitente_id, ambiente, dimensao, dia, grupo, serie, operador_id, "
                         "chave, " SUM_COLUMNS};
constexpr db::Query add_to_day{"figures_add_to_day", ADDED("figura_dia")};
constexpr db::Query add_to_month{"figures_add_to_month", ADDED("figura_mes")};

#define KEY_COLUMNS "ambiente, dimensao, dia, grupo, serie, operador_id, chave"
#define EACH_DIMENSION "dimensao in ('hora', 'produto', 'cliente', 'pagamento', 'fiscal')"
#define OF_DOCUMENTS "ambiente in ('producao', 'homologacao', 'simulador') and " EACH_DIMENSION
#define EACH_ENVIRONMENT "ambiente in ('producao', 'homologacao', 'simulador', 'todas') and " EACH_DIMENSION
constexpr db::Query day_rows{"figures_day", "select " KEY_COLUMNS ", " SUM_COLUMNS
                                            " from figura_dia where emitente_id = :emitente_id and dia = :dia "
                                            "and " OF_DOCUMENTS " union all select " KEY_COLUMNS ", " SUM_COLUMNS
                                            " from figura_mudanca where emitente_id = :emitente_id and dia = :dia "
                                            "and " OF_DOCUMENTS};
constexpr db::Query order_rows{
    "figures_orders",
    "select " KEY_COLUMNS ", " SUM_COLUMNS " from figura_dia where emitente_id = :emitente_id and ambiente = 'todas' "
    "and dimensao in ('hora', 'cliente') and dia between :dia and :last union all select " KEY_COLUMNS ", " SUM_COLUMNS
    " from figura_mudanca where emitente_id = :emitente_id and ambiente = 'todas' "
    "and dimensao in ('hora', 'cliente') and dia between :dia and :last"};
constexpr db::Query month_rows{"figures_month", "select " KEY_COLUMNS ", " SUM_COLUMNS
                                                " from figura_mes where emitente_id = :emitente_id and dia = :dia "
                                                "and " EACH_ENVIRONMENT};
constexpr db::Query days_of_month{"figures_days_of_month",
                                  "select " KEY_COLUMNS ", " SUM_COLUMNS
                                  " from figura_dia where emitente_id = :emitente_id and dia between :dia and :last "
                                  "and " EACH_ENVIRONMENT};

Key read_key(db::Row const& row, int first) {
    return {.ambiente = row.get<std::string>(first),
            .dimensao = row.get<std::string>(first + 1),
            .dia = row.get<std::string>(first + 2),
            .grupo = row.get<std::string>(first + 3),
            .serie = row.integer(first + 4),
            .operador = row.uuid(first + 5),
            .chave = row.get<std::string>(first + 6)};
}

db::Params params_of(CompanyId company, Key const& key, Sums const& sums) {
    return {{"emitente_id", company},
            {"ambiente", key.ambiente},
            {"dimensao", key.dimensao},
            {"dia", key.dia},
            {"grupo", key.grupo},
            {"serie", key.serie},
            {"operador_id", key.operador},
            {"chave", key.chave},
            {"quantidade", sums.quantidade},
            {"valor", sums.valor},
            {"desconto", sums.desconto},
            {"volume", sums.volume},
            {"base_icms", sums.base_icms},
            {"icms", sums.icms},
            {"pis", sums.pis},
            {"cofins", sums.cofins},
            {"ibs", sums.ibs},
            {"cbs", sums.cbs}};
}

// Parameters view the keys, which must outlive them.
template <class Changes>
std::vector<db::Params> rows_of(Changes const& changes, auto const& company_of) {
    std::vector<db::Params> rows;
    for (auto const& [key, sums] : changes)
        if (!sums.is_zero()) rows.push_back(company_of(key, sums));
    return rows;
}

std::string first_of_month(std::string_view day) { return std::string(day.substr(0, 7)) + "-01"; }

constexpr int sums_after_key = 7;

} // namespace

void Sums::add(Sums const& other, std::int64_t times) {
    quantidade += times * other.quantidade;
    valor += times * other.valor;
    desconto += times * other.desconto;
    volume += times * other.volume;
    base_icms += times * other.base_icms;
    icms += times * other.icms;
    pis += times * other.pis;
    cofins += times * other.cofins;
    ibs += times * other.ibs;
    cbs += times * other.cbs;
}

Sums read_sums(db::Row const& row, int first) {
    return {.quantidade = row.integer(first),
            .valor = row.integer(first + 1),
            .desconto = row.integer(first + 2),
            .volume = row.integer(first + 3),
            .base_icms = row.integer(first + 4),
            .icms = row.integer(first + 5),
            .pis = row.integer(first + 6),
            .cofins = row.integer(first + 7),
            .ibs = row.integer(first + 8),
            .cbs = row.integer(first + 9)};
}

void Changes::add(Key const& key, Sums const& sums, std::int64_t times) { changes_[key].add(sums, times); }

void Changes::write(db::Transaction& transaction, auth::CompanyScope const& scope) const {
    auto const rows =
        rows_of(changes_, [&](Key const& key, Sums const& sums) { return params_of(scope.id(), key, sums); });
    if (!rows.empty()) transaction.execute_each(append, rows);
}

std::string time_zone(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.scalar<std::string>(zone_of, {{"emitente_id", scope.id()}}).value();
}

bool has_changes(db::Connection& connection) { return connection.scalar<std::int64_t>(any_change).has_value(); }

bool fold(db::Transaction& transaction) {
    std::map<std::pair<CompanyId, Key>, Sums> days;
    std::map<std::pair<CompanyId, Key>, Sums> months;
    std::int64_t taken = 0;
    transaction.run(take, {{"limit", most_folded_at_once}}, [&](db::Row const& row) {
        ++taken;
        auto const company = row.get<CompanyId>(0);
        auto key = read_key(row, 1);
        auto const sums = read_sums(row, 1 + sums_after_key);
        days[{company, key}].add(sums);
        key.dia = first_of_month(key.dia);
        months[{company, std::move(key)}].add(sums);
    });
    auto const params = [](std::pair<CompanyId, Key> const& key, Sums const& sums) {
        return params_of(key.first, key.second, sums);
    };
    if (auto const rows = rows_of(days, params); !rows.empty()) transaction.execute_each(add_to_day, rows);
    if (auto const rows = rows_of(months, params); !rows.empty()) transaction.execute_each(add_to_month, rows);
    return taken == most_folded_at_once;
}

void each_payment(db::Connection& connection, auth::CompanyScope const& scope, PaymentsOf const& of,
                  std::function<void(std::string_view tPag, Sums const& sums)> const& use) {
    std::string filters;
    db::Params params{
        {"emitente_id", scope.id()}, {"ambiente", of.ambiente}, {"first", of.first_day}, {"last", of.last_day}};
    // By the key: of one model or of both.
    if (of.serie && of.modelo) {
        filters += " and serie = :serie";
        params.emplace_back("serie", series_key(*of.modelo, *of.serie));
    } else if (of.serie) {
        filters += " and serie in (:serie, :serie_nfe)";
        params.emplace_back("serie", series_key(numbers::modelo_nfce, *of.serie));
        params.emplace_back("serie_nfe", series_key(numbers::modelo_nfe, *of.serie));
    } else if (of.modelo) {
        filters += *of.modelo == numbers::modelo_nfce ? " and serie < :first_nfe" : " and serie >= :first_nfe";
        params.emplace_back("first_nfe", series_key(numbers::modelo_nfe, 0));
    }
    if (of.operador) {
        filters += " and operador_id = :operador";
        params.emplace_back("operador", *of.operador);
    }
    if (of.tPag) {
        filters += " and chave = :tPag";
        params.emplace_back("tPag", *of.tPag);
    }
    auto const rows = [&](std::string_view table) {
        return fmt::format("select chave, quantidade, valor from {} where emitente_id = :emitente_id and "
                           "ambiente = :ambiente and dimensao = 'pagamento' and dia between :first and :last and "
                           "grupo = 'autorizada'{}",
                           table, filters);
    };
    auto const sql = fmt::format("select chave, cast(sum(quantidade) as bigint), cast(sum(valor) as bigint) from "
                                 "({} union all {}) as found group by chave order by chave",
                                 rows("figura_dia"), rows("figura_mudanca"));
    connection.run({"figures_payments", sql, true}, params, [&](db::Row const& row) {
        use(row.text(0), {.quantidade = row.integer(1), .valor = row.integer(2)});
    });
}

std::map<Key, Sums> sums_of_orders(db::Connection& connection, auth::CompanyScope const& scope,
                                   std::string_view month) {
    std::map<Key, Sums> sums;
    auto const last = std::string(month.substr(0, 8)) + "31";
    connection.run(order_rows, {{"emitente_id", scope.id()}, {"dia", month}, {"last", last}},
                   [&](db::Row const& row) { sums[read_key(row, 0)].add(read_sums(row, sums_after_key)); });
    return sums;
}

std::map<Key, Sums> sums_of_day(db::Connection& connection, auth::CompanyScope const& scope, std::string_view day) {
    std::map<Key, Sums> sums;
    connection.run(day_rows, {{"emitente_id", scope.id()}, {"dia", day}},
                   [&](db::Row const& row) { sums[read_key(row, 0)].add(read_sums(row, sums_after_key)); });
    return sums;
}

std::map<Key, Sums> differences_of_month(db::Connection& connection, auth::CompanyScope const& scope,
                                         std::string_view month) {
    std::map<Key, Sums> sums;
    auto const last = std::string(month.substr(0, 8)) + "31";
    db::Params const params{{"emitente_id", scope.id()}, {"dia", month}, {"last", last}};
    connection.run(days_of_month, params, [&](db::Row const& row) {
        auto key = read_key(row, 0);
        key.dia = month;
        sums[key].add(read_sums(row, sums_after_key));
    });
    connection.run(month_rows, params,
                   [&](db::Row const& row) { sums[read_key(row, 0)].add(read_sums(row, sums_after_key), -1); });
    std::erase_if(sums, [](auto const& one) { return one.second.is_zero(); });
    return sums;
}

void correct_months(db::Transaction& transaction, auth::CompanyScope const& scope, std::map<Key, Sums> const& by) {
    auto const rows = rows_of(by, [&](Key const& key, Sums const& sums) { return params_of(scope.id(), key, sums); });
    if (!rows.empty()) transaction.execute_each(add_to_month, rows);
}

} // namespace balcao::figures
