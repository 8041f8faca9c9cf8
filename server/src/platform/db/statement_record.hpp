#pragma once
// Records statements, so that tests can explain them on both engines.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Starts recording: each statement is appended to `file` once, as a line `{"name": …, "sql": …, "types": [type oids,
/// 0: unknown; PostgreSQL only]}`. Processes may share a file. For tests (BALCAO_TEST_STATEMENTS). Call once, before
/// other threads use a database. Throws Error with a sentence.
void record_statements(std::filesystem::path const& file);

/// Called by the engines with the final `sql`. Thread-safe; does nothing unless recording.
void record_statement(Query const& query, std::string_view sql, std::span<std::uint32_t const> types = {});

} // namespace balcao::db
