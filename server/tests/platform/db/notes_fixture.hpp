#pragma once
// A small database with notes and a counter, on either engine.

#include <memory>
#include <string_view>

#include <gtest/gtest.h>

#include "platform/db/database.hpp"
#include "test_database.hpp"

namespace balcao::test {

class NotesTest : public testing::TestWithParam<db::Dialect> {
protected:
    NotesTest() {
        database->write([](db::Transaction& t) {
            t.execute({"create", R"sql(
                create table note (
                    id uuid not null primary key, title text not null, size bigint, body bytea, parent uuid references note (id)))sql"});
            t.execute({"create", "create unique index note_title on note (title)"});
            t.execute({"create", "create unique index note_parent_size on note (parent, size)"});
            t.execute({"create", "create table counter (number bigint not null primary key, value bigint not null)"});
            t.execute({"start", "insert into counter (number, value) values (1, 0)"});
        });
    }

    std::int64_t counter() {
        return database->read(
            [](db::Connection& c) { return c.scalar<std::int64_t>({"value", "select value from counter"}).value(); });
    }
    static void add_note(db::Connection& connection, Uuid id, std::string_view title) {
        connection.execute({"add_note", "insert into note (id, title) values (:id, :title)"},
                           {{"id", id}, {"title", title}});
    }
    static void increment(db::Connection& connection) {
        connection.execute({"increment", "update counter set value = value + 1"});
    }

    EmptyDatabase const place{GetParam()};
    std::unique_ptr<db::Database> database = db::Database::open(place.options);
};

} // namespace balcao::test
