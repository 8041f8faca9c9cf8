#pragma once
// Where the secrets of second factors are kept (auth/second_factor.hpp).

#include "secrets/secrets.hpp"

namespace balcao::secrets {

inline constexpr EncryptedColumn second_factor{
    .table = "segundo_fator", .column = "segredo_encrypted", .id = "user_id"};

} // namespace balcao::secrets
