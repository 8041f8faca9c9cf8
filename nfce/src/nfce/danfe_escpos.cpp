#include "nfce/danfe_content.hpp"

#include "base/text.hpp"
#include "nfce/text.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace balcao::nfce {

namespace {

using danfe::Align;
using danfe::Weight;

constexpr char kEsc = 0x1B;
constexpr char kGs = 0x1D;

/// Latin-1 (the second byte of C3 xx, plus º ª §) in code page 850.
std::string code_page_850(std::string_view utf8) {
    static const std::string_view upper = // C3 80 to C3 BF
        "\xB7\xB5\xB6\xC7\x8E\x8F\x92\x80\xD4\x90\xD2\xD3\xDE\xD6\xD7\xD8\xD1\xA5\xE3\xE0\xE2\xE5\x99\x9E\x9D\xEB\xE9\xEA\x9A\xED\xE8\xE1"
        "\x85\xA0\x83\xC6\x84\x86\x91\x87\x8A\x82\x88\x89\x8D\xA1\x8C\x8B\xD0\xA4\x95\xA2\x93\xE4\x94\xF6\x9B\x97\xA3\x96\x81\xEC\xE7\x98";
    static const std::map<unsigned char, char> lower{{0xBA, '\xA7'}, {0xAA, '\xA6'}, {0xA7, '\xF5'}, {0xB0, '\xF8'},
                                                     {0xB2, '\xFD'}, {0xB3, '\xFC'}, {0xB9, '\xFB'}};
    std::string out;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        const auto byte = static_cast<unsigned char>(utf8[at]);
        if (byte < 0x80) {
            // XML may hold line ends and tabs; a printer obeys them.
            out += byte < 0x20 || byte == 0x7F ? ' ' : utf8[at];
            continue;
        }
        const auto next = at + 1 < utf8.size() ? static_cast<unsigned char>(utf8[++at]) : 0U;
        if (byte == 0xC3 && next >= 0x80) {
            out += upper[next - 0x80];
        } else {
            const auto known = lower.find(static_cast<unsigned char>(next));
            out += byte == 0xC2 && known != lower.end() ? known->second : '?';
        }
    }
    return out;
}

class Printer {
public:
    explicit Printer(int columns) : columns_(static_cast<std::size_t>(columns)) {
        out_ += {kEsc, '@'};         // reset
        out_ += {kEsc, 't', '\x02'}; // code page 850
    }

    void operator()(const danfe::Text& text) { lines(text.text, text.align, text.weight); }
    void operator()(const danfe::Pair& pair) {
        const auto left = balcao::length(pair.left), right = balcao::length(pair.right);
        const bool fits = left + 1 + right <= columns_;
        if (!fits) lines(pair.left, Align::Left, pair.weight);
        bold(pair.weight);
        const auto used = (fits ? left : 0) + right;
        line((fits ? pair.left : "") + std::string(columns_ - std::min(columns_, used), ' ') + pair.right);
        bold(Weight::Normal);
    }
    void operator()(const danfe::Item& item) {
        lines(item.description, Align::Left, Weight::Normal);
        (*this)(danfe::Pair{.left = "  " + item.amounts, .right = item.total, .weight = Weight::Normal});
    }
    void operator()(const danfe::Header& header) {
        for (const auto& text : header.lines) (*this)(text);
    }
    void operator()(const danfe::Rule&) { line(std::string(columns_, '-')); }
    void operator()(const danfe::QrCode& code) {
        align(Align::Centre);
        const auto command = [this](std::string_view body) {
            out_ += {kGs, '(', 'k', static_cast<char>(body.size() % 256), static_cast<char>(body.size() / 256)};
            out_ += body;
        };
        // Model 2; 4 dots (0.5 mm at 203 dpi) a module, 3 for long codes on narrow paper; level M; store; print.
        command(std::string("1A2\0", 4));
        command(std::string("1C") + (columns_ < 48 && code.content.size() > 300 ? '\x03' : '\x04'));
        command("1E1");
        command("1P0" + code.content);
        command("1Q0");
        align(Align::Left);
    }
    std::string take() {
        out_ += "\n\n\n";
        out_ += {kGs, 'V', 'B', '\0'}; // feed and cut
        return std::move(out_);
    }

private:
    void bold(Weight weight) { out_ += {kEsc, 'E', weight == Weight::Bold ? '\x01' : '\0'}; }
    void align(Align where) { out_ += {kEsc, 'a', where == Align::Centre ? '\x01' : '\0'}; }
    void line(std::string_view text) {
        out_ += code_page_850(text);
        out_ += '\n';
    }
    /// Breaks at blanks; a word longer than the paper is cut.
    void lines(std::string_view text, Align where, Weight weight) {
        align(where);
        bold(weight);
        while (!text.empty()) {
            auto part = first_characters(text, columns_);
            if (part.size() < text.size() && text[part.size()] != ' ') {
                const auto blank = part.rfind(' ');
                if (blank != std::string_view::npos && blank > 0) part = part.substr(0, blank);
            }
            line(part);
            text.remove_prefix(part.size());
            while (text.starts_with(' ')) text.remove_prefix(1);
        }
        bold(Weight::Normal);
        align(Align::Left);
    }

    std::size_t columns_;
    std::string out_;
};

} // namespace

std::expected<std::string, Problem> danfe_escpos(const Nfce& nfce, const std::optional<Protocol>& protocol, const DanfeOptions& options,
                                                 int columns) {
    if (columns < 24) throw std::invalid_argument("danfe_escpos: paper too narrow");
    const auto blocks = danfe::content_of(nfce, protocol, options);
    if (!blocks) return std::unexpected(blocks.error());
    Printer printer(columns);
    for (const auto& block : *blocks) std::visit([&printer](const auto& what) { printer(what); }, block);
    return printer.take();
}

} // namespace balcao::nfce
