#pragma once
// What the printed budget says, and the module that draws it (this folder). The module alone links cairo and pango,
// some thirty libraries that a server at rest should neither load nor keep.

#include <cstdint>
#include <string>
#include <vector>

namespace balcao::budgets {

struct Labelled {
    std::string label;
    std::string value;
};

struct DocumentItem {
    std::string code;
    std::string description;
    std::string unit;
    std::string quantity;
    std::string price;
    std::string discount; // empty: none
    std::string total;
};

/// Every text as it is drawn, nothing left to compute.
struct BudgetDocument {
    std::string title;             // `ORÇAMENTO Nº 1.047`
    std::vector<Labelled> dates{}; // beside the title
    std::uint32_t accent = 0;      // 0xRRGGBB, dark enough for text on white
    std::string logo{};            // bytes of a PNG or JPEG; empty: none
    std::string company{};
    std::vector<std::string> company_lines{};
    std::string client{};
    std::vector<std::string> client_lines{};
    std::vector<Labelled> delivery{};
    bool has_discounts = false; // of single items
    std::vector<DocumentItem> items{};
    std::vector<Labelled> sums{}; // above the total, may be none
    Labelled total{};
    std::vector<Labelled> conditions{};
    std::vector<Labelled> installments{}; // due date and amount
    std::string notes{};
    std::vector<std::string> signatures{}; // below the lines to sign on
    std::string generated{};               // `Gerado em …`
};

namespace pdf {

inline constexpr char const* module_name = "libbalcao_budget_pdf.so";
inline constexpr char const* draw_name = "balcao_budget_draw";
/// Puts the PDF into `pdf`. Thread-safe. Throws std::runtime_error when memory or a library fails.
using Draw = void(BudgetDocument const& document, std::string& pdf);

} // namespace pdf

} // namespace balcao::budgets
