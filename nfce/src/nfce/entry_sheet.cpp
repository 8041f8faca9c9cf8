#include "nfce/entry_sheet.hpp"

#include "nfce/danfe_draw.hpp"
#include "nfce/rules_report.hpp"
#include "nfce/taxes.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/documents.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace balcao::nfce {

namespace {

using danfe::Align;
using danfe::Block;
using danfe::spaced;
using danfe::Weight;

class Writer {
public:
    explicit Writer(EntrySheet const& sheet) : sheet_(sheet), n_(sheet.receipt.nfce) {}

    danfe::Content take() {
        heading();
        addressee();
        items();
        closing();
        std::vector<danfe::Text> head{{fmt::format("Nota de entrada a emitir · {}", n_.emit.xNome), Align::centre},
                                      {"NFC-e de origem: " + spaced(n_.chave), Align::centre}};
        return {std::move(blocks_), std::move(head)};
    }

private:
    void line(std::string text, Weight weight = Weight::normal) {
        blocks_.emplace_back(danfe::Text{.text = std::move(text), .align = Align::left, .weight = weight});
    }
    void pair(std::string name, std::string value, Weight weight = Weight::normal) {
        blocks_.emplace_back(danfe::Pair{.left = std::move(name), .right = std::move(value), .weight = weight});
    }
    void rule() { blocks_.emplace_back(danfe::Rule{}); }

    void heading() {
        blocks_.emplace_back(
            danfe::Header{{{"NOTA DE ENTRADA A EMITIR", Align::centre, Weight::bold},
                           {"Folha para a contabilidade. Não é documento fiscal.", Align::centre},
                           {n_.emit.xNome, Align::centre, Weight::bold},
                           {fmt::format("CNPJ {} · IE {}", format_cnpj(n_.emit.CNPJ), n_.emit.IE), Align::centre}}});
        rule();
        if (n_.ide.tpAmb == 2) line("NOTA DE TESTE, SEM VALOR FISCAL: não emita nada por ela.", Weight::bold);
        pair("Modelo", "55 (NF-e)");
        pair("Tipo de operação (tpNF)", "0, entrada");
        pair("Finalidade (finNFe)", "4, devolução de mercadoria");
        pair("Natureza da operação", "DEVOLUÇÃO DE VENDA");
        pair("Devolvida em", date_text(sheet_.returned_on));
        pair("Motivo", sheet_.motivo);
        rule();
        line("Documento referenciado (refNFe)", Weight::bold);
        line(spaced(n_.chave));
        pair("NFC-e", fmt::format("nº {}, série {}, de {}", grouped(n_.ide.nNF), n_.ide.serie, n_.ide.dhEmi.printed()));
        if (sheet_.receipt.protocol) pair("Protocolo de autorização", sheet_.receipt.protocol->nProt);
        rule();
    }

    void addressee() {
        line("Remetente/destinatário", Weight::bold);
        if (!n_.dest) {
            line("Consumidor não identificado: a própria empresa é a destinatária (RC SEFAZ-SP 30901/2024). Outra UF "
                 "pode pedir outra coisa: confira.");
            line(fmt::format("{}, CNPJ {}", n_.emit.xNome, format_cnpj(n_.emit.CNPJ)));
        } else {
            line(n_.dest->xNome.value_or("Consumidor"));
            line("CPF " + document_text(n_.dest->id.value));
        }
        rule();
    }

    void items() {
        blocks_.emplace_back(danfe::ItemTitles{});
        for (auto const& item : sheet_.items) add(item, n_.det.at(item.index));
        rule();
        pair("Valor dos produtos", brl(goods_));
        if (!discount_.is_zero()) pair("Desconto", brl(discount_));
        if (!other_.is_zero()) pair("Outras despesas (acréscimo e frete)", brl(other_));
        pair("Total da nota de entrada", brl(goods_ - discount_ + other_), Weight::bold);
        rule();
    }

    void add(EntryItem const& item, Det const& sold) {
        auto const& prod = sold.prod;
        // vProd is quantity times price, as the rules of the NF-e want it; what differs from that is discount or other.
        auto const goods = cents(1, item.quantity, prod.vUnCom.value);
        auto const difference = item.amount - goods;
        auto const discount = difference < Money{} ? -difference : Money{};
        auto const other = difference > Money{} ? difference : Money{};
        goods_ += goods;
        discount_ += discount;
        other_ += other;
        blocks_.emplace_back(danfe::Item{.code = prod.cProd,
                                         .description = prod.xProd,
                                         .quantity = decimal_text(item.quantity, 0),
                                         .unit = prod.uCom,
                                         .unit_value = decimal_text(prod.vUnCom.value, 2),
                                         .total = decimal_text(goods)});
        auto const code = rules::icms_code(sold.icms);
        auto const back = entry_cfop(prod.CFOP);
        line(fmt::format("  NCM {} · CFOP {} (vendida com {}) · {} {}", prod.NCM,
                         back.empty() ? std::string_view("a escolher") : back, prod.CFOP,
                         code.simples ? "CSOSN" : "CST", code.code));
        auto amounts = fmt::format("  Devolvido ao cliente: {}", brl(item.amount));
        if (!discount.is_zero()) amounts += fmt::format(" · desconto {}", brl(discount));
        if (!other.is_zero()) amounts += fmt::format(" · outras despesas {}", brl(other));
        line(std::move(amounts));
        taxes(item, sold);
    }

    // Of all that was sold of it, so that the part that comes back can be worked out as the accountant does it.
    void taxes(EntryItem const& item, Det const& sold) {
        auto const icms = amounts_of(sold.icms);
        auto const pis = sold.pis ? amount_of(*sold.pis) : Money{};
        auto const cofins = sold.cofins ? amount_of(*sold.cofins) : Money{};
        if (icms.vICMS.is_zero() && pis.is_zero() && cofins.is_zero()) return;
        line(fmt::format("  Na venda de {} {}: base do ICMS {}, ICMS {}, PIS {}, COFINS {}. Voltam {} {}.",
                         decimal_text(sold.prod.qCom.value, 0), sold.prod.uCom, brl(icms.vBC), brl(icms.vICMS),
                         brl(pis), brl(cofins), decimal_text(item.quantity, 0), sold.prod.uCom));
    }

    void closing() {
        line("Depois de emitir a NF-e, digite a chave dela na devolução, no Balcão: ela deixa de ficar pendente.");
        line("Guarde com esta folha a declaração do cliente, se a sua UF a pedir.");
    }

    EntrySheet const& sheet_;
    Nfce const& n_;
    std::vector<Block> blocks_;
    Money goods_, discount_, other_;
};

} // namespace

std::string entry_sheet_pdf(EntrySheet const& sheet) {
    DanfeOptions const options{.paper = Paper::a4};
    std::string pdf;
    if (danfe::drawing()(Writer(sheet).take(), options, pdf) != danfe::Drawn::done)
        throw std::runtime_error("a sheet without a logo was refused for its logo");
    return pdf;
}

} // namespace balcao::nfce
