#include "office/example_shop/example_shop.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "office/example_shop/building.hpp"
#include "office/example_shop/example_shop_store.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "selling/receipts/upkeep/upkeep.hpp"

namespace balcao::example_shop {

namespace {

using auth::Answer;

constexpr std::string_view path = "/api/example-shop";

// Why it cannot be removed, if so: what somebody entered would go with it.
std::optional<std::string> what_keeps_it(db::Connection& connection, auth::CompanyScope const& scope) {
    std::string all;
    for (auto const& [count, one, many] : entered(connection, scope))
        all += fmt::format("{}{} {}", all.empty() ? "" : ", ", grouped(count), count == 1 ? one : many);
    if (all.empty()) return std::nullopt;
    return fmt::format("Há dados que não vieram com a loja de exemplo: {}. Exclua o que é seu, ou desative a empresa e "
                       "deixe a loja como está.",
                       all);
}

std::string to_json(db::Connection& connection, Services const& services) {
    auto const shop = find(connection);
    auto const why_not = shop.estado == none ? hindrance(connection, services) : std::nullopt;
    auto const keeps = shop.company ? what_keeps_it(connection, services.scope_of(*shop.company)) : std::nullopt;
    json::ObjectWriter writer;
    writer.text("estado", shop.estado);
    writer.boolean("oferecida", shop.estado == none && !why_not);
    writer.optional_text("impedimento_criar", why_not);
    writer.optional_text("company_id", shop.company.transform([](CompanyId const& id) { return id.to_string(); }));
    writer.integer("feitas", shop.feitas);
    writer.integer("total", shop.total);
    writer.optional_text("erro", shop.erro);
    writer.optional_text("impedimento_remover", keeps);
    return writer.take();
}

// All at once. A job that makes it commits nothing more.
Result<void> remove(auth::Write const& write, Services const& services) {
    auto const& wire = services.wire;
    wire.queue.cancel(write.db, building_key); // rows of the queue are locked before any other
    hold(write.db);
    auto const shop = find(write.db);
    if (!shop.company) return {};
    auto const scope = services.scope_of(*shop.company);
    if (auto keeps = what_keeps_it(write.db, scope)) return invalid(*std::move(keeps));
    std::vector<Uuid> people;
    for (auto const& [place, id] : made(write.db, scope, "pessoa")) people.push_back(id);
    end(write.db);
    receipts::forget_practice(write.db, wire, scope, write.actor.user);
    drop_records(write.db, scope);
    BALCAO_TRY(companies::remove_with_everything(write, scope, wire.records));
    people::People{}.forget(write.db, people);
    publish(write.db, services);
    for (auto const topic : {events::Topic("session"), events::Topic("people")})
        wire.records.events.publish(write.db, {.topic = topic});
    records::note(write, wire.records,
                  {.topic = "companies",
                   .action = "example_shop_remove",
                   .description = "Removeu a loja de exemplo",
                   .company = scope.id()});
    forget_in_simulator(write.db, services, *shop.cnpj);
    return {};
}

} // namespace

void add_example_shop_routes(auth::Gate& gate, Services const& services) {
    gate.route({.pattern = std::string(path), .who = auth::Who::admin},
               [services](auth::ReadCall& call) -> Answer { return http::json(200, to_json(call.db, services)); });
    gate.route({.method = http::Method::post, .pattern = std::string(path), .who = auth::Who::admin},
               [services](auth::WriteCall& call) -> Answer {
                   BALCAO_TRY(start(call, services));
                   return http::json(202, to_json(call.db, services));
               });
    gate.route({.method = http::Method::del, .pattern = std::string(path), .who = auth::Who::admin},
               [services](auth::WriteCall& call) -> Answer {
                   BALCAO_TRY(remove(call, services));
                   return records::no_content();
               });
}

} // namespace balcao::example_shop
