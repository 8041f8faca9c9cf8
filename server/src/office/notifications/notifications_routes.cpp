#include "office/notifications/notifications.hpp"

#include <cstdint>
#include <utility>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"

namespace balcao::notifications {

namespace {

std::string_view name_of(Tone tone) {
    switch (tone) {
    case Tone::erro: return "erro";
    case Tone::aviso: return "aviso";
    case Tone::info: return "info";
    }
    std::unreachable();
}

std::string to_json(Notification const& notification, bool is_new) {
    json::ObjectWriter writer;
    writer.text("tipo", notification.tipo);
    writer.text("tom", name_of(notification.tom));
    writer.text("titulo", notification.titulo);
    writer.text("texto", notification.texto);
    if (notification.company) {
        json::ObjectWriter company;
        company.text("id", notification.company->to_string());
        company.text("razao_social", notification.company_name);
        writer.raw("company", company.take());
    } else {
        writer.null("company");
    }
    writer.optional_text("alvo_id", notification.alvo.transform([](Uuid const& id) { return id.to_string(); }));
    writer.text("em", notification.em.to_iso());
    writer.boolean("nova", is_new);
    return writer.take();
}

auth::Answer list_notifications(auth::ReadCall& call, Instant now, OfInstallation const& of_installation) {
    auto const seen = seen_at(call.db, call.actor.user);
    std::string items = "[";
    std::int64_t unseen = 0;
    for (auto const& notification : list(call.db, call.actor, now, of_installation)) {
        auto const is_new = !seen || notification.em > *seen;
        if (is_new) ++unseen;
        if (items.size() > 1) items += ',';
        items += to_json(notification, is_new);
    }
    json::ObjectWriter writer;
    writer.raw("items", items + ']');
    writer.integer("unseen", unseen);
    return http::json(200, writer.take());
}

} // namespace

void add_notifications_routes(auth::Gate& gate, Clock const& clock, OfInstallation of_installation) {
    gate.route({.pattern = "/api/notifications", .who = auth::Who::signed_in},
               [&clock, of_installation = std::move(of_installation)](auth::ReadCall& call) {
                   return list_notifications(call, clock.now(), of_installation);
               });
    gate.route({.method = http::Method::put, .pattern = "/api/notifications/seen", .who = auth::Who::signed_in},
               [&clock](auth::WriteCall& call) -> auth::Answer {
                   mark_seen(call.db, call.actor.user, clock.now());
                   return records::no_content();
               });
}

} // namespace balcao::notifications
