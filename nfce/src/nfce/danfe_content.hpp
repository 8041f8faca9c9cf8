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
/// One item, in the order of its columns. Narrow paper prints it on two lines.
struct Item {
    std::string code, description, quantity, unit, unit_value, total;
};
/// The names of an item's columns.
struct ItemTitles {};
struct Rule {};
/// Divisions IV to VII: the key, the QR code, and who bought and when. Wide paper has the texts beside the code.
struct KeySection {
    std::vector<Text> key;
    std::string qr_code;
    std::vector<Text> identification;
};
/// Division I: who issues; a logo goes at its left.
struct Header {
    std::vector<Text> lines;
};
using Block = std::variant<Text, Pair, ItemTitles, Item, Rule, KeySection, Header>;

struct Content {
    std::vector<Block> blocks;
    std::vector<Text> continuation; ///< head of the pages after the first
};

/// A Problem when the protocol is not of this receipt, or the QR code is none or too long to be drawn.
std::expected<Content, Problem> content_of(ForeignReceipt const& receipt, DanfeOptions const& options);

} // namespace balcao::nfce::danfe
