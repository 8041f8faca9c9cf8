#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Writes ESC/POS, the language of receipt printers, for 203 dpi and code page 850. Not a thread's own.
namespace balcao::nfce {

class EscPos {
public:
    enum class Align { left, centre };
    enum class Weight { normal, bold };

    /// Begins with a reset. Columns: 48 on paper of 80 mm, 32 on 58 mm; std::invalid_argument for less than 24.
    explicit EscPos(int columns);

    /// UTF-8, broken at blanks; a word longer than the paper is cut. Control characters become blanks, what the code
    /// page lacks a question mark.
    void text(std::string_view utf8, Align where = Align::left, Weight weight = Weight::normal);
    /// A name at the left, its value at the right; on two lines when one is too short.
    void pair(std::string_view left, std::string_view right, Weight weight = Weight::normal);
    void rule();
    /// Drawn by the printer itself (GS ( k), level M, at least 22 mm of content wherever the paper has the room.
    void qr(std::string const& content);
    /// What was written, fed and cut.
    std::string take();

private:
    void bold(Weight weight);
    void align(Align where);
    void line(std::string_view text);

    std::size_t columns_;
    std::string out_;
};

/// Opens the cash drawer that hangs at the printer (pin 2).
extern std::string_view const escpos_open_drawer;
/// Asks for the state of the paper, answered at once with one byte (DLE EOT 4), and whether it says that there is none.
extern std::string_view const escpos_ask_paper;
bool escpos_is_without_paper(unsigned char answer);
/// The same, answered once everything sent before it was printed (GS r 1).
extern std::string_view const escpos_ask_when_printed;
bool escpos_ended_without_paper(unsigned char answer);

} // namespace balcao::nfce
