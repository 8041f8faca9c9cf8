#pragma once
// From records to the facts of a receipt: the sale with its products, its company and the company's settings become an
// nfce::Sale, and what is wrong comes back at the fields of the form. Pure, any thread.

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fiscal/numbers/numbers.hpp"
#include "nfce/datetime.hpp"
#include "nfce/problem.hpp"
#include "nfce/sale.hpp"
#include "platform/base/result.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::receipts {

/// Who issues, where and how. Read once a receipt (signing.hpp).
struct Issuer {
    companies::Company company;
    std::string ambiente; // producao, homologacao, simulador
    std::int64_t modelo = numbers::modelo_nfce;
    std::int64_t serie = 1;
    nfce::QrVersion qr; // with the CSC, which is secret; of an NFC-e alone
    std::optional<nfce::InfRespTec> responsible{};
    std::optional<std::string> idCSRT{}, CSRT{}; // both or none
    std::string verProc;                         // program and version, at most 20 characters
    std::chrono::days ahead{0};                  // of practice, as if it were another day
    // By which its receipt is judged, numbered and signed.
    std::shared_ptr<nfce::Tables const> tables = nfce::Tables::base();

    numbers::Series series() const { return {.ambiente = ambiente, .modelo = modelo, .serie = serie}; }
    int tpAmb() const { return ambiente == "producao" ? 1 : 2; }
};

/// What a version says of itself; everything else comes from the sale, or from the version before.
struct Heading {
    std::int64_t numero = 0;
    std::string cNF; // 8 digits, allowed with that number (nfce/key.hpp)
    int tpEmis = 1;  // 1 normal, 6 SVC-AN, 7 SVC-RS, 9 offline
    nfce::DateTime dhEmi;
    std::optional<nfce::DateTime> dhCont{}; // with tpEmis 6, 7 and 9, together with xJust
    std::optional<std::string> xJust{};
};

/// `products`: that of each item, in the items' order; `taxes`: the approximate ones of each likewise. `name`: of the
/// consumer, when one is identified. Appends what no receipt can be made of (`itens.N` with the product's field), in
/// sentences; the answer counts only when nothing was. Missing tax data that the rules find anyway is left to them.
/// `client`: from the records, whom an NF-e names with address (`cliente.logradouro`). `invoiced_by`: keys of the notas
/// that invoiced these goods for future delivery; then it is their remessa, which asks for no money.
nfce::Sale build(Issuer const& issuer, sales::Sale const& sale, std::span<products::Product const> products,
                 std::span<std::optional<nfce::ApproximateTaxes> const> taxes, Heading const& heading,
                 std::vector<FieldProblem>& problems, people::Person const* client = nullptr,
                 std::span<std::string const> invoiced_by = {});

/// As its documents name the company.
nfce::Emit emit_of(companies::Company const& company);

/// Problems of compute() and check() at the form's fields: `det[2]/prod/NCM` and `itens.1.prod.NCM` become `itens.1`
/// with the product and `prod_NCM`; what is wrong with the company or its settings stands at `empresa`.
std::vector<FieldProblem> to_field_problems(nfce::Problems const& problems, sales::Sale const& sale);

} // namespace balcao::receipts
