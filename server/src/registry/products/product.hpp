#pragma once
// A product of a company (table `produtos`): its fields and every rule on them.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nfce/tables.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/records/stored.hpp"

namespace balcao::products {

using Quantity = Decimal<4>;
using Rate = Decimal<4>;       // percent
using UnitWeight = Decimal<4>; // kg
using Weight = Decimal<3>;     // kg

/// In the order of the specification, then what the fiscal rules need beside it. Numbers are stored without
/// punctuation.
struct Product {
    ProductId id;
    CompanyId id_emit;
    Instant created_at;
    Instant updated_at;
    std::string prod_cProd;
    std::optional<std::string> prod_cEAN; // GTIN or SEM GTIN
    std::string prod_xProd;
    std::optional<std::string> prod_NCM;
    std::optional<std::string> prod_NVE_Opc;
    std::optional<std::string> prod_CEST_Opc;
    std::optional<std::string> prod_EXTIPI;
    std::optional<std::string> prod_CFOP;
    std::optional<std::string> prod_uCOM;
    Quantity prod_qCOM = Quantity::from_raw(Quantity::scale);
    std::optional<Decimal<4>> prod_vUnCOM;
    std::optional<Money> prod_vProd;
    std::optional<std::string> prod_cEANTrib;
    std::optional<std::string> prod_uTrib;
    Quantity prod_qTrib = Quantity::from_raw(Quantity::scale);
    std::optional<Decimal<4>> prod_vUnTrib;
    std::optional<std::string> prod_nFCI_Opc;
    std::optional<Rate> icms_pICMS;
    std::optional<Rate> icms_pRedBC;
    std::optional<std::int64_t> icms_modBC; // 0 to 6
    std::optional<std::string> icms_CST;    // CST or, in the Simples Nacional, CSOSN
    std::optional<std::int64_t> icms_orig;  // 0 to 8
    std::optional<Rate> icms_pMVAST;
    std::optional<std::string> pis_CST;
    std::optional<Rate> pis_pPIS;
    std::optional<std::string> cofins_CST;
    std::optional<Rate> cofins_pCOFINS;
    std::optional<std::string> IPI_clEnq;
    std::optional<std::string> IPI_CNPJProd;
    std::optional<std::string> IPI_cEnq;
    std::optional<std::string> IPI_CST;
    std::optional<Rate> IPI_pIPI;
    std::string prod_indEscala = "N";
    std::optional<std::string> prod_CNPJFab;
    std::optional<std::string> prod_cBenef;
    std::string prod_sujST = "N";
    std::string prod_ativo = "S";
    std::string prod_rastro = "N";
    std::optional<Quantity> prod_nivelm;
    std::optional<UnitWeight> prod_pesoL; // of one prod_uCOM
    std::string prod_alert = "N";
    std::optional<Rate> icms_pFCP;
    std::optional<std::int64_t> icms_motDesICMS;
    std::optional<std::string> icms_indDeduzDeson; // S, N
    std::optional<std::int64_t> icms_modBCST;      // 0 to 6
    std::optional<Rate> icms_pRedBCST;
    std::optional<Rate> icms_pICMSST;
    std::optional<Rate> icms_pFCPST;
    std::optional<Rate> icms_pCredSN;
    std::optional<Decimal<4>> icms_adRemICMSRet; // BRL per unit
    std::optional<Decimal<4>> pis_vAliqProd;     // BRL per unit
    std::optional<Decimal<4>> cofins_vAliqProd;  // BRL per unit
    std::string pis_cofins_excluiICMS = "N";
    std::optional<std::string> ibscbs_CST;
    std::optional<std::string> ibscbs_cClassTrib;
    std::optional<Rate> aprox_pFederal, aprox_pEstadual, aprox_pMunicipal; // Lei 12.741/2012, without IBPT's table
    std::optional<Instant> deleted_at;                                     // in the bin since

    /// What keeps it from a receipt (fiscal_pendencies.hpp), as JSON; `[]`: it is ready. Nothing: not judged yet.
    std::optional<std::string> fiscal_pendencies{};
    /// What the law wants of it and SEFAZ does not refuse, likewise.
    std::optional<std::string> fiscal_warnings{};
};

/// What of the company decides which tax data its products need.
struct Taxation {
    std::int64_t crt = 1;
    std::string uf;
    std::shared_ptr<nfce::Tables const> tables = nfce::Tables::base(); // by which they are judged

    bool is_simples() const { return crt == 1 || crt == 4; }
};

/// What so much of it weighs. Nothing when the weight of one is not known (zero neither), or for 1,000,000 t and more.
std::optional<Weight> weight_of(Quantity quantity, std::optional<UnitWeight> const& one);

using StoredProduct = records::Stored<Product>;
using ProductRevision = records::Revision<Product>;

/// JSON members, columns and rules, without what is judged. Lengths, places and shapes: NF-e layout 4.00, groups I,
/// N, O, Q, S and UB.
Fields product_fields();

/// The contract's schema Product.
std::string to_json(Product const& product);

/// Reads and checks a product as typed, for a company of this CRT. Appends every broken rule, also those between
/// fields. What was left empty follows from what was typed: the taxable unit, quantity, price and GTIN from the
/// commercial ones (the three latter only if the unit is the same), prod_vProd = prod_qCOM · prod_vUnCOM.
Product read_product(boost::json::object json, std::int64_t crt, std::vector<FieldProblem>& problems);

/// The same with a stored product beneath: members that are absent or empty keep its value. For spreadsheets, which
/// rarely have all the columns.
Product read_product_onto(Product const& stored, boost::json::object const& json, std::int64_t crt,
                          std::vector<FieldProblem>& problems);

/// Fields that followed from others before a change, and were not touched by it, follow the change too: who corrects a
/// price need not correct it three times.
void follow_changes(Product const& before, Product& after);

} // namespace balcao::products
