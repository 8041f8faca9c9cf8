#pragma once
// What the rows of an import become: products of a company, or people. One interface over both features' own rules
// and stores.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

#include "platform/auth/access.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "registry/imports/columns.hpp"

namespace balcao::imports {

/// `importacao_linhas.situacao`
enum class Situation { nova, alterada, igual, ruim };
std::string_view name_of(Situation situation);

/// What would become of a row.
struct Verdict {
    Situation situation{};
    std::vector<FieldProblem> problems{}; // of a bad row
};

/// A record as write() will leave it.
struct Taken {
    Uuid record;
    std::int64_t version = 0;
    std::optional<std::string> before{}; // JSON of a changed record; none: it is new
};

/// Used by one thread, for one transaction or one reading.
class Target {
public:
    virtual ~Target() = default;

    virtual std::span<spreadsheets::Column const> columns() const = 0;
    virtual Fields fields() const = 0;
    /// The field that says which record a row is about.
    virtual std::string_view key_field() const = 0;
    /// The key as it is stored.
    virtual std::string key(std::string_view typed) const = 0;

    /// Looks up the records that the next rows may be about.
    virtual void load(db::Connection& connection, std::span<std::string const> keys) = 0;
    /// Judges one row by the feature's rules. `given` holds the fields of its cells that are not empty: others keep
    /// their value in a record that exists, and get their default in a new one.
    virtual Verdict check(std::string const& key, boost::json::object given) = 0;
    /// Takes what check() judged last, when that was `nova` or `alterada`, for write(), and says what will be written.
    virtual Taken take() = 0;
    /// Writes what was taken since load(); before the next one.
    virtual void write(db::Transaction& transaction) = 0;
};

std::unique_ptr<Target> product_target(db::Connection& connection, auth::CompanyScope const& scope, Instant now);
std::unique_ptr<Target> person_target(Instant now);

} // namespace balcao::imports
