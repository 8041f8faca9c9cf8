#include "accounts/users/users.hpp"

#include "platform/audit/audit.hpp"
#include "platform/auth/gate.hpp"
#include "platform/auth/recent_password.hpp"
#include "platform/auth/second_factor.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/security_notices/security_notices.hpp"

namespace balcao::users {

namespace {

constexpr std::string_view pattern = "/api/account/second-factor";

// Audit row, notice and event of one change.
void tell(auth::WriteCall& call, Services const& services, std::string description, std::string const& notice) {
    auto const& [events, clock] = services.records;
    auto const now = clock.now();
    security_notices::tell_person(call.db, now, call.actor.user, "segundo_fator_mudado", notice);
    events.publish(call.db, {.topic = "session", .user = call.actor.user});
    audit::write(call.db, now,
                 {.action = "user_edit",
                  .description = std::move(description),
                  .user = call.actor.user,
                  .target_user = call.actor.user});
}

http::Response codes_answer(std::vector<std::string> const& codes) {
    std::string list = "[";
    for (auto const& code : codes) {
        if (list.size() > 1) list += ',';
        json::append_string(list, code);
    }
    json::ObjectWriter writer;
    writer.raw("recovery_codes", list + ']');
    auto response = http::json(200, writer.take());
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

auth::Answer get_state(auth::ReadCall& call, auth::SecondFactor const& second_factor, bool demanded) {
    auto const state = second_factor.state(call.db, call.actor.user);
    json::ObjectWriter writer;
    writer.optional_text("on_since", state.on_since.transform(&Instant::to_iso));
    writer.integer("recovery_codes_left", state.recovery_codes_left);
    writer.boolean("required", demanded && call.actor.is_admin());
    return http::json(200, writer.take());
}

std::unexpected<Failure> is_on() {
    return invalid("A verificação em duas etapas já está ligada. Desligue antes de ligar em outro celular.");
}

std::unexpected<Failure> is_off() { return invalid("A verificação em duas etapas está desligada. Ligue antes."); }

auth::Answer begin(auth::WriteCall& call, auth::SecondFactor const& second_factor) {
    auto const secret = second_factor.begin(call.db, call.actor.user);
    if (!secret) return is_on();
    json::ObjectWriter writer;
    writer.text("secret", secret->reveal());
    auto response = http::json(200, writer.take());
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

auth::Answer turn_on(auth::WriteCall& call, Services const& services, auth::SecondFactor const& second_factor) {
    auto const object = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    refuse_others(object, {"code"}, problems);
    auto const code = read_secret(object, "code", problems);
    if (!problems.empty()) return invalid(std::move(problems));
    if (second_factor.state(call.db, call.actor.user).on_since) return is_on();
    auto const codes = second_factor.turn_on(call.db, call.actor.user, code.reveal());
    if (!codes) {
        return invalid(std::vector<FieldProblem>{
            {"code", "O código não confere. Digite o que o aplicativo mostra agora e confira o relógio do celular."}});
    }
    tell(call, services, "Ligou a verificação em duas etapas",
         "A verificação em duas etapas foi ligada: entrar na sua conta pede também um código do celular.");
    return codes_answer(*codes);
}

auth::Answer turn_off(auth::WriteCall& call, Services const& services) {
    if (!auth::turn_second_factor_off(call.db, call.actor.user)) return records::no_content();
    tell(call, services, "Desligou a verificação em duas etapas",
         "A verificação em duas etapas foi desligada: entrar na sua conta pede só a senha. Se não foi você, troque a "
         "senha já.");
    return records::no_content();
}

auth::Answer make_codes(auth::WriteCall& call, Services const& services, auth::SecondFactor const& second_factor) {
    if (!second_factor.state(call.db, call.actor.user).on_since) return is_off();
    auto const codes = second_factor.new_recovery_codes(call.db, call.actor.user);
    tell(call, services, "Fez novos códigos de recuperação",
         "Sua conta tem novos códigos de recuperação; os de antes não valem mais. Se não foi você, troque a senha já.");
    return codes_answer(codes);
}

} // namespace

void add_second_factor_routes(auth::Gate& gate, Services services, auth::SecondFactor const& second_factor,
                              bool demanded) {
    // Each change asks for the password again.
    auto const change = [&gate, services](http::Method method, std::string address, auto work) {
        gate.route({.method = method,
                    .pattern = std::move(address),
                    .who = auth::Who::signed_in,
                    .body = {.limit = 16 * 1024}},
                   [services, work](auth::WriteCall& call) -> auth::Answer {
                       if (!auth::is_password_recent(call.db, call.actor, services.records.clock.now()))
                           return auth::password_needed(call.request);
                       return work(call);
                   });
    };
    gate.route({.pattern = std::string(pattern), .who = auth::Who::signed_in},
               [&second_factor, demanded](auth::ReadCall& call) { return get_state(call, second_factor, demanded); });
    change(http::Method::post, std::string(pattern),
           [&second_factor](auth::WriteCall& call) { return begin(call, second_factor); });
    change(http::Method::put, std::string(pattern),
           [&second_factor, services](auth::WriteCall& call) { return turn_on(call, services, second_factor); });
    change(http::Method::del, std::string(pattern),
           [services](auth::WriteCall& call) { return turn_off(call, services); });
    change(http::Method::post, std::string(pattern) + "/recovery-codes",
           [&second_factor, services](auth::WriteCall& call) { return make_codes(call, services, second_factor); });
}

} // namespace balcao::users
