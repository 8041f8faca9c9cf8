#include "fiscal/sefaz_settings/sefaz_settings_store.hpp"

#include <algorithm>

namespace balcao::sefaz_settings {

namespace {

constexpr db::Query find_row{"sefaz_settings_find", R"sql(
    select ambiente, destino, updated_at, version, treino_dias, treino_exige_ibscbs from nfce_settings
    where emitente_id = :emitente_id)sql"};
constexpr db::Query save_practice{"sefaz_settings_save_practice", R"sql(
    update nfce_settings set treino_dias = :dias, treino_exige_ibscbs = :exige where emitente_id = :emitente_id)sql"};
constexpr db::Query find_environments{"sefaz_settings_environments", R"sql(
    select ambiente, serie, csc_encrypted, csc_id, serie_nfe from nfce_ambiente where emitente_id = :emitente_id)sql"};
constexpr db::Query find_numbering{"sefaz_settings_numbering", R"sql(
    select ambiente, modelo, serie, proximo, ultimo_usado from nfce_numeracao where emitente_id = :emitente_id
    order by ambiente, modelo desc, serie)sql"};

constexpr db::Query find_route{"sefaz_settings_route", R"sql(
    select coalesce(n.ambiente, 'homologacao'), coalesce(n.destino, 'sefaz'), e.uf, e.cnpj,
           case when n.version > 0 and a.csc_encrypted is not null and a.csc_id is not null then 1 else 0 end
    from emitente e
    left join nfce_settings n on n.emitente_id = e.id
    left join nfce_ambiente a on a.emitente_id = e.id and a.ambiente = n.ambiente
    where e.id = :emitente_id)sql"};

constexpr db::Query save_row{"sefaz_settings_save", R"sql(
    insert into nfce_settings (emitente_id, ambiente, destino, updated_at, version)
    values (:emitente_id, :ambiente, :destino, :updated_at, :version)
    on conflict (emitente_id) do update set
        ambiente = excluded.ambiente, destino = excluded.destino, updated_at = excluded.updated_at, version = excluded.version)sql"};
constexpr db::Query save_environment_row{"sefaz_settings_save_environment", R"sql(
    insert into nfce_ambiente (emitente_id, ambiente, serie, serie_nfe, csc_encrypted, csc_id)
    values (:emitente_id, :ambiente, :serie, :serie_nfe, :csc_encrypted, :csc_id)
    on conflict (emitente_id, ambiente) do update set
        serie = excluded.serie, serie_nfe = excluded.serie_nfe, csc_encrypted = excluded.csc_encrypted, csc_id = excluded.csc_id)sql"};

} // namespace

StoredSettings find_settings(db::Connection& connection, auth::CompanyScope const& scope) {
    StoredSettings settings;
    db::Params const company{{"emitente_id", scope.id()}};
    connection.run(find_row, company, [&](db::Row const& row) {
        settings.ambiente = row.get<std::string>(0);
        settings.destino = row.get<std::string>(1);
        settings.updated_at = row.get<Instant>(2);
        settings.version = row.get<std::int64_t>(3);
        settings.treino_dias = std::chrono::days(row.integer(4));
        settings.treino_exige_ibscbs = row.text(5) == "S";
    });
    connection.run(find_environments, company, [&](db::Row const& row) {
        auto& environment = settings.of(row.text(0));
        environment.serie = row.get<std::int64_t>(1);
        environment.csc_encrypted = row.get<std::optional<db::Blob>>(2);
        environment.csc_id = row.get<std::optional<std::string>>(3);
        environment.serie_nfe = row.get<std::int64_t>(4);
    });
    connection.run(find_numbering, company, [&](db::Row const& row) {
        settings.of(row.text(0))
            .numbering.push_back({.modelo = row.get<std::int64_t>(1),
                                  .serie = row.get<std::int64_t>(2),
                                  .proximo = row.get<std::int64_t>(3),
                                  .ultimo_usado = row.get<std::int64_t>(4)});
    });
    return settings;
}

std::chrono::days practice_ahead(db::Connection& connection, auth::CompanyScope const& scope,
                                 std::string_view ambiente) {
    return ambiente == simulador ? find_settings(connection, scope).treino_dias : std::chrono::days{0};
}

void save_practice_conditions(db::Transaction& transaction, auth::CompanyScope const& scope, std::chrono::days ahead,
                              bool demands_ibscbs) {
    transaction.execute(
        save_practice,
        {{"emitente_id", scope.id()}, {"dias", std::int64_t{ahead.count()}}, {"exige", demands_ibscbs ? "S" : "N"}});
}

Route route_of(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection
        .first(find_route, {{"emitente_id", scope.id()}},
               [](db::Row const& row) {
                   return Route{.ambiente = row.get<std::string>(0),
                                .destino = row.get<std::string>(1),
                                .uf = row.get<std::string>(2),
                                .cnpj = row.get<std::string>(3),
                                .configured = row.get<bool>(4)};
               })
        .value_or(Route{});
}

void save_settings(db::Transaction& transaction, auth::CompanyScope const& scope, StoredSettings const& settings) {
    transaction.execute(save_row, {{"emitente_id", scope.id()},
                                   {"ambiente", settings.ambiente},
                                   {"destino", settings.destino},
                                   {"updated_at", settings.updated_at},
                                   {"version", settings.version}});
}

void save_environment(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                      EnvironmentSettings const& settings) {
    transaction.execute(save_environment_row, {{"emitente_id", scope.id()},
                                               {"ambiente", ambiente},
                                               {"serie", settings.serie},
                                               {"serie_nfe", settings.serie_nfe},
                                               {"csc_encrypted", settings.csc_encrypted},
                                               {"csc_id", settings.csc_id}});
}

} // namespace balcao::sefaz_settings
