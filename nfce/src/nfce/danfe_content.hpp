#pragma once

#include "nfce/danfe.hpp"

#include <expected>
#include <string>
#include <variant>
#include <vector>

/// What a DANFE says, before it is drawn. Not part of the library's interface.
namespace balcao::nfce::danfe {

enum class Align { left, centre };
enum class Weight { normal, bold };

struct Text {
    std::string text;
    Align align = Align::left;
    Weight weight = Weight::normal;
};
/// A name at the left, its value at the right.
struct Pair {
    std::string left, right;
    Weight weight = Weight::normal;
};
/// One item: description line and amounts below it.
struct Item {
    std::string description, amounts, total;
};
struct Rule {};
struct QrCode {
    std::string content;
};
/// Division I: who issues; a logo goes at its left.
struct Header {
    std::vector<Text> lines;
};
using Block = std::variant<Text, Pair, Item, Rule, QrCode, Header>;

/// A Problem when the QR code is none or too long to be drawn.
std::expected<std::vector<Block>, Problem> content_of(Nfce const& nfce, std::optional<Protocol> const& protocol,
                                                      DanfeOptions const& options);

} // namespace balcao::nfce::danfe
