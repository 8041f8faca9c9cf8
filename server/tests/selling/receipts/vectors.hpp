#pragma once
// The golden vectors of the fiscal library (nfce/tests/vectors) as the records a company would have.

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "nfce/certificate.hpp"
#include "nfce/sale_json.hpp"
#include "platform/base/json.hpp"
#include "selling/receipts/signing/receipt_builder.hpp"

namespace balcao::receipts::test {

inline std::string vector_file(std::string const& name) {
    std::ifstream input(std::string(BALCAO_VECTORS) + "/" + name, std::ios::binary);
    if (!input) throw std::runtime_error("no vector " + name);
    return {std::istreambuf_iterator<char>(input), {}};
}

inline nfce::Certificate certificate(std::string const& name) {
    return nfce::Certificate::open(vector_file("certs/" + name + ".pfx"), "teste1234").value();
}

struct Vector {
    Issuer issuer;
    sales::Sale sale;
    std::vector<products::Product> products;
    Heading heading;
    nfce::ConsultationUrls urls;
    std::string certificate;
    std::vector<std::optional<nfce::Valor>> vTotTrib; // of each item
    std::optional<nfce::Dest> company_consumer;
};

inline products::Product product_of(nfce::SaleItem const& item) {
    products::Product product;
    product.id = ProductId::make();
    auto const& goods = item.prod;
    product.prod_cProd = goods.cProd;
    product.prod_cEAN = goods.cEAN;
    product.prod_xProd = goods.xProd;
    product.prod_NCM = goods.NCM;
    if (goods.cest) product.prod_CEST_Opc = goods.cest->CEST;
    product.prod_CFOP = goods.CFOP;
    product.prod_uCOM = goods.uCom;
    auto const rate = [](std::optional<nfce::Written<4>> const& value) {
        return value.transform([](nfce::Written<4> const& percent) { return percent.value; });
    };
    product.icms_orig = item.icms.orig;
    product.icms_CST = item.icms.code;
    product.icms_modBC = item.icms.modBC;
    product.icms_pICMS = rate(item.icms.pICMS);
    product.icms_pRedBC = rate(item.icms.pRedBC);
    product.icms_pFCP = rate(item.icms.pFCP);
    product.pis_CST = item.pis.CST;
    product.pis_pPIS = rate(item.pis.p);
    product.cofins_CST = item.cofins.CST;
    product.cofins_pCOFINS = rate(item.cofins.p);
    product.pis_cofins_excluiICMS = item.pis.excluiICMS ? "S" : "N";
    if (item.ibscbs) {
        product.ibscbs_CST = item.ibscbs->CST;
        product.ibscbs_cClassTrib = item.ibscbs->cClassTrib;
    }
    return product;
}

inline companies::Company company_of(nfce::Emit const& emit) {
    companies::Company company;
    auto const& address = emit.enderEmit;
    company.id = CompanyId::make();
    company.razao_social = emit.xNome;
    company.nome_fantasia = emit.xFant;
    company.cnpj = emit.CNPJ;
    company.inscricao_estadual = emit.IE;
    company.telefone = address.fone;
    company.crt = emit.CRT;
    company.cep = address.CEP.value_or("");
    company.codigo_municipio = address.cMun;
    company.logradouro = address.xLgr;
    company.numero = address.nro;
    company.complemento = address.xCpl;
    company.bairro = address.xBairro;
    company.municipio = address.xMun;
    company.uf = address.UF;
    company.fuso_horario = "America/Sao_Paulo";
    return company;
}

inline sales::Sale sale_of(nfce::Sale const& facts, std::vector<products::Product> const& products) {
    sales::Sale sale;
    sale.id = sales::VendaId::make();
    sale.ambiente = "homologacao";
    if (facts.dest && facts.dest->id.kind == nfce::PersonId::Kind::cpf) {
        sale.cpf = facts.dest->id.value;
        sale.nome = facts.dest->xNome;
    }
    for (std::size_t i = 0; i < facts.items.size(); ++i) {
        auto const& goods = facts.items[i].prod;
        sales::SaleItem item;
        item.produto_id = products[i].id;
        item.descricao = goods.xProd;
        item.quantidade = goods.qCom.value;
        item.valor = round_to<4>(goods.vUnCom.value, Rounding::truncate);
        if (goods.vDesc) item.desconto = goods.vDesc->value;
        sale.itens.push_back(std::move(item));
    }
    for (auto const& paid : facts.payments) {
        sales::SalePayment payment;
        payment.tPag = paid.tPag;
        payment.valor = paid.vPag.value;
        if (paid.card) {
            payment.tpIntegra = paid.card->tpIntegra;
            payment.credenciadora = paid.card->CNPJ;
            payment.tBand = paid.card->tBand;
            payment.cAut = paid.card->cAut;
        }
        sale.pagamentos.push_back(std::move(payment));
    }
    return sale;
}

inline Vector read_vector(std::string const& name) {
    auto const text = vector_file("in/" + name + ".json");
    auto const json = json::parse_object(text).value();
    auto const facts = nfce::read_sale(text).value();
    Vector vector;
    vector.issuer = {.company = company_of(facts.emit),
                     .ambiente = "homologacao",
                     .serie = facts.ide.serie,
                     .qr = facts.qr,
                     .verProc = facts.ide.verProc};
    for (auto const& item : facts.items) {
        vector.products.push_back(product_of(item));
        vector.vTotTrib.push_back(item.vTotTrib);
    }
    vector.sale = sale_of(facts, vector.products);
    vector.heading = {.numero = facts.ide.nNF,
                      .cNF = facts.ide.cNF,
                      .tpEmis = facts.ide.tpEmis,
                      .dhEmi = facts.ide.dhEmi,
                      .dhCont = facts.ide.dhCont,
                      .xJust = facts.ide.xJust};
    vector.urls = facts.urls.value();
    vector.certificate = std::string(json.at("certificado").get_string());
    if (facts.dest && facts.dest->id.kind == nfce::PersonId::Kind::cnpj) vector.company_consumer = facts.dest;
    return vector;
}

} // namespace balcao::receipts::test
