// Which files are in force, from the changes that stand; and how two files differ.

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

#include "fiscal/fiscal_tables/fiscal_tables.hpp"
#include "fiscal/fiscal_tables/rows.hpp"

namespace balcao::fiscal_tables {

namespace {

using nfce::TableFile;

Change const* upload_in_force(std::span<Change const> changes, TableFile file) {
    Change const* found = nullptr;
    for (auto const& change : changes) {
        // An update of the program that is newer stands over what was uploaded before.
        if (change.file == file && change.kind == Kind::file && !change.undone_at &&
            change.as_of >= nfce::base_as_of(file))
            found = &change;
    }
    return found;
}

using Series = std::tuple<std::string, std::string, std::string, std::string>;
Series series_of(Row const& row) { return {row[parametro], row[alcance], row[uf], row[ambiente]}; }

// A version of the program may ask for parameters that an older file does not know.
void complete(std::vector<Row>& rows) {
    std::set<std::pair<std::string, std::string>> known;
    for (auto const& row : rows) known.emplace(row[parametro], row[alcance]);
    for (auto& row : read_rows(nfce::base_text(TableFile::parametros)))
        if (!known.contains({row[parametro], row[alcance]})) rows.push_back(std::move(row));
}

// The file's own row wins when it is newer and says something.
void put(std::vector<Row>& rows, Row const& value, bool file_is_newer) {
    auto const same = std::ranges::find_if(
        rows, [&](Row const& row) { return series_of(row) == series_of(value) && row[desde] == value[desde]; });
    if (same != rows.end()) {
        if (!file_is_newer || (*same)[valor].empty()) *same = value;
        return;
    }
    // Dates grow within a series.
    auto at = rows.end();
    for (auto row = rows.begin(); row != rows.end(); ++row)
        if (series_of(*row) == series_of(value) && (*row)[desde] < value[desde]) at = row + 1;
    if (at == rows.end()) {
        at = std::ranges::find_if(
            rows, [&](Row const& row) { return series_of(row) == series_of(value) && row[desde] > value[desde]; });
    }
    rows.insert(at, value);
}

} // namespace

std::string as_of_in_force(std::span<Change const> changes, TableFile file) {
    auto const* const upload = upload_in_force(changes, file);
    return upload == nullptr ? std::string(nfce::base_as_of(file)) : upload->as_of;
}

nfce::TableTexts texts_in_force(std::span<Change const> changes) {
    nfce::TableTexts texts;
    for (std::size_t at = 0; at < nfce::table_file_count; ++at) {
        auto const file = static_cast<TableFile>(at);
        auto const* const upload = upload_in_force(changes, file);
        if (upload != nullptr) texts[file] = upload->content;
        auto const is_value = [&](Change const& each) { return each.kind == Kind::value && !each.undone_at; };
        if (file != TableFile::parametros || (upload == nullptr && std::ranges::none_of(changes, is_value))) continue;
        auto rows = read_rows(upload == nullptr ? nfce::base_text(file) : std::string_view(upload->content));
        complete(rows);
        for (auto const& change : changes | std::views::filter(is_value)) {
            bool const file_is_newer =
                upload == nullptr ? nfce::base_as_of(file) > change.as_of : upload->revision > change.revision;
            put(rows, read_rows(parameters_header() + change.content + '\n').at(0), file_is_newer);
        }
        texts[file] = write_rows(rows);
    }
    return texts;
}

Difference difference(TableFile file, std::string_view before, std::string_view after) {
    auto const old_rows = keyed_rows(file, before), new_rows = keyed_rows(file, after);
    Difference found;
    for (auto const& [key, text] : new_rows) {
        auto const at = old_rows.find(key);
        if (at == old_rows.end()) {
            ++found.added;
            found.rows.push_back({.key = key, .before = {}, .after = text});
        } else if (at->second != text) {
            ++found.changed;
            found.rows.push_back({.key = key, .before = at->second, .after = text});
        }
    }
    for (auto const& [key, text] : old_rows) {
        if (new_rows.contains(key)) continue;
        ++found.gone;
        found.rows.push_back({.key = key, .before = text, .after = {}});
    }
    return found;
}

} // namespace balcao::fiscal_tables
