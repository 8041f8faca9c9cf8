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
    std::string weight{}; // empty: not known
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
    bool has_amounts = true;    // else only what and how much: no prices, sums, conditions and installments
    bool has_weights = false;
    std::vector<DocumentItem> items{};
    std::vector<Labelled> sums{}; // above the total, may be none
    Labelled total{};
    std::vector<Labelled> conditions{};
    std::vector<Labelled> installments{}; // due date and amount
    std::string notes{};
    std::vector<std::string> signatures{}; // below the lines to sign on
    std::string generated{};               // `Gerado em …`
};

/// A report: tables below one another.
struct ReportTable {
    struct Column {
        std::string title;
        double share = 1; // of the width
        bool is_number = false;
    };
    std::string title;
    std::vector<Column> columns{};
    std::vector<std::vector<std::string>> rows{};
    std::string note{}; // below it
};
struct ReportDocument {
    std::string title;
    std::vector<std::string> subtitles{}; // period, filters
    std::uint32_t accent = 0;
    std::string logo{};
    std::string company{};
    std::vector<std::string> company_lines{};
    std::vector<Labelled> figures{}; // at most five
    std::vector<ReportTable> tables{};
    std::string generated{};
};

namespace pdf {

inline constexpr char const* module_name = "libbalcao_budget_pdf.so";
inline constexpr char const* draw_name = "balcao_budget_draw";
/// Puts the PDF into `pdf`. Thread-safe. Throws std::runtime_error when memory or a library fails.
using Draw = void(BudgetDocument const& document, std::string& pdf);

inline constexpr char const* draw_report_name = "balcao_report_draw";
using DrawReport = void(ReportDocument const& document, std::string& pdf);

} // namespace pdf

} // namespace balcao::budgets
