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
    friend bool operator==(Fcp00 const&, Fcp00 const&) = default;
};
struct Fcp {
    Valor vBCFCP;
    Written<4> pFCP;
    Valor vFCP;
    friend bool operator==(Fcp const&, Fcp const&) = default;
};
struct FcpSt {
    Valor vBCFCPST;
    Written<4> pFCPST;
    Valor vFCPST;
    friend bool operator==(FcpSt const&, FcpSt const&) = default;
};
/// Exemption: the amount and its reason always travel together.
struct Desoneracao {
    Valor vICMSDeson;
    int motDesICMS = 0;
    std::optional<int> indDeduzDeson; ///< 1: also taken off vNF and vItem
    friend bool operator==(Desoneracao const&, Desoneracao const&) = default;
};
/// Substituição tributária charged here.
struct St {
    int modBCST = 0;
    std::optional<Written<4>> pMVAST, pRedBCST;
    Valor vBCST;
    Written<4> pICMSST;
    Valor vICMSST;
    std::optional<FcpSt> fcpSt;
    friend bool operator==(St const&, St const&) = default;
};
/// Substituição tributária charged before.
struct StRetido {
    Valor vBCSTRet;
    Written<4> pST;
    std::optional<Valor> vICMSSubstituto;
    Valor vICMSSTRet;
    friend bool operator==(StRetido const&, StRetido const&) = default;
};
struct FcpStRetido {
    Valor vBCFCPSTRet;
    Written<4> pFCPSTRet;
    Valor vFCPSTRet;
    friend bool operator==(FcpStRetido const&, FcpStRetido const&) = default;
};
struct Efetivo {
    Written<4> pRedBCEfet;
    Valor vBCEfet;
    Written<4> pICMSEfet;
    Valor vICMSEfet;
    friend bool operator==(Efetivo const&, Efetivo const&) = default;
};
/// Deferral: what would be due, the deferred percentage and amount.
struct Diferimento {
    Valor vICMSOp;
    Written<4> pDif;
    Valor vICMSDif;
    friend bool operator==(Diferimento const&, Diferimento const&) = default;
};
/// Own ICMS of ICMS90 and ICMSSN900; deferral in ICMS90 alone.
struct IcmsProprio {
    int modBC = 3;
    Valor vBC;
    std::optional<Written<4>> pRedBC;
    Written<4> pICMS;
    std::optional<Diferimento> diferimento = std::nullopt;
    Valor vICMS;
    friend bool operator==(IcmsProprio const&, IcmsProprio const&) = default;
};
struct CreditoSn {
    Written<4> pCredSN;
    Valor vCredICMSSN;
    friend bool operator==(CreditoSn const&, CreditoSn const&) = default;
};

/// N02 ICMS00, CST 00: taxed in full.
struct Icms00 {
    int orig = 0, modBC = 3;
    Valor vBC;
    Written<4> pICMS;
    Valor vICMS;
    std::optional<Fcp00> fcp;
    friend bool operator==(Icms00 const&, Icms00 const&) = default;
};
/// ICMS02, CST 02: monophasic, at the producer.
struct Icms02 {
    int orig = 0;
    std::optional<Written<4>> qBCMono;
    Written<4> adRemICMS;
    Valor vICMSMono;
    friend bool operator==(Icms02 const&, Icms02 const&) = default;
};
/// N03 ICMS10, CST 10: taxed, with ST.
struct Icms10 {
    int orig = 0, modBC = 3;
    Valor vBC;
    Written<4> pICMS;
    Valor vICMS;
    std::optional<Fcp> fcp;
    St st;
    friend bool operator==(Icms10 const&, Icms10 const&) = default;
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
    friend bool operator==(Icms20 const&, Icms20 const&) = default;
};
/// N05 ICMS30, CST 30: exempt, with ST.
struct Icms30 {
    int orig = 0;
    St st;
    std::optional<Desoneracao> deson;
    friend bool operator==(Icms30 const&, Icms30 const&) = default;
};
/// N06 ICMS40, CST 40 exempt, 41 not taxed, 50 suspended.
struct Icms40 {
    int orig = 0;
    std::string CST = "40";
    std::optional<Desoneracao> deson;
    friend bool operator==(Icms40 const&, Icms40 const&) = default;
};
/// N07 ICMS51, CST 51: deferred. Its members are optional in the layout: some UFs want the group bare.
struct Icms51 {
    int orig = 0;
    std::optional<int> modBC = std::nullopt;
    std::optional<Written<4>> pRedBC = std::nullopt;
    std::optional<Valor> vBC = std::nullopt;
    std::optional<Written<4>> pICMS = std::nullopt;
    std::optional<Valor> vICMSOp = std::nullopt;
    std::optional<Written<4>> pDif = std::nullopt;
    std::optional<Valor> vICMSDif = std::nullopt, vICMS = std::nullopt;
    std::optional<Fcp> fcp = std::nullopt;
    friend bool operator==(Icms51 const&, Icms51 const&) = default;
};
/// N08 ICMS60, CST 60: ST charged before.
struct Icms60 {
    int orig = 0;
    std::optional<StRetido> retido;
    std::optional<FcpStRetido> fcpRetido;
    std::optional<Efetivo> efetivo;
    friend bool operator==(Icms60 const&, Icms60 const&) = default;
};
/// ICMS61, CST 61: monophasic, charged before.
struct Icms61 {
    int orig = 0;
    std::optional<Written<4>> qBCMonoRet;
    Written<4> adRemICMSRet;
    Valor vICMSMonoRet;
    friend bool operator==(Icms61 const&, Icms61 const&) = default;
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
    friend bool operator==(Icms70 const&, Icms70 const&) = default;
};
/// N10 ICMS90, CST 90: others. FCP only after the own ICMS.
struct Icms90 {
    int orig = 0;
    std::optional<IcmsProprio> proprio;
    std::optional<Fcp> fcp;
    std::optional<St> st;
    std::optional<Desoneracao> deson;
    friend bool operator==(Icms90 const&, Icms90 const&) = default;
};
/// N10c ICMSSN101, CSOSN 101: with credit.
struct IcmsSn101 {
    int orig = 0;
    CreditoSn credito;
    friend bool operator==(IcmsSn101 const&, IcmsSn101 const&) = default;
};
/// N10d ICMSSN102, CSOSN 102, 103, 300, 400: no values.
struct IcmsSn102 {
    int orig = 0;
    std::string CSOSN = "102";
    friend bool operator==(IcmsSn102 const&, IcmsSn102 const&) = default;
};
/// N10e ICMSSN201, CSOSN 201: ST and credit.
struct IcmsSn201 {
    int orig = 0;
    St st;
    CreditoSn credito;
    friend bool operator==(IcmsSn201 const&, IcmsSn201 const&) = default;
};
/// N10f ICMSSN202, CSOSN 202, 203: ST.
struct IcmsSn202 {
    int orig = 0;
    std::string CSOSN = "202";
    St st;
    friend bool operator==(IcmsSn202 const&, IcmsSn202 const&) = default;
};
/// N10g ICMSSN500, CSOSN 500: ST charged before.
struct IcmsSn500 {
    int orig = 0;
    std::optional<StRetido> retido;
    std::optional<FcpStRetido> fcpRetido;
    std::optional<Efetivo> efetivo;
    friend bool operator==(IcmsSn500 const&, IcmsSn500 const&) = default;
};
/// N10h ICMSSN900, CSOSN 900: others.
struct IcmsSn900 {
    int orig = 0;
    std::optional<IcmsProprio> proprio;
    std::optional<St> st;
    std::optional<CreditoSn> credito;
    friend bool operator==(IcmsSn900 const&, IcmsSn900 const&) = default;
};

/// N01 ICMS: exactly one group per item.
using Icms = std::variant<IcmsSn102, Icms00, Icms02, Icms10, Icms20, Icms30, Icms40, Icms51, Icms60, Icms61, Icms70,
                          Icms90, IcmsSn101, IcmsSn201, IcmsSn202, IcmsSn500, IcmsSn900>;

/// NA01 ICMSUFDest: what is due to the UF of a final consumer that is no contribuinte (EC 87/2015).
struct IcmsUfDest {
    Valor vBCUFDest;
    std::optional<Valor> vBCFCPUFDest = std::nullopt;
    std::optional<Written<4>> pFCPUFDest = std::nullopt;
    Written<4> pICMSUFDest;
    std::string pICMSInter = "12.00"; ///< "4.00", "7.00" or "12.00"
    Written<4> pICMSInterPart;        ///< share of the UF of destination: 100 since 2019
    std::optional<Valor> vFCPUFDest = std::nullopt;
    Valor vICMSUFDest, vICMSUFRemet;
    friend bool operator==(IcmsUfDest const&, IcmsUfDest const&) = default;
};

/// O07 IPITrib: CST 00, 49, 50, 99, by value or by unit.
struct IpiTrib {
    struct PorValor {
        Valor vBC;
        Written<4> pIPI;
        friend bool operator==(PorValor const&, PorValor const&) = default;
    };
    struct PorUnidade {
        Written<4> qUnid, vUnid;
        friend bool operator==(PorUnidade const&, PorUnidade const&) = default;
    };
    std::string CST;
    std::variant<PorValor, PorUnidade> base;
    Valor vIPI;
    friend bool operator==(IpiTrib const&, IpiTrib const&) = default;
};
/// O08 IPINT: CST 01 to 05 and 51 to 55, without values.
struct IpiNt {
    std::string CST;
    friend bool operator==(IpiNt const&, IpiNt const&) = default;
};
/// O01 IPI.
struct Ipi {
    std::string cEnq; ///< legal framing, 999 when no other fits
    std::variant<IpiNt, IpiTrib> group;
    friend bool operator==(Ipi const&, Ipi const&) = default;
};

/// PISAliq / COFINSAliq (Q02, S02), CST 01 and 02.
struct ContribuicaoAliq {
    std::string CST;
    Valor vBC;
    Written<4> p;
    Valor v;
    friend bool operator==(ContribuicaoAliq const&, ContribuicaoAliq const&) = default;
};
/// PISQtde / COFINSQtde (Q03, S03), CST 03.
struct ContribuicaoQtde {
    std::string CST = "03";
    Written<4> qBCProd, vAliqProd;
    Valor v;
    friend bool operator==(ContribuicaoQtde const&, ContribuicaoQtde const&) = default;
};
/// PISNT / COFINSNT (Q04, S04), CST 04 to 09.
struct ContribuicaoNt {
    std::string CST;
    friend bool operator==(ContribuicaoNt const&, ContribuicaoNt const&) = default;
};
/// PISOutr / COFINSOutr (Q05, S05), CST 49 to 99: by percentage or by quantity.
struct ContribuicaoOutr {
    struct PorValor {
        Valor vBC;
        Written<4> p;
        friend bool operator==(PorValor const&, PorValor const&) = default;
    };
    struct PorQuantidade {
        Written<4> qBCProd, vAliqProd;
        friend bool operator==(PorQuantidade const&, PorQuantidade const&) = default;
    };
    std::string CST;
    std::variant<PorValor, PorQuantidade> base;
    Valor v;
    friend bool operator==(ContribuicaoOutr const&, ContribuicaoOutr const&) = default;
};
/// Q01 PIS or S01 COFINS: they differ only in the names of their elements.
using Contribuicao = std::variant<ContribuicaoOutr, ContribuicaoAliq, ContribuicaoQtde, ContribuicaoNt>;

/// gRed: a reduced rate.
struct GRed {
    Written<4> pRedAliq, pAliqEfet;
    friend bool operator==(GRed const&, GRed const&) = default;
};
/// UB17 gIBSUF, UB36 gIBSMun, UB55 gCBS: rate and amount of one of the three.
struct TributoRtc {
    Written<4> p;
    std::optional<GRed> gRed;
    Valor v;
    friend bool operator==(TributoRtc const&, TributoRtc const&) = default;
};
/// UB15 gIBSCBS.
struct GIbsCbs {
    Valor vBC;
    TributoRtc gIBSUF, gIBSMun;
    Valor vIBS;
    TributoRtc gCBS;
    friend bool operator==(GIbsCbs const&, GIbsCbs const&) = default;
};
/// UB12 IBSCBS.
struct IbsCbs {
    std::string CST, cClassTrib;
    std::optional<GIbsCbs> gIBSCBS;
    friend bool operator==(IbsCbs const&, IbsCbs const&) = default;
};

/// Quantity and amount of one kind of monophasic ICMS.
struct MonoTot {
    Valor qBC, vICMS;
    friend bool operator==(MonoTot const&, MonoTot const&) = default;
};
/// W04c, W04e, W04g: sums of ICMSUFDest.
struct UfDestTot {
    Valor vFCPUFDest, vICMSUFDest, vICMSUFRemet;
    friend bool operator==(UfDestTot const&, UfDestTot const&) = default;
};
/// W02 ICMSTot.
struct IcmsTot {
    Valor vBC, vICMS, vICMSDeson;
    std::optional<UfDestTot> ufDest = std::nullopt;
    Valor vFCP, vBCST, vST, vFCPST, vFCPSTRet;
    std::optional<MonoTot> mono, monoReten, monoRet;
    Valor vProd, vFrete, vSeg, vDesc, vII, vIPI, vIPIDevol, vPIS, vCOFINS, vOutro, vNF;
    std::optional<Valor> vTotTrib;
    friend bool operator==(IcmsTot const&, IcmsTot const&) = default;
};
/// Sums of gIBSUF or gIBSMun.
struct TributoRtcTot {
    Valor vDif, vDevTrib, v;
    friend bool operator==(TributoRtcTot const&, TributoRtcTot const&) = default;
};
/// gIBS of IBSCBSTot.
struct GIbsTot {
    TributoRtcTot gIBSUF, gIBSMun;
    Valor vIBS, vCredPres, vCredPresCondSus;
    friend bool operator==(GIbsTot const&, GIbsTot const&) = default;
};
/// gCBS of IBSCBSTot.
struct GCbsTot {
    Valor vDif, vDevTrib, vCBS, vCredPres, vCredPresCondSus;
    friend bool operator==(GCbsTot const&, GCbsTot const&) = default;
};
/// gMono of IBSCBSTot.
struct GMonoTot {
    Valor vIBSMono, vCBSMono, vIBSMonoReten, vCBSMonoReten, vIBSMonoRet, vCBSMonoRet;
    friend bool operator==(GMonoTot const&, GMonoTot const&) = default;
};
/// W34 IBSCBSTot.
struct IbsCbsTot {
    Valor vBCIBSCBS;
    std::optional<GIbsTot> gIBS;
    std::optional<GCbsTot> gCBS;
    std::optional<GMonoTot> gMono;
    friend bool operator==(IbsCbsTot const&, IbsCbsTot const&) = default;
};

} // namespace balcao::nfce
