#include "selling/operators/operators.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "platform/audit/audit.hpp"
#include "platform/auth/counter_person.hpp"
#include "platform/auth/gate.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/auth/recent_password.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "platform/security_notices/security_notices.hpp"
#include "registry/stations/stations.hpp"

namespace balcao::operators {

namespace {

using auth::Answer;
using stations::StationId;

constexpr std::string_view own_pin = "/api/companies/{id}/pin";
constexpr std::string_view at_station = "/api/companies/{id}/stations/{eid}/operators";
constexpr auth::BodyRules small{.limit = 16 * 1024};

struct NewPin {
    std::string pin;
};
constexpr Field new_pin_fields[]{field<&NewPin::pin>("pin", {.required = true, .max = 200})};

struct Typed {
    UserId user_id;
    std::string pin;
};
constexpr Field typed_fields[]{field<&Typed::user_id>("user_id", {.required = true}),
                               field<&Typed::pin>("pin", {.required = true, .max = 200})};

std::string pin_json(std::optional<Instant> since) {
    json::ObjectWriter writer;
    writer.optional_text("desde", since.transform(&Instant::to_iso));
    return writer.take();
}

void note(db::Transaction& transaction, Services const& services, auth::CompanyScope const& scope, UserId who,
          std::string_view action, std::string description, audit::Outcome outcome = audit::Outcome::success) {
    audit::write(transaction, services.clock.now(),
                 {.action = action,
                  .description = std::move(description),
                  .user = who,
                  .company = scope.id(),
                  .outcome = outcome});
}

void tell_changed(db::Transaction& transaction, Services const& services, UserId who, std::string const& what) {
    security_notices::tell_person(transaction, services.clock.now(), who, "pin_mudado",
                                  what + " Se não foi você, troque a senha já e avise o gerente.");
}

Answer set_own(auth::Gate& gate, Services const& services, http::Request const& request, auth::Actor const& actor,
               auth::CompanyScope const& scope) {
    auto const is_recent = [&](db::Connection& connection) {
        return auth::is_password_recent(connection, actor, services.clock.now());
    };
    if (!services.database.read(is_recent)) return auth::password_needed(request);
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto typed = read_entity<NewPin>(new_pin_fields, object, problems);
    Secret const pin{std::exchange(typed.pin, {})};
    if (problems.empty()) {
        if (auto problem = auth::pin_problem(pin)) problems.push_back({"pin", *std::move(problem)});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    auto const hash = auth::hash_password(pin);
    auto const now = services.clock.now();
    return services.database.write([&](db::Transaction& transaction) -> Answer {
        BALCAO_TRY(gate.ask_again(transaction, request, auth::Who::operador));
        auth::set_pin(transaction, scope, services.secrets, actor.user, hash, pin.reveal().size(), now);
        tell_changed(transaction, services, actor.user, "Seu PIN do balcão foi definido.");
        note(transaction, services, scope, actor.user, "pin_set", "Definiu o próprio PIN do balcão");
        return http::json(200, pin_json(now));
    });
}

Answer remove_own(auth::WriteCall& call, auth::CompanyScope const& scope, Services const& services) {
    if (!auth::is_password_recent(call.db, call.actor, services.clock.now()))
        return auth::password_needed(call.request);
    if (auth::remove_pin(call.db, scope, call.actor.user)) {
        tell_changed(call.db, services, call.actor.user, "Seu PIN do balcão foi removido.");
        note(call.db, services, scope, call.actor.user, "pin_remove", "Removeu o próprio PIN do balcão");
    }
    return records::no_content();
}

Answer list(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const station = BALCAO_TRY(records::id_in_path<StationId>(call.request, "eid"));
    if (!stations::find(call.db, scope, station)) return not_found();
    std::string items;
    if (auth::accepts_pins(call.db, scope, station.uuid())) {
        for (auto const& holder : auth::pin_holders(call.db, scope)) {
            json::ObjectWriter writer;
            writer.text("user_id", holder.id.to_string());
            writer.text("nome", holder.full_name);
            writer.integer("digitos", holder.digits);
            writer.boolean("gerente", holder.papel == auth::Papel::gerente);
            items += (items.empty() ? "" : ",") + writer.take();
        }
    }
    return http::json(200, fmt::format(R"({{"items":[{}]}})", items));
}

Answer take(auth::Gate& gate, Services const& services, http::Request const& request, auth::Actor const& actor,
            auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(records::id_in_path<StationId>(request, "eid"));
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto typed = read_entity<Typed>(typed_fields, object, problems);
    Secret const pin{std::exchange(typed.pin, {})};
    if (!problems.empty()) return invalid(std::move(problems));
    auto const station =
        services.database.read([&](db::Connection& connection) { return stations::find(connection, scope, id); });
    if (!station) return not_found();

    auto const place = fmt::format("na estação {}, na sessão de {}", station->nome, actor.full_name);
    auto const refused = [&](Failure failure) -> Answer {
        if (failure.kind == FailureKind::invalid && !failure.fields.empty()) {
            services.database.write([&](db::Transaction& transaction) {
                bool const works_here = auth::papel_at(transaction, scope, typed.user_id).has_value();
                note(transaction, services, scope, works_here ? typed.user_id : actor.user, "counter_refuse",
                     "PIN incorreto para assumir o balcão " + place, audit::Outcome::error);
            });
        }
        return fail(std::move(failure));
    };
    auto const person = services.pins.identify(scope, id.uuid(), typed.user_id, pin, "PIN não conferido");
    if (!person) return refused(person.error());
    return services.database.write([&](db::Transaction& transaction) -> Answer {
        BALCAO_TRY(gate.ask_again(transaction, request, auth::Who::operador));
        if (!services.pins.confirm(transaction, scope, *person))
            return invalid("O PIN ou o acesso mudou agora mesmo. Tente de novo.");
        auto const taken = auth::begin_at_counter(transaction, scope, actor.session, *person, services.clock.now());
        note(transaction, services, scope, person->id, "counter_take", "Assumiu o balcão por PIN " + place);
        json::ObjectWriter writer;
        writer.text("id", taken.to_string());
        writer.text("user_id", person->id.to_string());
        writer.text("nome", person->full_name);
        return http::json(201, writer.take());
    });
}

Answer leave(auth::WriteCall& call, auth::CompanyScope const& scope, Services const& services) {
    auto const id = BALCAO_TRY(records::id_in_path<StationId>(call.request, "eid"));
    auto const station = stations::find(call.db, scope, id);
    if (!station) return not_found();
    if (auth::end_at_counter(call.db, scope, call.actor.session)) {
        note(call.db, services, scope, call.actor.user, "counter_leave",
             fmt::format("Voltou a vender em seu nome na estação {}", station->nome));
    }
    return records::no_content();
}

} // namespace

void add_operators_routes(auth::Gate& gate, Services const& services) {
    using auth::Who;
    gate.route({.pattern = std::string(own_pin), .who = Who::operador},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   return http::json(200, pin_json(auth::find_pin(call.db, scope, call.actor.user)));
               });
    gate.route(
        {.method = http::Method::put,
         .pattern = std::string(own_pin),
         .who = Who::operador,
         .lane = http::Lane::hash,
         .body = small},
        [&gate, services](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
            return set_own(gate, services, request, actor, scope);
        });
    gate.route({.method = http::Method::del, .pattern = std::string(own_pin), .who = Who::operador},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) {
                   return remove_own(call, scope, services);
               });
    gate.route({.pattern = std::string(at_station), .who = Who::operador},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) { return list(call, scope); });
    gate.route(
        {.method = http::Method::post,
         .pattern = std::string(at_station),
         .who = Who::operador,
         .lane = http::Lane::hash,
         .body = small},
        [&gate, services](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
            return take(gate, services, request, actor, scope);
        });
    gate.route(
        {.method = http::Method::del, .pattern = std::string(at_station), .who = Who::operador},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return leave(call, scope, services); });
}

} // namespace balcao::operators
