#pragma once
// What an event can be about.

#include <algorithm>
#include <array>
#include <string_view>

namespace balcao::events {

/// The words of the contract (schema Event, member topic).
inline constexpr std::array<std::string_view, 26> topics{
    "companies",     "session",        "products",      "people",        "budgets", "imports",  "users",
    "certificate",   "sefaz-settings", "tech-resp",     "sale-settings", "sales",   "receipts", "numbers",
    "contingency",   "stations",       "tax-profiles",  "readiness",     "cash",    "returns",  "deliveries",
    "store-credits", "example-shop",   "fiscal-tables", "ibpt",          "reports"};

/// One of `topics`. Made of a literal; any other word does not compile, so no browser gets an event it does not know.
class Topic {
public:
    consteval Topic(char const* word) : word_(word) {
        if (std::ranges::find(topics, word_) == topics.end()) throw "not one of the contract's topics";
    }
    constexpr std::string_view word() const { return word_; }

private:
    std::string_view word_;
};

} // namespace balcao::events
