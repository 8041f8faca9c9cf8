#pragma once
// Column of second-factor secrets (platform/auth/second_factor.hpp).

#include "platform/secrets/secrets.hpp"

namespace balcao::secrets {

inline constexpr EncryptedColumn second_factor{
    .table = "segundo_fator", .column = "segredo_encrypted", .id = "user_id"};

} // namespace balcao::secrets
