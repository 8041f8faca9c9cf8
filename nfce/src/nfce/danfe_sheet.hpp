#pragma once

#include <string>
#include <vector>

/// What the DANFE of an NF-e says, as a form on A4. Not part of the library's interface.
namespace balcao::nfce::danfe {

enum class Align { left, centre, right };

/// A field of the form: its name in small print, and what it says. `width` is its part of the line.
struct Field {
    std::string name, value;
    double width = 1;
    Align align = Align::left;
};
using Line = std::vector<Field>;

/// Lines of fields under a title.
struct Frame {
    std::string title;
    std::vector<Line> lines;
};

struct Column {
    std::string title;
    double width = 1; ///< part of the table's width; 0: what the others leave
    Align align = Align::left;
};
/// An item: its fields in the order of the columns, and in that of the second line's, of which it may have none.
struct SheetItem {
    std::vector<std::string> fields, second;
};

struct Sheet {
    std::string stub;           ///< what the buyer signs for on the part to tear off; empty: there is none
    std::string number, series; ///< as printed
    int direction = 1;          ///< 0 entrada, 1 saída
    std::string issuer;
    std::vector<std::string> issuer_lines;
    Line regime; ///< at the bottom of the issuer's box; may be empty
    std::string key, bars, authenticity;
    std::vector<Line> operation; ///< repeated on each page, as all above but the stub
    std::vector<Frame> frames;
    std::vector<Column> columns, second_columns;
    std::vector<SheetItem> items;
    std::string additional; ///< paragraphs
    std::string watermark;  ///< lines
};

} // namespace balcao::nfce::danfe
