#pragma once

#include "nfce/document.hpp"
#include "nfce/model.hpp"
#include "nfce/problem.hpp"
#include "nfce/qr.hpp"
#include "nfce/tables.hpp"

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The facts of a sale: what a till knows before any amount is computed. `compute` makes the receipt of them.
namespace balcao::nfce {

/// What is known of an item's ICMS. Which of the optionals count depends on the code; the others are ignored.
struct IcmsFacts {
    int orig = 0;
    bool simples = false; ///< `code` is a CSOSN (three digits), else a CST (two)
    std::string code;
    std::optional<int> modBC, modBCST, motDesICMS, indDeduzDeson;
    std::optional<Written<4>> pRedBC, pICMS, pFCP;
    std::optional<Written<4>> pMVAST, pRedBCST, pICMSST, pFCPST;
    std::optional<Written<4>> pCredSN, adRemICMS, adRemICMSRet;
    std::optional<Written<4>> pDif = std::nullopt; ///< deferral (CST 51, 90)
    bool with_st = false;                          ///< CST 90, CSOSN 900: with ST
    std::optional<StRetido> retido = std::nullopt; ///< ST charged before (CST 60, CSOSN 500), as it is written
    std::optional<FcpStRetido> fcpRetido = std::nullopt;
    std::optional<Efetivo> efetivo = std::nullopt;
};

/// What is known of IPI: by value (pIPI) or by taxable unit (vUnid); the CSTs without values need neither.
struct IpiFacts {
    std::string CST, cEnq = "999";
    std::optional<Written<4>> pIPI = std::nullopt, vUnid = std::nullopt;
};

/// Rates of the UF of destination, of a final consumer that is no contribuinte.
struct IcmsUfDestRates {
    Written<4> pICMSUFDest;
    std::optional<Written<4>> pFCPUFDest = std::nullopt;
};

/// What is known of PIS or COFINS: percentage (CST 01, 02) or quantity (03).
struct ContributionFacts {
    std::string CST;
    std::optional<Written<4>> p;
    bool excluiICMS = false; ///< CST 01, 02: take vICMS off the base
    std::optional<Written<4>> qBCProd, vAliqProd;
};

/// Rates of IBS and CBS: all three or none.
struct IbsCbsRates {
    Written<4> pIBSUF, pIBSMun, pCBS;
    std::optional<Written<4>> pRedAliq;
};
struct IbsCbsFacts {
    std::string CST, cClassTrib;
    std::optional<IbsCbsRates> rates;
};

/// Approximate taxes of an item in percent of what is paid for it (Lei 12.741/2012), and who says so.
struct ApproximateTaxes {
    Decimal<4> federal, estadual, municipal;
    std::string fonte;
};

struct SaleItem {
    Prod prod; ///< vProd is not read
    std::optional<Valor> vTotTrib;
    IcmsFacts icms;
    ContributionFacts pis, cofins;
    std::optional<IbsCbsFacts> ibscbs;
    std::optional<std::string> infAdProd;
    std::optional<IpiFacts> ipi = std::nullopt;
    std::optional<IcmsUfDestRates> icmsUFDest = std::nullopt; ///< absent: the rates of the table
    std::optional<ImpostoDevol> impostoDevol = std::nullopt;
    std::optional<DFeReferenciado> referenciado = std::nullopt;
    std::optional<ApproximateTaxes> approximate = std::nullopt; ///< vTotTrib follows from them, and a line in infCpl
};

/// Amounts over the whole sale, split over the items by vProd (reference d2).
struct Apportionment {
    std::optional<Money> vDesc, vFrete, vSeg, vOutro;
};

struct Sale {
    Ide ide; ///< cMunFG and cDV are not read
    Emit emit;
    std::optional<Dest> dest;
    std::optional<Local> retirada = std::nullopt, entrega = std::nullopt;
    std::vector<PersonId> autXML = {};
    std::vector<SaleItem> items;
    Apportionment whole;
    std::vector<DetPag> payments;
    Transp transp;
    std::optional<Cobr> cobr = std::nullopt;
    std::optional<Compra> compra = std::nullopt;
    std::optional<InfIntermed> infIntermed;
    std::optional<InfAdic> infAdic;
    std::optional<InfRespTec> infRespTec; ///< csrt is not read
    std::optional<std::string> idCSRT, CSRT;
    QrVersion qr;                                          ///< NFC-e alone
    std::shared_ptr<Tables const> tables = Tables::base(); ///< by which it is composed
    std::optional<ConsultationUrls> urls;                  ///< absent: from the table of the UF
};

/// A receipt ready to be written, and what was done to its texts on the way (rule 110).
struct Computed {
    Nfce nfce;
    Problems notes;
    bool by_newest_rules = false; ///< dated later than the rules are known (composition.hpp): SEFAZ may know others
};

/// The whole receipt but for infNFeSupl: amounts of every item, totals, change, key, hashCSRT, texts made to fit and,
/// in homologação, the texts SEFAZ demands. Fields of problems are paths of the input ("itens.1.icms.pICMS"). Fails
/// only where no receipt can be written at all: a code without formula or without its rates, a discount that does not
/// fit, an amount beyond the layout, a key that cannot be formed.
std::expected<Computed, Problems> compute(Sale const& sale);

} // namespace balcao::nfce
