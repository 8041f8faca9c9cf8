#include "nfce/csv.hpp"

#include <algorithm>
#include <stdexcept>

#include "platform/base/csv.hpp"

namespace balcao::nfce {

CsvTable::CsvTable(std::string_view file) {
    CsvReader reader(file);
    header_ = reader.header();
    while (reader.next()) {
        index_.emplace(reader.record().front(), rows_.size());
        rows_.push_back(reader.record());
    }
}

CsvTable::Row const* CsvTable::find(std::string_view key) const {
    auto const at = index_.find(key);
    return at == index_.end() ? nullptr : &rows_[at->second];
}

std::size_t CsvTable::column(std::string_view name) const {
    auto const at = std::ranges::find(header_, name);
    if (at == header_.end()) throw std::logic_error("CSV: column missing: " + std::string(name));
    return static_cast<std::size_t>(at - header_.begin());
}

} // namespace balcao::nfce
