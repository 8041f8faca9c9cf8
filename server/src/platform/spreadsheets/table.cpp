#include "platform/spreadsheets/table.hpp"

#include "platform/base/text.hpp"

namespace balcao::spreadsheets {

void Table::add_cell(std::string_view text) {
    text_ += trim(text);
    cell_ends_.push_back(static_cast<std::uint32_t>(text_.size()));
}

void Table::end_row(std::int64_t line) {
    auto const start_of = [&](std::size_t cell) { return cell == 0 ? std::uint32_t{0} : cell_ends_[cell - 1]; };
    while (cell_ends_.size() > open_row_ && cell_ends_.back() == start_of(cell_ends_.size() - 1)) cell_ends_.pop_back();
    if (cell_ends_.size() == open_row_) return;
    row_ends_.push_back(static_cast<std::uint32_t>(cell_ends_.size()));
    lines_.push_back(line);
    open_row_ = cell_ends_.size();
}

std::vector<std::string_view> Table::cells(std::size_t row) const {
    std::size_t const first = row == 0 ? 0 : row_ends_[row - 1];
    std::vector<std::string_view> cells;
    cells.reserve(row_ends_[row] - first);
    for (auto cell = first; cell < row_ends_[row]; ++cell) {
        std::size_t const begin = cell == 0 ? 0 : cell_ends_[cell - 1];
        cells.push_back(std::string_view(text_).substr(begin, cell_ends_[cell] - begin));
    }
    return cells;
}

Result<void> add_checked(Table& table, std::string_view text, std::int64_t line) {
    auto const where = "A linha " + std::to_string(line);
    if (text.size() > most_cell_bytes) {
        return invalid(where +
                       " tem uma célula com mais de 32.767 caracteres. Confira se o arquivo é mesmo uma planilha.");
    }
    if (table.open_cells() >= most_columns)
        return invalid(where + " tem mais de 200 colunas. Confira se o arquivo é mesmo uma planilha.");
    if (table.text_bytes() + text.size() > most_text_bytes)
        return invalid("A planilha tem texto demais. Divida-a em partes menores e importe uma de cada vez.");
    table.add_cell(text);
    return {};
}

Result<void> end_checked(Table& table, std::int64_t line) {
    table.end_row(line);
    if (table.rows() > most_rows + 1)
        return invalid("A planilha tem mais de 50.000 linhas. Divida-a em partes menores e importe uma de cada vez.");
    return {};
}

Result<Table> read_table(std::string_view file) {
    if (file.starts_with("\xD0\xCF\x11\xE0")) {
        return invalid("Este arquivo é de um Excel antigo (.xls) ou tem senha. Abra-o no Excel e salve como .xlsx sem "
                       "senha, ou como CSV.");
    }
    auto table = file.starts_with("PK") ? read_xlsx(file) : read_csv(file);
    if (!table) return table;
    if (table->rows() == 0) return invalid("A planilha está vazia.");
    if (table->rows() == 1) return invalid("A planilha só tem o título das colunas. Preencha pelo menos uma linha.");
    return table;
}

} // namespace balcao::spreadsheets
