#include "selling/receipts/contingency/contingency.hpp"

#include <array>

#include <fmt/format.h>

#include "nfce/tables.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"

namespace balcao::receipts {

namespace {

constexpr std::array<std::string_view, 3> modo_texts{"automatica", "perguntar", "desligada"};

constexpr db::Query find_row{"contingency_find", R"sql(
    select modo, ativa, desde, motivo, lenta_desde, version from contingencia
    where emitente_id = :emitente_id and ambiente = :ambiente)sql"};
constexpr db::Query save_row{"contingency_save", R"sql(
    insert into contingencia (emitente_id, ambiente, modo, ativa, desde, motivo, user_id, version)
    values (:emitente_id, :ambiente, :modo, :ativa, :desde, :motivo, :user_id, :version)
    on conflict (emitente_id, ambiente) do update set modo = excluded.modo, ativa = excluded.ativa,
        desde = excluded.desde, motivo = excluded.motivo, user_id = excluded.user_id, version = excluded.version)sql"};
constexpr db::Query save_slow{"contingency_slow", R"sql(
    insert into contingencia (emitente_id, ambiente, lenta_desde) values (:emitente_id, :ambiente, :lenta_desde)
    on conflict (emitente_id, ambiente) do update set lenta_desde = excluded.lenta_desde
    where contingencia.lenta_desde is null)sql"};
constexpr db::Query save_fast{"contingency_fast", R"sql(
    update contingencia set lenta_desde = null
    where emitente_id = :emitente_id and ambiente = :ambiente and lenta_desde is not null)sql"};
constexpr db::Query find_place{"contingency_place", R"sql(
    select uf, fuso_horario from emitente where id = :emitente_id)sql"};

Modo modo_of(std::string_view word) {
    for (std::size_t i = 0; i < modo_texts.size(); ++i)
        if (modo_texts[i] == word) return static_cast<Modo>(i);
    throw std::logic_error("the database holds an unknown word: " + std::string(word));
}

struct CompanyPlace {
    std::string uf, zone;
};

std::string time_of_day(Instant at, std::string_view zone) { return local_date_time_text(at, zone).substr(11); }

Contingency by_hand(ContingencySettings const& settings, std::string_view zone) {
    auto const desde = settings.desde.value();
    return {.cause = Cause::by_hand,
            .desde = desde,
            .xJust = settings.motivo.value(),
            .faixa = fmt::format("Contingência ligada desde {}.", time_of_day(desde, zone))};
}

// What SEFAZ or the net gave cause for, the gravest first.
std::optional<Contingency> by_itself(db::Connection& connection, ContingencySettings const& settings,
                                     CompanyPlace const& place, std::string_view ambiente,
                                     sefaz_calls::Watch const& watch) {
    if (auto const away = sefaz_calls::find_away(connection, {place.uf, std::string(ambiente)})) {
        auto const since = time_of_day(away->desde, place.zone);
        return Contingency{.cause = Cause::away,
                           .desde = away->desde,
                           .xJust = fmt::format("SEFAZ sem resposta desde {} ({})", since,
                                                away->motivo.empty() ? "fora do ar" : away->motivo),
                           .faixa = fmt::format("SEFAZ fora do ar desde {}.", since)};
    }
    if (auto const since = watch.cut_off_since()) {
        auto const at = time_of_day(*since, place.zone);
        return Contingency{.cause = Cause::cut_off,
                           .desde = *since,
                           .xJust = fmt::format("Estabelecimento sem internet desde {}", at),
                           .faixa = fmt::format("Este computador está sem internet desde {}.", at)};
    }
    if (settings.lenta_desde) {
        auto const at = time_of_day(*settings.lenta_desde, place.zone);
        return Contingency{.cause = Cause::slow,
                           .desde = *settings.lenta_desde,
                           .xJust = fmt::format("SEFAZ com demora para responder desde {}", at),
                           .faixa = fmt::format("SEFAZ muito lenta desde {}.", at)};
    }
    return std::nullopt;
}

} // namespace

std::string_view text(Modo modo) { return modo_texts.at(static_cast<std::size_t>(modo)); }

ContingencySettings find_contingency(db::Connection& connection, auth::CompanyScope const& scope,
                                     std::string_view ambiente) {
    return connection
        .first(find_row, {{"emitente_id", scope.id()}, {"ambiente", ambiente}},
               [](db::Row const& row) {
                   return ContingencySettings{.modo = modo_of(row.text(0)),
                                              .ativa = row.get<bool>(1),
                                              .desde = row.get<std::optional<Instant>>(2),
                                              .motivo = row.get<std::optional<std::string>>(3),
                                              .lenta_desde = row.get<std::optional<Instant>>(4),
                                              .version = row.get<std::int64_t>(5)};
               })
        .value_or(ContingencySettings{});
}

std::optional<Contingency> active(db::Connection& connection, auth::CompanyScope const& scope,
                                  std::string_view ambiente, sefaz_calls::Watch const& watch) {
    auto const place = connection.first(find_place, {{"emitente_id", scope.id()}}, [](db::Row const& row) {
        return CompanyPlace{.uf = row.get<std::string>(0), .zone = row.get<std::string>(1)};
    });
    if (!place) return std::nullopt;
    auto const settings = find_contingency(connection, scope, ambiente);
    if (settings.ativa) return by_hand(settings, place->zone);
    if (settings.modo == Modo::desligada) return std::nullopt;
    auto found = by_itself(connection, settings, *place, ambiente, watch);
    if (found) found->ask = settings.modo == Modo::perguntar;
    return found;
}

Result<ContingencyInput> read_contingency(boost::json::object const& json) {
    struct Typed {
        std::string modo;
        bool ativa = false;
        std::optional<std::string> motivo;
    };
    static constexpr Field fields[]{
        field<&Typed::modo>("modo", {.required = true, .one_of = "automatica|perguntar|desligada"}),
        field<&Typed::ativa>("ativa"),
        field<&Typed::motivo>("motivo", {.min = 15, .max = 256, .nfe_text = true}),
    };
    std::vector<FieldProblem> problems;
    auto typed = read_entity<Typed>(fields, json, problems);
    if (problems.empty() && typed.ativa && !typed.motivo)
        problems.push_back({"motivo", "Escreva o motivo da contingência com pelo menos 15 letras."});
    if (!problems.empty()) return invalid(std::move(problems));
    return ContingencyInput{.modo = modo_of(typed.modo), .ativa = typed.ativa, .motivo = std::move(typed.motivo)};
}

Result<ContingencySettings> put_contingency(auth::Write const& write, auth::CompanyScope const& scope,
                                            records::Services const& services, std::string_view ambiente,
                                            std::string_view if_match, ContingencyInput const& input) {
    auto settings = find_contingency(write.db, scope, ambiente);
    BALCAO_TRY(records::check_current(write.db, if_match,
                                      {.topic = "contingency",
                                       .id = scope.id().uuid(),
                                       .version = settings.version,
                                       .what = "a contingência",
                                       .json = to_json(ambiente, settings, {})}));
    auto const now = services.clock.now();
    bool const begins = input.ativa && !settings.ativa, ends = settings.ativa && !input.ativa;
    settings.modo = input.modo;
    settings.ativa = input.ativa;
    settings.desde = begins ? now : ends ? std::nullopt : settings.desde;
    settings.motivo = input.ativa ? input.motivo : std::nullopt;
    ++settings.version;
    write.db.execute(save_row, {{"emitente_id", scope.id()},
                                {"ambiente", ambiente},
                                {"modo", text(settings.modo)},
                                {"ativa", settings.ativa ? 1 : 0},
                                {"desde", settings.desde},
                                {"motivo", settings.motivo},
                                {"user_id", write.actor.user},
                                {"version", settings.version}});
    json::ObjectWriter details;
    details.text("ambiente", ambiente);
    details.text("modo", text(settings.modo));
    details.optional_text("motivo", settings.motivo);
    records::note(write, services,
                  {.topic = "contingency",
                   .action = settings.ativa ? "contingency_on" : "contingency_off",
                   .description = begins ? "Ligou a contingência"
                                  : ends ? "Desligou a contingência"
                                         : fmt::format("Mudou o modo da contingência para {}", text(settings.modo)),
                   .company = scope.id(),
                   .entity = scope.id().uuid(),
                   .version = settings.version,
                   .details = details.take()});
    return settings;
}

bool set_slow(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
              std::optional<Instant> lenta_desde) {
    db::Params const params{{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"lenta_desde", lenta_desde}};
    return transaction.execute(lenta_desde ? save_slow : save_fast, params) == 1;
}

std::string to_json(std::string_view ambiente, ContingencySettings const& settings, IssuingNow const& now) {
    constexpr std::array<std::string_view, 4> causes{"manual", "fora", "lenta", "sem_internet"};
    json::ObjectWriter writer;
    writer.text("ambiente", ambiente);
    writer.text("modo", text(settings.modo));
    writer.boolean("ativa", settings.ativa);
    writer.optional_text("motivo", settings.motivo);
    auto const agora = [&causes](Contingency const& offline) {
        json::ObjectWriter part;
        part.text("causa", causes.at(static_cast<std::size_t>(offline.cause)));
        part.text("desde", offline.desde.to_iso());
        part.text("texto", offline.faixa);
        part.boolean("perguntar", offline.ask);
        return part.take();
    };
    if (now.offline) writer.raw("agora", agora(*now.offline));
    else writer.null("agora");
    writer.integer("esperando", now.waiting);
    auto const list = [](std::vector<std::string> const& sentences) {
        std::string json = "[";
        for (auto const& sentence : sentences) {
            if (json.size() > 1) json += ',';
            json::append_string(json, sentence);
        }
        return json + ']';
    };
    writer.raw("impedimentos", list(now.hindrances));
    writer.optional_text("aviso", now.overuse);
    writer.raw("lembretes", list(now.reminders));
    return writer.take();
}

} // namespace balcao::receipts
