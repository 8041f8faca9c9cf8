#pragma once
// A new key for everything that is sealed. No moment of it loses anything when the process or the machine dies: the new
// key is in its file before the first secret is sealed with it, all secrets change in one transaction, and the old key
// stays beside it for backups from before.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

#include "platform/secrets/key_file.hpp"

namespace balcao::secrets {

struct Rotation {
    std::size_t changed = 0;                        // secrets sealed anew
    std::optional<std::filesystem::path> old_key{}; // where the old key is kept; nullopt when it was given
};

/// Processes that still serve refuse to write secrets and cannot read them until they are started anew with the new
/// key. `tell`: called with the new key when the current one was given, since nobody else keeps it then.
Rotation rotate(db::Database& database, KeySource const& source, std::function<void(Key const&)> const& tell);

} // namespace balcao::secrets
