// XLSX: libzip opens the package, libxml2's reader walks its parts. Without DTD, entities, network or huge documents,
// and never more than a limited number of unpacked bytes, whatever the package says of itself.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <libxml/xmlreader.h>
#include <zip.h>

#include "platform/base/text.hpp"
#include "platform/spreadsheets/table.hpp"

namespace balcao::spreadsheets {

namespace {

constexpr zip_int64_t most_entries = 2'000;
constexpr std::uint64_t most_unpacked = std::uint64_t{256} * 1024 * 1024; // of the parts that are read, together
constexpr std::uint64_t most_ratio = 100;                                 // real sheets pack to a tenth or twentieth
constexpr std::uint64_t ratio_from = std::uint64_t{8} * 1024 * 1024;      // small parts may pack as well as they like

constexpr auto broken = "O arquivo .xlsx está danificado. Abra-o no Excel ou no LibreOffice e salve de novo.";
constexpr auto too_large =
    "A planilha fica grande demais ao ser aberta. Divida-a em partes menores e importe uma de cada vez.";

// A refusal on its way out of nested readers.
struct Refused {
    std::string detail;
};

class Package {
public:
    explicit Package(std::string_view bytes) {
        zip_error_t error{};
        auto* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
        if (source == nullptr) throw std::bad_alloc();
        archive_.reset(zip_open_from_source(source, ZIP_RDONLY, &error));
        if (!archive_) {
            zip_source_free(source);
            zip_error_fini(&error);
            throw Refused{broken};
        }
        if (zip_get_num_entries(archive_.get(), 0) > most_entries) throw Refused{too_large};
    }

    /// One part while it is read.
    class Part {
    public:
        Part(Package& package, zip_file_t* file, std::uint64_t packed)
            : package_(package), file_(file), packed_(packed) {}
        int read(char* to, int size) {
            auto const got = zip_fread(file_.get(), to, static_cast<zip_uint64_t>(size));
            if (got < 0) return -1;
            unpacked_ += static_cast<std::uint64_t>(got);
            package_.unpacked_ += static_cast<std::uint64_t>(got);
            is_bomb_ = is_bomb_ || package_.unpacked_ > most_unpacked ||
                       (unpacked_ > ratio_from && unpacked_ / most_ratio > packed_);
            return is_bomb_ ? -1 : static_cast<int>(got);
        }
        /// Also when libxml2 gave up first, at its own limits.
        bool is_bomb() const { return is_bomb_ || (unpacked_ > ratio_from && unpacked_ / (most_ratio / 5) > packed_); }

    private:
        struct Close {
            void operator()(zip_file_t* file) const { zip_fclose(file); }
        };
        Package& package_;
        std::unique_ptr<zip_file_t, Close> file_;
        std::uint64_t packed_;
        std::uint64_t unpacked_ = 0;
        bool is_bomb_ = false;
    };

    /// Null when there is no such part.
    std::unique_ptr<Part> open(std::string const& name) {
        zip_stat_t about{};
        if (zip_stat(archive_.get(), name.c_str(), 0, &about) != 0) return nullptr;
        auto* const file = zip_fopen(archive_.get(), name.c_str(), 0);
        if (file == nullptr) throw Refused{broken};
        return std::make_unique<Part>(*this, file, about.comp_size);
    }

private:
    struct Discard {
        void operator()(zip_t* archive) const { zip_discard(archive); }
    };
    std::unique_ptr<zip_t, Discard> archive_;
    std::uint64_t unpacked_ = 0;
};

// Forward only, names without their prefix.
class Xml {
public:
    explicit Xml(std::unique_ptr<Package::Part> part) : part_(std::move(part)) {
        auto const read = [](void* part, char* to, int size) {
            return static_cast<Package::Part*>(part)->read(to, size);
        };
        auto const close = [](void*) { return 0; };
        reader_.reset(xmlReaderForIO(read, close, part_.get(), nullptr, nullptr,
                                     XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING));
        if (!reader_) throw std::bad_alloc();
    }

    bool next() {
        auto const result = xmlTextReaderRead(reader_.get());
        if (result < 0) throw Refused{part_->is_bomb() ? too_large : broken};
        // No part of a spreadsheet has one; entities could only come from there.
        if (result > 0 && type() == XML_READER_TYPE_DOCUMENT_TYPE) throw Refused{broken};
        return result > 0;
    }
    int type() const { return xmlTextReaderNodeType(reader_.get()); }
    bool starts(std::string_view name) const { return type() == XML_READER_TYPE_ELEMENT && this->name() == name; }
    bool ends(std::string_view name) const { return type() == XML_READER_TYPE_END_ELEMENT && this->name() == name; }
    bool is_empty() const { return xmlTextReaderIsEmptyElement(reader_.get()) == 1; }
    bool is_text() const {
        return type() == XML_READER_TYPE_TEXT || type() == XML_READER_TYPE_CDATA ||
               type() == XML_READER_TYPE_SIGNIFICANT_WHITESPACE;
    }
    std::string_view text() const { return view(xmlTextReaderConstValue(reader_.get())); }

    /// By its local name, whatever the prefix.
    std::string attribute(std::string_view wanted) {
        std::string found;
        for (auto more = xmlTextReaderMoveToFirstAttribute(reader_.get()); more == 1;
             more = xmlTextReaderMoveToNextAttribute(reader_.get()))
            if (name() == wanted) found = text();
        xmlTextReaderMoveToElement(reader_.get());
        return found;
    }

private:
    struct Free {
        void operator()(xmlTextReader* reader) const { xmlFreeTextReader(reader); }
    };
    static std::string_view view(xmlChar const* text) {
        return text == nullptr ? "" : reinterpret_cast<char const*>(text);
    }
    std::string_view name() const { return view(xmlTextReaderConstLocalName(reader_.get())); }

    std::unique_ptr<Package::Part> part_;
    std::unique_ptr<xmlTextReader, Free> reader_; // ends before part_
};

Xml open_part(Package& package, std::string const& name) {
    auto part = package.open(name);
    if (!part) throw Refused{broken};
    return Xml(std::move(part));
}

struct Workbook {
    std::string sheet; // name of the part
    bool from_1904 = false;
};

Workbook read_workbook(Package& package) {
    Workbook workbook;
    std::string relation;
    for (auto xml = open_part(package, "xl/workbook.xml"); xml.next();) {
        if (xml.starts("workbookPr"))
            workbook.from_1904 = xml.attribute("date1904") == "1" || xml.attribute("date1904") == "true";
        if (!relation.empty() || !xml.starts("sheet")) continue;
        auto const state = xml.attribute("state");
        if (state.empty() || state == "visible") relation = xml.attribute("id");
    }
    if (relation.empty()) throw Refused{"A planilha não tem nenhuma aba visível."};
    for (auto xml = open_part(package, "xl/_rels/workbook.xml.rels"); xml.next();) {
        if (!xml.starts("Relationship") || xml.attribute("Id") != relation) continue;
        auto const target = xml.attribute("Target");
        workbook.sheet = target.starts_with('/') ? target.substr(1) : "xl/" + target;
    }
    if (workbook.sheet.empty()) throw Refused{broken};
    return workbook;
}

// The texts of <si> and <is>: runs joined, without the reading aids (rPh) of Asian texts.
std::string read_rich_text(Xml& xml, std::string_view element) {
    std::string text;
    if (xml.is_empty()) return text;
    bool is_text = false;
    bool is_reading_aid = false;
    while (xml.next() && !xml.ends(element)) {
        if (xml.starts("rPh")) is_reading_aid = !xml.is_empty();
        else if (xml.ends("rPh")) is_reading_aid = false;
        else if (xml.starts("t")) is_text = !xml.is_empty();
        else if (xml.ends("t")) is_text = false;
        else if (is_text && !is_reading_aid && xml.is_text()) text += xml.text();
    }
    return text;
}

std::vector<std::string> read_shared_strings(Package& package) {
    std::vector<std::string> texts;
    auto part = package.open("xl/sharedStrings.xml");
    if (!part) return texts;
    std::size_t bytes = 0;
    for (Xml xml(std::move(part)); xml.next();) {
        if (!xml.starts("si")) continue;
        texts.push_back(read_rich_text(xml, "si"));
        bytes += texts.back().size() + sizeof(std::string);
        if (bytes > 2 * most_text_bytes) throw Refused{too_large};
    }
    return texts;
}

// A format whose text, quotes and colours aside, names a day, month, year or hour.
bool is_date_format(std::string_view format) {
    bool is_quoted = false;
    bool is_bracketed = false;
    for (std::size_t i = 0; i < format.size(); ++i) {
        char const c = format[i];
        if (c == '"') is_quoted = !is_quoted;
        else if (is_quoted) continue;
        else if (c == '\\') ++i;
        else if (c == '[') is_bracketed = true;
        else if (c == ']') is_bracketed = false;
        else if (!is_bracketed && std::string_view("dmyhsDMYHS").contains(c)) return true;
    }
    return false;
}

// Which cell styles show a date (ECMA-376 part 1, 18.8.30: the built-in formats).
std::set<std::int64_t> read_date_styles(Package& package) {
    std::set<std::int64_t> dates{14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33,
                                 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58};
    std::set<std::int64_t> styles;
    auto part = package.open("xl/styles.xml");
    if (!part) return styles;
    bool is_in_cell_formats = false;
    std::int64_t style = 0;
    for (Xml xml(std::move(part)); xml.next();) {
        if (xml.starts("numFmt")) {
            auto const id = parse_int(xml.attribute("numFmtId"));
            if (id && is_date_format(xml.attribute("formatCode"))) dates.insert(*id);
        } else if (xml.starts("cellXfs")) {
            is_in_cell_formats = !xml.is_empty();
        } else if (xml.ends("cellXfs")) {
            is_in_cell_formats = false;
        } else if (is_in_cell_formats && xml.starts("xf")) {
            if (dates.contains(parse_int(xml.attribute("numFmtId")).value_or(0))) styles.insert(style);
            ++style;
        }
    }
    return styles;
}

// Excel keeps binary numbers with 17 digits and shows 15 of them: 0.10000000000000001 is 0,1.
std::string number_text(std::string_view text) {
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::string(text);
    if (value != 0 && (std::abs(value) >= 1e21 || std::abs(value) < 1e-12)) return std::string(text);
    auto const magnitude = value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value))));
    auto shown = fmt::format("{:.{}f}", value, std::clamp(14 - magnitude, 0, 20));
    if (shown.contains('.')) {
        shown.erase(shown.find_last_not_of('0') + 1);
        if (shown.ends_with('.')) shown.pop_back();
    }
    if (shown == "-0") shown = "0";
    std::ranges::replace(shown, '.', ',');
    return shown;
}

std::string date_text(std::string_view text, bool from_1904) {
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr double last_day = 2'958'465; // 9999-12-31
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0) || value > last_day)
        return std::string(text);
    auto const seconds = std::llround((value - std::floor(value)) * 86'400);
    auto const serial = static_cast<int>(std::floor(value)) + (from_1904 ? 1462 : 0);
    // Day 60 is the 29 February 1900 that Excel believes in.
    auto const days =
        std::chrono::sys_days{std::chrono::year{1899} / 12 / 30} + std::chrono::days{serial < 60 ? serial + 1 : serial};
    std::chrono::year_month_day const day{days};
    auto shown = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                             static_cast<unsigned>(day.day()));
    if (seconds > 0 && seconds < 86'400) shown += fmt::format(" {:02}:{:02}", seconds / 3600, seconds / 60 % 60);
    return shown;
}

// `BC12` → 54; nullopt for anything else.
std::optional<std::size_t> column_of(std::string_view reference) {
    std::size_t column = 0;
    std::size_t letters = 0;
    for (; letters < reference.size() && reference[letters] >= 'A' && reference[letters] <= 'Z'; ++letters) {
        column = column * 26 + static_cast<std::size_t>(reference[letters] - 'A' + 1);
        if (letters > 3) return std::nullopt;
    }
    if (letters == 0 || !is_digits(reference.substr(letters))) return std::nullopt;
    return column - 1;
}

class Sheet {
public:
    Sheet(Package& package, Workbook const& workbook)
        : texts_(read_shared_strings(package)), date_styles_(read_date_styles(package)),
          from_1904_(workbook.from_1904) {
        for (auto xml = open_part(package, workbook.sheet); xml.next();) {
            if (xml.starts("row")) start_row(xml);
            else if (xml.starts("c")) read_cell(xml);
            else if (xml.ends("row")) end_row();
        }
    }
    Table take() { return std::move(table_); }

private:
    static void check(Result<void> const& result) {
        if (!result) throw Refused{result.error().detail};
    }
    void start_row(Xml& xml) {
        line_ = parse_int(xml.attribute("r")).value_or(line_ + 1);
        if (xml.is_empty()) end_row();
    }
    void end_row() { check(end_checked(table_, line_)); }

    void read_cell(Xml& xml) {
        auto const column = column_of(xml.attribute("r")).value_or(table_.open_cells());
        auto const type = xml.attribute("t");
        auto const style = parse_int(xml.attribute("s")).value_or(0);
        std::string value;
        std::string inline_text;
        if (!xml.is_empty()) {
            bool is_value = false;
            while (xml.next() && !xml.ends("c")) {
                if (xml.starts("is")) inline_text = read_rich_text(xml, "is");
                else if (xml.starts("v")) is_value = !xml.is_empty();
                else if (xml.ends("v")) is_value = false;
                else if (is_value && xml.is_text()) value += xml.text();
            }
        }
        auto const shown = type == "inlineStr" ? inline_text : text_of(type, value, style);
        // Styled cells without text may go on for ever to the right.
        if (shown.empty()) return;
        if (column < table_.open_cells()) throw Refused{broken};
        while (table_.open_cells() < column) check(add_checked(table_, "", line_));
        check(add_checked(table_, shown, line_));
    }

    std::string text_of(std::string_view type, std::string const& value, std::int64_t style) const {
        if (value.empty()) return {};
        if (type == "s") {
            auto const index = parse_int(value);
            if (!index || static_cast<std::size_t>(*index) >= texts_.size()) throw Refused{broken};
            return texts_[static_cast<std::size_t>(*index)];
        }
        if (type == "b") return value == "1" ? "Sim" : "Não";
        if (type == "d") return value.substr(0, 10);
        if (type == "str" || type == "e") return value;
        return date_styles_.contains(style) ? date_text(value, from_1904_) : number_text(value);
    }

    Table table_;
    std::vector<std::string> const texts_;
    std::set<std::int64_t> const date_styles_;
    bool const from_1904_;
    std::int64_t line_ = 0;
};

} // namespace

Result<Table> read_xlsx(std::string_view file) {
    try {
        Package package(file);
        return Sheet(package, read_workbook(package)).take();
    } catch (Refused const& refused) {
        return invalid(refused.detail);
    }
}

} // namespace balcao::spreadsheets
