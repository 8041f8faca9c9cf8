#include "platform/base/csv.hpp"

#include <algorithm>
#include <stdexcept>

namespace balcao {

CsvReader::CsvReader(std::string_view file) : file_(file) { read(header_); }

std::size_t CsvReader::column(std::string_view name) const {
    auto const at = std::ranges::find(header_, name);
    if (at == header_.end()) throw std::logic_error("CSV: column missing: " + std::string(name));
    return static_cast<std::size_t>(at - header_.begin());
}

bool CsvReader::next() {
    if (at_ >= file_.size()) return false;
    read(record_);
    if (record_.size() != header_.size()) throw std::logic_error("CSV: row with another number of columns");
    return true;
}

void CsvReader::read(std::vector<std::string_view>& fields) {
    fields.clear();
    while (true) {
        std::string_view field;
        if (at_ < file_.size() && file_[at_] == '"') {
            auto end = at_ + 1;
            while (true) {
                end = file_.find('"', end);
                if (end == std::string_view::npos) throw std::logic_error("CSV: quote not closed");
                if (end + 1 >= file_.size() || file_[end + 1] != '"') break;
                end += 2;
            }
            field = file_.substr(at_ + 1, end - at_ - 1);
            at_ = end + 1;
        } else {
            auto const end = std::min(file_.find_first_of(",\n", at_), file_.size());
            field = file_.substr(at_, end - at_);
            at_ = end;
        }
        fields.push_back(field);
        if (at_ >= file_.size()) return;
        if (file_[at_++] != ',') return;
    }
}

std::string csv_text(std::string_view field) {
    std::string text;
    text.reserve(field.size());
    for (std::size_t i = 0; i < field.size(); ++i) {
        text += field[i];
        if (field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"') ++i;
    }
    return text;
}

} // namespace balcao
