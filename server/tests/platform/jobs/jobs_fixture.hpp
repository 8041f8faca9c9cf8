#pragma once
// What tests of the queue share, on both engines.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../db/test_database.hpp"
#include "platform/db/clock.hpp"
#include "platform/jobs/jobs.hpp"

namespace balcao::jobs {

using namespace std::chrono_literals;

// Effects are rows of a table of their own, one each, so that doubles show.
class JobsTest : public testing::TestWithParam<db::Dialect> {
protected:
    JobsTest() {
        database->write([](db::Transaction& t) {
            t.execute({"create", "create table effects (job text not null, step bigint not null)"});
        });
    }

    static Options quick() { return {.threads = {.geral = 2}, .lease = 400ms, .poll = 20ms, .retry = 10ms}; }

    static void effect(db::Transaction& transaction, std::string_view job, std::int64_t step) {
        transaction.execute({"effect", "insert into effects (job, step) values (:job, :step)"},
                            {{"job", job}, {"step", step}});
    }
    std::vector<std::int64_t> effects(std::string_view job) {
        return database->read([&](db::Connection& c) {
            return c.all({"effects", "select step from effects where job = :job order by step"}, {{"job", job}},
                         [](db::Row const& row) { return row.get<std::int64_t>(0); });
        });
    }
    std::string state(std::string_view chave) {
        return database->read([&](db::Connection& c) {
            return c
                .scalar<std::string>(
                    {"state", "select estado from tarefas where chave = :chave order by created_at desc limit 1"},
                    {{"chave", chave}})
                .value_or("");
        });
    }
    std::optional<std::string> error_of(std::string_view chave) {
        return database
            ->read([&](db::Connection& c) {
                return c.first({"error", "select erro from tarefas where chave = :chave"}, {{"chave", chave}},
                               [](db::Row const& row) { return row.get<std::optional<std::string>>(0); });
            })
            .value_or(std::nullopt);
    }
    bool put(Queue& queue, std::string chave, std::string_view tipo = "teste", std::chrono::milliseconds delay = 0ms) {
        return database->write([&](db::Transaction& t) {
            return queue.enqueue(t, {.tipo = tipo, .dados = R"({"a":1})", .chave = chave, .delay = delay});
        });
    }
    void wait_for(std::string_view chave, std::string_view wanted) {
        for (int i = 0; i < 1500 && state(chave) != wanted; ++i) std::this_thread::sleep_for(10ms);
        EXPECT_EQ(state(chave), wanted);
    }

    test::MigratedDatabase const place{GetParam()};
    db::Database* const database = place.database.get();
};

} // namespace balcao::jobs
