#pragma once
// One declaration per entity: a constexpr table of fields gives JSON, columns (platform/db/entity.hpp) and rules.
//
//     struct Company { std::string razao_social; std::optional<std::string> telefone; std::int64_t crt = 1; … };
//     inline constexpr Field company_fields[]{
//         field<&Company::razao_social>("razao_social", {.required = true, .min = 2, .max = 60}), … };
//
// The name is the JSON member, the column and the form's field alike.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <boost/json/object.hpp>

#include "platform/base/decimal.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"

namespace balcao {

/// Rules of one field. Lengths count code points; each broken rule gives one Portuguese sentence.
struct Rules {
    /// SQL expression instead of a column of the entity's table; such a field is read-only.
    std::string_view derived{};
    bool required = false;  // empty is refused
    bool read_only = false; // accepted from the client and ignored
    std::size_t min = 0;
    std::size_t max = std::numeric_limits<std::size_t>::max();
    std::int64_t at_least = std::numeric_limits<std::int64_t>::min(); // decimals: scaled
    std::int64_t at_most = std::numeric_limits<std::int64_t>::max();
    std::string_view one_of{};                            // choices separated by `|`
    bool multiline = false;                               // line breaks and tabs are part of the text
    bool nfe_text = false;                                // only what the NF-e layout's TString takes: U+0020 to U+00FF
    std::string (*normalize)(std::string_view) = nullptr; // canonical form, before the other rules
    std::optional<std::string> (*check)(std::string_view text) = nullptr; // the sentence when the text is wrong
};

enum class FieldKind { text, integer, boolean, decimal, instant, id };

/// A member's value between entity, JSON and table. Texts are views of the entity or of the source.
using Scalar = std::variant<std::monostate, std::int64_t, std::string_view, Uuid>;

struct Field {
    std::string_view name;
    FieldKind kind;
    bool optional; // the member is std::optional: null is a value of its own
    int places;    // of a decimal
    Rules rules;
    Scalar (*get)(void const* entity);
    void (*set)(void* entity, Scalar const& value);
};

namespace detail {

template <class T>
struct MemberTraits;
template <class E, class T>
struct MemberTraits<T E::*> {
    using Entity = E;
    using Type = T;
};

template <class T>
struct Unwrap {
    using Type = T;
    static constexpr bool optional = false;
};
template <class T>
struct Unwrap<std::optional<T>> {
    using Type = T;
    static constexpr bool optional = true;
};

template <class T>
struct DecimalPlaces : std::integral_constant<int, -1> {};
template <int Places>
struct DecimalPlaces<Decimal<Places>> : std::integral_constant<int, Places> {};

template <class T>
constexpr FieldKind kind_of() {
    if constexpr (std::is_same_v<T, std::string>) return FieldKind::text;
    else if constexpr (std::is_same_v<T, std::int64_t>) return FieldKind::integer;
    else if constexpr (std::is_same_v<T, bool>) return FieldKind::boolean;
    else if constexpr (DecimalPlaces<T>::value >= 0) return FieldKind::decimal;
    else if constexpr (std::is_same_v<T, Instant>) return FieldKind::instant;
    else {
        static_assert(std::is_base_of_v<Id<T>, T>, "this type cannot be a field");
        return FieldKind::id;
    }
}

template <class T>
Scalar to_scalar(T const& value) {
    constexpr auto kind = kind_of<T>();
    if constexpr (kind == FieldKind::text) return std::string_view{value};
    else if constexpr (kind == FieldKind::integer) return value;
    else if constexpr (kind == FieldKind::boolean) return std::int64_t{value};
    else if constexpr (kind == FieldKind::decimal) return value.raw();
    else if constexpr (kind == FieldKind::instant) return value.microseconds();
    else return value.uuid();
}

template <class T>
T from_scalar(Scalar const& value) {
    constexpr auto kind = kind_of<T>();
    if constexpr (kind == FieldKind::text) return std::string{std::get<std::string_view>(value)};
    else if constexpr (kind == FieldKind::integer) return std::get<std::int64_t>(value);
    else if constexpr (kind == FieldKind::boolean) return std::get<std::int64_t>(value) != 0;
    else if constexpr (kind == FieldKind::decimal) return T::from_raw(std::get<std::int64_t>(value));
    else if constexpr (kind == FieldKind::instant) return Instant{std::get<std::int64_t>(value)};
    else return T{std::get<Uuid>(value)};
}

} // namespace detail

template <auto Member>
constexpr Field field(std::string_view name, Rules rules = {}) {
    using Traits = detail::MemberTraits<decltype(Member)>;
    using Entity = typename Traits::Entity;
    using Wrapped = detail::Unwrap<typename Traits::Type>;
    using Type = typename Wrapped::Type;
    return Field{
        .name = name,
        .kind = detail::kind_of<Type>(),
        .optional = Wrapped::optional,
        .places = detail::DecimalPlaces<Type>::value,
        .rules = rules,
        .get = [](void const* entity) -> Scalar {
            auto const& member = static_cast<Entity const*>(entity)->*Member;
            if constexpr (Wrapped::optional) {
                if (!member) return std::monostate{};
                return detail::to_scalar<Type>(*member);
            } else {
                return detail::to_scalar<Type>(member);
            }
        },
        .set =
            [](void* entity, Scalar const& value) {
                auto& member = static_cast<Entity*>(entity)->*Member;
                if constexpr (Wrapped::optional) {
                    if (std::holds_alternative<std::monostate>(value)) {
                        member.reset();
                        return;
                    }
                }
                member = detail::from_scalar<Type>(value);
            },
    };
}

using Fields = std::span<Field const>;

namespace detail {
void read_json(Fields fields, boost::json::object const& json, void* entity, std::vector<FieldProblem>& problems);
void append_json(std::string& out, Fields fields, void const* entity);
std::string changes_json(Fields fields, void const* before, void const* after);
} // namespace detail

/// Reads a new entity from JSON: absent or null members keep the struct's default, `''` counts as null. Appends every
/// broken rule and unknown member to `problems`; the entity is valid only if none was added.
template <class Entity>
Entity read_entity(Fields fields, boost::json::object const& json, std::vector<FieldProblem>& problems) {
    Entity entity{};
    detail::read_json(fields, json, &entity, problems);
    return entity;
}

/// `{"razao_social":"…",…}` in the table's order.
template <class Entity>
void append_json(std::string& out, Fields fields, Entity const& entity) {
    detail::append_json(out, fields, &entity);
}
template <class Entity>
std::string to_json(Fields fields, Entity const& entity) {
    std::string out;
    detail::append_json(out, fields, &entity);
    return out;
}

/// Changes for the audit log: `{"bairro":["Centro","Jardim"]}`, without read-only fields.
template <class Entity>
std::string changes_json(Fields fields, Entity const& before, Entity const& after) {
    return detail::changes_json(fields, &before, &after);
}

} // namespace balcao
