// The life of records, with a kind of record that keeps itself in memory.

#include "platform/records/life.hpp"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../db/test_database.hpp"
#include "platform/db/clock.hpp"

namespace balcao::records {
namespace {

struct NoteId : balcao::Id<NoteId> {
    using balcao::Id<NoteId>::Id;
};
struct Note {
    NoteId id;
    std::string text;
    std::string ativo = "S";
    Instant created_at;
    Instant updated_at;
    std::optional<Instant> deleted_at;
};

struct Kept {
    std::map<Uuid, Stored<Note>> notes;
    std::set<Uuid> used;
    std::vector<std::size_t> saved; // how many at a time
};

class Notes {
public:
    using Record = Note;
    using Id = NoteId;
    using Typed = std::string;
    static constexpr RecordWords words{.topic = "products",
                                       .created_code = "product_create",
                                       .updated_code = "product_update",
                                       .deleted_code = "product_delete",
                                       .created = "Anotou",
                                       .updated = "Mudou",
                                       .deleted = "Apagou",
                                       .restored = "Restaurou",
                                       .deactivated = "Desativou",
                                       .in_bin = "Está na lixeira.",
                                       .one = "nota",
                                       .many = "notas",
                                       .many_deactivated = "desativadas"};
    static constexpr std::string_view unique_index = "notas_texto";

    explicit Notes(Kept& kept) : kept_(&kept) {}

    std::optional<CompanyId> company() const { return std::nullopt; }
    std::string name_of(Note const& note) const { return note.text; }
    std::string with_article(Note const&) const { return "esta nota"; }
    std::string json_of(Note const&) const { return "{}"; }
    std::string changes_of(Note const&, Note const&) const { return "{}"; }
    static std::string& ativo_of(Note& note) { return note.ativo; }

    Result<Note> complete(auth::Write const&, Instant, std::string typed, Note const*) const {
        return Note{.text = std::move(typed)};
    }
    Result<void> check_restorable(db::Connection&, Note const& note) const {
        for (auto const& [id, other] : kept_->notes)
            if (id != note.id.uuid() && !other.record.deleted_at && other.record.text == note.text) return taken();
        return {};
    }
    Result<bool> is_kept(db::Connection&, Note const& note) const { return kept_->used.contains(note.id.uuid()); }
    std::set<Uuid> used(db::Connection&, std::span<Uuid const>) const { return kept_->used; }

    std::optional<Stored<Note>> find(db::Connection&, NoteId id) const {
        auto const at = kept_->notes.find(id.uuid());
        return at == kept_->notes.end() ? std::nullopt : std::optional(at->second);
    }
    std::vector<Stored<Note>> find_many(db::Connection& connection, std::span<Uuid const> ids) const {
        std::vector<Stored<Note>> found;
        for (auto const& id : ids)
            if (auto const stored = find(connection, NoteId{id})) found.push_back(*stored);
        return found;
    }
    void insert(db::Transaction&, std::span<Stored<Note> const> stored) const {
        for (auto const& one : stored) kept_->notes.insert_or_assign(one.record.id.uuid(), one);
    }
    void update(db::Transaction&, std::span<Revision<Note> const> revisions) const {
        kept_->saved.push_back(revisions.size());
        for (auto const& [before, after] : revisions) kept_->notes.insert_or_assign(after.record.id.uuid(), after);
    }

private:
    static std::unexpected<Failure> taken() {
        return fail({.kind = FailureKind::conflict, .title = "Texto já anotado"});
    }

    Kept* kept_;
};
static_assert(ActivatableKind<Notes>);

class RecordLife : public testing::Test {
protected:
    template <class Work>
    auto in_transaction(Work work) {
        return place.database->write([&](db::Transaction& transaction) {
            auth::Write const write{transaction, actor};
            return work(write);
        });
    }
    Uuid note(std::string text) {
        auto const made =
            in_transaction([&](auth::Write const& write) { return create(notes, write, services, text); });
        return made.value().record.id.uuid();
    }
    Result<std::optional<Stored<Note>>> put_into_bin(Uuid const& id) {
        return in_transaction(
            [&](auth::Write const& write) { return remove(notes, write, services, NoteId{id}, "*"); });
    }
    Result<BulkOutcome> change(BulkAction action, std::vector<Uuid> ids) {
        return in_transaction([&](auth::Write const& write) {
            return change_many(notes, write, services, {.action = action, .ids = ids});
        });
    }
    Note const& kept_note(Uuid const& id) const { return kept.notes.at(id).record; }

    test::MigratedDatabase const place{db::Dialect::sqlite};
    SystemClock const clock;
    events::Events events{*place.database, clock};
    Services const services{events, clock};
    auth::Actor const actor{.user = UserId::make()};
    Kept kept;
    Notes const notes{kept};
};

TEST_F(RecordLife, GoesThroughTheBinAndBack) {
    auto const id = note("azul");
    EXPECT_FALSE(put_into_bin(id).value());
    EXPECT_TRUE(kept_note(id).deleted_at);
    auto const changed = in_transaction(
        [&](auth::Write const& write) { return update(notes, write, services, NoteId{id}, "*", "verde"); });
    ASSERT_FALSE(changed);
    EXPECT_EQ(changed.error().detail, "Está na lixeira.");

    auto const restored =
        in_transaction([&](auth::Write const& write) { return restore(notes, write, services, NoteId{id}); });
    EXPECT_EQ(restored.value().version, 3);
    EXPECT_FALSE(kept_note(id).deleted_at);
}

TEST_F(RecordLife, IsDeactivatedInsteadOfDeletedWhileUsed) {
    auto const id = note("azul");
    kept.used = {id};
    auto const stays = put_into_bin(id).value();
    ASSERT_TRUE(stays);
    EXPECT_EQ(stays->record.ativo, "N");
    EXPECT_FALSE(kept_note(id).deleted_at);
    EXPECT_EQ(put_into_bin(id).value()->version, stays->version); // nothing more to do
}

TEST_F(RecordLife, AStaleEditTellsTheCurrentVersion) {
    auto const id = note("azul");
    auto const changed = in_transaction(
        [&](auth::Write const& write) { return update(notes, write, services, NoteId{id}, "\"7\"", "verde"); });
    ASSERT_FALSE(changed);
    EXPECT_EQ(changed.error().kind, FailureKind::stale);
    EXPECT_EQ(changed.error().current_etag, "\"1\"");
}

TEST_F(RecordLife, ManyAreDeletedAtOnceAndTheUsedOnesDeactivated) {
    auto const one = note("azul");
    auto const other = note("verde");
    kept.used = {other};
    auto const outcome = change(BulkAction::remove, {one, other}).value();
    EXPECT_THAT(outcome.changed, testing::UnorderedElementsAre(one, other));
    EXPECT_THAT(outcome.deactivated, testing::ElementsAre(other));
    EXPECT_TRUE(kept_note(one).deleted_at);
    EXPECT_EQ(kept_note(other).ativo, "N");
    EXPECT_THAT(kept.saved, testing::ElementsAre(2U));
}

TEST_F(RecordLife, OfTwoInTheBinWithTheSameTextOnlyOneComesBack) {
    auto const one = note("azul");
    ASSERT_TRUE(put_into_bin(one));
    auto const other = note("azul");
    ASSERT_TRUE(put_into_bin(other));
    auto const outcome = change(BulkAction::restore, {one, other});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, FailureKind::conflict);
}

TEST_F(RecordLife, ManyOfWhichOneIsMissingStayAsTheyAre) {
    auto const one = note("azul");
    auto const outcome = change(BulkAction::remove, {one, Uuid::make()});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, FailureKind::not_found);
    EXPECT_FALSE(kept_note(one).deleted_at);
}

} // namespace
} // namespace balcao::records
