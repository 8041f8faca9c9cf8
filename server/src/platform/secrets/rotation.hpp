#pragma once
// Key rotation, crash-safe: the new key is in its file before the first secret is sealed with it, all secrets change in
// one transaction, and the old key stays for older backups.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

#include "platform/secrets/key_file.hpp"

namespace balcao::secrets {

struct Rotation {
    std::size_t changed = 0;                        // secrets sealed again
    std::optional<std::filesystem::path> old_key{}; // where the old key is kept; nullopt when it was given
};

/// Serving processes can neither read nor write secrets until they restart with the new key. `tell`: called with the
/// new key if the current one came from the environment.
Rotation rotate(db::Database& database, KeySource const& source, std::function<void(Key const&)> const& tell);

} // namespace balcao::secrets
