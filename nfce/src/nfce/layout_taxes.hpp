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
    a.field("pMVAST", x.pMVAST, percent_opc);
    a.field("pRedBCST", x.pRedBCST, percent_not_zero);
    a.field("vBCST", x.vBCST, money);
    a.field("pICMSST", x.pICMSST, percent);
    a.field("vICMSST", x.vICMSST, money);
    a.sequence("vBCFCPST", x.fcpSt, [&](auto& fcp) {
        a.field("vBCFCPST", fcp.vBCFCPST, money);
        a.field("pFCPST", fcp.pFCPST, percent_opc);
        a.field("vFCPST", fcp.vFCPST, money);
    });
}

template <class A>
void describe_fcp(A& a, auto& fcp) {
    using namespace lexical;
    a.sequence("vBCFCP", fcp, [&](auto& x) {
        a.field("vBCFCP", x.vBCFCP, money);
        a.field("pFCP", x.pFCP, percent_opc);
        a.field("vFCP", x.vFCP, money);
    });
}

template <class A>
void describe_exemption(A& a, auto& deson, std::string_view reasons) {
    using namespace lexical;
    a.sequence("vICMSDeson", deson, [&](auto& x) {
        a.field("vICMSDeson", x.vICMSDeson, money);
        a.field("motDesICMS", x.motDesICMS, OneOf{reasons});
        a.field("indDeduzDeson", x.indDeduzDeson, Integer{0, 1});
    });
}

/// What ICMS60 and ICMSSN500 tell of the ST charged before.
template <class A>
void describe_charged_before(A& a, auto& x) {
    using namespace lexical;
    a.sequence("vBCSTRet", x.retido, [&](auto& st) {
        a.field("vBCSTRet", st.vBCSTRet, money);
        a.field("pST", st.pST, percent_opc);
        a.field("vICMSSubstituto", st.vICMSSubstituto, money);
        a.field("vICMSSTRet", st.vICMSSTRet, money);
    });
    a.sequence("vBCFCPSTRet", x.fcpRetido, [&](auto& fcp) {
        a.field("vBCFCPSTRet", fcp.vBCFCPSTRet, money);
        a.field("pFCPSTRet", fcp.pFCPSTRet, percent_opc);
        a.field("vFCPSTRet", fcp.vFCPSTRet, money);
    });
    a.sequence("pRedBCEfet", x.efetivo, [&](auto& effective) {
        a.field("pRedBCEfet", effective.pRedBCEfet, percent_opc);
        a.field("vBCEfet", effective.vBCEfet, money);
        a.field("pICMSEfet", effective.pICMSEfet, percent_opc);
        a.field("vICMSEfet", effective.vICMSEfet, money);
    });
}

template <class A>
void describe_own_icms(A& a, auto& own, bool may_be_deferred) {
    using namespace lexical;
    a.sequence("modBC", own, [&](auto& x) {
        a.field("modBC", x.modBC, Integer{0, 3});
        a.field("vBC", x.vBC, money);
        a.field("pRedBC", x.pRedBC, percent_not_zero);
        a.field("pICMS", x.pICMS, percent);
        if (may_be_deferred) {
            a.sequence("vICMSOp", x.diferimento, [&](auto& deferral) {
                a.field("vICMSOp", deferral.vICMSOp, money);
                a.field("pDif", deferral.pDif, percent_up_to_100);
                a.field("vICMSDif", deferral.vICMSDif, money);
            });
        }
        a.field("vICMS", x.vICMS, money);
    });
}

template <class A>
void describe_credit(A& a, auto& credit) {
    a.field("pCredSN", credit.pCredSN, lexical::percent);
    a.field("vCredICMSSN", credit.vCredICMSSN, lexical::money);
}

template <class A>
void describe_icms(A& a, Of<Icms> auto& icms) {
    using namespace lexical;
    auto const head = [&](auto& x, std::string_view code_name, std::string_view code) {
        a.field("orig", x.orig, Integer{0, 8});
        a.constant(code_name, code);
    };
    auto const base_and_rate = [&](auto& x) {
        a.field("vBC", x.vBC, money);
        a.field("pICMS", x.pICMS, percent);
        a.field("vICMS", x.vICMS, money);
    };
    a.choice(icms,
             group<Icms00>("ICMS00",
                           [&](auto& x) {
                               head(x, "CST", "00");
                               a.field("modBC", x.modBC, Integer{0, 3});
                               base_and_rate(x);
                               a.sequence("pFCP", x.fcp, [&](auto& fcp) {
                                   a.field("pFCP", fcp.pFCP, percent_opc);
                                   a.field("vFCP", fcp.vFCP, money);
                               });
                           }),
             group<Icms02>("ICMS02",
                           [&](auto& x) {
                               head(x, "CST", "02");
                               a.field("qBCMono", x.qBCMono, quantity);
                               a.field("adRemICMS", x.adRemICMS, percent);
                               a.field("vICMSMono", x.vICMSMono, money);
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
                               a.field("pRedBC", x.pRedBC, percent_not_zero);
                               base_and_rate(x);
                               describe_fcp(a, x.fcp);
                               describe_exemption(a, x.deson, "3 9 10 11 12");
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
             group<Icms51>("ICMS51",
                           [&](auto& x) {
                               head(x, "CST", "51");
                               a.field("modBC", x.modBC, Integer{0, 3});
                               a.field("pRedBC", x.pRedBC, percent_not_zero);
                               a.field("vBC", x.vBC, money);
                               a.field("pICMS", x.pICMS, percent);
                               a.field("vICMSOp", x.vICMSOp, money);
                               a.field("pDif", x.pDif, percent_up_to_100);
                               a.field("vICMSDif", x.vICMSDif, money);
                               a.field("vICMS", x.vICMS, money);
                               describe_fcp(a, x.fcp);
                           }),
             group<Icms60>("ICMS60",
                           [&](auto& x) {
                               head(x, "CST", "60");
                               describe_charged_before(a, x);
                           }),
             group<Icms61>("ICMS61",
                           [&](auto& x) {
                               head(x, "CST", "61");
                               a.field("qBCMonoRet", x.qBCMonoRet, quantity);
                               a.field("adRemICMSRet", x.adRemICMSRet, percent);
                               a.field("vICMSMonoRet", x.vICMSMonoRet, money);
                           }),
             group<Icms70>("ICMS70",
                           [&](auto& x) {
                               head(x, "CST", "70");
                               a.field("modBC", x.modBC, Integer{0, 3});
                               a.field("pRedBC", x.pRedBC, percent_not_zero);
                               base_and_rate(x);
                               describe_fcp(a, x.fcp);
                               describe_st(a, x.st);
                               describe_exemption(a, x.deson, "3 9 12");
                           }),
             group<Icms90>("ICMS90",
                           [&](auto& x) {
                               head(x, "CST", "90");
                               describe_own_icms(a, x.proprio, true);
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
                 describe_own_icms(a, x.proprio, false);
                 a.sequence("modBCST", x.st, [&](auto& st) { describe_st(a, st); });
                 a.sequence("pCredSN", x.credito, [&](auto& credit) { describe_credit(a, credit); });
             }));
}

template <class A>
void describe_ipi(A& a, Of<Ipi> auto& x) {
    using namespace lexical;
    a.field("cEnq", x.cEnq, Text{1, 3});
    a.choice(x.group,
             group<IpiTrib>("IPITrib",
                            [&](auto& trib) {
                                a.field("CST", trib.CST, OneOf{"00 49 50 99"});
                                a.choice(trib.base,
                                         members<IpiTrib::PorValor>("vBC",
                                                                    [&](auto& by_value) {
                                                                        a.field("vBC", by_value.vBC, money);
                                                                        a.field("pIPI", by_value.pIPI, percent);
                                                                    }),
                                         members<IpiTrib::PorUnidade>("qUnid", [&](auto& by_unit) {
                                             a.field("qUnid", by_unit.qUnid, quantity_12);
                                             a.field("vUnid", by_unit.vUnid, unit_tax);
                                         }));
                                a.field("vIPI", trib.vIPI, money);
                            }),
             group<IpiNt>("IPINT", [&](auto& nt) { a.field("CST", nt.CST, OneOf{"01 02 03 04 05 51 52 53 54 55"}); }));
}

template <class A>
void describe_icms_uf_dest(A& a, Of<IcmsUfDest> auto& x) {
    using namespace lexical;
    a.field("vBCUFDest", x.vBCUFDest, money);
    a.field("vBCFCPUFDest", x.vBCFCPUFDest, money);
    a.field("pFCPUFDest", x.pFCPUFDest, percent);
    a.field("pICMSUFDest", x.pICMSUFDest, percent);
    a.field("pICMSInter", x.pICMSInter, OneOf{"4.00 7.00 12.00"});
    a.field("pICMSInterPart", x.pICMSInterPart, percent);
    a.field("vFCPUFDest", x.vFCPUFDest, money);
    a.field("vICMSUFDest", x.vICMSUFDest, money);
    a.field("vICMSUFRemet", x.vICMSUFRemet, money);
}

/// Element names in which PIS and COFINS differ; known at compile time, as the writer likes all names.
struct ContributionNames {
    std::string_view aliq, qtde, nt, outr, p, v;
};
inline constexpr ContributionNames pis_names{"PISAliq", "PISQtde", "PISNT", "PISOutr", "pPIS", "vPIS"};
inline constexpr ContributionNames cofins_names{"COFINSAliq", "COFINSQtde", "COFINSNT",
                                                "COFINSOutr", "pCOFINS",    "vCOFINS"};

template <ContributionNames const& names, class A>
void describe_contribution(A& a, Of<Contribuicao> auto& contribution) {
    using namespace lexical;
    auto const by_value = [&](auto& x) {
        a.field("vBC", x.vBC, money);
        a.field(names.p, x.p, percent);
    };
    auto const by_quantity = [&](auto& x) {
        a.field("qBCProd", x.qBCProd, quantity_12);
        a.field("vAliqProd", x.vAliqProd, quantity);
    };
    a.choice(contribution,
             group<ContribuicaoAliq>(names.aliq,
                                     [&](auto& x) {
                                         a.field("CST", x.CST, GroupCst{"01 02"});
                                         by_value(x);
                                         a.field(names.v, x.v, money);
                                     }),
             group<ContribuicaoQtde>(names.qtde,
                                     [&](auto& x) {
                                         a.field("CST", x.CST, GroupCst{"03"});
                                         by_quantity(x);
                                         a.field(names.v, x.v, money);
                                     }),
             group<ContribuicaoNt>(names.nt, [&](auto& x) { a.field("CST", x.CST, GroupCst{"04 05 06 07 08 09"}); }),
             group<ContribuicaoOutr>(names.outr, [&](auto& x) {
                 a.field("CST", x.CST,
                         GroupCst{"49 50 51 52 53 54 55 56 60 61 62 63 64 65 66 67 70 71 72 73 74 75 98 99"});
                 a.choice(x.base, members<ContribuicaoOutr::PorValor>("vBC", by_value),
                          members<ContribuicaoOutr::PorQuantidade>("qBCProd", by_quantity));
                 a.field(names.v, x.v, money);
             }));
}

/// Element names in which the IBS of the UF, that of the município and the CBS differ.
struct RtcNames {
    std::string_view rate, amount;
};
inline constexpr RtcNames ibs_uf_names{"pIBSUF", "vIBSUF"};
inline constexpr RtcNames ibs_mun_names{"pIBSMun", "vIBSMun"};
inline constexpr RtcNames cbs_names{"pCBS", "vCBS"};

template <RtcNames const& names, class A>
void describe_rtc_tax(A& a, Of<TributoRtc> auto& x) {
    using namespace lexical;
    a.field(names.rate, x.p, percent);
    a.optional_element("gRed", x.gRed, [&](auto& red) {
        a.field("pRedAliq", red.pRedAliq, percent);
        a.field("pAliqEfet", red.pAliqEfet, percent);
    });
    a.field(names.amount, x.v, money);
}

template <class A>
void describe_ibscbs(A& a, Of<IbsCbs> auto& x) {
    using namespace lexical;
    a.field("CST", x.CST, digits(3));
    a.field("cClassTrib", x.cClassTrib, digits(6));
    a.optional_element("gIBSCBS", x.gIBSCBS, [&](auto& g) {
        a.field("vBC", g.vBC, money);
        a.element("gIBSUF", [&] { describe_rtc_tax<ibs_uf_names>(a, g.gIBSUF); });
        a.element("gIBSMun", [&] { describe_rtc_tax<ibs_mun_names>(a, g.gIBSMun); });
        a.field("vIBS", g.vIBS, money);
        a.element("gCBS", [&] { describe_rtc_tax<cbs_names>(a, g.gCBS); });
    });
}

template <class A>
void describe_icms_totals(A& a, Of<IcmsTot> auto& x) {
    using lexical::money;
    auto const mono = [&](auto& tot, std::string_view quantity, std::string_view amount) {
        a.sequence(quantity, tot, [&](auto& m) {
            a.field(quantity, m.qBC, money);
            a.field(amount, m.vICMS, money);
        });
    };
    a.field("vBC", x.vBC, money);
    a.field("vICMS", x.vICMS, money);
    a.field("vICMSDeson", x.vICMSDeson, money);
    a.sequence("vFCPUFDest", x.ufDest, [&](auto& dest) {
        a.field("vFCPUFDest", dest.vFCPUFDest, money);
        a.field("vICMSUFDest", dest.vICMSUFDest, money);
        a.field("vICMSUFRemet", dest.vICMSUFRemet, money);
    });
    a.field("vFCP", x.vFCP, money);
    a.field("vBCST", x.vBCST, money);
    a.field("vST", x.vST, money);
    a.field("vFCPST", x.vFCPST, money);
    a.field("vFCPSTRet", x.vFCPSTRet, money);
    mono(x.mono, "qBCMono", "vICMSMono");
    mono(x.monoReten, "qBCMonoReten", "vICMSMonoReten");
    mono(x.monoRet, "qBCMonoRet", "vICMSMonoRet");
    a.field("vProd", x.vProd, money);
    a.field("vFrete", x.vFrete, money);
    a.field("vSeg", x.vSeg, money);
    a.field("vDesc", x.vDesc, money);
    a.field("vII", x.vII, money);
    a.field("vIPI", x.vIPI, money);
    a.field("vIPIDevol", x.vIPIDevol, money);
    a.field("vPIS", x.vPIS, money);
    a.field("vCOFINS", x.vCOFINS, money);
    a.field("vOutro", x.vOutro, money);
    a.field("vNF", x.vNF, money);
    a.field("vTotTrib", x.vTotTrib, money);
}

template <class A>
void describe_ibscbs_totals(A& a, Of<IbsCbsTot> auto& x) {
    using lexical::money;
    auto const reliefs = [&](auto& tot) {
        a.field("vDif", tot.vDif, money);
        a.field("vDevTrib", tot.vDevTrib, money);
    };
    auto const credits = [&](auto& tot) {
        a.field("vCredPres", tot.vCredPres, money);
        a.field("vCredPresCondSus", tot.vCredPresCondSus, money);
    };
    a.field("vBCIBSCBS", x.vBCIBSCBS, money);
    a.optional_element("gIBS", x.gIBS, [&](auto& g) {
        a.element("gIBSUF", [&] {
            reliefs(g.gIBSUF);
            a.field("vIBSUF", g.gIBSUF.v, money);
        });
        a.element("gIBSMun", [&] {
            reliefs(g.gIBSMun);
            a.field("vIBSMun", g.gIBSMun.v, money);
        });
        a.field("vIBS", g.vIBS, money);
        credits(g);
    });
    a.optional_element("gCBS", x.gCBS, [&](auto& g) {
        reliefs(g);
        a.field("vCBS", g.vCBS, money);
        credits(g);
    });
    a.optional_element("gMono", x.gMono, [&](auto& g) {
        a.field("vIBSMono", g.vIBSMono, money);
        a.field("vCBSMono", g.vCBSMono, money);
        a.field("vIBSMonoReten", g.vIBSMonoReten, money);
        a.field("vCBSMonoReten", g.vCBSMonoReten, money);
        a.field("vIBSMonoRet", g.vIBSMonoRet, money);
        a.field("vCBSMonoRet", g.vCBSMonoRet, money);
    });
}

} // namespace balcao::nfce::layout
