#pragma once
// The sheet beside a backup (`FILE.json`): what tells that the copy is whole, and how far the audit log had come.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::backups {

/// How far a chain of the audit log had come (platform/audit/chain.hpp). What the copy holds goes at least so far.
struct ChainHead {
    Uuid chain;
    std::int64_t links = 0;
    std::string hash; // hexadecimal
    friend bool operator==(ChainHead const&, ChainHead const&) = default;
};

struct Sheet {
    std::string sha256; // of the backup, hexadecimal
    std::uintmax_t bytes = 0;
    std::string version; // of the program
    std::int64_t migration = 0;
    Instant made_at;
    std::vector<ChainHead> chains;
    /// HMAC-SHA256 of everything above with the operator's key, hexadecimal.
    std::optional<std::string> signature;
};

std::filesystem::path sheet_of(std::filesystem::path const& backup);

/// Nothing or `key`: the operator's BALCAO_AUDIT_KEY.
std::string signature_of(Sheet const& sheet, std::string_view key);
std::string to_json(Sheet const& sheet);
/// The error is a sentence for the operator.
std::expected<Sheet, std::string> read_sheet(std::filesystem::path const& file);
/// The sheet's signature is the key's. Without a key: everything is.
std::expected<void, std::string> check_signature(Sheet const& sheet, std::string_view key);

/// SHA-256 of a file's bytes, hexadecimal. Throws db::Error with a sentence when it cannot be read.
std::string sha256_of_file(std::filesystem::path const& file);

std::vector<ChainHead> chain_heads(db::Connection& connection);
/// The first chain that no longer has a link it had when the sheet was made: its log was written anew.
std::optional<ChainHead> missing_link(db::Connection& connection, Sheet const& sheet);

} // namespace balcao::backups
