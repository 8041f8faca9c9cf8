#pragma once
// Where the key is kept: a file of its own in the data folder, or the operator's environment.

#include <filesystem>
#include <optional>

#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::secrets {

struct KeySource {
    std::filesystem::path file;
    std::optional<Key> given{}; // instead of the file

    /// The new key while a change of key is under way: in place of the old one once everything is sealed with it.
    std::filesystem::path next_file() const { return file.string() + ".next"; }
};

/// The secrets of this database. At the first start the key is made and the file written. Throws std::runtime_error
/// with a sentence for the operator when the key is missing or another one than the database was used with: a new one
/// would not open what is there. Finishes a change of key that was interrupted.
Secrets open_secrets(db::Database& database, KeySource const& source);

/// nullopt when there is no such file. Throws std::runtime_error with a sentence when it holds no key.
std::optional<Key> read_key_file(std::filesystem::path const& file);
/// Writes it whole, synced, for its owner only. False, and nothing done, when there is one already.
bool write_key_file(std::filesystem::path const& file, Key const& key);
/// Puts the next key's file in the place of the current one, which stays beside it under the returned name.
std::filesystem::path put_next_key_in_place(KeySource const& source, Key const& old_key);

} // namespace balcao::secrets
