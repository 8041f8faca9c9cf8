#include "platform/events/feed.hpp"

#include <utility>

namespace balcao::events {

namespace {

constexpr db::Query events_since{"events_since", R"sql(
    select topic, company_id, entity_id, user_id, version
    from saida_eventos
    where created_at >= :since
    order by seq)sql"};

constexpr db::Query last_number{"events_last_number", "select cast(coalesce(max(seq), 0) as text) from saida_eventos"};

constexpr db::Query events_after_number{"events_after_number", R"sql(
    select topic, company_id, entity_id, user_id, version
    from saida_eventos
    where seq > cast(:place as bigint)
    order by seq)sql"};

constexpr db::Query current_snapshot{"events_current_snapshot", "select cast(pg_current_snapshot() as text) as place"};

// A row that a restore brought from another cluster may have a number that no transaction here has reached.
constexpr db::Query events_after_snapshot{"events_after_snapshot", R"sql(
    select topic, company_id, entity_id, user_id, version
    from saida_eventos
    where made_in >= pg_snapshot_xmin(cast(:place as pg_snapshot))
        and not pg_visible_in_snapshot(made_in, cast(:place as pg_snapshot))
        and pg_visible_in_snapshot(made_in, pg_current_snapshot())
    order by seq)sql"};

PublishedEvent read_event(db::Row const& row) {
    return {.topic = row.get<std::string>(0),
            .company = row.get<std::optional<CompanyId>>(1),
            .entity = row.get<std::optional<Uuid>>(2),
            .user = row.get<std::optional<UserId>>(3),
            .version = row.get<std::int64_t>(4)};
}

} // namespace

std::vector<PublishedEvent> Feed::read(Instant since) {
    auto const has_one_writer = database_.dialect() == db::Dialect::sqlite;
    auto const& where_we_are = has_one_writer ? last_number : current_snapshot;
    auto const& after = has_one_writer ? events_after_number : events_after_snapshot;
    return database_.read([&](db::Connection& connection) {
        auto place = connection.scalar<std::string>(where_we_are);
        auto events = place_ ? connection.all(after, {{"place", *place_}}, read_event)
                             : connection.all(events_since, {{"since", since}}, read_event);
        place_ = std::move(place);
        return events;
    });
}

} // namespace balcao::events
