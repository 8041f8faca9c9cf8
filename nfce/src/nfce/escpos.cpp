#include "nfce/escpos.hpp"

#include "nfce/text.hpp"
#include "platform/base/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace balcao::nfce {

namespace {

constexpr char esc = 0x1B;
constexpr char gs = 0x1D;

/// Latin-1 (the second byte of C3 xx, plus º ª §) in code page 850.
std::string code_page_850(std::string_view utf8) {
    static std::string_view const upper = // C3 80 to C3 BF
        "\xB7\xB5\xB6\xC7\x8E\x8F\x92\x80\xD4\x90\xD2\xD3\xDE\xD6\xD7\xD8\xD1\xA5\xE3\xE0\xE2\xE5\x99\x9E\x9D\xEB\xE9"
        "\xEA\x9A\xED\xE8\xE1"
        "\x85\xA0\x83\xC6\x84\x86\x91\x87\x8A\x82\x88\x89\x8D\xA1\x8C\x8B\xD0\xA4\x95\xA2\x93\xE4\x94\xF6\x9B\x97\xA3"
        "\x96\x81\xEC\xE7\x98";
    static std::map<unsigned char, char> const lower{{0xBA, '\xA7'}, {0xAA, '\xA6'}, {0xA7, '\xF5'}, {0xB0, '\xF8'},
                                                     {0xB2, '\xFD'}, {0xB3, '\xFC'}, {0xB9, '\xFB'}};
    std::string out;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        auto const byte = static_cast<unsigned char>(utf8[at]);
        if (byte < 0x80) {
            // XML may hold line ends and tabs; a printer obeys them.
            out += byte < 0x20 || byte == 0x7F ? ' ' : utf8[at];
            continue;
        }
        auto const next = at + 1 < utf8.size() ? static_cast<unsigned char>(utf8[++at]) : 0U;
        if (byte == 0xC3 && next >= 0x80) {
            out += upper[next - 0x80];
        } else {
            auto const known = lower.find(static_cast<unsigned char>(next));
            out += byte == 0xC2 && known != lower.end() ? known->second : '?';
        }
    }
    return out;
}

/// Modules at the side of a QR code of level M that holds so many bytes (ISO/IEC 18004, table 7).
std::size_t qr_modules(std::size_t bytes) {
    constexpr std::array<std::size_t, 40> capacities{14,   26,   42,   62,   84,   106,  122,  152,  180,  213,
                                                     251,  287,  331,  362,  412,  450,  504,  560,  624,  666,
                                                     711,  779,  857,  911,  997,  1059, 1125, 1190, 1264, 1370,
                                                     1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331};
    auto const version = std::ranges::lower_bound(capacities, bytes) - capacities.begin() + 1;
    return 17 + 4 * static_cast<std::size_t>(version);
}

/// Dots (of 203 an inch) a module, so that the content is at least 22 mm wide wherever the paper has the room, and
/// never wider than the paper: 72 mm of print for 48 columns, 48 mm for 32. A printer that packs digits closer makes a
/// code of up to two versions less.
std::size_t dots_a_module(std::size_t bytes, std::size_t columns) {
    constexpr std::size_t least = 176; // 22 mm
    auto const modules = qr_modules(bytes);
    auto const smallest = std::max<std::size_t>(modules - std::min<std::size_t>(modules - 21, 8), 21);
    auto const room = columns * 12; // a character is 12 dots wide
    auto const wanted = std::max<std::size_t>((least + smallest - 1) / smallest, 3);
    return std::clamp<std::size_t>(std::min(wanted, room / modules), 1, 16);
}

} // namespace

EscPos::EscPos(int columns) : columns_(static_cast<std::size_t>(columns)) {
    if (columns < 24) throw std::invalid_argument("EscPos: paper too narrow");
    out_ += {esc, '@'};         // reset
    out_ += {esc, 't', '\x02'}; // code page 850
}

void EscPos::text(std::string_view utf8, Align where, Weight weight) {
    align(where);
    bold(weight);
    while (!utf8.empty()) {
        auto part = first_characters(utf8, columns_);
        if (part.size() < utf8.size() && utf8[part.size()] != ' ') {
            auto const blank = part.rfind(' ');
            if (blank != std::string_view::npos && blank > 0) part = part.substr(0, blank);
        }
        line(part);
        utf8.remove_prefix(part.size());
        while (utf8.starts_with(' ')) utf8.remove_prefix(1);
    }
    bold(Weight::normal);
    align(Align::left);
}

void EscPos::pair(std::string_view left, std::string_view right, Weight weight) {
    auto const left_length = balcao::length(left), right_length = balcao::length(right);
    bool const fits = left_length + 1 + right_length <= columns_;
    if (!fits) text(left, Align::left, weight);
    bold(weight);
    auto const used = (fits ? left_length : 0) + right_length;
    line((fits ? std::string(left) : "") + std::string(columns_ - std::min(columns_, used), ' ') + std::string(right));
    bold(Weight::normal);
}

void EscPos::rule() { line(std::string(columns_, '-')); }

void EscPos::qr(std::string const& content) {
    align(Align::centre);
    auto const command = [this](std::string_view body) {
        out_ += {gs, '(', 'k', static_cast<char>(body.size() % 256), static_cast<char>(body.size() / 256)};
        out_ += body;
    };
    // Model 2; dots a module; level M; store; print. An empty line above and below is the quiet zone.
    out_ += '\n';
    command(std::string("1A2\0", 4));
    command(std::string("1C") + static_cast<char>(dots_a_module(content.size(), columns_)));
    command("1E1");
    command("1P0" + content);
    command("1Q0");
    out_ += '\n';
    align(Align::left);
}

std::string EscPos::take() {
    out_ += "\n\n\n";
    out_ += {gs, 'V', 'B', '\0'}; // feed and cut
    return std::move(out_);
}

void EscPos::bold(Weight weight) { out_ += {esc, 'E', weight == Weight::bold ? '\x01' : '\0'}; }
void EscPos::align(Align where) { out_ += {esc, 'a', where == Align::centre ? '\x01' : '\0'}; }
void EscPos::line(std::string_view text) {
    out_ += code_page_850(text);
    out_ += '\n';
}

// Pulses of 50 ms, 500 ms apart.
std::string_view const escpos_open_drawer("\x1Bp\0\x19\xFA", 5);
std::string_view const escpos_ask_paper("\x10\x04\x04", 3);
std::string_view const escpos_ask_when_printed("\x1Dr\x01", 3);

bool escpos_is_without_paper(unsigned char answer) { return (answer & 0x60U) != 0; }
bool escpos_ended_without_paper(unsigned char answer) { return (answer & 0x0CU) != 0; }

} // namespace balcao::nfce
