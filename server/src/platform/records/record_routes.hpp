#pragma once
// Routes of a record: list, count, get, create, update, delete, restore, bulk.

#include <concepts>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <boost/json/object.hpp>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/life.hpp"
#include "platform/records/list_query.hpp"
#include "platform/records/tabs.hpp"

namespace balcao::records {

/// What the routes of a kind ask of their callers.
struct Access {
    auth::Asks read;
    auth::Asks edit;   // create and change
    auth::Asks remove; // delete, restore and change many
};

/// Parts that differ per kind. A kind made from a CompanyScope has its routes below `/api/companies/{id}`.
template <class Routes>
concept RecordRoutes = RecordKind<typename Routes::Kind> &&
                       requires(typename Routes::Kind const& kind, db::Connection& connection, boost::json::object body,
                                http::Request const& request, ListRequest<typename Routes::Filter> const& asked,
                                json::ObjectWriter& writer) {
                           {
                               Routes::pattern
                           } -> std::convertible_to<std::string_view>; // `/api/companies/{id}/products`
                           { Routes::id_parameter } -> std::convertible_to<std::string_view>; // `pid`
                           { Routes::access } -> std::convertible_to<Access>;
                           {
                               Routes::read(kind, connection, std::move(body))
                           } -> std::same_as<Result<typename Routes::Kind::Typed>>;
                           {
                               Routes::read_list(kind, connection, request)
                           } -> std::same_as<Result<ListRequest<typename Routes::Filter>>>;
                           { Routes::list(kind, connection, asked) } -> std::same_as<ListPage>;
                           /// The exact total, and whatever else is added up: `"total":…`
                           { Routes::write_count(kind, connection, asked, writer) } -> std::same_as<void>;
                           /// The tabs a list is shown with.
                           {
                               std::span(Routes::tabs)
                           } -> std::convertible_to<std::span<Tab<typename Routes::Filter> const>>;
                           { Routes::count_tab(kind, connection, asked) } -> std::same_as<db::ListTotal>;
                       };

/// The id in the path.
template <class Id>
Result<Id> id_in_path(http::Request const& request, std::string_view parameter) {
    auto const id = Id::parse(request.param(parameter));
    if (!id) return not_found();
    return *id;
}

template <RecordKind Kind>
http::Response answer(Kind const& kind, int status, StoredOf<Kind> const& stored) {
    return answer(status, kind.json_of(stored.record), stored.version);
}

/// Adds a route whose handler gets the records in the caller's scope.
template <RecordKind Kind, class Call>
void add_route(auth::Gate& gate, auth::Route route,
               std::type_identity_t<std::function<auth::Answer(Call&, Kind const&)>> handler) {
    if constexpr (std::is_constructible_v<Kind, auth::CompanyScope const&>) {
        gate.route(std::move(route), [handler = std::move(handler)](Call& call, auth::CompanyScope const& scope) {
            return handler(call, Kind(scope));
        });
    } else {
        gate.route(std::move(route), [handler = std::move(handler)](Call& call) { return handler(call, Kind{}); });
    }
}

/// Counts per tab within search and filters.
template <RecordRoutes Routes>
std::string tabs_of(typename Routes::Kind const& kind, db::Connection& connection,
                    ListRequest<typename Routes::Filter> const& asked) {
    using Filter = typename Routes::Filter;
    return tabs_json(std::span<Tab<Filter> const>(Routes::tabs), asked.filter, [&](Filter const& filter) {
        return Routes::count_tab(kind, connection, {.query = asked.query, .filter = filter});
    });
}

template <RecordRoutes Routes>
void add_record_routes(auth::Gate& gate, Services services) {
    using Kind = typename Routes::Kind;
    using Id = typename Kind::Id;
    using auth::Answer;
    using auth::ReadCall;
    using auth::WriteCall;
    Access const access = Routes::access;
    auto const all = std::string(Routes::pattern);
    auto const one = all + "/{" + std::string(Routes::id_parameter) + '}';
    auto const id_of = [](http::Request const& request) { return id_in_path<Id>(request, Routes::id_parameter); };

    add_route<Kind, ReadCall>(gate, {.pattern = all, .who = access.read},
                              [](ReadCall& call, Kind const& kind) -> Answer {
                                  auto const asked = BALCAO_TRY(Routes::read_list(kind, call.db, call.request));
                                  return http::json(200, to_json(Routes::list(kind, call.db, asked), asked.query));
                              });

    add_route<Kind, ReadCall>(gate, {.pattern = all + "/count", .who = access.read},
                              [](ReadCall& call, Kind const& kind) -> Answer {
                                  auto const asked = BALCAO_TRY(Routes::read_list(kind, call.db, call.request));
                                  json::ObjectWriter writer;
                                  Routes::write_count(kind, call.db, asked, writer);
                                  writer.raw("abas", tabs_of<Routes>(kind, call.db, asked));
                                  return http::json(200, writer.take());
                              });

    add_route<Kind, ReadCall>(gate, {.pattern = one, .who = access.read, .lane = http::Lane::key},
                              [=](ReadCall& call, Kind const& kind) -> Answer {
                                  auto const id = BALCAO_TRY(id_of(call.request));
                                  auto const stored = kind.find(call.db, id);
                                  if (!stored) return not_found();
                                  return answer(kind, 200, *stored);
                              });

    add_route<Kind, WriteCall>(
        gate, {.method = http::Method::post, .pattern = all, .who = access.edit, .is_repeatable = true},
        [=](WriteCall& call, Kind const& kind) -> Answer {
            auto body = BALCAO_TRY(json::parse_object(call.request.body));
            auto typed = BALCAO_TRY(Routes::read(kind, call.db, std::move(body)));
            auto const stored = BALCAO_TRY(create(kind, call, services, std::move(typed)));
            return answer(kind, 201, stored);
        });

    add_route<Kind, WriteCall>(gate, {.method = http::Method::put, .pattern = one, .who = access.edit},
                               [=](WriteCall& call, Kind const& kind) -> Answer {
                                   auto const id = BALCAO_TRY(id_of(call.request));
                                   auto const if_match = BALCAO_TRY(http::if_match(call.request));
                                   auto body = BALCAO_TRY(json::parse_object(call.request.body));
                                   auto typed = BALCAO_TRY(Routes::read(kind, call.db, std::move(body)));
                                   auto const stored =
                                       BALCAO_TRY(update(kind, call, services, id, if_match, std::move(typed)));
                                   return answer(kind, 200, stored);
                               });

    add_route<Kind, WriteCall>(gate, {.method = http::Method::del, .pattern = one, .who = access.remove},
                               [=](WriteCall& call, Kind const& kind) -> Answer {
                                   auto const id = BALCAO_TRY(id_of(call.request));
                                   auto const if_match = BALCAO_TRY(http::if_match(call.request));
                                   auto const kept = BALCAO_TRY(remove(kind, call, services, id, if_match));
                                   return kept ? answer(kind, 200, *kept) : no_content();
                               });

    add_route<Kind, WriteCall>(gate, {.method = http::Method::post, .pattern = one + "/restore", .who = access.remove},
                               [=](WriteCall& call, Kind const& kind) -> Answer {
                                   auto const id = BALCAO_TRY(id_of(call.request));
                                   auto const stored = BALCAO_TRY(restore(kind, call, services, id));
                                   return answer(kind, 200, stored);
                               });

    add_route<Kind, WriteCall>(gate, {.method = http::Method::post, .pattern = all + "/bulk", .who = access.remove},
                               [=](WriteCall& call, Kind const& kind) -> Answer {
                                   auto const bulk = BALCAO_TRY(read_bulk(call.request.body, ActivatableKind<Kind>));
                                   auto const outcome = BALCAO_TRY(change_many(kind, call, services, bulk));
                                   return bulk_answer(outcome);
                               });
}

} // namespace balcao::records
