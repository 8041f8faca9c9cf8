// CSV as spreadsheets save it: libcsv finds the cells, iconv the letters.

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>

#include <csv.h>
#include <iconv.h>

#include "platform/base/text.hpp"
#include "platform/spreadsheets/table.hpp"

namespace balcao::spreadsheets {

namespace {

constexpr auto unreadable_letters =
    "Não foi possível reconhecer as letras do arquivo. Salve-o de novo como CSV UTF-8 ou como .xlsx.";
constexpr auto no_spreadsheet = "Este arquivo não é uma planilha. Envie um arquivo CSV ou XLSX.";

std::optional<std::string> converted(std::string_view bytes, char const* encoding) {
    struct Close {
        void operator()(void* converter) const { iconv_close(converter); }
    };
    std::unique_ptr<void, Close> const converter(iconv_open("UTF-8", encoding));
    if (converter.get() == reinterpret_cast<iconv_t>(-1))
        throw std::system_error(errno, std::generic_category(), "iconv_open");
    std::string text(bytes.size() * 3 + 4, '\0'); // no character of these encodings takes more bytes in UTF-8
    std::string input(bytes);
    auto* from = input.data();
    auto from_left = input.size();
    auto* to = text.data();
    auto to_left = text.size();
    if (iconv(converter.get(), &from, &from_left, &to, &to_left) == static_cast<std::size_t>(-1)) return std::nullopt;
    text.resize(text.size() - to_left);
    return text;
}

std::optional<std::string> to_utf8(std::string_view file) {
    if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
    if (file.starts_with("\xFF\xFE")) return converted(file.substr(2), "UTF-16LE"); // "Texto Unicode" of Excel
    if (file.starts_with("\xFE\xFF")) return converted(file.substr(2), "UTF-16BE");
    if (is_utf8(file)) return std::string(file);
    return converted(file, "WINDOWS-1252");
}

// One kind of line end, so that libcsv counts lines as people do.
std::string with_plain_line_ends(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r') plain += text[i];
        else if (i + 1 == text.size() || text[i + 1] != '\n') plain += '\n';
    }
    return plain;
}

// The one found most often in the first line that has any, quoted texts aside; comma when none is.
char separator_of(std::string_view text) {
    constexpr std::string_view candidates = ";,\t";
    std::array<std::size_t, candidates.size()> counts{};
    bool is_quoted = false;
    for (char const c : text) {
        if (c == '"') is_quoted = !is_quoted;
        if (is_quoted) continue;
        if (auto const at = candidates.find(c); at != std::string_view::npos) ++counts[at];
        if (c == '\n' && std::ranges::max(counts) > 0) break;
    }
    if (std::ranges::max(counts) == 0) return ',';
    return candidates[static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin())];
}

// libcsv calls back through C: nothing may be thrown, so the first refusal is kept and the rest ignored.
struct Reading {
    Table table;
    std::int64_t line = 1;
    std::optional<Failure> refused;

    static void cell(void* text, std::size_t size, void* data) {
        auto& reading = *static_cast<Reading*>(data);
        if (reading.refused) return;
        auto const added = add_checked(reading.table, {static_cast<char const*>(text), size}, reading.line);
        if (!added) reading.refused = added.error();
    }
    static void row(int, void* data) {
        auto& reading = *static_cast<Reading*>(data);
        if (reading.refused) return;
        auto const ended = end_checked(reading.table, reading.line);
        if (!ended) reading.refused = ended.error();
        ++reading.line;
    }
};

} // namespace

Result<Table> read_csv(std::string_view file) {
    auto const decoded = to_utf8(file);
    if (!decoded) return invalid(unreadable_letters);
    if (decoded->contains('\0')) return invalid(no_spreadsheet);
    auto const plain = with_plain_line_ends(*decoded);

    std::string_view text = plain;
    Reading reading;
    auto separator = separator_of(text);
    if (text.starts_with("sep=") && text.size() > 5 && text[5] == '\n') { // how Excel is told the separator
        separator = text[4];
        text.remove_prefix(6);
        reading.line = 2;
    }

    struct Free {
        void operator()(csv_parser* parser) const { csv_free(parser); }
    };
    csv_parser state{};
    if (csv_init(&state, CSV_REPALL_NL | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    std::unique_ptr<csv_parser, Free> const parser(&state);
    csv_set_delim(parser.get(), static_cast<unsigned char>(separator));
    csv_set_blk_size(parser.get(), most_cell_bytes); // it grows a cell's memory by this much, 128 bytes unless told

    constexpr std::size_t piece = 64 * 1024; // so that a refusal ends the reading soon
    while (!text.empty() && !reading.refused) {
        auto const size = std::min(piece, text.size());
        if (csv_parse(parser.get(), text.data(), size, Reading::cell, Reading::row, &reading) != size) {
            if (csv_error(parser.get()) == CSV_ENOMEM) throw std::bad_alloc();
            return invalid("A linha " + std::to_string(reading.line) +
                           " não está no formato CSV. Salve a planilha de novo.");
        }
        text.remove_prefix(size);
        // A cell that does not end would be gathered up to the file's end before anybody saw its size.
        if (parser->entry_pos > most_cell_bytes) Reading::cell(parser->entry_buf, parser->entry_pos, &reading);
    }
    // Strict only now: a quote in the middle of a cell (2" pipe) is fine, one that never closes is not.
    parser->options |= CSV_STRICT;
    if (!reading.refused && csv_fini(parser.get(), Reading::cell, Reading::row, &reading) != 0) {
        return invalid("Faltam aspas de fechamento na linha " + std::to_string(reading.line) +
                       ". Salve a planilha de novo como CSV ou .xlsx.");
    }
    if (reading.refused) return fail(*std::move(reading.refused));
    return std::move(reading.table);
}

} // namespace balcao::spreadsheets
