#include "nfce/csv.hpp"

#include <algorithm>
#include <stdexcept>

namespace balcao::nfce {

namespace {

/// One record from `at` on, and the position behind it. A quoted field keeps doubled quotes as they are: no code we look
/// up has any.
CsvTable::Row read_record(std::string_view file, std::size_t& at) {
    CsvTable::Row row;
    while (true) {
        std::string_view field;
        if (at < file.size() && file[at] == '"') {
            auto end = at + 1;
            while (true) {
                end = file.find('"', end);
                if (end == std::string_view::npos) throw std::logic_error("CSV: quote not closed");
                if (end + 1 >= file.size() || file[end + 1] != '"') break;
                end += 2;
            }
            field = file.substr(at + 1, end - at - 1);
            at = end + 1;
        } else {
            const auto end = std::min(file.find_first_of(",\n", at), file.size());
            field = file.substr(at, end - at);
            at = end;
        }
        row.push_back(field);
        if (at < file.size() && file[at] == ',') {
            ++at;
            continue;
        }
        if (at < file.size()) ++at;
        return row;
    }
}

} // namespace

CsvTable::CsvTable(std::string_view file) {
    std::size_t at = 0;
    header_ = read_record(file, at);
    while (at < file.size()) {
        auto row = read_record(file, at);
        if (row.size() != header_.size()) throw std::logic_error("CSV: row with another number of columns");
        index_.emplace(row.front(), rows_.size());
        rows_.push_back(std::move(row));
    }
}

const CsvTable::Row* CsvTable::find(std::string_view key) const {
    const auto at = index_.find(key);
    return at == index_.end() ? nullptr : &rows_[at->second];
}

std::size_t CsvTable::column(std::string_view name) const {
    const auto at = std::ranges::find(header_, name);
    if (at == header_.end()) throw std::logic_error("CSV: column missing: " + std::string(name));
    return static_cast<std::size_t>(at - header_.begin());
}

} // namespace balcao::nfce
