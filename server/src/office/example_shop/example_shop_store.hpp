#pragma once
// The SQL of the made-up shop (tables `loja_exemplo`, `loja_exemplo_registro`). For example_shop/ alone.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/db/database.hpp"

namespace balcao::example_shop {

inline constexpr std::string_view none = "nenhuma";
inline constexpr std::string_view under_way = "preparando";
inline constexpr std::string_view ready = "pronta";
inline constexpr std::string_view failed = "falhou";

struct Shop {
    std::string estado = std::string(none);
    std::optional<CompanyId> company{};
    std::optional<std::string> cnpj{}; // as it was made up
    std::int64_t feitas = 0;           // records made so far
    std::int64_t total = 0;
    std::optional<std::string> erro{}; // why it failed, in Portuguese
};
Shop find(db::Connection& connection);

/// Whoever makes or removes it at the same time waits until this transaction has ended, and sees what it did.
void hold(db::Transaction& transaction);
/// It is under way. Progress begins anew.
void begin(db::Transaction& transaction, CompanyId company, std::string_view cnpj, std::int64_t total, UserId user);
void advance(db::Transaction& transaction, std::int64_t feitas);
/// `erro` only of one that failed.
void set_state(db::Transaction& transaction, std::string_view estado, std::optional<std::string> const& erro);
/// There is none.
void end(db::Transaction& transaction);

/// Records made of this kind, by their place in the declaration.
using Made = std::map<std::size_t, Uuid>;
Made made(db::Connection& connection, auth::CompanyScope const& scope, std::string_view tipo);
void keep(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view tipo, std::size_t ordem,
          Uuid const& id, std::optional<std::string> const& documento);

/// How much somebody entered of their own, by what it is called in a sentence: one, many. Empty: nothing.
struct Entered {
    std::int64_t count = 0;
    std::string_view one;
    std::string_view many;
};
std::vector<Entered> entered(db::Connection& connection, auth::CompanyScope const& scope);

/// Takes out what the company's row does not take with it.
void drop_records(db::Transaction& transaction, auth::CompanyScope const& scope);

} // namespace balcao::example_shop
