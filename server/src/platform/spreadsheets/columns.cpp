#include "platform/spreadsheets/columns.hpp"

#include <algorithm>
#include <ranges>

#include "platform/base/text.hpp"

namespace balcao::spreadsheets {

namespace {

// Letters and digits as words: `Preço (R$) *` → `preco r`.
std::string plain_title(std::string_view title) {
    std::string plain;
    for (char const c : fold(title)) {
        auto const is_word = static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (is_word) plain += c;
        else if (!plain.empty() && plain.back() != ' ') plain += ' ';
    }
    return trim(plain);
}

bool is_called(Column const& column, std::string_view plain) {
    if (plain == plain_title(column.field) || plain == plain_title(column.title)) return true;
    return std::ranges::any_of(column.synonyms | std::views::split('|'),
                               [&](auto synonym) { return std::string_view(synonym.begin(), synonym.end()) == plain; });
}

Column const* find_column(std::string_view title, std::span<Column const> columns) {
    auto const bracket = std::min(title.find('('), title.size());
    for (auto const& plain : {plain_title(title), plain_title(title.substr(0, bracket))}) {
        if (plain.empty()) continue;
        auto const at = std::ranges::find_if(columns, [&](Column const& column) { return is_called(column, plain); });
        if (at != columns.end()) return &*at;
    }
    return nullptr;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

std::optional<std::string_view> flag_value(std::string_view cell) {
    auto const word = fold(cell);
    if (is_one_of(word, {"s", "sim", "1", "x", "v", "verdadeiro", "true", "yes", "y", "ativo", "ativa"})) return "S";
    if (is_one_of(word, {"n", "nao", "0", "f", "falso", "false", "no", "inativo", "inativa"})) return "N";
    return std::nullopt;
}

template <class Each>
void each_word(std::string_view words, Each each) {
    for (auto const part : words | std::views::split('|')) {
        std::string_view const pair(part.begin(), part.end());
        if (auto const at = pair.find('='); at != std::string_view::npos)
            each(pair.substr(0, at), parse_int(pair.substr(at + 1)).value());
    }
}

// `0 - Nacional` says 0.
std::optional<std::int64_t> code_value(std::string_view words, std::string_view cell) {
    std::optional<std::int64_t> named;
    each_word(words, [&](std::string_view word, std::int64_t number) {
        if (fold(word) == fold(cell)) named = number;
    });
    if (named) return named;
    auto const end = std::ranges::find_if_not(cell, [](char c) { return c >= '0' && c <= '9'; }) - cell.begin();
    auto const rest = trim(cell.substr(static_cast<std::size_t>(end)));
    if (!rest.empty() && !rest.starts_with("-") && !rest.starts_with(":") && rest != ",0" && rest != ",00")
        return std::nullopt;
    return parse_int(cell.substr(0, static_cast<std::size_t>(end)));
}

// Exports put an apostrophe before what a spreadsheet would take for a formula.
std::string_view without_guard(std::string_view cell) {
    if (cell.size() > 1 && cell[0] == '\'' && std::string_view("=+-@").contains(cell[1])) cell.remove_prefix(1);
    return cell;
}

std::string with_lost_zeros(Column const& column, std::string_view cell) {
    if (!is_digits(cell) || cell.size() >= column.digits || cell.size() + column.lost_zeros < column.digits)
        return std::string(cell);
    return std::string(column.digits - cell.size(), '0') + std::string(cell);
}

} // namespace

Result<std::vector<FileColumn>> recognize(std::span<std::string_view const> heading, std::span<Column const> columns,
                                          std::string_view key) {
    std::vector<FileColumn> found;
    for (auto const title : heading) {
        auto const* const known = find_column(title, columns);
        auto const same = known == nullptr ? found.end() : std::ranges::find(found, known, &FileColumn::known);
        if (same != found.end()) {
            return invalid("As colunas \"" + same->title + "\" e \"" + std::string(title) +
                           "\" dizem a mesma coisa. Apague uma delas e envie de novo.");
        }
        found.push_back({std::string(title), known});
    }
    auto const is_key = [&](FileColumn const& column) { return column.known != nullptr && column.known->field == key; };
    if (std::ranges::none_of(found, is_key)) {
        auto const wanted = std::ranges::find(columns, key, &Column::field);
        return invalid("Falta a coluna \"" + std::string(wanted->title) +
                       "\". A primeira linha da planilha deve ter os nomes das colunas, como na planilha modelo.");
    }
    return found;
}

std::optional<std::string> plain_number(std::string_view typed) {
    std::string text;
    for (std::size_t i = 0; i < typed.size(); ++i) {
        auto const rest = typed.substr(i);
        if (rest.starts_with("R$") || rest.starts_with("r$")) ++i;
        else if (rest.starts_with("\u00A0")) ++i;
        else if (rest.starts_with("\u2212")) {
            text += '-';
            i += 2;
        } else if (typed[i] != ' ' && typed[i] != '\t') {
            text += typed[i];
        }
    }
    if (text.ends_with('%')) text.pop_back();
    auto const is_negative = text.starts_with('-');
    if (is_negative) text.erase(0, 1);
    if (text.empty() || text.find_first_not_of("0123456789.,") != std::string::npos || digits(text).empty())
        return std::nullopt;

    auto const is_grouped = [](std::string_view part) {
        auto const first = part.find_first_of(".,");
        if (first == 0 || first > 3 || part[0] == '0') return false;
        for (part.remove_prefix(first); !part.empty(); part.remove_prefix(4))
            if (part.size() < 4 || !is_digits(part.substr(1, 3))) return false;
        return true;
    };
    std::string separators;
    std::ranges::copy_if(text, std::back_inserter(separators), [](char c) { return c == '.' || c == ','; });
    std::string whole = text;
    std::string fraction;
    if (!separators.empty()) {
        auto const is_repeated = std::ranges::count(separators, separators.back()) > 1;
        // One point before exactly three digits groups thousands (1.234), but not after a zero (0.500). A comma never
        // does.
        if (!is_repeated && (separators != "." || !is_grouped(text))) {
            auto const at = text.find_last_of(".,");
            whole = text.substr(0, at);
            fraction = text.substr(at + 1);
        }
        auto const kinds = (whole.contains('.') ? 1 : 0) + (whole.contains(',') ? 1 : 0);
        if (kinds > 1 || (kinds == 1 && !is_grouped(whole))) return std::nullopt;
    }
    whole = digits(whole);
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
    fraction.erase(fraction.find_last_not_of('0') + 1);
    auto number = (whole.empty() ? "0" : whole) + (fraction.empty() ? "" : "." + fraction);
    return is_negative && number != "0" ? "-" + number : number;
}

bool is_flag(Field const& field) { return field.rules.one_of == "S|N"; }

std::expected<boost::json::value, std::string> cell_value(Column const& column, Field const& field,
                                                          std::string_view cell) {
    if (is_flag(field)) {
        if (auto const flag = flag_value(cell)) return boost::json::value(*flag);
        return std::unexpected("Escreva Sim ou Não.");
    }
    if (field.kind == FieldKind::decimal) {
        if (auto const number = plain_number(cell)) return boost::json::value(*number);
        return std::unexpected("Isto não é um número. Exemplo: 1234,50.");
    }
    if (field.kind == FieldKind::integer) {
        if (auto const code = code_value(column.words, cell)) return boost::json::value(*code);
        return std::unexpected("Escreva só o número do código.");
    }
    return boost::json::value(with_lost_zeros(column, without_guard(cell)));
}

std::string shown_value(Column const& column, Field const& field, Scalar const& value) {
    if (std::holds_alternative<std::monostate>(value)) return {};
    if (field.kind == FieldKind::decimal) {
        std::string text;
        detail::append_fixed(text, std::get<std::int64_t>(value), field.places);
        std::ranges::replace(text, '.', ',');
        return text;
    }
    if (field.kind == FieldKind::integer) {
        auto const number = std::get<std::int64_t>(value);
        std::string shown;
        each_word(column.words, [&](std::string_view word, std::int64_t stands_for) {
            if (shown.empty() && stands_for == number) shown = word;
        });
        return shown.empty() ? std::to_string(number) : shown;
    }
    if (is_flag(field)) return std::get<std::string_view>(value) == "S" ? "Sim" : "Não";
    return std::string(std::get<std::string_view>(value));
}

} // namespace balcao::spreadsheets
