#include "nfce/composition.hpp"
#include "nfce/format_check.hpp"
#include "nfce/icms_rates.hpp"
#include "nfce/modelo.hpp"
#include "nfce/receipt_key.hpp"
#include "nfce/sale.hpp"
#include "nfce/taxes.hpp"
#include "nfce/totals.hpp"
#include "platform/base/brazilian.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace balcao::nfce {

namespace {

void append(Problems& all, Problems more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Problem too_large(std::string field) {
    return {.rule = 0, .cStat = 225, .field = std::move(field), .message = "Valor acima do que o leiaute permite."};
}

/// Goods of the item with vProd; the taxes need the apportioned amounts and come later.
void add_goods(SaleItem const& item, Det& det) {
    det.prod = item.prod;
    det.prod.vProd = cents(1, item.prod.qCom.value, item.prod.vUnCom.value);
    det.vTotTrib = item.vTotTrib;
    det.infAdProd = item.infAdProd;
}

/// PIS or COFINS as the product is classified, unless the day has none to charge.
ContributionFacts as_on_the_day(ContributionFacts const& facts, Composition const& composition) {
    bool const charges = facts.CST == "01" || facts.CST == "02" || facts.CST == "03";
    if (!charges || composition.pis_cofins == "produto") return facts;
    ContributionFacts without;
    without.CST = composition.pis_cofins;
    return without;
}

/// What the taxes of an item depend on besides the item.
struct Operation {
    Sale const& sale;
    Composition composition;
    std::string date, to; ///< of dhEmi, AAAA-MM-DD; UF where the goods go
};

Operation operation_of(Sale const& sale) {
    auto const date = sale.ide.dhEmi.date();
    std::string to;
    if (sale.entrega) to = sale.entrega->endereco.UF;
    else if (sale.dest && sale.dest->enderDest) to = sale.dest->enderDest->UF;
    return {.sale = sale, .composition = composition_on(*sale.tables, date), .date = date, .to = to};
}

/// The group of the UF of destination, when one is due and its rate is known: rule 694 reports what is missing.
void add_uf_dest(SaleItem const& item, Operation const& operation, Det& det, Money base) {
    auto const& sale = operation.sale;
    bool const due = is_difal_operation(sale.ide, sale.emit, sale.dest, det.prod.CFOP);
    if (!due || amounts_of(det.icms).vBC.is_zero()) return;
    auto const rates = item.icmsUFDest ? item.icmsUFDest : uf_dest_rates(*sale.tables, operation.to, operation.date);
    if (!rates) return;
    auto const between = interstate_rate(sale.emit.enderEmit.UF, operation.to, item.icms.orig);
    det.icmsUFDest = compute_icms_uf_dest(*rates, between, base);
}

void add_taxes(SaleItem const& item, Operation const& operation, Det& det, std::size_t index, Problems& problems) {
    auto const& composition = operation.composition;
    if (item.ipi) {
        if (auto ipi = compute_ipi(*item.ipi, det.prod, {index, "ipi"})) det.ipi = *std::move(ipi);
        else append(problems, std::move(ipi).error());
    }
    det.impostoDevol = item.impostoDevol;
    det.referenciado = item.referenciado;
    auto const value = operation_value(det.prod), with_ipi = value + amounts_of(det).vIPI;
    IcmsBases const bases{.operation = operation.sale.ide.indFinal == 1 ? with_ipi : value, .st = with_ipi};
    if (auto icms = compute_icms(item.icms, det.prod, bases, {index, "icms"})) det.icms = *std::move(icms);
    else append(problems, std::move(icms).error());
    add_uf_dest(item, operation, det, bases.operation);
    auto const amounts = amounts_of(det);
    auto const contribution = [&](ContributionFacts const& facts,
                                  std::string_view name) -> std::optional<Contribuicao> {
        if (composition.pis_cofins == "sem") return std::nullopt;
        auto computed = compute_contribution(as_on_the_day(facts, composition), det.prod, amounts.vICMS, {index, name});
        if (computed) return *std::move(computed);
        append(problems, std::move(computed).error());
        return std::nullopt;
    };
    det.pis = contribution(item.pis, "pis");
    det.cofins = contribution(item.cofins, "cofins");
    if (!item.ibscbs) return;
    auto const charged = [](std::optional<Contribuicao> const& group) { return group ? amount_of(*group) : Money{}; };
    det.ibscbs = compute_ibscbs(*item.ibscbs, composition, det.prod, amounts, charged(det.pis), charged(det.cofins));
    det.vItem = item_total(det.prod, amounts);
}

/// vTotTrib of the items whose percentages are known, and the line that Lei 12.741/2012 asks for.
void add_approximate_taxes(Sale const& sale, Nfce& nfce) {
    Money federal, estadual, municipal;
    std::vector<std::string_view> sources;
    for (std::size_t i = 0; i < sale.items.size(); ++i) {
        auto const& taxes = sale.items[i].approximate;
        if (!taxes) continue;
        auto& det = nfce.det[i];
        auto const paid = operation_value(det.prod);
        auto const of_item = [&](Money& sum, Decimal<4> percent) {
            auto const part = cents(100, paid, percent);
            sum += part;
            return part;
        };
        auto const all = of_item(federal, taxes->federal) + of_item(estadual, taxes->estadual) +
                         of_item(municipal, taxes->municipal);
        if (!all.is_zero()) det.vTotTrib = all;
        if (std::ranges::find(sources, taxes->fonte) == sources.end()) sources.push_back(taxes->fonte);
    }
    if (sources.empty()) return;
    auto& text = (nfce.infAdic ? *nfce.infAdic : nfce.infAdic.emplace()).infCpl;
    text = fmt::format("{}{}Trib aprox R$: {} Federal, {} Estadual, {} Municipal. Fonte: {}", text.value_or(""),
                       text ? " | " : "", decimal_text(federal), decimal_text(estadual), decimal_text(municipal),
                       fmt::join(sources, "; "));
}

void add_key(Nfce& nfce, Problems& problems) {
    if (auto const key = key_of(nfce)) {
        nfce.chave = *key;
        nfce.ide.cDV = key->substr(43);
        return;
    }
    problems.push_back(
        {.rule = 14,
         .cStat = 253,
         .field = "nota",
         .message = "A chave de acesso não pode ser formada: confira cUF, CNPJ, série, número, tpEmis e cNF."});
}

/// Texts that SEFAZ demands in homologação.
void use_homologacao_texts(Nfce& nfce) {
    if (nfce.dest) nfce.dest->xNome = homologacao_nome;
    if (!nfce.det.empty() && modelo_of(nfce.ide.mod).fixed_first_item)
        nfce.det.front().prod.xProd = homologacao_produto;
}

void add_change(Pag& pag, Money vNF) {
    Money paid;
    for (auto const& means : pag.detPag) paid += means.vPag.value;
    if (paid > vNF) pag.vTroco = paid - vNF;
}

} // namespace

std::expected<Computed, Problems> compute(Sale const& sale) {
    Problems problems;
    auto const date = sale.ide.dhEmi.date();
    auto const operation = operation_of(sale);
    Computed computed;
    auto& nfce = computed.nfce;
    nfce.ide = sale.ide;
    nfce.ide.cMunFG = sale.emit.enderEmit.cMun;
    nfce.emit = sale.emit;
    nfce.dest = sale.dest;
    nfce.retirada = sale.retirada;
    nfce.entrega = sale.entrega;
    nfce.autXML = sale.autXML;
    nfce.transp = sale.transp;
    nfce.cobr = sale.cobr;
    nfce.compra = sale.compra;
    nfce.pag.detPag = sale.payments;
    nfce.infIntermed = sale.infIntermed;
    nfce.infAdic = sale.infAdic;
    nfce.infRespTec = sale.infRespTec;
    add_key(nfce, problems);

    nfce.det.reserve(sale.items.size());
    for (std::size_t i = 0; i < sale.items.size(); ++i) {
        try {
            add_goods(sale.items[i], nfce.det.emplace_back());
        } catch (std::overflow_error const&) {
            // Amounts beyond 64 bits come from the input here, so they are its problem and not a bug.
            problems.push_back(too_large(fmt::format("itens.{}", i)));
        }
    }
    if (!problems.empty()) return std::unexpected(std::move(problems));

    try {
        if (auto done = apportion_whole(sale.whole, nfce.det); !done) return std::unexpected(std::move(done).error());
        add_approximate_taxes(sale, nfce);
        for (std::size_t i = 0; i < sale.items.size(); ++i)
            add_taxes(sale.items[i], operation, nfce.det[i], i, problems);
        if (!problems.empty()) return std::unexpected(std::move(problems));
        nfce.total = total_of(nfce.det);
        add_change(nfce.pag, nfce.total.icmsTot.vNF.value);
    } catch (std::overflow_error const&) {
        problems.push_back(too_large("itens"));
        return std::unexpected(std::move(problems));
    }
    if (nfce.ide.tpAmb == 2) use_homologacao_texts(nfce);
    if (nfce.infRespTec) {
        nfce.infRespTec->csrt.reset();
        if (sale.idCSRT && sale.CSRT)
            nfce.infRespTec->csrt = Csrt{.idCSRT = *sale.idCSRT, .hashCSRT = hash_csrt(*sale.CSRT, nfce.chave)};
    }
    computed.notes = fit_texts(nfce);
    computed.by_newest_rules = date > rules_known_until(*sale.tables);
    return computed;
}

} // namespace balcao::nfce
