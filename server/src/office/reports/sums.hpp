#pragma once
// Reading the kept sums (selling/figures) for reports.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "office/reports/period.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/decimal.hpp"
#include "platform/db/database.hpp"
#include "selling/figures/figures.hpp"

namespace balcao::reports {

using figures::Sums;

/// Which sums.
struct Slice {
    std::string ambiente;
    std::string dimensao;
    Period period;
    std::optional<UserId> operador{};
    std::optional<std::int64_t> serie{};
    std::optional<std::string> chave{};
};
/// By what they are kept apart; what is not named is added up.
struct By {
    bool dia = false;
    bool mes = false; // dia is then YYYY-MM
    bool operador = false;
    bool serie = false;
    bool chave = false;
};
struct Cell {
    std::string grupo;
    std::string dia{};
    Uuid operador{};
    std::int64_t serie = figures::no_series;
    std::string chave{};
    Sums sums{};
};
/// Those of which any sum is not zero.
std::vector<Cell> read_cells(db::Connection& connection, auth::CompanyScope const& scope, Slice const& slice, By by);

/// First and last purchase of clients up to a day, of receipts or of orders.
struct Bought {
    std::string chave;
    std::string first, last;
};
std::vector<Bought> purchases_of(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                                 bool of_orders, std::vector<std::string> const& clients, std::string_view until);

std::string money(std::int64_t raw);
/// Per cent with one decimal; nothing when `whole` is not above zero.
std::optional<std::string> percent(std::int64_t part, std::int64_t whole);
/// By how many per cent `now` is more than `before`.
std::optional<std::string> growth(std::int64_t now, std::int64_t before);
std::optional<std::string> average(std::int64_t value, std::int64_t count);
/// A, B or C of each value, which are sorted downwards; `whole`: their sum.
std::vector<char> abc(std::vector<std::int64_t> const& values, std::int64_t whole);

/// Sorts by what `of` says of each, the highest first; equal ones by themselves.
template <class Key, class Of>
void sort_highest_first(std::vector<Key>& keys, Of const& of) {
    std::ranges::sort(keys, [&](Key const& a, Key const& b) {
        auto const left = of(a);
        auto const right = of(b);
        return left != right ? left > right : a < b;
    });
}

} // namespace balcao::reports
