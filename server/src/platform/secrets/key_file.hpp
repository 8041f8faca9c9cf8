#pragma once
// The key: a file in the data folder, or an environment variable.

#include <filesystem>
#include <optional>

#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::secrets {

struct KeySource {
    std::filesystem::path file;
    std::optional<Key> given{}; // instead of the file

    /// The next key during a rotation; replaces the current one once everything is sealed with it.
    std::filesystem::path next_file() const { return file.string() + ".next"; }
};

/// Opens the secrets of a database. The first start creates key and file. Throws std::runtime_error with a sentence if
/// the key is missing or not the one the database was used with. Completes an interrupted rotation.
Secrets open_secrets(db::Database& database, KeySource const& source);

/// nullopt without file. Throws std::runtime_error with a sentence if it contains no key.
std::optional<Key> read_key_file(std::filesystem::path const& file);
/// Writes it atomically, synced, readable by its owner only. False, unchanged, if it exists.
bool write_key_file(std::filesystem::path const& file, Key const& key);
/// Replaces the current key file by the next; the old one keeps the returned name.
std::filesystem::path put_next_key_in_place(KeySource const& source, Key const& old_key);

} // namespace balcao::secrets
