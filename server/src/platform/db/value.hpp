#pragma once
// Parameters and columns.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "platform/base/decimal.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"

namespace balcao::db {

using Blob = std::vector<std::byte>;
using BlobView = std::span<std::byte const>;

/// One `:name` parameter. Views texts and blobs: they must outlive the call.
struct Param {
    using Value = std::variant<std::monostate, std::int64_t, std::string_view, BlobView, Uuid>;
    /// In the order of Value.
    enum class Type : std::uint8_t { unknown, integer, text, blob, uuid };

    std::string_view name;
    Value value;
    /// An empty std::optional keeps its type, so that PostgreSQL understands `:name is null or …`.
    Type type;

    Param(std::string_view n, Value v) : name(n), value(v), type(static_cast<Type>(v.index())) {}
    Param(std::string_view n, std::nullopt_t) : Param(n, Value{}) {}
    template <class T>
        requires std::is_integral_v<T>
    Param(std::string_view n, T v) : Param(n, Value{static_cast<std::int64_t>(v)}) {}
    Param(std::string_view n, std::string_view v) : Param(n, Value{v}) {}
    Param(std::string_view n, std::string const& v) : Param(n, Value{std::string_view{v}}) {}
    Param(std::string_view n, char const* v) : Param(n, Value{std::string_view{v}}) {}
    Param(std::string_view n, BlobView v) : Param(n, Value{v}) {}
    Param(std::string_view n, Blob const& v) : Param(n, Value{BlobView{v}}) {}
    Param(std::string_view n, Uuid const& v) : Param(n, Value{v}) {}
    template <class Tag>
    Param(std::string_view n, Id<Tag> const& v) : Param(n, Value{v.uuid()}) {}
    Param(std::string_view n, Instant v) : Param(n, Value{v.microseconds()}) {}
    template <int Places>
    Param(std::string_view n, Decimal<Places> v) : Param(n, Value{v.raw()}) {}
    template <class T>
    Param(std::string_view n, std::optional<T> const& v) : Param(n, T{}) {
        if (v) value = Param(n, *v).value;
        else value = std::monostate{};
    }
};

using Params = std::vector<Param>;

/// A row, valid only inside the callback. Columns are read by position from 0, since PostgreSQL folds names. Reading
/// NULL into a type that is not std::optional throws db::Error.
class Row {
public:
    virtual ~Row() = default;
    virtual bool is_null(int column) const = 0;
    virtual std::int64_t integer(int column) const = 0;
    virtual std::string_view text(int column) const = 0;
    virtual BlobView blob(int column) const = 0;
    virtual Uuid uuid(int column) const = 0;

    template <class T>
    T get(int column) const;
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsDecimal : std::false_type {};
template <int Places>
struct IsDecimal<Decimal<Places>> : std::true_type {};

template <class T>
T Row::get(int column) const {
    if constexpr (IsOptional<T>::value) {
        if (is_null(column)) return std::nullopt;
        return get<typename T::value_type>(column);
    } else if constexpr (std::is_same_v<T, bool>) {
        return integer(column) != 0;
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(integer(column));
    } else if constexpr (std::is_same_v<T, std::string>) {
        return std::string(text(column));
    } else if constexpr (std::is_same_v<T, Blob>) {
        auto const view = blob(column);
        return Blob(view.begin(), view.end());
    } else if constexpr (std::is_same_v<T, Instant>) {
        return Instant{integer(column)};
    } else if constexpr (IsDecimal<T>::value) {
        return T::from_raw(integer(column));
    } else {
        return T{uuid(column)};
    }
}

} // namespace balcao::db
