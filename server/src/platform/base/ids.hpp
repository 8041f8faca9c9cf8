#pragma once
// Identifiers: UUID version 7 (time-ordered), one C++ type per kind of record.

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace balcao {

/// 16 bytes in network order. Text: 36 lower-case characters with dashes.
class Uuid {
public:
    using Bytes = std::array<std::uint8_t, 16>;

    constexpr Uuid() = default;
    constexpr explicit Uuid(Bytes const& bytes) : bytes_(bytes) {}

    /// A new version 7 id. Ids of one process ascend, also within a millisecond. Thread-safe.
    static Uuid make();
    /// Parses the 36-character form in any case; nullopt otherwise.
    static std::optional<Uuid> parse(std::string_view text);

    std::string to_string() const;
    constexpr Bytes const& bytes() const { return bytes_; }

    friend constexpr auto operator<=>(Uuid const&, Uuid const&) = default;

private:
    Bytes bytes_{};
};

/// `struct CompanyId : Id<CompanyId>` is an id type that does not convert to UserId.
template <class Tag>
class Id {
public:
    constexpr Id() = default;
    constexpr explicit Id(Uuid const& uuid) : uuid_(uuid) {}

    static Tag make() { return Tag{Uuid::make()}; }
    static std::optional<Tag> parse(std::string_view text) {
        auto const uuid = Uuid::parse(text);
        return uuid ? std::optional<Tag>{Tag{*uuid}} : std::nullopt;
    }

    constexpr Uuid const& uuid() const { return uuid_; }
    std::string to_string() const { return uuid_.to_string(); }

    friend constexpr auto operator<=>(Id const&, Id const&) = default;

private:
    Uuid uuid_{};
};

struct UserId : Id<UserId> {
    using Id::Id;
};
struct CompanyId : Id<CompanyId> {
    using Id::Id;
};
struct PersonId : Id<PersonId> {
    using Id::Id;
};
struct ProductId : Id<ProductId> {
    using Id::Id;
};
struct SessionId : Id<SessionId> {
    using Id::Id;
};

/// 256 random bits as 43 characters of URL-safe base64 (session cookies, file names). Thread-safe.
std::string random_token();

} // namespace balcao
