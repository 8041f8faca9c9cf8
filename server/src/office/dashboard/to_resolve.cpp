#include "office/dashboard/to_resolve.hpp"

#include <fmt/format.h>

#include "nfce/modelo.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "registry/products/products.hpp"

namespace balcao::dashboard {

namespace {

using std::chrono::days;

constexpr auto certificate_notice = days{30};
constexpr std::int64_t days_to_expire = 2;

constexpr db::Query rejected{"dashboard_rejected", R"sql(
    select count(*), max(numero), max(serie) from nfce where emitente_id = :emitente_id and ambiente = :ambiente
        and estado <> 'autorizada' and estado in ('rejeitada', 'contingencia_rejeitada'))sql"};
constexpr db::Query last_rejected{"dashboard_last_rejected", R"sql(
    select id, numero, modelo from nfce where emitente_id = :emitente_id and ambiente = :ambiente
        and estado <> 'autorizada' and estado in ('rejeitada', 'contingencia_rejeitada') limit 1)sql"};
constexpr db::Query offline{"dashboard_offline", R"sql(
    select count(*), min(prazo) from nfce where emitente_id = :emitente_id and ambiente = :ambiente
        and estado <> 'autorizada' and estado = 'contingencia')sql"};
constexpr db::Query unanswered{"dashboard_unanswered", R"sql(
    select count(*) from nfce where emitente_id = :emitente_id and ambiente = :ambiente
        and estado <> 'autorizada' and estado = 'indefinida')sql"};
constexpr db::Query stopped{"dashboard_stopped_series", R"sql(
    select modelo, serie from nfce_numeracao where emitente_id = :emitente_id and parada_em is not null
        and ambiente = :ambiente order by modelo desc, serie limit 1)sql"};
constexpr db::Query certificate_end{"dashboard_certificate", R"sql(
    select valid_to from digital_certificates where emitente_id = :emitente_id)sql"};
constexpr db::Query expiring{"dashboard_expiring", R"sql(
    select id, numero_pedido, valido_ate from orcamento where emitente_id = :emitente_id and faturado = 0
        and valido_ate between :today and :until and tipo = 'Orçamento' and deleted_at is null
    order by valido_ate, seq limit 51)sql"};

class Resolving {
public:
    Resolving(db::Connection& connection, auth::CompanyScope const& scope, Situation const& situation)
        : connection_(connection), zone_(situation.zone), now_(situation.now), scope_(scope), situation_(situation),
          of_receipts_({{"emitente_id", scope.id()}, {"ambiente", situation.ambiente}}), ambiente_(situation.ambiente) {
    }

    std::string run() {
        if (situation_.issues) {
            add_series();
            add_rejected();
            add_offline();
            add_unanswered();
        }
        if (situation_.backup_failed) {
            add({.tipo = "backup",
                 .tom = "erro",
                 .selo = "Backup",
                 .texto = "Falhou ou está atrasado",
                 .acao = "Ver",
                 .destino = "backups"});
        }
        add_certificate();
        add_expiring();
        if (situation_.issues) add_products();
        return '[' + list_ + ']';
    }

private:
    struct Item {
        std::string_view tipo, tom, selo;
        std::string texto;
        std::string_view acao, destino;
        std::optional<Uuid> id{};
        std::vector<std::pair<std::string_view, std::string>> filtros{};
    };
    void add(Item const& item) {
        json::ObjectWriter filters;
        for (auto const& [name, value] : item.filtros) filters.text(name, value);
        json::ObjectWriter writer;
        writer.text("tipo", item.tipo);
        writer.text("tom", item.tom);
        writer.text("selo", item.selo);
        writer.text("texto", item.texto);
        writer.text("acao", item.acao);
        writer.text("destino", item.destino);
        writer.optional_text("id", item.id.transform([](Uuid const& id) { return id.to_string(); }));
        writer.raw("filtros", filters.take());
        list_ += (list_.empty() ? "" : ",") + writer.take();
    }
    static std::string receipts(std::int64_t count) {
        return count == 1 ? std::string("1 nota") : fmt::format("{} notas", grouped(count));
    }
    std::vector<std::pair<std::string_view, std::string>> with(std::string_view situation) const {
        return {{"situacao", std::string(situation)}, {"ambiente", ambiente_}};
    }
    std::int64_t count_of(db::Query const& query) {
        return connection_.scalar<std::int64_t>(query, of_receipts_).value_or(0);
    }

    void add_series() {
        auto const serie = connection_.first(stopped, of_receipts_, [](db::Row const& row) {
            return fmt::format("Série {} de {}", row.integer(1), nfce::modelo_of(row.get<int>(0)).name);
        });
        if (!serie) return;
        add({.tipo = "serie_parada",
             .tom = "erro",
             .selo = "Parada",
             .texto = *serie + " não emite",
             .acao = "Ver",
             .destino = "numeros"});
    }
    void add_rejected() {
        auto const count = count_of(rejected);
        if (count == 0) return;
        if (count > 1) {
            add({.tipo = "rejeitada",
                 .tom = "erro",
                 .selo = "Rejeitadas",
                 .texto = receipts(count),
                 .acao = "Corrigir",
                 .destino = "notas",
                 .id = {},
                 .filtros = with("rejeitadas")});
            return;
        }
        connection_.run(last_rejected, of_receipts_, [&](db::Row const& row) {
            add({.tipo = "rejeitada",
                 .tom = "erro",
                 .selo = "Rejeitada",
                 .texto = fmt::format("{} {}", nfce::modelo_of(row.get<int>(2)).name, grouped(row.integer(1))),
                 .acao = "Corrigir",
                 .destino = "nota",
                 .id = row.uuid(0)});
        });
    }
    void add_offline() {
        connection_.run(offline, of_receipts_, [&](db::Row const& row) {
            auto const count = row.integer(0);
            if (count == 0) return;
            auto const end = local_date_time_text(row.get<Instant>(1), zone_);
            bool const is_today = local_date(row.get<Instant>(1), zone_) == local_date(now_, zone_);
            add({.tipo = "contingencia",
                 .tom = "aviso",
                 .selo = "Contingência",
                 .texto = fmt::format("{}, vence {}", receipts(count), is_today ? end.substr(11) : end),
                 .acao = "Ver",
                 .destino = "notas",
                 .id = {},
                 .filtros = with("contingencia")});
        });
    }
    void add_unanswered() {
        auto const count = count_of(unanswered);
        if (count == 0) return;
        add({.tipo = "sem_resposta",
             .tom = "aviso",
             .selo = "Sem resposta",
             .texto = receipts(count),
             .acao = "Ver",
             .destino = "notas",
             .id = {},
             .filtros = with("enviando")});
    }
    void add_certificate() {
        auto const end = connection_.scalar<Instant>(certificate_end, {{"emitente_id", scope_.id()}});
        if (!end || *end > now_ + certificate_notice) return;
        bool const is_over = *end <= now_;
        auto const day = local_date_time_text(*end, zone_).substr(0, 10);
        add({.tipo = "certificado",
             .tom = is_over ? "erro" : "aviso",
             .selo = "Certificado",
             .texto = fmt::format("{} {}", is_over ? "Venceu em" : "Vence em", day),
             .acao = "Renovar",
             .destino = "certificado"});
    }
    void add_expiring() {
        struct Budget {
            Uuid id;
            std::int64_t number = 0;
            std::string day;
        };
        auto const today = local_date(now_, zone_);
        auto const until = add_days(today, days_to_expire);
        auto const found = connection_.all(
            expiring, {{"emitente_id", scope_.id()}, {"today", today}, {"until", until}},
            [](db::Row const& row) { return Budget{row.uuid(0), row.integer(1), row.get<std::string>(2)}; });
        if (found.empty()) return;
        if (found.size() == 1) {
            auto const& one = found.front();
            auto const when = one.day == today                ? std::string("hoje")
                              : one.day == add_days(today, 1) ? "amanhã"
                                                              : date_text(one.day);
            add({.tipo = "vencendo",
                 .tom = "aviso",
                 .selo = "Vencendo",
                 .texto = fmt::format("Orçamento {}, {}", grouped(one.number), when),
                 .acao = "Abrir",
                 .destino = "orcamento",
                 .id = one.id});
            return;
        }
        add({.tipo = "vencendo",
             .tom = "aviso",
             .selo = "Vencendo",
             .texto = fmt::format("{}{} orçamentos", found.size() > 50 ? "mais de " : "",
                                  found.size() > 50 ? 50 : found.size()),
             .acao = "Ver",
             .destino = "orcamentos",
             .id = {},
             .filtros = {{"tipo", "Orçamento"}, {"valido_de", today}, {"valido_ate", until}}});
    }
    void add_products() {
        auto const products = products::readiness_of(connection_, scope_);
        if (products.with_pendency > 0) {
            add({.tipo = "produtos",
                 .tom = "aviso",
                 .selo = "Produtos",
                 .texto = fmt::format("{} sem dados fiscais", grouped(products.with_pendency)),
                 .acao = "Completar",
                 .destino = "produtos",
                 .id = {},
                 .filtros = {{"situacao", "com_pendencia"}}});
        }
        if (products.with_warning > 0) {
            add({.tipo = "avisos_da_lei",
                 .tom = "aviso",
                 .selo = "Produtos",
                 .texto = fmt::format("{} com aviso da lei", grouped(products.with_warning)),
                 .acao = "Ver",
                 .destino = "produtos",
                 .id = {},
                 .filtros = {{"situacao", "com_aviso"}}});
        }
    }

    db::Connection& connection_;
    std::string_view zone_;
    Instant now_;
    auth::CompanyScope const& scope_;
    Situation const& situation_;
    db::Params of_receipts_;
    std::string ambiente_;
    std::string list_;
};

} // namespace

std::string to_resolve_json(db::Connection& connection, auth::CompanyScope const& scope, Situation const& situation) {
    return Resolving(connection, scope, situation).run();
}

} // namespace balcao::dashboard
