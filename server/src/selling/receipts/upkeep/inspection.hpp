#pragma once
// Receipts and numbers of all companies, for an operator at the machine.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/database.hpp"

namespace balcao::receipts {

struct CheckedSeries {
    std::string company; // CNPJ
    std::string ambiente;
    std::int64_t serie = 0;
    std::int64_t numbers = 0;         // taken so far, or skipped
    std::optional<std::string> fault; // Portuguese sentence
};
/// Every series of every company, from its first number.
std::vector<CheckedSeries> check_all_numbers(db::Connection& connection);

/// State and timeline of the receipt one of whose versions has this key, one happening to a line.
std::optional<std::string> tell_receipt(db::Connection& connection, std::string_view chave);

} // namespace balcao::receipts
