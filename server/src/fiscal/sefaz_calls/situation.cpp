#include "fiscal/sefaz_calls/situation.hpp"

namespace balcao::sefaz_calls {

namespace {

constexpr db::Query find_away_row{"sefaz_away", R"sql(
    select desde, coalesce(motivo, ''), sonda, coalesce(proximo_status_em, 0) from sefaz_situacao
    where uf = :uf and ambiente = :ambiente and estado = 'fora')sql"};
// The row of a service that works stays as it is: many see its first good answer at once.
constexpr db::Query save_away{"sefaz_set_away", R"sql(
    insert into sefaz_situacao (uf, ambiente, estado, desde, motivo)
    values (:uf, :ambiente, 'fora', :now, :motivo)
    on conflict (uf, ambiente) do update set estado = 'fora', desde = excluded.desde, motivo = excluded.motivo,
        sonda = null, proximo_status_em = null
    where sefaz_situacao.estado = 'ok')sql"};
constexpr db::Query save_working{"sefaz_set_working", R"sql(
    update sefaz_situacao set estado = 'ok', desde = :now, motivo = null, sonda = null, proximo_status_em = null
    where uf = :uf and ambiente = :ambiente and estado = 'fora')sql"};
constexpr db::Query save_probe{"sefaz_set_probe", R"sql(
    update sefaz_situacao set sonda = :sonda, proximo_status_em = :proximo
    where uf = :uf and ambiente = :ambiente and estado = 'fora')sql"};

constexpr db::Query find_blocks{"sefaz_block", R"sql(
    select b.ate, b.cStat, b.motivo from sefaz_bloqueio b
    join emitente e on e.id = b.emitente_id
    left join nfce_settings n on n.emitente_id = b.emitente_id
    left join digital_certificates c on c.emitente_id = b.emitente_id
    where b.emitente_id = :emitente_id and b.ambiente = :ambiente and b.modelo = :modelo and b.servico in ('todos', :servico)
        and (b.ate > :now or (b.ate is null and b.versao_config = coalesce(n.version, 0)
            and b.versao_certificado = coalesce(c.version, 0) and b.versao_empresa = e.version))
    order by case when b.ate is null then 0 else 1 end, b.ate desc limit 1)sql"};
constexpr db::Query save_block{"sefaz_set_block", R"sql(
    insert into sefaz_bloqueio (emitente_id, ambiente, modelo, servico, ate, cStat, motivo, versao_config, versao_certificado,
        versao_empresa, created_at)
    select e.id, :ambiente, :modelo, :servico, :ate, :cStat, :motivo, coalesce(n.version, 0), coalesce(c.version, 0), e.version, :now
    from emitente e
    left join nfce_settings n on n.emitente_id = e.id
    left join digital_certificates c on c.emitente_id = e.id
    where e.id = :emitente_id
    on conflict (emitente_id, ambiente, modelo, servico, serie) do update set ate = excluded.ate, cStat = excluded.cStat,
        motivo = excluded.motivo, versao_config = excluded.versao_config,
        versao_certificado = excluded.versao_certificado, versao_empresa = excluded.versao_empresa,
        created_at = excluded.created_at)sql"};
constexpr db::Query drop_blocks{"sefaz_lift_blocks", R"sql(
    delete from sefaz_bloqueio
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and ate is null)sql"};

db::Params of(Place const& place, std::initializer_list<db::Param> more = {}) {
    db::Params params{{"uf", place.uf}, {"ambiente", place.ambiente}};
    params.insert(params.end(), more);
    return params;
}

} // namespace

std::optional<Away> find_away(db::Connection& connection, Place const& place) {
    return connection.first(find_away_row, of(place), [](db::Row const& row) {
        return Away{.desde = row.get<Instant>(0),
                    .motivo = row.get<std::string>(1),
                    .sonda = row.get<std::optional<Uuid>>(2),
                    .proximo_status_em = row.get<Instant>(3)};
    });
}

bool set_away(db::Transaction& transaction, Place const& place, std::string_view motivo, Instant now) {
    return transaction.execute(save_away, of(place, {{"motivo", motivo}, {"now", now}})) == 1;
}

bool set_working(db::Transaction& transaction, Place const& place, Instant now) {
    return transaction.execute(save_working, of(place, {{"now", now}})) == 1;
}

void set_probe(db::Transaction& transaction, Place const& place, std::optional<Uuid> const& sonda,
               Instant proximo_status_em) {
    transaction.execute(save_probe, of(place, {{"sonda", sonda}, {"proximo", proximo_status_em}}));
}

std::optional<Blocked> find_block(db::Connection& connection, auth::CompanyScope const& scope, Services const& of,
                                  nfce::Service service, Instant now) {
    return connection.first(find_blocks,
                            {{"emitente_id", scope.id()},
                             {"ambiente", of.ambiente},
                             {"modelo", of.modelo},
                             {"servico", nfce::service_name(service)},
                             {"now", now}},
                            [](db::Row const& row) {
                                return Blocked{.until = row.get<std::optional<Instant>>(0),
                                               .cStat = row.get<int>(1),
                                               .motivo = row.get<std::string>(2)};
                            });
}

void set_block(db::Transaction& transaction, auth::CompanyScope const& scope, Services const& of,
               std::optional<nfce::Service> service, Blocked const& block, Instant now) {
    auto const servico = service ? nfce::service_name(*service) : std::string_view("todos");
    transaction.execute(save_block, {{"emitente_id", scope.id()},
                                     {"ambiente", of.ambiente},
                                     {"modelo", of.modelo},
                                     {"servico", servico},
                                     {"ate", block.until},
                                     {"cStat", block.cStat},
                                     {"motivo", block.motivo},
                                     {"now", now}});
}

void lift_blocks(db::Transaction& transaction, auth::CompanyScope const& scope, Services const& of) {
    transaction.execute(drop_blocks, {{"emitente_id", scope.id()}, {"ambiente", of.ambiente}, {"modelo", of.modelo}});
}

} // namespace balcao::sefaz_calls
