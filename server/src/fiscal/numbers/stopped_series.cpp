#include "fiscal/numbers/stopped_series.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fiscal/numbers/budget_numbers.hpp"
#include "nfce/modelo.hpp"
#include "platform/audit/audit.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"

namespace balcao::numbers {

namespace {

constexpr std::string_view restored = "Uma cópia de segurança foi restaurada, e a SEFAZ pode ter números mais novos. "
                                      "Um administrador precisa confirmar o "
                                      "próximo número nas configurações da SEFAZ.";

constexpr db::Query stop_all{"numbers_stop_all", R"sql(
    update nfce_numeracao set parada_em = :now, parada_motivo = :motivo
    where ambiente <> 'simulador' and parada_em is null
    returning emitente_id, ambiente, modelo, serie)sql"};

constexpr db::Query stop_behind{"numbers_stop_behind", R"sql(
    update nfce_numeracao set parada_em = :now, parada_motivo = :motivo
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and proximo <= :mark and parada_em is null)sql"};

constexpr db::Query find_all_stopped{"numbers_find_stopped", R"sql(
    select ambiente, modelo, serie, proximo, parada_em, parada_motivo from nfce_numeracao
    where emitente_id = :emitente_id and parada_em is not null
    order by ambiente, modelo desc, serie)sql"};

std::string_view name_of(std::int64_t modelo) { return nfce::modelo_of(static_cast<int>(modelo)).name; }

Series read_series(db::Row const& row, int first) {
    return {.ambiente = row.get<std::string>(first),
            .modelo = row.get<std::int64_t>(first + 1),
            .serie = row.get<std::int64_t>(first + 2)};
}

void note_stop(db::Transaction& transaction, Instant now, CompanyId company, Series const& series,
               std::string_view motivo, std::optional<UserId> const& user = {}) {
    json::ObjectWriter details;
    details.text("ambiente", series.ambiente);
    details.integer("modelo", series.modelo);
    details.integer("serie", series.serie);
    details.text("motivo", motivo);
    audit::write(transaction, now,
                 {.action = "nfce_series_stop",
                  .description =
                      fmt::format("Parou a série {} de {} ({})", series.serie, name_of(series.modelo), series.ambiente),
                  .user = user,
                  .company = company,
                  .outcome = audit::Outcome::error,
                  .details = details.take()});
}

} // namespace

std::string behind_mark(std::int64_t numero, std::int64_t mark) {
    return fmt::format("O próximo número seria {}, mas neste servidor já foi usado o {}. Um administrador precisa "
                       "confirmar o próximo número nas configurações da SEFAZ.",
                       grouped(numero), grouped(mark));
}

void stop_noted(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                Series const& series, std::string_view motivo, std::optional<UserId> const& user) {
    auto const now = services.clock.now();
    stop_series(transaction, scope, series, motivo, now);
    note_stop(transaction, now, scope.id(), series, motivo, user);
    services.events.publish(transaction, {.topic = "numbers", .company = scope.id(), .made_by = user});
}

void stop_restored(db::Database& database, Clock const& clock) {
    database.write([&](db::Transaction& transaction) {
        auto const now = clock.now();
        std::vector<std::pair<CompanyId, Series>> stopped;
        transaction.run(stop_all, {{"now", now}, {"motivo", restored}},
                        [&](db::Row const& row) { stopped.emplace_back(row.get<CompanyId>(0), read_series(row, 1)); });
        for (auto const& [company, series] : stopped) note_stop(transaction, now, company, series, restored);
    });
}

void stop_behind_marks(db::Database& database, Marks& marks, Clock const& clock) {
    auto const all = marks.all();
    if (all.empty()) return;
    database.write([&](db::Transaction& transaction) {
        auto const now = clock.now();
        for (auto const& [company, series, mark] : all) {
            if (series.ambiente == budget_numbers) continue; // those go on by themselves
            auto const motivo =
                fmt::format("O banco de dados está atrás deste servidor, que já usou o número {}. Um "
                            "administrador precisa confirmar o próximo número nas configurações da SEFAZ.",
                            grouped(mark));
            auto const stopped = transaction.execute(stop_behind, {{"emitente_id", company},
                                                                   {"ambiente", series.ambiente},
                                                                   {"modelo", series.modelo},
                                                                   {"serie", series.serie},
                                                                   {"mark", mark},
                                                                   {"motivo", motivo},
                                                                   {"now", now}});
            if (stopped > 0) note_stop(transaction, now, company, series, motivo);
        }
    });
}

std::vector<StoppedSeries> find_stopped(db::Connection& connection, auth::CompanyScope const& scope, Marks& marks) {
    auto stopped = connection.all(find_all_stopped, {{"emitente_id", scope.id()}}, [](db::Row const& row) {
        return StoppedSeries{.series = read_series(row, 0),
                             .proximo = row.get<std::int64_t>(3),
                             .parada_em = row.get<Instant>(4),
                             .motivo = row.get<std::string>(5)};
    });
    for (auto& one : stopped) {
        if (auto const mark = marks.highest(scope.id(), one.series); mark > 0)
            one.proposta = std::max(mark + 1, one.proximo);
    }
    return stopped;
}

Result<void> confirm_next(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                          Marks& marks, Series const& series, std::int64_t proximo) {
    auto const counter = find_counter(write.db, scope, series);
    if (!counter || !counter->parada_motivo) {
        return invalid(std::vector<FieldProblem>{
            {"serie", "Esta série não está parada. Recarregue a página para ver como ela está."}});
    }
    if (auto const mark = marks.highest(scope.id(), series); proximo <= mark) {
        return invalid(std::vector<FieldProblem>{
            {"proximo", fmt::format("Neste servidor já foi usado o número {}. Use {} ou um maior.", mark, mark + 1)}});
    }
    if (auto set = set_next_number(write.db, scope, series, proximo, write.actor.user, services.clock.now()); !set) {
        for (auto& field : set.error().fields) field.field = "proximo";
        return set;
    }
    resume_series(write.db, scope, series);
    json::ObjectWriter details;
    details.text("ambiente", series.ambiente);
    details.integer("modelo", series.modelo);
    details.integer("serie", series.serie);
    details.integer("era", counter->proximo);
    details.integer("proximo", proximo);
    records::note(write, services,
                  {.topic = "numbers",
                   .action = "nfce_series_confirm",
                   .description = fmt::format("Confirmou {} como próximo número da série {} de {} ({})",
                                              grouped(proximo), series.serie, name_of(series.modelo), series.ambiente),
                   .company = scope.id(),
                   .details = details.take()});
    return {};
}

} // namespace balcao::numbers
