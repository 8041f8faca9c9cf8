#pragma once

#include "nfce/written.hpp"

#include <optional>
#include <string>
#include <variant>

/// Tax groups of an item and the totals. Amounts in BRL, percentages as percent numbers (18.0000 is 18 %).
namespace balcao::nfce {

/// pFCP and vFCP of ICMS00, which has no vBCFCP.
struct Fcp00 {
    Written<4> pFCP;
    Valor vFCP;
    friend bool operator==(const Fcp00&, const Fcp00&) = default;
};
struct Fcp {
    Valor vBCFCP;
    Written<4> pFCP;
    Valor vFCP;
    friend bool operator==(const Fcp&, const Fcp&) = default;
};
struct FcpSt {
    Valor vBCFCPST;
    Written<4> pFCPST;
    Valor vFCPST;
    friend bool operator==(const FcpSt&, const FcpSt&) = default;
};
/// Exemption: the amount and its reason always travel together.
struct Desoneracao {
    Valor vICMSDeson;
    int motDesICMS = 0;
    std::optional<int> indDeduzDeson; ///< 1: also taken off vNF and vItem
    friend bool operator==(const Desoneracao&, const Desoneracao&) = default;
};
/// Substituição tributária charged here.
struct St {
    int modBCST = 0;
    std::optional<Written<4>> pMVAST, pRedBCST;
    Valor vBCST;
    Written<4> pICMSST;
    Valor vICMSST;
    std::optional<FcpSt> fcpSt;
    friend bool operator==(const St&, const St&) = default;
};
/// Substituição tributária charged before.
struct StRetido {
    Valor vBCSTRet;
    Written<4> pST;
    std::optional<Valor> vICMSSubstituto;
    Valor vICMSSTRet;
    friend bool operator==(const StRetido&, const StRetido&) = default;
};
struct FcpStRetido {
    Valor vBCFCPSTRet;
    Written<4> pFCPSTRet;
    Valor vFCPSTRet;
    friend bool operator==(const FcpStRetido&, const FcpStRetido&) = default;
};
struct Efetivo {
    Written<4> pRedBCEfet;
    Valor vBCEfet;
    Written<4> pICMSEfet;
    Valor vICMSEfet;
    friend bool operator==(const Efetivo&, const Efetivo&) = default;
};
/// Own ICMS of ICMS90 and ICMSSN900.
struct IcmsProprio {
    int modBC = 3;
    Valor vBC;
    std::optional<Written<4>> pRedBC;
    Written<4> pICMS;
    Valor vICMS;
    friend bool operator==(const IcmsProprio&, const IcmsProprio&) = default;
};
struct CreditoSn {
    Written<4> pCredSN;
    Valor vCredICMSSN;
    friend bool operator==(const CreditoSn&, const CreditoSn&) = default;
};

/// N02 ICMS00, CST 00: taxed in full.
struct Icms00 {
    int orig = 0, modBC = 3;
    Valor vBC;
    Written<4> pICMS;
    Valor vICMS;
    std::optional<Fcp00> fcp;
    friend bool operator==(const Icms00&, const Icms00&) = default;
};
/// ICMS02, CST 02: monophasic, at the producer.
struct Icms02 {
    int orig = 0;
    std::optional<Written<4>> qBCMono;
    Written<4> adRemICMS;
    Valor vICMSMono;
    friend bool operator==(const Icms02&, const Icms02&) = default;
};
/// N03 ICMS10, CST 10: taxed, with ST.
struct Icms10 {
    int orig = 0, modBC = 3;
    Valor vBC;
    Written<4> pICMS;
    Valor vICMS;
    std::optional<Fcp> fcp;
    St st;
    friend bool operator==(const Icms10&, const Icms10&) = default;
};
/// N04 ICMS20, CST 20: reduced base.
struct Icms20 {
    int orig = 0, modBC = 3;
    Written<4> pRedBC;
    Valor vBC;
    Written<4> pICMS;
    Valor vICMS;
    std::optional<Fcp> fcp;
    std::optional<Desoneracao> deson;
    friend bool operator==(const Icms20&, const Icms20&) = default;
};
/// N05 ICMS30, CST 30: exempt, with ST.
struct Icms30 {
    int orig = 0;
    St st;
    std::optional<Desoneracao> deson;
    friend bool operator==(const Icms30&, const Icms30&) = default;
};
/// N06 ICMS40, CST 40 exempt, 41 not taxed, 50 suspended.
struct Icms40 {
    int orig = 0;
    std::string CST = "40";
    std::optional<Desoneracao> deson;
    friend bool operator==(const Icms40&, const Icms40&) = default;
};
/// N08 ICMS60, CST 60: ST charged before.
struct Icms60 {
    int orig = 0;
    std::optional<StRetido> retido;
    std::optional<FcpStRetido> fcpRetido;
    std::optional<Efetivo> efetivo;
    friend bool operator==(const Icms60&, const Icms60&) = default;
};
/// ICMS61, CST 61: monophasic, charged before.
struct Icms61 {
    int orig = 0;
    std::optional<Written<4>> qBCMonoRet;
    Written<4> adRemICMSRet;
    Valor vICMSMonoRet;
    friend bool operator==(const Icms61&, const Icms61&) = default;
};
/// N09 ICMS70, CST 70: reduced base, with ST.
struct Icms70 {
    int orig = 0, modBC = 3;
    Written<4> pRedBC;
    Valor vBC;
    Written<4> pICMS;
    Valor vICMS;
    std::optional<Fcp> fcp;
    St st;
    std::optional<Desoneracao> deson;
    friend bool operator==(const Icms70&, const Icms70&) = default;
};
/// N10 ICMS90, CST 90: others. FCP only after the own ICMS.
struct Icms90 {
    int orig = 0;
    std::optional<IcmsProprio> proprio;
    std::optional<Fcp> fcp;
    std::optional<St> st;
    std::optional<Desoneracao> deson;
    friend bool operator==(const Icms90&, const Icms90&) = default;
};
/// N10c ICMSSN101, CSOSN 101: with credit.
struct IcmsSn101 {
    int orig = 0;
    CreditoSn credito;
    friend bool operator==(const IcmsSn101&, const IcmsSn101&) = default;
};
/// N10d ICMSSN102, CSOSN 102, 103, 300, 400: no values.
struct IcmsSn102 {
    int orig = 0;
    std::string CSOSN = "102";
    friend bool operator==(const IcmsSn102&, const IcmsSn102&) = default;
};
/// N10e ICMSSN201, CSOSN 201: ST and credit.
struct IcmsSn201 {
    int orig = 0;
    St st;
    CreditoSn credito;
    friend bool operator==(const IcmsSn201&, const IcmsSn201&) = default;
};
/// N10f ICMSSN202, CSOSN 202, 203: ST.
struct IcmsSn202 {
    int orig = 0;
    std::string CSOSN = "202";
    St st;
    friend bool operator==(const IcmsSn202&, const IcmsSn202&) = default;
};
/// N10g ICMSSN500, CSOSN 500: ST charged before.
struct IcmsSn500 {
    int orig = 0;
    std::optional<StRetido> retido;
    std::optional<FcpStRetido> fcpRetido;
    std::optional<Efetivo> efetivo;
    friend bool operator==(const IcmsSn500&, const IcmsSn500&) = default;
};
/// N10h ICMSSN900, CSOSN 900: others.
struct IcmsSn900 {
    int orig = 0;
    std::optional<IcmsProprio> proprio;
    std::optional<St> st;
    std::optional<CreditoSn> credito;
    friend bool operator==(const IcmsSn900&, const IcmsSn900&) = default;
};

/// N01 ICMS: exactly one group per item.
using Icms = std::variant<IcmsSn102, Icms00, Icms02, Icms10, Icms20, Icms30, Icms40, Icms60, Icms61, Icms70, Icms90, IcmsSn101, IcmsSn201,
                          IcmsSn202, IcmsSn500, IcmsSn900>;

/// PISAliq / COFINSAliq (Q02, S02), CST 01 and 02.
struct ContribuicaoAliq {
    std::string CST;
    Valor vBC;
    Written<4> p;
    Valor v;
    friend bool operator==(const ContribuicaoAliq&, const ContribuicaoAliq&) = default;
};
/// PISQtde / COFINSQtde (Q03, S03), CST 03.
struct ContribuicaoQtde {
    std::string CST = "03";
    Written<4> qBCProd, vAliqProd;
    Valor v;
    friend bool operator==(const ContribuicaoQtde&, const ContribuicaoQtde&) = default;
};
/// PISNT / COFINSNT (Q04, S04), CST 04 to 09.
struct ContribuicaoNt {
    std::string CST;
    friend bool operator==(const ContribuicaoNt&, const ContribuicaoNt&) = default;
};
/// PISOutr / COFINSOutr (Q05, S05), CST 49 to 99: by percentage or by quantity.
struct ContribuicaoOutr {
    struct PorValor {
        Valor vBC;
        Written<4> p;
        friend bool operator==(const PorValor&, const PorValor&) = default;
    };
    struct PorQuantidade {
        Written<4> qBCProd, vAliqProd;
        friend bool operator==(const PorQuantidade&, const PorQuantidade&) = default;
    };
    std::string CST;
    std::variant<PorValor, PorQuantidade> base;
    Valor v;
    friend bool operator==(const ContribuicaoOutr&, const ContribuicaoOutr&) = default;
};
/// Q01 PIS or S01 COFINS: they differ only in the names of their elements.
using Contribuicao = std::variant<ContribuicaoOutr, ContribuicaoAliq, ContribuicaoQtde, ContribuicaoNt>;

/// gRed: a reduced rate.
struct GRed {
    Written<4> pRedAliq, pAliqEfet;
    friend bool operator==(const GRed&, const GRed&) = default;
};
/// UB17 gIBSUF, UB36 gIBSMun, UB55 gCBS: rate and amount of one of the three.
struct TributoRtc {
    Written<4> p;
    std::optional<GRed> gRed;
    Valor v;
    friend bool operator==(const TributoRtc&, const TributoRtc&) = default;
};
/// UB15 gIBSCBS.
struct GIbsCbs {
    Valor vBC;
    TributoRtc gIBSUF, gIBSMun;
    Valor vIBS;
    TributoRtc gCBS;
    friend bool operator==(const GIbsCbs&, const GIbsCbs&) = default;
};
/// UB12 IBSCBS.
struct IbsCbs {
    std::string CST, cClassTrib;
    std::optional<GIbsCbs> gIBSCBS;
    friend bool operator==(const IbsCbs&, const IbsCbs&) = default;
};

/// Quantity and amount of one kind of monophasic ICMS.
struct MonoTot {
    Valor qBC, vICMS;
    friend bool operator==(const MonoTot&, const MonoTot&) = default;
};
/// W02 ICMSTot.
struct IcmsTot {
    Valor vBC, vICMS, vICMSDeson, vFCP, vBCST, vST, vFCPST, vFCPSTRet;
    std::optional<MonoTot> mono, monoReten, monoRet;
    Valor vProd, vFrete, vSeg, vDesc, vII, vIPI, vIPIDevol, vPIS, vCOFINS, vOutro, vNF;
    std::optional<Valor> vTotTrib;
    friend bool operator==(const IcmsTot&, const IcmsTot&) = default;
};
/// Sums of gIBSUF or gIBSMun.
struct TributoRtcTot {
    Valor vDif, vDevTrib, v;
    friend bool operator==(const TributoRtcTot&, const TributoRtcTot&) = default;
};
/// gIBS of IBSCBSTot.
struct GIbsTot {
    TributoRtcTot gIBSUF, gIBSMun;
    Valor vIBS, vCredPres, vCredPresCondSus;
    friend bool operator==(const GIbsTot&, const GIbsTot&) = default;
};
/// gCBS of IBSCBSTot.
struct GCbsTot {
    Valor vDif, vDevTrib, vCBS, vCredPres, vCredPresCondSus;
    friend bool operator==(const GCbsTot&, const GCbsTot&) = default;
};
/// gMono of IBSCBSTot.
struct GMonoTot {
    Valor vIBSMono, vCBSMono, vIBSMonoReten, vCBSMonoReten, vIBSMonoRet, vCBSMonoRet;
    friend bool operator==(const GMonoTot&, const GMonoTot&) = default;
};
/// W34 IBSCBSTot.
struct IbsCbsTot {
    Valor vBCIBSCBS;
    std::optional<GIbsTot> gIBS;
    std::optional<GCbsTot> gCBS;
    std::optional<GMonoTot> gMono;
    friend bool operator==(const IbsCbsTot&, const IbsCbsTot&) = default;
};

} // namespace balcao::nfce
