#include "app/replication.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace balcao::app {

namespace {

// Without pg_monitor the names are null: then whoever reads the log counts as a standby. A copy under way is none.
constexpr db::Query replication{"replication", R"sql(
    select (select count(*) from pg_stat_replication
            where coalesce(application_name not in ('pg_basebackup', 'pg_receivewal'), true)),
        (current_setting('synchronous_standby_names') <> '')::int::bigint,
        (current_setting('synchronous_commit') = 'off')::int::bigint,
        (current_setting('synchronous_commit') = 'local')::int::bigint)sql"};
constexpr db::Query producao{"replication_producao", "select count(*) from nfce_settings where ambiente = 'producao'"};

} // namespace

std::optional<std::string> async_risk(db::Connection& connection) {
    if (connection.dialect() != db::Dialect::postgres) return std::nullopt;
    return connection
        .first(replication, {},
               [](db::Row const& row) -> std::optional<std::string> {
                   auto const standbys = row.integer(0);
                   bool const waits_for_them = row.integer(1) != 0;
                   bool const waits_for_no_disk = row.integer(2) != 0;
                   bool const is_local = row.integer(3) != 0;
                   if (waits_for_no_disk) {
                       return "O PostgreSQL confirma vendas que ainda não estão no disco (synchronous_commit = off): "
                              "se a máquina cair, as dos últimos instantes somem. Ponha synchronous_commit = on.";
                   }
                   if (standbys == 0 || (waits_for_them && !is_local)) return std::nullopt;
                   return fmt::format(
                       "O PostgreSQL tem {}, e não espera por {}: se a máquina cair e outra assumir, as "
                       "vendas dos últimos instantes somem, com números que a SEFAZ já tem. Ligue o modo "
                       "síncrono (com Patroni, synchronous_mode: true; sem ele, "
                       "synchronous_standby_names).",
                       standbys == 1 ? std::string("uma réplica") : fmt::format("{} réplicas", standbys),
                       standbys == 1 ? "ela" : "elas");
               })
        .value_or(std::nullopt);
}

bool has_producao(db::Connection& connection) { return connection.scalar<std::int64_t>(producao).value_or(0) > 0; }

} // namespace balcao::app
