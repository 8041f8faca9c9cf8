// Uploaded CSV: no input may crash the reader, and what it takes keeps to its limits.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "platform/spreadsheets/table.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao::spreadsheets;
    auto const table = read_csv(std::string_view(reinterpret_cast<char const*>(data), size));
    if (!table) {
        if (table.error().detail.empty()) std::abort(); // a refusal says why
        return 0;
    }
    if (table->rows() > most_rows + 1 || table->text_bytes() > most_text_bytes) std::abort();
    for (std::size_t row = 0; row < table->rows(); ++row) {
        auto const cells = table->cells(row);
        if (cells.empty() || cells.size() > most_columns || cells.back().empty()) std::abort();
        for (auto const cell : cells)
            if (cell.size() > most_cell_bytes) std::abort();
    }
    return 0;
}
