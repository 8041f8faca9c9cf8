#pragma once

#include "nfce/danfe.hpp"
#include "nfce/danfe_sheet.hpp"

#include <expected>
#include <string>
#include <variant>
#include <vector>

/// What a DANFE says, before it is drawn. Not part of the library's interface.
namespace balcao::nfce::danfe {

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

/// A roll or sheet of blocks, or the form of an NF-e.
using Document = std::variant<Content, Sheet>;

/// How the document stands with SEFAZ.
enum class Standing { authorised, pending, none };
Standing standing_of(ForeignReceipt const& receipt);

/// What the DANFE of the document's model says (Modelo::danfe). A Problem when the protocol is not of this receipt, or
/// the model's own.
std::expected<Document, Problem> content_of(ForeignReceipt const& receipt, DanfeOptions const& options);

/// Of an NFC-e. A Problem when the QR code is none or too long to be drawn.
std::expected<Document, Problem> content_of_65(ForeignReceipt const& receipt, DanfeOptions const& options);
/// Of an NF-e, by the layout of its day.
std::expected<Document, Problem> content_of_55(ForeignReceipt const& receipt, DanfeOptions const& options);

/// The key in groups of four.
std::string spaced(std::string_view key);

} // namespace balcao::nfce::danfe
