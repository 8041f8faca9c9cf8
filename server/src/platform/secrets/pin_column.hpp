#pragma once
// Column of PIN hashes (platform/auth/pins.hpp). Sealed, because ten thousand PINs are tried in minutes.

#include "platform/secrets/secrets.hpp"

namespace balcao::secrets {

inline constexpr EncryptedColumn pin{.table = "pin", .column = "hash_encrypted", .id = "id"};

} // namespace balcao::secrets
