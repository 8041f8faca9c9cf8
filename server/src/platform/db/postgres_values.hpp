#pragma once
// Values in PostgreSQL's binary format.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <libpq-fe.h>

#include "platform/db/database.hpp"

namespace balcao::db {

/// libpq's parameter arrays, in the order of the numbers. Views `params`.
class PostgresParams {
public:
    PostgresParams(Query const& query, Params const& params, std::vector<std::string> const& names);
    PostgresParams(PostgresParams const&) = delete;
    PostgresParams& operator=(PostgresParams const&) = delete;
    PostgresParams(PostgresParams&&) = default; // what it points to stays where it is
    PostgresParams& operator=(PostgresParams&&) = default;
    ~PostgresParams() = default;

    int size() const { return static_cast<int>(types_.size()); }
    std::vector<Oid> const& types() const { return types_; }
    std::vector<char const*> const& pointers() const { return pointers_; }
    std::vector<int> const& lengths() const { return lengths_; }
    std::vector<int> const& formats() const { return formats_; }

private:
    std::vector<Oid> types_;
    std::vector<char const*> pointers_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
    std::vector<std::array<char, 8>> integers_;
};

/// A row of a binary result. Types: boolean, integers, whole numerics (sums), texts, bytea, uuid.
class PostgresRow final : public Row {
public:
    PostgresRow(Query const& query, PGresult const& result, int row) : query_(query), result_(result), row_(row) {}

    bool is_null(int column) const override;
    std::int64_t integer(int column) const override;
    std::string_view text(int column) const override;
    BlobView blob(int column) const override;
    Uuid uuid(int column) const override;

private:
    std::string_view bytes(int column) const;
    [[noreturn]] void fail(int column, std::string_view problem) const;
    std::int64_t whole_numeric(int column) const;

    Query const& query_;
    PGresult const& result_;
    int row_;
};

} // namespace balcao::db
