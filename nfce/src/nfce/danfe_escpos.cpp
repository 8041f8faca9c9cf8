#include "nfce/danfe_content.hpp"
#include "nfce/escpos.hpp"

namespace balcao::nfce {

namespace {

EscPos::Weight weight_of(danfe::Weight weight) {
    return weight == danfe::Weight::bold ? EscPos::Weight::bold : EscPos::Weight::normal;
}

/// Writes a DANFE block by block.
class Printer {
public:
    explicit Printer(int columns) : out_(columns) {}

    void operator()(danfe::Text const& text) {
        out_.text(text.text, text.align == danfe::Align::centre ? EscPos::Align::centre : EscPos::Align::left,
                  weight_of(text.weight));
    }
    void operator()(danfe::Pair const& pair) { out_.pair(pair.left, pair.right, weight_of(pair.weight)); }
    void operator()(danfe::Item const& item) {
        out_.text(item.code + ' ' + item.description);
        out_.pair("  " + item.quantity + ' ' + item.unit + " x " + item.unit_value, item.total);
    }
    void operator()(danfe::ItemTitles const&) {
        out_.text("Código Descrição");
        out_.pair("  Qtde UN Vl Unit", "Vl Total");
    }
    void operator()(danfe::Header const& header) {
        for (auto const& text : header.lines) (*this)(text);
    }
    void operator()(danfe::Rule const&) { out_.rule(); }
    void operator()(danfe::KeySection const& section) {
        for (auto const& text : section.key) (*this)(text);
        out_.qr(section.qr_code);
        for (auto const& text : section.identification) (*this)(text);
    }
    std::string take() { return out_.take(); }

private:
    EscPos out_;
};

} // namespace

std::expected<std::string, Problem> danfe_escpos(ForeignReceipt const& receipt, DanfeOptions const& options,
                                                 int columns) {
    Printer printer(columns);
    auto const document = danfe::content_of(receipt, options);
    if (!document) return std::unexpected(document.error());
    auto const* const content = std::get_if<danfe::Content>(&*document);
    if (content == nullptr) {
        return std::unexpected(Problem{.rule = 0,
                                       .cStat = 0,
                                       .field = "ide/mod",
                                       .message = "O DANFE da NF-e é impresso em folha A4, não em bobina."});
    }
    for (auto const& block : content->blocks) std::visit([&printer](auto const& what) { printer(what); }, block);
    return printer.take();
}

} // namespace balcao::nfce
