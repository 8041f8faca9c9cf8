#pragma once
// The life of a record, for products, people, budgets and others: create, change, delete to the bin, restore, alone or
// in bulk, each with audit row and event in the caller's transaction. An entity describes its fields, rules and SQL as
// a RecordKind.

#include <array>
#include <concepts>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/db/run_again.hpp"
#include "platform/records/records.hpp"
#include "platform/records/stored.hpp"

namespace balcao::records {

/// The records of one kind within a scope, such as the products of a company. Record has `id`, `created_at`,
/// `updated_at` and `deleted_at` (in the bin since); Typed is the parsed form.
template <class Kind>
concept RecordKind = requires(Kind const kind, db::Connection& connection, db::Transaction& transaction,
                              auth::Write const& write, typename Kind::Typed typed, typename Kind::Record const& record,
                              std::span<Stored<typename Kind::Record> const> stored,
                              std::span<Revision<typename Kind::Record> const> revisions, std::span<Uuid const> ids) {
    { Kind::words } -> std::convertible_to<RecordWords>;
    /// Unique index of the code, or empty.
    { Kind::unique_index } -> std::convertible_to<std::string_view>;
    /// The company; nothing: the installation's records.
    { kind.company() } -> std::same_as<std::optional<CompanyId>>;

    /// Name in the audit log, and "este produto".
    { kind.name_of(record) } -> std::convertible_to<std::string>;
    { kind.with_article(record) } -> std::convertible_to<std::string>;
    { kind.json_of(record) } -> std::same_as<std::string>;
    { kind.changes_of(record, record) } -> std::same_as<std::string>;

    /// The record from the form, under all rules and with derived fields. `before`: the record it replaces; null for a
    /// new one. The life sets id, times and version.
    { kind.complete(write, Instant{}, std::move(typed), &record) } -> std::same_as<Result<typename Kind::Record>>;
    /// Whether it may be restored, apart from time.
    { kind.check_restorable(connection, record) } -> std::same_as<Result<void>>;

    /// Also from the bin.
    { kind.find(connection, typename Kind::Id{}) } -> std::same_as<std::optional<Stored<typename Kind::Record>>>;
    /// Existing ones, with the fields that state and bin need, in any order.
    { kind.find_many(connection, ids) } -> std::same_as<std::vector<Stored<typename Kind::Record>>>;
    kind.insert(transaction, stored);
    kind.update(transaction, revisions);
};

/// Records with an active state, deactivated instead of deleted while others refer to them.
template <class Kind>
concept ActivatableKind = RecordKind<Kind> && requires(Kind const kind, db::Connection& connection,
                                                       typename Kind::Record record, std::span<Uuid const> ids) {
    { Kind::ativo_of(record) } -> std::same_as<std::string&>; // S or N
    /// Which of these are referred to.
    { kind.used(connection, ids) } -> std::same_as<std::set<Uuid>>;
    /// Whether a referred one is deactivated; or the refusal.
    { kind.is_kept(connection, std::as_const(record)) } -> std::same_as<Result<bool>>;
};

template <class Kind>
using StoredOf = Stored<typename Kind::Record>;

namespace detail {

template <RecordKind Kind>
void note(Kind const& kind, auth::Write const& write, Services const& services, std::string_view action,
          std::string_view what, StoredOf<Kind> const& stored, std::string details) {
    records::note(write, services,
                  {.topic = Kind::words.topic,
                   .action = action,
                   .description = std::string(what) + ' ' + kind.name_of(stored.record),
                   .company = kind.company(),
                   .entity = stored.record.id.uuid(),
                   .version = stored.version,
                   .details = std::move(details)});
}

template <RecordKind Kind>
void save(Kind const& kind, auth::Write const& write, std::span<Revision<typename Kind::Record> const> revisions) {
    if (!revisions.empty()) db::run_again_when_taken(Kind::unique_index, [&] { kind.update(write.db, revisions); });
}

template <RecordKind Kind>
void save(Kind const& kind, auth::Write const& write, StoredOf<Kind> const& before, StoredOf<Kind> const& after) {
    save(kind, write, std::array{Revision<typename Kind::Record>{.before = before, .after = after}});
}

template <class Record>
Stored<Record> changed(Stored<Record> const& before, Instant now) {
    auto after = before;
    after.record.updated_at = now;
    ++after.version;
    return after;
}

template <class Record>
Stored<Record> put_into_bin(Stored<Record> const& before, Instant now) {
    auto after = changed(before, now);
    after.record.deleted_at = now;
    return after;
}

template <RecordKind Kind>
Result<StoredOf<Kind>> taken_out_of_bin(Kind const& kind, db::Connection& connection, StoredOf<Kind> const& before,
                                        Instant now) {
    BALCAO_TRY(check_restorable(*before.record.deleted_at, now));
    BALCAO_TRY(kind.check_restorable(connection, before.record));
    auto after = changed(before, now);
    after.record.deleted_at.reset();
    return after;
}

template <ActivatableKind Kind>
StoredOf<Kind> in_state(StoredOf<Kind> const& before, std::string_view ativo, Instant now) {
    auto after = changed(before, now);
    if (std::exchange(Kind::ativo_of(after.record), std::string(ativo)) == ativo) return before;
    return after;
}

// The result of a bulk change for one record; unchanged if there is nothing to do.
template <RecordKind Kind>
Result<StoredOf<Kind>> changed_by(Kind const& kind, db::Connection& connection, BulkAction action, bool is_used,
                                  StoredOf<Kind> const& before, Instant now) {
    auto const is_in_bin = before.record.deleted_at.has_value();
    if (action == BulkAction::restore) return is_in_bin ? taken_out_of_bin(kind, connection, before, now) : before;
    if (is_in_bin) return before;
    if constexpr (ActivatableKind<Kind>) {
        if (action == BulkAction::activate) return in_state<Kind>(before, "S", now);
        if (action == BulkAction::deactivate || is_used) return in_state<Kind>(before, "N", now);
    }
    return put_into_bin(before, now);
}

} // namespace detail

/// The stored record. Fails if missing, or if If-Match names another version.
template <RecordKind Kind>
Result<StoredOf<Kind>> find_current(Kind const& kind, db::Connection& connection, typename Kind::Id id,
                                    std::string_view if_match) {
    auto stored = kind.find(connection, id);
    if (!stored) return not_found();
    BALCAO_TRY(check_current(connection, if_match,
                             {.topic = Kind::words.topic,
                              .id = id.uuid(),
                              .version = stored->version,
                              .what = kind.with_article(stored->record),
                              .json = kind.json_of(stored->record)}));
    return *std::move(stored);
}

/// Inserts a complete record. `what`: the action, as in RecordWords.
template <RecordKind Kind>
StoredOf<Kind> insert_new(Kind const& kind, auth::Write const& write, Services const& services,
                          typename Kind::Record record, std::string_view what = Kind::words.created) {
    record.id = Kind::Id::make();
    record.created_at = record.updated_at = services.clock.now();
    StoredOf<Kind> const stored{.record = std::move(record), .version = 1};
    db::run_again_when_taken(Kind::unique_index, [&] { kind.insert(write.db, std::span(&stored, 1)); });
    detail::note(kind, write, services, Kind::words.created_code, what, stored, kind.json_of(stored.record));
    return stored;
}

template <RecordKind Kind>
Result<StoredOf<Kind>> create(Kind const& kind, auth::Write const& write, Services const& services,
                              typename Kind::Typed typed) {
    auto record = BALCAO_TRY(kind.complete(write, services.clock.now(), std::move(typed), nullptr));
    return insert_new(kind, write, services, std::move(record));
}

/// `if_match`: the header. Fails if stale, or in the bin.
template <RecordKind Kind>
Result<StoredOf<Kind>> update(Kind const& kind, auth::Write const& write, Services const& services,
                              typename Kind::Id id, std::string_view if_match, typename Kind::Typed typed) {
    auto const before = BALCAO_TRY(find_current(kind, write.db, id, if_match));
    if (before.record.deleted_at) return invalid(std::string(Kind::words.in_bin));
    auto const now = services.clock.now();
    auto record = BALCAO_TRY(kind.complete(write, now, std::move(typed), &before.record));
    StoredOf<Kind> after{.record = std::move(record), .version = before.version + 1};
    after.record.id = id;
    after.record.created_at = before.record.created_at;
    after.record.updated_at = now;
    detail::save(kind, write, before, after);
    detail::note(kind, write, services, Kind::words.updated_code, Kind::words.updated, after,
                 kind.changes_of(before.record, after.record));
    return after;
}

/// Deletes to the bin, or deactivates a referred record and returns it. Fails if stale.
template <RecordKind Kind>
Result<std::optional<StoredOf<Kind>>> remove(Kind const& kind, auth::Write const& write, Services const& services,
                                             typename Kind::Id id, std::string_view if_match) {
    auto const before = BALCAO_TRY(find_current(kind, write.db, id, if_match));
    if (before.record.deleted_at) return std::nullopt;
    auto const now = services.clock.now();
    if constexpr (ActivatableKind<Kind>) {
        auto const is_kept = BALCAO_TRY(kind.is_kept(write.db, before.record));
        if (is_kept) {
            auto const inactive = detail::in_state<Kind>(before, "N", now);
            if (inactive.version == before.version) return inactive;
            detail::save(kind, write, before, inactive);
            detail::note(kind, write, services, Kind::words.updated_code, Kind::words.deactivated, inactive,
                         kind.changes_of(before.record, inactive.record));
            return inactive;
        }
    }
    auto const after = detail::put_into_bin(before, now);
    detail::save(kind, write, before, after);
    detail::note(kind, write, services, Kind::words.deleted_code, Kind::words.deleted, after,
                 kind.json_of(before.record));
    return std::nullopt;
}

/// Restores; does nothing outside the bin.
template <RecordKind Kind>
Result<StoredOf<Kind>> restore(Kind const& kind, auth::Write const& write, Services const& services,
                               typename Kind::Id id) {
    auto before = kind.find(write.db, id);
    if (!before) return not_found();
    if (!before->record.deleted_at) return *std::move(before);
    auto const after = BALCAO_TRY(detail::taken_out_of_bin(kind, write.db, *before, services.clock.now()));
    detail::save(kind, write, *before, after);
    detail::note(kind, write, services, Kind::words.updated_code, Kind::words.restored, after, {});
    return after;
}

/// All or none, one audit row. Fails if one does not exist.
template <RecordKind Kind>
Result<BulkOutcome> change_many(Kind const& kind, auth::Write const& write, Services const& services,
                                Bulk const& bulk) {
    auto const all = kind.find_many(write.db, bulk.ids);
    if (all.size() != bulk.ids.size()) return not_found();
    std::set<Uuid> used;
    if constexpr (ActivatableKind<Kind>) {
        if (bulk.action == BulkAction::remove) used = kind.used(write.db, bulk.ids);
    }
    // Two in the bin may have the same code: the second must find the first restored.
    auto const one_by_one = bulk.action == BulkAction::restore && !Kind::unique_index.empty();

    auto const now = services.clock.now();
    BulkOutcome outcome;
    std::deque<StoredOf<Kind>> saved; // what the revisions view
    std::vector<Revision<typename Kind::Record>> revisions;
    for (auto const& before : all) {
        auto const id = before.record.id.uuid();
        auto after = BALCAO_TRY(detail::changed_by(kind, write.db, bulk.action, used.contains(id), before, now));
        if (used.contains(id) && !before.record.deleted_at) outcome.deactivated.push_back(id);
        if (after.version == before.version) continue;
        revisions.push_back({.before = before, .after = saved.emplace_back(std::move(after))});
        outcome.changed.push_back(id);
        if (!one_by_one) continue;
        detail::save(kind, write, revisions);
        revisions.clear();
    }
    detail::save(kind, write, revisions);
    note_bulk(write, services, bulk.action, outcome, Kind::words, kind.company());
    return outcome;
}

} // namespace balcao::records
