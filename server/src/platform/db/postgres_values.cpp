#include "platform/db/postgres_values.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "platform/db/engine.hpp"

namespace balcao::db {

namespace {

// From PostgreSQL's catalogue pg_type; these never change.
namespace type {
constexpr Oid boolean = 16;
constexpr Oid bytea = 17;
constexpr Oid name = 19;
constexpr Oid int8 = 20;
constexpr Oid int2 = 21;
constexpr Oid int4 = 23;
constexpr Oid text = 25;
constexpr Oid unknown = 705;
constexpr Oid bpchar = 1042;
constexpr Oid varchar = 1043;
constexpr Oid numeric = 1700;
constexpr Oid uuid = 2950;
} // namespace type

// In the order of Param::Type.
constexpr std::array<Oid, 5> parameter_types{0, type::int8, type::text, type::bytea, type::uuid};

std::array<char, 8> big_endian(std::int64_t value) {
    std::array<char, 8> bytes;
    auto rest = static_cast<std::uint64_t>(value);
    for (auto at = bytes.rbegin(); at != bytes.rend(); ++at, rest >>= 8) *at = static_cast<char>(rest & 0xff);
    return bytes;
}

// Signed, of 1, 2, 4 or 8 bytes.
std::int64_t read_big_endian(std::string_view bytes) {
    std::uint64_t value = !bytes.empty() && (bytes[0] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
    for (char const byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
    return static_cast<std::int64_t>(value);
}

} // namespace

PostgresParams::PostgresParams(Query const& query, Params const& params, std::vector<std::string> const& names) {
    auto const count = names.size();
    types_.reserve(count);
    pointers_.reserve(count);
    lengths_.reserve(count);
    formats_.assign(count, 1);
    integers_.reserve(count); // pointers into it must stay
    auto const add = [&](char const* bytes, std::size_t size) {
        pointers_.push_back(bytes == nullptr ? "" : bytes); // a null pointer would be NULL
        lengths_.push_back(static_cast<int>(size));
    };
    for (std::size_t i = 0; i < count; ++i) {
        auto const& param = find_param(query, params, names[i], i);
        types_.push_back(parameter_types.at(static_cast<std::size_t>(param.type)));
        std::visit(
            [&]<class T>(T const& value) {
                if constexpr (std::is_same_v<T, std::monostate>) {
                    pointers_.push_back(nullptr);
                    lengths_.push_back(0);
                } else if constexpr (std::is_same_v<T, std::int64_t>) {
                    add(integers_.emplace_back(big_endian(value)).data(), 8);
                } else if constexpr (std::is_same_v<T, Uuid>) {
                    add(reinterpret_cast<char const*>(value.bytes().data()), value.bytes().size());
                } else {
                    add(reinterpret_cast<char const*>(value.data()), value.size());
                }
            },
            param.value);
    }
}

void PostgresRow::fail(int column, std::string_view problem) const {
    throw Error(fmt::format("query '{}': column {} {}", query_.name, column, problem));
}

bool PostgresRow::is_null(int column) const {
    if (column < 0 || column >= PQnfields(&result_)) fail(column, "does not exist");
    return PQgetisnull(&result_, row_, column) != 0;
}

std::string_view PostgresRow::bytes(int column) const {
    if (is_null(column)) fail(column, "is NULL");
    return {PQgetvalue(&result_, row_, column), static_cast<std::size_t>(PQgetlength(&result_, row_, column))};
}

std::int64_t PostgresRow::integer(int column) const {
    auto const value = bytes(column);
    switch (PQftype(&result_, column)) {
    case type::boolean:
    case type::int2:
    case type::int4:
    case type::int8: return read_big_endian(value);
    case type::numeric: return whole_numeric(column);
    default: fail(column, "is not a number");
    }
}

// Four shorts (digits, weight of the first one, sign, places shown), then digits of base 10000. Sums of bigint have
// this type.
std::int64_t PostgresRow::whole_numeric(int column) const {
    auto const value = bytes(column);
    auto const short_at = [&](std::size_t index) { return read_big_endian(value.substr(index * 2, 2)); };
    auto const digits = short_at(0);
    auto const weight = short_at(1);
    auto const negative = short_at(2) == 0x4000;
    if (short_at(2) != 0 && !negative) fail(column, "is not a number");
    if (digits > weight + 1) fail(column, "has decimal places");
    std::int64_t number = 0;
    for (std::int64_t i = 0; i <= weight; ++i) {
        auto const digit = i < digits ? short_at(static_cast<std::size_t>(4 + i)) : 0;
        if (__builtin_mul_overflow(number, std::int64_t{10000}, &number) ||
            __builtin_sub_overflow(number, digit, &number))
            fail(column, "is too large");
    }
    if (!negative && __builtin_sub_overflow(std::int64_t{0}, number, &number)) fail(column, "is too large");
    return number;
}

std::string_view PostgresRow::text(int column) const {
    switch (PQftype(&result_, column)) {
    case type::text:
    case type::varchar:
    case type::bpchar:
    case type::name:
    case type::unknown: return bytes(column);
    default: bytes(column); fail(column, "is not a text");
    }
}

BlobView PostgresRow::blob(int column) const {
    auto const value = bytes(column);
    if (PQftype(&result_, column) != type::bytea) fail(column, "is not a blob");
    return std::as_bytes(std::span(value));
}

Uuid PostgresRow::uuid(int column) const {
    auto const value = bytes(column);
    Uuid::Bytes id;
    if (PQftype(&result_, column) != type::uuid || value.size() != id.size()) fail(column, "is not an id");
    std::ranges::transform(value, id.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
    return Uuid{id};
}

} // namespace balcao::db
