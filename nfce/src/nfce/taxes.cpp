#include "nfce/taxes.hpp"

#include "nfce/composition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace balcao::nfce {

namespace {

Decimal<4> const one_hundred = Decimal<4>::from_units(100);

/// Collects what a code needs and the input lacks; the groups are then built with zeros and thrown away.
class Needs {
public:
    Needs(IcmsFacts const& facts, InputGroup const& group) : facts_(facts), group_(group) {}

    Written<4> const& rate(std::optional<Written<4>> const& value, std::string_view name) {
        static Written<4> const none;
        if (value) return *value;
        missing(name);
        return none;
    }
    int number(std::optional<int> const& value, std::string_view name) {
        if (!value) missing(name);
        return value.value_or(0);
    }
    void add(std::string_view name, std::string message, int rule = 0, int cStat = 0) {
        problems_.push_back({.rule = rule, .cStat = cStat, .field = group_.field(name), .message = std::move(message)});
    }
    Problems take() { return std::move(problems_); }

private:
    void missing(std::string_view name) {
        add(name, fmt::format("O {} {} exige {}.", facts_.simples ? "CSOSN" : "CST", facts_.code, name));
    }
    IcmsFacts const& facts_;
    InputGroup const& group_;
    Problems problems_;
};

/// A base cut by a percentage: value · (100 − reduction) / 100.
Money reduced(Money value, std::optional<Written<4>> const& reduction) {
    return reduction ? cents(100, value, one_hundred - reduction->value) : value;
}

std::optional<Fcp> fcp_of(IcmsFacts const& facts, Money base) {
    if (!facts.pFCP) return std::nullopt;
    return Fcp{.vBCFCP = base, .pFCP = *facts.pFCP, .vFCP = percent_of(base, *facts.pFCP)};
}

/// A reduction of nothing is not written.
std::optional<Written<4>> not_zero(std::optional<Written<4>> const& reduction) {
    return reduction && !reduction->value.is_zero() ? reduction : std::nullopt;
}

/// What ST leaves to be paid. Nothing is owed, and nothing given back, where the operation's own tax is the greater.
Money due_by_st(Money base, Written<4> const& rate, Money own) {
    return std::max(Money{}, percent_of(base, rate) - own);
}

/// ST on top of an operation whose own ICMS and FCP are `own` and `own_fcp`.
St st_of(IcmsFacts const& facts, Money value, Money own, Money own_fcp, Needs& needs) {
    St st;
    st.modBCST = needs.number(facts.modBCST, "modBCST");
    st.pMVAST = facts.pMVAST;
    st.pRedBCST = not_zero(facts.pRedBCST);
    auto const added = one_hundred + (facts.pMVAST ? facts.pMVAST->value : Decimal<4>{});
    auto const kept = one_hundred - (facts.pRedBCST ? facts.pRedBCST->value : Decimal<4>{});
    st.vBCST = cents(10'000, value, added, kept);
    st.pICMSST = needs.rate(facts.pICMSST, "pICMSST");
    st.vICMSST = due_by_st(st.vBCST.value, st.pICMSST, own);
    if (facts.pFCPST) {
        st.fcpSt = FcpSt{
            .vBCFCPST = st.vBCST, .pFCPST = *facts.pFCPST, .vFCPST = due_by_st(st.vBCST.value, *facts.pFCPST, own_fcp)};
    }
    return st;
}

/// ST of an operation without own ICMS written: the own internal rate is pICMS, or pICMSST when not given.
St st_alone(IcmsFacts const& facts, IcmsBases const& bases, Needs& needs) {
    auto const& own_rate = facts.pICMS ? *facts.pICMS : needs.rate(facts.pICMSST, "pICMSST");
    return st_of(facts, bases.st, percent_of(bases.operation, own_rate), {}, needs);
}

std::optional<Desoneracao> exemption(IcmsFacts const& facts, Money amount) {
    if (!facts.motDesICMS) return std::nullopt;
    return Desoneracao{.vICMSDeson = amount, .motDesICMS = *facts.motDesICMS, .indDeduzDeson = facts.indDeduzDeson};
}

CreditoSn credit_of(IcmsFacts const& facts, Money value, Needs& needs) {
    auto const& rate = needs.rate(facts.pCredSN, "pCredSN");
    return {.pCredSN = rate, .vCredICMSSN = percent_of(value, rate)};
}

std::optional<IcmsProprio> own_icms(IcmsFacts const& facts, Money value) {
    if (!facts.pICMS) return std::nullopt;
    auto const base = reduced(value, facts.pRedBC);
    IcmsProprio own{.modBC = facts.modBC.value_or(3),
                    .vBC = base,
                    .pRedBC = not_zero(facts.pRedBC),
                    .pICMS = *facts.pICMS,
                    .vICMS = percent_of(base, *facts.pICMS)};
    if (facts.pDif && !facts.simples) {
        auto const deferred = percent_of(own.vICMS.value, *facts.pDif);
        own.diferimento = Diferimento{.vICMSOp = own.vICMS, .pDif = *facts.pDif, .vICMSDif = deferred};
        own.vICMS.value -= deferred;
    }
    return own;
}

/// CST 51: without a rate the group is bare, the whole tax deferred.
Icms51 deferred(IcmsFacts const& facts, Money value, Needs& needs) {
    Icms51 group{.orig = facts.orig};
    if (!facts.pICMS && !facts.pDif) return group;
    auto const& rate = needs.rate(facts.pICMS, "pICMS");
    auto const& share = needs.rate(facts.pDif, "pDif");
    auto const base = reduced(value, facts.pRedBC);
    auto const whole = percent_of(base, rate);
    group.modBC = facts.modBC.value_or(3);
    group.pRedBC = not_zero(facts.pRedBC);
    group.vBC = base;
    group.pICMS = rate;
    group.vICMSOp = whole;
    group.pDif = share;
    group.vICMSDif = percent_of(whole, share);
    group.vICMS = whole - group.vICMSDif->value;
    group.fcp = fcp_of(facts, base);
    return group;
}

/// CST 10, 20 and 70 share base, reduction, rate, FCP.
template <class Group>
Group taxed(IcmsFacts const& facts, IcmsBases const& bases, Needs& needs) {
    auto const value = bases.operation;
    Group group;
    group.orig = facts.orig;
    group.modBC = facts.modBC.value_or(3);
    Money base = value;
    if constexpr (requires { group.pRedBC; }) {
        group.pRedBC = needs.rate(facts.pRedBC, "pRedBC");
        base = reduced(value, group.pRedBC);
    }
    group.vBC = base;
    group.pICMS = needs.rate(facts.pICMS, "pICMS");
    group.vICMS = percent_of(base, group.pICMS);
    if constexpr (std::same_as<Group, Icms00>) {
        if (facts.pFCP) group.fcp = Fcp00{.pFCP = *facts.pFCP, .vFCP = percent_of(base, *facts.pFCP)};
    } else {
        group.fcp = fcp_of(facts, base);
        if constexpr (requires { group.st; })
            group.st = st_of(facts, bases.st, group.vICMS.value, group.fcp ? group.fcp->vFCP.value : Money{}, needs);
        if constexpr (requires { group.deson; })
            group.deson = exemption(facts, percent_of(value, group.pICMS) - group.vICMS.value);
    }
    return group;
}

/// ST of CST 90 and CSOSN 900, beside an own ICMS that may be there.
St st_beside(std::optional<IcmsProprio> const& own, IcmsFacts const& facts, IcmsBases const& bases, Needs& needs) {
    return own ? st_of(facts, bases.st, own->vICMS.value, {}, needs) : st_alone(facts, bases, needs);
}

std::optional<Icms> build_cst(IcmsFacts const& facts, Prod const& prod, IcmsBases const& bases, Needs& needs) {
    auto const& code = facts.code;
    auto const value = bases.operation;
    if (code == "00") return taxed<Icms00>(facts, bases, needs);
    if (code == "10") return taxed<Icms10>(facts, bases, needs);
    if (code == "20") return taxed<Icms20>(facts, bases, needs);
    if (code == "70") return taxed<Icms70>(facts, bases, needs);
    if (code == "51") return deferred(facts, value, needs);
    if (code == "30") return Icms30{.orig = facts.orig, .st = st_alone(facts, bases, needs), .deson = {}};
    if (code == "40" || code == "41" || code == "50") {
        Icms40 group{.orig = facts.orig, .CST = code, .deson = {}};
        if (facts.motDesICMS) group.deson = exemption(facts, percent_of(value, needs.rate(facts.pICMS, "pICMS")));
        return group;
    }
    if (code == "60") {
        return Icms60{
            .orig = facts.orig, .retido = facts.retido, .fcpRetido = facts.fcpRetido, .efetivo = facts.efetivo};
    }
    if (code == "02") {
        auto const& rate = needs.rate(facts.adRemICMS, "adRemICMS");
        return Icms02{.orig = facts.orig,
                      .qBCMono = prod.qTrib,
                      .adRemICMS = rate,
                      .vICMSMono = cents(1, prod.qTrib.value, rate.value)};
    }
    if (code == "61") {
        auto const& rate = needs.rate(facts.adRemICMSRet, "adRemICMSRet");
        return Icms61{.orig = facts.orig,
                      .qBCMonoRet = prod.qTrib,
                      .adRemICMSRet = rate,
                      .vICMSMonoRet = cents(1, prod.qTrib.value, rate.value)};
    }
    if (code == "90") {
        Icms90 group{.orig = facts.orig, .proprio = own_icms(facts, value), .fcp = {}, .st = {}, .deson = {}};
        if (group.proprio) {
            group.fcp = fcp_of(facts, group.proprio->vBC.value);
            group.deson = exemption(facts, percent_of(value, group.proprio->pICMS) - group.proprio->vICMS.value);
        }
        if (facts.with_st) group.st = st_beside(group.proprio, facts, bases, needs);
        return group;
    }
    return std::nullopt;
}

std::optional<Icms> build_csosn(IcmsFacts const& facts, IcmsBases const& bases, Needs& needs) {
    auto const& code = facts.code;
    auto const value = bases.operation;
    if (code == "102" || code == "103" || code == "300" || code == "400")
        return IcmsSn102{.orig = facts.orig, .CSOSN = code};
    if (code == "500") {
        return IcmsSn500{
            .orig = facts.orig, .retido = facts.retido, .fcpRetido = facts.fcpRetido, .efetivo = facts.efetivo};
    }
    if (code == "101") return IcmsSn101{.orig = facts.orig, .credito = credit_of(facts, value, needs)};
    if (code == "201") {
        return IcmsSn201{
            .orig = facts.orig, .st = st_alone(facts, bases, needs), .credito = credit_of(facts, value, needs)};
    }
    if (code == "202" || code == "203")
        return IcmsSn202{.orig = facts.orig, .CSOSN = code, .st = st_alone(facts, bases, needs)};
    if (code == "900") {
        IcmsSn900 group{.orig = facts.orig, .proprio = own_icms(facts, value), .st = {}, .credito = {}};
        if (facts.with_st) group.st = st_beside(group.proprio, facts, bases, needs);
        if (facts.pCredSN) group.credito = credit_of(facts, value, needs);
        return group;
    }
    return std::nullopt;
}

bool has_formula_for_exemption(IcmsFacts const& facts) {
    constexpr std::array<std::string_view, 6> codes{"20", "40", "41", "50", "70", "90"};
    return !facts.simples && std::ranges::find(codes, facts.code) != codes.end() && (facts.code != "90" || facts.pICMS);
}

} // namespace

std::string InputGroup::field(std::string_view member) const {
    return fmt::format("itens.{}.{}.{}", item, name, member);
}

std::expected<Icms, Problems> compute_icms(IcmsFacts const& facts, Prod const& prod, IcmsBases const& bases,
                                           InputGroup const& group) {
    Needs needs(facts, group);
    if (facts.indDeduzDeson && !facts.motDesICMS)
        needs.add("motDesICMS", "Informe valor e motivo da desoneração.", 72, 934);
    if (facts.motDesICMS && !has_formula_for_exemption(facts))
        needs.add("motDesICMS", fmt::format("O código {} não tem cálculo de desoneração.", facts.code));
    auto icms = facts.simples ? build_csosn(facts, bases, needs) : build_cst(facts, prod, bases, needs);
    if (!icms) {
        needs.add(facts.simples ? "CSOSN" : "CST",
                  fmt::format("Código {} desconhecido ou sem cálculo nesta emissão.", facts.code));
    }
    if (auto problems = needs.take(); !problems.empty()) return std::unexpected(std::move(problems));
    return *std::move(icms);
}

std::expected<Ipi, Problems> compute_ipi(IpiFacts const& facts, Prod const& prod, InputGroup const& group) {
    constexpr std::array<std::string_view, 4> taxed_codes{"00", "49", "50", "99"};
    Ipi ipi{.cEnq = facts.cEnq, .group = IpiNt{.CST = facts.CST}};
    if (std::ranges::find(taxed_codes, facts.CST) == taxed_codes.end()) return ipi;
    if (facts.pIPI) {
        auto const base = operation_value(prod);
        ipi.group = IpiTrib{.CST = facts.CST,
                            .base = IpiTrib::PorValor{.vBC = base, .pIPI = *facts.pIPI},
                            .vIPI = percent_of(base, *facts.pIPI)};
    } else if (facts.vUnid) {
        ipi.group = IpiTrib{.CST = facts.CST,
                            .base = IpiTrib::PorUnidade{.qUnid = prod.qTrib, .vUnid = *facts.vUnid},
                            .vIPI = cents(1, prod.qTrib.value, facts.vUnid->value)};
    } else {
        return std::unexpected(
            Problems{{.rule = 0,
                      .cStat = 225,
                      .field = group.field("pIPI"),
                      .message = fmt::format("O CST {} do IPI exige a alíquota (pIPI) ou o valor por unidade (vUnid).",
                                             facts.CST)}});
    }
    return ipi;
}

IcmsUfDest compute_icms_uf_dest(IcmsUfDestRates const& rates, std::string_view pICMSInter, Money base) {
    IcmsUfDest due;
    due.vBCUFDest = base;
    due.pICMSUFDest = rates.pICMSUFDest;
    due.pICMSInter = pICMSInter;
    due.pICMSInterPart = Written<4>(Decimal<4>::from_units(100), 2);
    auto const inter = Decimal<4>::parse(pICMSInter).value();
    // A rate inside below that between the UFs leaves nothing to share.
    auto const difference = std::max(Decimal<4>{}, rates.pICMSUFDest.value - inter);
    due.vICMSUFDest = cents(100, base, difference);
    if (rates.pFCPUFDest && !rates.pFCPUFDest->value.is_zero()) {
        due.vBCFCPUFDest = base;
        due.pFCPUFDest = rates.pFCPUFDest;
        due.vFCPUFDest = percent_of(base, *rates.pFCPUFDest);
    }
    return due;
}

std::expected<Contribuicao, Problems> compute_contribution(ContributionFacts const& facts, Prod const& prod,
                                                           Money vICMS, InputGroup const& group) {
    auto const missing = [&](std::string_view name) {
        return std::unexpected(Problems{{.rule = 0,
                                         .cStat = 0,
                                         .field = group.field(name),
                                         .message = fmt::format("O CST {} exige {}.", facts.CST, name)}});
    };
    if (facts.CST == "01" || facts.CST == "02") {
        if (!facts.p) return missing("p");
        Money const base = operation_value(prod) - (facts.excluiICMS ? vICMS : Money{});
        return ContribuicaoAliq{.CST = facts.CST, .vBC = base, .p = *facts.p, .v = percent_of(base, *facts.p)};
    }
    if (facts.CST == "03") {
        if (!facts.qBCProd) return missing("qBCProd");
        if (!facts.vAliqProd) return missing("vAliqProd");
        return ContribuicaoQtde{.CST = facts.CST,
                                .qBCProd = *facts.qBCProd,
                                .vAliqProd = *facts.vAliqProd,
                                .v = cents(1, facts.qBCProd->value, facts.vAliqProd->value)};
    }
    constexpr std::string_view no_values = "04 05 06 07 08 09";
    constexpr std::string_view others = "49 50 51 52 53 54 55 56 60 61 62 63 64 65 66 67 70 71 72 73 74 75 98 99";
    if (facts.CST.size() == 2 && no_values.find(facts.CST) != std::string_view::npos)
        return ContribuicaoNt{.CST = facts.CST};
    if (facts.CST.size() == 2 && others.find(facts.CST) != std::string_view::npos)
        return ContribuicaoOutr{.CST = facts.CST, .base = ContribuicaoOutr::PorValor{}, .v = {}};
    return std::unexpected(Problems{{.rule = 76,
                                     .cStat = 225,
                                     .field = group.field("CST"),
                                     .message = fmt::format("CST {} de PIS/COFINS não existe.", facts.CST)}});
}

IbsCbs compute_ibscbs(IbsCbsFacts const& facts, Composition composition, Prod const& prod, ItemAmounts const& amounts,
                      Money vPIS, Money vCOFINS) {
    IbsCbs group{.CST = facts.CST, .cClassTrib = facts.cClassTrib, .gIBSCBS = {}};
    if (!facts.rates) return group;
    auto const& rates = *facts.rates;
    auto const effective = [&](Written<4> const& rate) {
        return rates.pRedAliq
                   ? rounded_product<4>(Rounding::half_up, 100, rate.value, one_hundred - rates.pRedAliq->value)
                   : rate.value;
    };
    auto const base = ibscbs_base(composition, prod, amounts, vPIS, vCOFINS,
                                  effective(rates.pIBSUF) + effective(rates.pIBSMun) + effective(rates.pCBS));
    auto const tax = [&](Written<4> const& rate) {
        TributoRtc result;
        result.p = rate;
        if (rate.value.is_zero()) result.p.places = 2;
        if (rates.pRedAliq) result.gRed = GRed{.pRedAliq = *rates.pRedAliq, .pAliqEfet = effective(rate)};
        result.v = percent_of(base, effective(rate));
        return result;
    };
    GIbsCbs g{
        .vBC = base, .gIBSUF = tax(rates.pIBSUF), .gIBSMun = tax(rates.pIBSMun), .vIBS = {}, .gCBS = tax(rates.pCBS)};
    g.vIBS = g.gIBSUF.v.value + g.gIBSMun.v.value;
    group.gIBSCBS = g;
    return group;
}

namespace {

template <class Group>
void collect(Group const& group, IcmsAmounts& sum) {
    if constexpr (requires {
                      { group.vBC } -> std::same_as<Valor const&>;
                      group.vICMS;
                  }) {
        sum.vBC = group.vBC.value;
        sum.vICMS = group.vICMS.value;
    }
    if constexpr (std::same_as<Group, Icms51>) {
        if (group.vBC) sum.vBC = group.vBC->value;
        if (group.vICMS) sum.vICMS = group.vICMS->value;
    }
    if constexpr (requires { group.proprio; }) {
        if (group.proprio) collect(*group.proprio, sum);
    }
    if constexpr (requires { group.fcp; }) {
        if (group.fcp) sum.vFCP = group.fcp->vFCP.value;
    }
    if constexpr (requires { group.deson; }) {
        if (group.deson) {
            sum.vICMSDeson = group.deson->vICMSDeson.value;
            if (group.deson->indDeduzDeson == 1) sum.vICMSDesonDeduzida = sum.vICMSDeson;
        }
    }
    auto const add_st = [&sum](St const& st) {
        sum.vBCST = st.vBCST.value;
        sum.vICMSST = st.vICMSST.value;
        if (st.fcpSt) sum.vFCPST = st.fcpSt->vFCPST.value;
    };
    if constexpr (requires {
                      { group.st } -> std::same_as<St const&>;
                  }) {
        add_st(group.st);
    } else if constexpr (requires { group.st; }) {
        if (group.st) add_st(*group.st);
    }
    if constexpr (requires { group.fcpRetido; }) {
        if (group.fcpRetido) sum.vFCPSTRet = group.fcpRetido->vFCPSTRet.value;
    }
    if constexpr (requires { group.vICMSMono; }) {
        sum.vICMSMono = group.vICMSMono.value;
        if (group.qBCMono) sum.qBCMono = group.qBCMono->value;
    }
    if constexpr (requires { group.vICMSMonoRet; }) {
        sum.vICMSMonoRet = group.vICMSMonoRet.value;
        if (group.qBCMonoRet) sum.qBCMonoRet = group.qBCMonoRet->value;
    }
}

} // namespace

IcmsAmounts amounts_of(Icms const& icms) {
    IcmsAmounts sum;
    std::visit([&sum](auto const& group) { collect(group, sum); }, icms);
    return sum;
}

ItemAmounts amounts_of(Det const& det) {
    ItemAmounts sum;
    static_cast<IcmsAmounts&>(sum) = amounts_of(det.icms);
    if (det.ipi)
        if (auto const* taxed = std::get_if<IpiTrib>(&det.ipi->group)) sum.vIPI = taxed->vIPI.value;
    if (det.impostoDevol) sum.vIPIDevol = det.impostoDevol->vIPIDevol.value;
    if (auto const& dest = det.icmsUFDest) {
        if (dest->vFCPUFDest) sum.vFCPUFDest = dest->vFCPUFDest->value;
        sum.vICMSUFDest = dest->vICMSUFDest.value;
        sum.vICMSUFRemet = dest->vICMSUFRemet.value;
    }
    return sum;
}

Money amount_of(Contribuicao const& contribution) {
    return std::visit(
        [](auto const& group) {
            if constexpr (requires { group.v; }) return group.v.value;
            else return Money{};
        },
        contribution);
}

} // namespace balcao::nfce
