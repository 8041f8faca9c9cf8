#pragma once
// The SQL of ibpt.

#include "fiscal/ibpt/ibpt.hpp"

namespace balcao::ibpt {

/// Puts a table in the place of the one before.
void store(db::Transaction& transaction, auth::CompanyScope const& scope, File const& file, StoredTable const& table);
/// False when there is none.
bool remove(db::Transaction& transaction, auth::CompanyScope const& scope);
/// Rows of a chapter, each a line with its end; empty: it has none.
std::string find_chapter(db::Connection& connection, auth::CompanyScope const& scope, std::string_view chapter);

/// Digits of an NCM that name its chapter.
inline constexpr std::size_t chapter_digits = 2;
/// An exception without leading zeros: "01" and "001" are one.
std::string plain_ex(std::string_view typed);
/// "68109100;;", with which the row of an NCM and EX begins.
std::string line_start(std::string_view ncm, std::string_view ex);
/// What follows it in `chapter`; nothing when it has no such row.
std::optional<Row> find_row(std::string_view chapter, std::string_view ncm, std::string_view ex);

} // namespace balcao::ibpt
