#pragma once

#include "nfce/lexical.hpp"
#include "nfce/model.hpp"

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

/// Tax groups and totals of the layout; see layout.hpp for what an archive is.
namespace balcao::nfce::layout {

/// `T` or `T const`: the reader walks a mutable model, the others a constant one.
template <class X, class T>
concept Of = std::same_as<std::remove_const_t<X>, T>;

/// Which identifications a group takes.
enum class Kinds { brazilian, with_foreigner };

/// One alternative of Archive::choice: the group `T`, known by `name` (its element, or its first member when the
/// alternative has no element of its own).
template <class T, class Body>
struct Alternative {
    using Type = T;
    std::string_view name;
    bool has_element;
    Body body;
};
template <class T, class Body>
Alternative<T, Body> group(std::string_view name, Body body) {
    return {name, true, std::move(body)};
}
template <class T, class Body>
Alternative<T, Body> members(std::string_view first, Body body) {
    return {first, false, std::move(body)};
}

template <class A>
void describe_st(A& a, Of<St> auto& x) {
    using namespace lexical;
    a.field("modBCST", x.modBCST, Integer{0, 6});
    a.field("pMVAST", x.pMVAST, kPercent);
    a.field("pRedBCST", x.pRedBCST, kPercent);
    a.field("vBCST", x.vBCST, kMoney);
    a.field("pICMSST", x.pICMSST, kPercent);
    a.field("vICMSST", x.vICMSST, kMoney);
    a.sequence("vBCFCPST", x.fcpSt, [&](auto& fcp) {
        a.field("vBCFCPST", fcp.vBCFCPST, kMoney);
        a.field("pFCPST", fcp.pFCPST, kPercent);
        a.field("vFCPST", fcp.vFCPST, kMoney);
    });
}

template <class A>
void describe_fcp(A& a, auto& fcp) {
    using namespace lexical;
    a.sequence("vBCFCP", fcp, [&](auto& x) {
        a.field("vBCFCP", x.vBCFCP, kMoney);
        a.field("pFCP", x.pFCP, kPercent);
        a.field("vFCP", x.vFCP, kMoney);
    });
}

template <class A>
void describe_exemption(A& a, auto& deson, std::string_view reasons) {
    using namespace lexical;
    a.sequence("vICMSDeson", deson, [&](auto& x) {
        a.field("vICMSDeson", x.vICMSDeson, kMoney);
        a.field("motDesICMS", x.motDesICMS, OneOf{reasons});
        a.field("indDeduzDeson", x.indDeduzDeson, Integer{0, 1});
    });
}

/// What ICMS60 and ICMSSN500 tell of the ST charged before.
template <class A>
void describe_charged_before(A& a, auto& x) {
    using namespace lexical;
    a.sequence("vBCSTRet", x.retido, [&](auto& st) {
        a.field("vBCSTRet", st.vBCSTRet, kMoney);
        a.field("pST", st.pST, kPercent);
        a.field("vICMSSubstituto", st.vICMSSubstituto, kMoney);
        a.field("vICMSSTRet", st.vICMSSTRet, kMoney);
    });
    a.sequence("vBCFCPSTRet", x.fcpRetido, [&](auto& fcp) {
        a.field("vBCFCPSTRet", fcp.vBCFCPSTRet, kMoney);
        a.field("pFCPSTRet", fcp.pFCPSTRet, kPercent);
        a.field("vFCPSTRet", fcp.vFCPSTRet, kMoney);
    });
    a.sequence("pRedBCEfet", x.efetivo, [&](auto& effective) {
        a.field("pRedBCEfet", effective.pRedBCEfet, kPercent);
        a.field("vBCEfet", effective.vBCEfet, kMoney);
        a.field("pICMSEfet", effective.pICMSEfet, kPercent);
        a.field("vICMSEfet", effective.vICMSEfet, kMoney);
    });
}

template <class A>
void describe_own_icms(A& a, auto& own) {
    using namespace lexical;
    a.sequence("modBC", own, [&](auto& x) {
        a.field("modBC", x.modBC, Integer{0, 3});
        a.field("vBC", x.vBC, kMoney);
        a.field("pRedBC", x.pRedBC, kPercent);
        a.field("pICMS", x.pICMS, kPercent);
        a.field("vICMS", x.vICMS, kMoney);
    });
}

template <class A>
void describe_credit(A& a, auto& credit) {
    a.field("pCredSN", credit.pCredSN, lexical::kPercent);
    a.field("vCredICMSSN", credit.vCredICMSSN, lexical::kMoney);
}

template <class A>
void describe_icms(A& a, Of<Icms> auto& icms) {
    using namespace lexical;
    auto const head = [&](auto& x, std::string_view code_name, std::string_view code) {
        a.field("orig", x.orig, Integer{0, 8});
        a.constant(code_name, code);
    };
    auto const base_and_rate = [&](auto& x) {
        a.field("vBC", x.vBC, kMoney);
        a.field("pICMS", x.pICMS, kPercent);
        a.field("vICMS", x.vICMS, kMoney);
    };
    a.choice(icms,
             group<Icms00>("ICMS00",
                           [&](auto& x) {
                               head(x, "CST", "00");
                               a.field("modBC", x.modBC, Integer{0, 3});
                               base_and_rate(x);
                               a.sequence("pFCP", x.fcp, [&](auto& fcp) {
                                   a.field("pFCP", fcp.pFCP, kPercent);
                                   a.field("vFCP", fcp.vFCP, kMoney);
                               });
                           }),
             group<Icms02>("ICMS02",
                           [&](auto& x) {
                               head(x, "CST", "02");
                               a.field("qBCMono", x.qBCMono, kQuantity);
                               a.field("adRemICMS", x.adRemICMS, kPercent);
                               a.field("vICMSMono", x.vICMSMono, kMoney);
                           }),
             group<Icms10>("ICMS10",
                           [&](auto& x) {
                               head(x, "CST", "10");
                               a.field("modBC", x.modBC, Integer{0, 3});
                               base_and_rate(x);
                               describe_fcp(a, x.fcp);
                               describe_st(a, x.st);
                           }),
             group<Icms20>("ICMS20",
                           [&](auto& x) {
                               head(x, "CST", "20");
                               a.field("modBC", x.modBC, Integer{0, 3});
                               a.field("pRedBC", x.pRedBC, kPercent);
                               base_and_rate(x);
                               describe_fcp(a, x.fcp);
                               describe_exemption(a, x.deson, "3 9 12");
                           }),
             group<Icms30>("ICMS30",
                           [&](auto& x) {
                               head(x, "CST", "30");
                               describe_st(a, x.st);
                               describe_exemption(a, x.deson, "6 7 9");
                           }),
             group<Icms40>("ICMS40",
                           [&](auto& x) {
                               a.field("orig", x.orig, Integer{0, 8});
                               a.field("CST", x.CST, OneOf{"40 41 50"});
                               describe_exemption(a, x.deson, "1 3 4 5 6 7 8 9 10 11 16 90");
                           }),
             group<Icms60>("ICMS60",
                           [&](auto& x) {
                               head(x, "CST", "60");
                               describe_charged_before(a, x);
                           }),
             group<Icms61>("ICMS61",
                           [&](auto& x) {
                               head(x, "CST", "61");
                               a.field("qBCMonoRet", x.qBCMonoRet, kQuantity);
                               a.field("adRemICMSRet", x.adRemICMSRet, kPercent);
                               a.field("vICMSMonoRet", x.vICMSMonoRet, kMoney);
                           }),
             group<Icms70>("ICMS70",
                           [&](auto& x) {
                               head(x, "CST", "70");
                               a.field("modBC", x.modBC, Integer{0, 3});
                               a.field("pRedBC", x.pRedBC, kPercent);
                               base_and_rate(x);
                               describe_fcp(a, x.fcp);
                               describe_st(a, x.st);
                               describe_exemption(a, x.deson, "3 9 12");
                           }),
             group<Icms90>("ICMS90",
                           [&](auto& x) {
                               head(x, "CST", "90");
                               describe_own_icms(a, x.proprio);
                               describe_fcp(a, x.fcp);
                               a.sequence("modBCST", x.st, [&](auto& st) { describe_st(a, st); });
                               describe_exemption(a, x.deson, "3 9 12");
                           }),
             group<IcmsSn101>("ICMSSN101",
                              [&](auto& x) {
                                  head(x, "CSOSN", "101");
                                  describe_credit(a, x.credito);
                              }),
             group<IcmsSn102>("ICMSSN102",
                              [&](auto& x) {
                                  a.field("orig", x.orig, Integer{0, 8});
                                  a.field("CSOSN", x.CSOSN, OneOf{"102 103 300 400"});
                              }),
             group<IcmsSn201>("ICMSSN201",
                              [&](auto& x) {
                                  head(x, "CSOSN", "201");
                                  describe_st(a, x.st);
                                  describe_credit(a, x.credito);
                              }),
             group<IcmsSn202>("ICMSSN202",
                              [&](auto& x) {
                                  a.field("orig", x.orig, Integer{0, 8});
                                  a.field("CSOSN", x.CSOSN, OneOf{"202 203"});
                                  describe_st(a, x.st);
                              }),
             group<IcmsSn500>("ICMSSN500",
                              [&](auto& x) {
                                  head(x, "CSOSN", "500");
                                  describe_charged_before(a, x);
                              }),
             group<IcmsSn900>("ICMSSN900", [&](auto& x) {
                 head(x, "CSOSN", "900");
                 describe_own_icms(a, x.proprio);
                 a.sequence("modBCST", x.st, [&](auto& st) { describe_st(a, st); });
                 a.sequence("pCredSN", x.credito, [&](auto& credit) { describe_credit(a, credit); });
             }));
}

/// Element names in which PIS and COFINS differ; known at compile time, as the writer likes all names.
struct ContributionNames {
    std::string_view aliq, qtde, nt, outr, p, v;
};
inline constexpr ContributionNames kPis{"PISAliq", "PISQtde", "PISNT", "PISOutr", "pPIS", "vPIS"};
inline constexpr ContributionNames kCofins{"COFINSAliq", "COFINSQtde", "COFINSNT", "COFINSOutr", "pCOFINS", "vCOFINS"};

template <ContributionNames const& names, class A>
void describe_contribution(A& a, Of<Contribuicao> auto& contribution) {
    using namespace lexical;
    auto const by_value = [&](auto& x) {
        a.field("vBC", x.vBC, kMoney);
        a.field(names.p, x.p, kPercent);
    };
    auto const by_quantity = [&](auto& x) {
        a.field("qBCProd", x.qBCProd, kQuantity12);
        a.field("vAliqProd", x.vAliqProd, kQuantity);
    };
    a.choice(contribution,
             group<ContribuicaoAliq>(names.aliq,
                                     [&](auto& x) {
                                         a.field("CST", x.CST, digits(2));
                                         by_value(x);
                                         a.field(names.v, x.v, kMoney);
                                     }),
             group<ContribuicaoQtde>(names.qtde,
                                     [&](auto& x) {
                                         a.field("CST", x.CST, digits(2));
                                         by_quantity(x);
                                         a.field(names.v, x.v, kMoney);
                                     }),
             group<ContribuicaoNt>(names.nt, [&](auto& x) { a.field("CST", x.CST, digits(2)); }),
             group<ContribuicaoOutr>(names.outr, [&](auto& x) {
                 a.field("CST", x.CST, digits(2));
                 a.choice(x.base, members<ContribuicaoOutr::PorValor>("vBC", by_value),
                          members<ContribuicaoOutr::PorQuantidade>("qBCProd", by_quantity));
                 a.field(names.v, x.v, kMoney);
             }));
}

/// Element names in which the IBS of the UF, that of the município and the CBS differ.
struct RtcNames {
    std::string_view rate, amount;
};
inline constexpr RtcNames kIbsUf{"pIBSUF", "vIBSUF"};
inline constexpr RtcNames kIbsMun{"pIBSMun", "vIBSMun"};
inline constexpr RtcNames kCbs{"pCBS", "vCBS"};

template <RtcNames const& names, class A>
void describe_rtc_tax(A& a, Of<TributoRtc> auto& x) {
    using namespace lexical;
    a.field(names.rate, x.p, kPercent);
    a.optional_element("gRed", x.gRed, [&](auto& red) {
        a.field("pRedAliq", red.pRedAliq, kPercent);
        a.field("pAliqEfet", red.pAliqEfet, kPercent);
    });
    a.field(names.amount, x.v, kMoney);
}

template <class A>
void describe_ibscbs(A& a, Of<IbsCbs> auto& x) {
    using namespace lexical;
    a.field("CST", x.CST, digits(3));
    a.field("cClassTrib", x.cClassTrib, digits(6));
    a.optional_element("gIBSCBS", x.gIBSCBS, [&](auto& g) {
        a.field("vBC", g.vBC, kMoney);
        a.element("gIBSUF", [&] { describe_rtc_tax<kIbsUf>(a, g.gIBSUF); });
        a.element("gIBSMun", [&] { describe_rtc_tax<kIbsMun>(a, g.gIBSMun); });
        a.field("vIBS", g.vIBS, kMoney);
        a.element("gCBS", [&] { describe_rtc_tax<kCbs>(a, g.gCBS); });
    });
}

template <class A>
void describe_icms_totals(A& a, Of<IcmsTot> auto& x) {
    using lexical::kMoney;
    auto const mono = [&](auto& tot, std::string_view quantity, std::string_view amount) {
        a.sequence(quantity, tot, [&](auto& m) {
            a.field(quantity, m.qBC, kMoney);
            a.field(amount, m.vICMS, kMoney);
        });
    };
    a.field("vBC", x.vBC, kMoney);
    a.field("vICMS", x.vICMS, kMoney);
    a.field("vICMSDeson", x.vICMSDeson, kMoney);
    a.field("vFCP", x.vFCP, kMoney);
    a.field("vBCST", x.vBCST, kMoney);
    a.field("vST", x.vST, kMoney);
    a.field("vFCPST", x.vFCPST, kMoney);
    a.field("vFCPSTRet", x.vFCPSTRet, kMoney);
    mono(x.mono, "qBCMono", "vICMSMono");
    mono(x.monoReten, "qBCMonoReten", "vICMSMonoReten");
    mono(x.monoRet, "qBCMonoRet", "vICMSMonoRet");
    a.field("vProd", x.vProd, kMoney);
    a.field("vFrete", x.vFrete, kMoney);
    a.field("vSeg", x.vSeg, kMoney);
    a.field("vDesc", x.vDesc, kMoney);
    a.field("vII", x.vII, kMoney);
    a.field("vIPI", x.vIPI, kMoney);
    a.field("vIPIDevol", x.vIPIDevol, kMoney);
    a.field("vPIS", x.vPIS, kMoney);
    a.field("vCOFINS", x.vCOFINS, kMoney);
    a.field("vOutro", x.vOutro, kMoney);
    a.field("vNF", x.vNF, kMoney);
    a.field("vTotTrib", x.vTotTrib, kMoney);
}

template <class A>
void describe_ibscbs_totals(A& a, Of<IbsCbsTot> auto& x) {
    using lexical::kMoney;
    auto const reliefs = [&](auto& tot) {
        a.field("vDif", tot.vDif, kMoney);
        a.field("vDevTrib", tot.vDevTrib, kMoney);
    };
    auto const credits = [&](auto& tot) {
        a.field("vCredPres", tot.vCredPres, kMoney);
        a.field("vCredPresCondSus", tot.vCredPresCondSus, kMoney);
    };
    a.field("vBCIBSCBS", x.vBCIBSCBS, kMoney);
    a.optional_element("gIBS", x.gIBS, [&](auto& g) {
        a.element("gIBSUF", [&] {
            reliefs(g.gIBSUF);
            a.field("vIBSUF", g.gIBSUF.v, kMoney);
        });
        a.element("gIBSMun", [&] {
            reliefs(g.gIBSMun);
            a.field("vIBSMun", g.gIBSMun.v, kMoney);
        });
        a.field("vIBS", g.vIBS, kMoney);
        credits(g);
    });
    a.optional_element("gCBS", x.gCBS, [&](auto& g) {
        reliefs(g);
        a.field("vCBS", g.vCBS, kMoney);
        credits(g);
    });
    a.optional_element("gMono", x.gMono, [&](auto& g) {
        a.field("vIBSMono", g.vIBSMono, kMoney);
        a.field("vCBSMono", g.vCBSMono, kMoney);
        a.field("vIBSMonoReten", g.vIBSMonoReten, kMoney);
        a.field("vCBSMonoReten", g.vCBSMonoReten, kMoney);
        a.field("vIBSMonoRet", g.vIBSMonoRet, kMoney);
        a.field("vCBSMonoRet", g.vCBSMonoRet, kMoney);
    });
}

} // namespace balcao::nfce::layout
