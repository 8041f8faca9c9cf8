#pragma once
// What the tests are told about statements, so that they can ask both engines how they would run each.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "platform/db/database.hpp"

namespace balcao::db {

/// From now on each statement that this process gives to an engine is appended to `file` once, as a line
/// `{"name": …, "sql": …, "types": [type oids, 0: unknown; PostgreSQL only]}`. Several processes may share a file. For
/// tests (BALCAO_TEST_STATEMENTS). Call once, before other threads use a database. Throws Error with a sentence.
void record_statements(std::filesystem::path const& file);

/// Called by the engines. `sql`: as the engine is given it. Thread-safe; does nothing unless statements are recorded.
void record_statement(Query const& query, std::string_view sql, std::span<std::uint32_t const> types = {});

} // namespace balcao::db
