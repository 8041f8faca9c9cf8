#include "nfce/entry_note.hpp"

#include "nfce/composition.hpp"
#include "nfce/format_check.hpp"
#include "nfce/modelo.hpp"
#include "nfce/operacoes.hpp"
#include "nfce/path_archive.hpp"
#include "nfce/qr.hpp"
#include "nfce/receipt_key.hpp"
#include "nfce/taxes.hpp"
#include "nfce/totals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace balcao::nfce {

namespace {

constexpr int entry = 0, takes_back = 4, not_applicable = 0, other_uf = 2;

struct WayBack {
    std::string_view sold, back;
};
// Of what the shop makes (1.201, 1.410) and what it resells (1.202, 1.411); 2.… from another UF.
constexpr auto ways = std::to_array<WayBack>({
    {"5101", "1201"}, {"5102", "1202"}, {"5103", "1201"}, {"5104", "1202"}, {"5116", "1201"},
    {"5117", "1202"}, {"5401", "1410"}, {"5403", "1411"}, {"5405", "1411"}, {"6101", "2201"},
    {"6102", "2202"}, {"6103", "2201"}, {"6104", "2202"}, {"6107", "2201"}, {"6108", "2202"},
    {"6116", "2201"}, {"6117", "2202"}, {"6401", "2410"}, {"6403", "2411"}, {"6404", "2411"},
});

std::string natureza(std::string_view cfop) {
    auto const at = std::ranges::find_if(operacoes(), [&](Operacao const& one) {
        return one.finNFe == takes_back && (one.cfop_dentro == cfop || one.cfop_fora == cfop);
    });
    return std::string(at == operacoes().end() ? "Devolução de venda" : at->natureza);
}

/// Cuts every amount of the taxes, and the quantities some are charged by, to the part of `sold` that came back. Each
/// is rounded from the whole, so that amount and base times rate stay within the cent that SEFAZ allows.
class Part : public PathArchive<Part> {
public:
    Part(Decimal<4> back, Decimal<4> sold) : back_(Decimal<0>::from_raw(back.raw())), sold_(sold.raw()) {}

    template <class L>
    static constexpr bool visits = std::same_as<L, lexical::Number>;

    void value(Valor& amount, lexical::Number) { amount = of(amount.value); }
    void value(Written<4>& number, lexical::Number) {
        auto const name = path();
        if (name.substr(name.rfind('/') + 1).starts_with('q')) number = of(number.value);
    }
    template <int P>
    void value(Written<P>&, lexical::Number) {}

    template <int P>
    Decimal<P> of(Decimal<P> whole) const {
        return rounded_product<P>(Rounding::half_up, sold_, whole, back_);
    }

private:
    Decimal<0> back_;
    std::int64_t sold_;
};

std::optional<Valor> not_zero(Money amount) { return amount > Money{} ? std::optional<Valor>(amount) : std::nullopt; }

/// vProd is quantity times price, as the rules want it; what was given back differs from it by discount or surcharge.
void cut_goods(Prod& prod, EntryItem const& item, Part const& part) {
    prod.qTrib = prod.uTrib == prod.uCom ? item.quantity : part.of(prod.qTrib.value);
    prod.qCom = item.quantity;
    auto const goods = cents(1, item.quantity, prod.vUnCom.value);
    prod.vProd = goods;
    prod.vDesc = not_zero(goods - item.amount);
    prod.vOutro = not_zero(item.amount - goods);
    prod.vFrete = prod.vSeg = std::nullopt;
    // Which of several lots came back is not known.
    if (prod.rastro.size() != 1 || item.quantity.raw() % 10 != 0) prod.rastro.clear();
    else prod.rastro.front().qLote = Decimal<3>::from_raw(item.quantity.raw() / 10);
    if (prod.comb) prod.comb->encerrante.reset();
}

void cut_taxes(Det& det, Part& part) {
    layout::describe_icms(part, det.icms);
    if (det.ipi) layout::describe_ipi(part, *det.ipi);
    if (det.pis) layout::describe_contribution<layout::pis_names>(part, *det.pis);
    if (det.cofins) layout::describe_contribution<layout::cofins_names>(part, *det.cofins);
    if (det.icmsUFDest) layout::describe_icms_uf_dest(part, *det.icmsUFDest);
    det.vTotTrib.reset(); // Lei 12.741 speaks of sales
    if (!det.ibscbs) return;
    layout::describe_ibscbs(part, *det.ibscbs);
    if (auto& group = det.ibscbs->gIBSCBS) group->vIBS = group->gIBSUF.v.value + group->gIBSMun.v.value;
    det.vItem = item_total(det.prod, amounts_of(det));
}

Ide ide_of(Ide ide, Nfce const& origin) {
    ide.mod = 55;
    ide.tpImp = modelo_of(ide.mod).tpImp;
    ide.tpNF = entry;
    ide.idDest = origin.ide.idDest;
    ide.tpEmis = 1;
    ide.finNFe = takes_back;
    ide.indFinal = origin.ide.indFinal;
    ide.indPres = not_applicable;
    ide.indIntermed.reset();
    ide.nfref.clear(); // each item names its own
    ide.dhCont.reset();
    ide.xJust.reset();
    return ide;
}

} // namespace

std::string_view entry_cfop(std::string_view sold_with) {
    auto const* const found = std::ranges::find(ways, sold_with, &WayBack::sold);
    return found == ways.end() ? std::string_view{} : found->back;
}

std::expected<Nfce, Problems> entry_note(EntryNote note) {
    auto const& first = note.origins.at(0);
    Problems problems;
    Nfce made;
    made.ide = ide_of(std::move(note.ide), first);
    made.emit = std::move(note.emit);
    made.ide.cMunFG = made.emit.enderEmit.cMun;
    made.dest = std::move(note.dest);
    if (made.ide.idDest == other_uf) made.retirada = first.entrega; // the goods come from where they went
    for (auto const& item : note.items) {
        auto const& origin = note.origins.at(item.origin);
        auto& det = made.det.emplace_back(origin.det.at(item.index));
        Part part(item.quantity, det.prod.qCom.value);
        auto const back = entry_cfop(det.prod.CFOP);
        if (back.empty()) {
            problems.push_back({.rule = 0,
                                .cStat = 327,
                                .field = fmt::format("det[{}]/prod/CFOP", made.det.size()),
                                .message = fmt::format("Não há devolução conhecida para o CFOP {}. Emita a NF-e com a "
                                                       "contabilidade e digite a chave dela aqui.",
                                                       det.prod.CFOP)});
        }
        det.prod.CFOP = back;
        cut_goods(det.prod, item, part);
        cut_taxes(det, part);
        det.referenciado = DFeReferenciado{.chaveAcesso = origin.chave, .nItem = static_cast<int>(item.index) + 1};
    }
    if (!problems.empty()) return std::unexpected(std::move(problems));
    made.ide.natOp = natureza(made.det.front().prod.CFOP);
    made.total = total_of(made.det);
    made.pag.detPag = {DetPag{.indPag = {}, .tPag = "90", .xPag = {}, .vPag = {}, .dPag = {}, .card = {}}};
    made.infAdic = InfAdic{.infAdFisco = {}, .infCpl = std::move(note.infCpl), .obsCont = {}};
    auto const key = key_of(made);
    if (!key) {
        return std::unexpected(
            Problems{{.rule = 14,
                      .cStat = 253,
                      .field = "nota",
                      .message = "A chave de acesso não pode ser formada: confira CNPJ, UF e série."}});
    }
    made.chave = *key;
    made.ide.cDV = key->substr(43);
    made.infRespTec = std::move(note.infRespTec);
    if (made.infRespTec) {
        made.infRespTec->csrt.reset();
        if (note.idCSRT && note.CSRT)
            made.infRespTec->csrt = Csrt{.idCSRT = *note.idCSRT, .hashCSRT = hash_csrt(*note.CSRT, *key)};
    }
    if (made.ide.tpAmb == 2) made.dest->xNome = homologacao_nome;
    fit_texts(made);
    return made;
}

} // namespace balcao::nfce
