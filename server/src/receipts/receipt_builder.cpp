#include "receipts/receipt_builder.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/documents.hpp"
#include "nfce/tables.hpp"
#include "reference/municipalities.hpp"

namespace balcao::receipts {

namespace {

namespace tables = nfce::tables;
using products::Product;

constexpr std::string_view natOp = "VENDA DE MERCADORIA";
constexpr int own_delivery = 3; // modFrete: the issuer carries it
constexpr int no_freight = 9;

constexpr bool is_simples(std::int64_t crt) { return crt == 1 || crt == 4; }

template <class... Codes>
bool is_one_of(std::string_view code, Codes... codes) {
    return ((code == codes) || ...);
}

std::optional<nfce::Written<4>> rate(std::optional<Decimal<4>> const& value) {
    return value.transform([](Decimal<4> percent) { return nfce::Written<4>(percent); });
}

std::optional<int> code(std::optional<std::int64_t> const& value) {
    return value.transform([](std::int64_t number) { return static_cast<int>(number); });
}

std::optional<Money> not_zero(Money amount) { return amount.is_zero() ? std::nullopt : std::optional(amount); }

// What a product lacks, or is, so that no receipt of modelo 65 can be made of it here.
class ProductCheck {
public:
    ProductCheck(Issuer const& issuer, std::string_view date, std::vector<FieldProblem>& problems)
        : issuer_(issuer), date_(date), problems_(problems) {}

    void check(std::size_t index, Product const& product) {
        index_ = index;
        product_ = &product;
        require(product.prod_NCM, "prod_NCM", "o NCM");
        require(product.prod_CFOP, "prod_CFOP", "o CFOP");
        require(product.prod_uCOM, "prod_uCOM", "a unidade");
        require(product.icms_orig, "icms_orig", "a origem da mercadoria");
        require(product.icms_CST, "icms_CST", is_simples(issuer_.company.crt) ? "o CSOSN do ICMS" : "o CST do ICMS");
        if (!is_simples(issuer_.company.crt)) {
            require(product.pis_CST, "pis_CST", "o CST do PIS");
            require(product.cofins_CST, "cofins_CST", "o CST da COFINS");
        }
        check_kind();
    }

private:
    void add(std::string_view field, std::string_view sentence) {
        problems_.push_back({.field = fmt::format("itens.{}", index_),
                             .message = fmt::format("{}: {}", product_->prod_xProd, sentence),
                             .produto_id = product_->id.to_string(),
                             .campo = std::string(field)});
    }

    template <class T>
    void require(std::optional<T> const& value, std::string_view field, std::string_view name) {
        if (!value) add(field, fmt::format("falta {}. Preencha no cadastro do produto.", name));
    }

    void check_kind() {
        auto const cst = product_->icms_CST.value_or("");
        auto const ncm = product_->prod_NCM.value_or("");
        if (is_one_of(cst, "02", "15", "53", "61") ||
            tables::listed("icms_monofasico_ncm", issuer_.company.uf, date_, ncm)) {
            add("prod_NCM", "combustível precisa dos dados da bomba na nota e não pode ser vendido por aqui.");
        }
        if (is_one_of(cst, "10", "30", "70", "201", "202", "203") || product_->icms_pICMSST) {
            add("icms_CST", "o ICMS por substituição seria cobrado nesta venda, o que não vale para NFC-e. Se ele já "
                            "foi recolhido, use CST 60 ou CSOSN 500.");
        }
        if (product_->IPI_pIPI && !product_->IPI_pIPI->is_zero()) {
            add("IPI_pIPI", "tem IPI, que a NFC-e não leva. Retire o IPI do cadastro ou venda com NF-e modelo 55.");
        }
    }

    Issuer const& issuer_;
    std::string const date_;
    std::vector<FieldProblem>& problems_;
    std::size_t index_ = 0;
    Product const* product_ = nullptr;
};

nfce::Endereco address_of(companies::Company const& company) {
    nfce::Endereco address;
    address.xLgr = company.logradouro;
    address.nro = company.numero;
    address.xCpl = company.complemento;
    address.xBairro = company.bairro;
    address.cMun = company.codigo_municipio;
    address.xMun = company.municipio;
    address.UF = company.uf;
    address.CEP = company.cep;
    address.fone = company.telefone;
    return address;
}

nfce::Emit emit_of(companies::Company const& company) {
    nfce::Emit emit;
    emit.CNPJ = company.cnpj;
    emit.xNome = company.razao_social;
    emit.xFant = company.nome_fantasia;
    emit.enderEmit = address_of(company);
    emit.IE = company.inscricao_estadual;
    emit.CRT = static_cast<int>(company.crt);
    return emit;
}

nfce::Ide ide_of(Issuer const& issuer, sales::Sale const& sale, Heading const& heading) {
    nfce::Ide ide;
    ide.cUF = tables::uf_code(issuer.company.uf).value_or("");
    ide.cNF = heading.cNF;
    ide.natOp = natOp;
    ide.serie = static_cast<int>(issuer.serie);
    ide.nNF = static_cast<int>(heading.numero);
    ide.dhEmi = heading.dhEmi;
    ide.tpEmis = heading.tpEmis;
    ide.tpAmb = issuer.tpAmb();
    ide.indPres = static_cast<int>(sale.ind_pres);
    if (sale.ind_pres == sales::delivered) ide.indIntermed = 0; // no marketplace between
    ide.verProc = issuer.verProc;
    ide.dhCont = heading.dhCont;
    ide.xJust = heading.xJust;
    return ide;
}

nfce::Endereco address_of(sales::Entrega const& delivery) {
    auto const* const place = reference::find_municipality(delivery.municipio);
    nfce::Endereco address;
    address.xLgr = delivery.logradouro;
    address.nro = delivery.numero;
    address.xCpl = delivery.complemento;
    address.xBairro = delivery.bairro;
    address.cMun = delivery.municipio;
    address.xMun = place != nullptr ? place->nome : std::string_view{};
    address.UF = place != nullptr ? place->uf : std::string_view{};
    address.CEP = delivery.cep;
    return address;
}

std::optional<nfce::Dest> dest_of(sales::Sale const& sale) {
    if (!sale.cpf) return std::nullopt;
    nfce::Dest dest;
    dest.id = {.kind = nfce::PersonId::Kind::cpf, .value = *sale.cpf};
    dest.xNome = sale.nome;
    dest.enderDest = sale.entrega.transform([](sales::Entrega const& delivery) { return address_of(delivery); });
    return dest;
}

// The taxable unit as the product relates it to the commercial one: a box of 12 is sold by the box, taxed by the piece.
void set_taxable(nfce::Prod& prod, Product const& product, sales::SaleItem const& item) {
    prod.uTrib = product.prod_uTrib.value_or(prod.uCom);
    prod.cEANTrib = product.prod_cEANTrib.value_or(prod.uTrib == prod.uCom ? prod.cEAN : std::string(sem_gtin));
    prod.qTrib = prod.qCom;
    prod.vUnTrib = prod.vUnCom;
    if (prod.uTrib == prod.uCom || product.prod_qCOM.is_zero()) return;
    auto const factor = divide<8>(product.prod_qTrib, product.prod_qCOM, Rounding::half_up);
    auto const quantity = rounded_product<4>(Rounding::half_up, 1, item.quantidade, factor);
    if (quantity.is_zero()) return;
    auto const value = rounded_product<2>(Rounding::half_up, 1, item.quantidade, item.valor);
    prod.qTrib = quantity;
    prod.vUnTrib = divide<10>(value, quantity, Rounding::half_up);
}

nfce::Prod prod_of(Product const& product, sales::SaleItem const& item, std::size_t index,
                   std::vector<FieldProblem>& problems) {
    nfce::Prod prod;
    prod.cProd = product.prod_cProd;
    prod.cEAN = product.prod_cEAN.value_or(std::string(sem_gtin));
    prod.xProd = product.prod_xProd;
    prod.NCM = product.prod_NCM.value_or("");
    if (product.prod_CEST_Opc) {
        prod.cest = nfce::Cest{.CEST = *product.prod_CEST_Opc, .indEscala = {}, .CNPJFab = {}};
        // Only who names the manufacturer declares goods as not made at relevant scale.
        if (product.prod_CNPJFab) {
            prod.cest->indEscala = product.prod_indEscala;
            prod.cest->CNPJFab = product.prod_CNPJFab;
        }
    }
    prod.cBenef = product.prod_cBenef;
    prod.CFOP = product.prod_CFOP.value_or("");
    prod.uCom = product.prod_uCOM.value_or("");
    prod.qCom = item.quantidade;
    prod.vUnCom = Decimal<10>::from_raw(item.valor.raw() * (Decimal<10>::scale / sales::Price::scale));
    if (auto const discount = not_zero(item.desconto)) prod.vDesc = nfce::Valor(*discount);
    set_taxable(prod, product, item);
    if (product.prod_rastro != "S") return prod;
    auto const lot_field = [&](std::string_view sentence) {
        problems.push_back({fmt::format("itens.{}.lote", index), fmt::format("{}: {}", product.prod_xProd, sentence)});
    };
    if (!item.lote) {
        lot_field("informe o lote, a data de fabricação e a de validade.");
    } else if (item.quantidade.raw() % 10 != 0) {
        lot_field("a quantidade de um produto com lote tem no máximo 3 casas.");
    } else {
        nfce::Rastro lot;
        lot.nLote = item.lote->nLote;
        lot.qLote = Decimal<3>::from_raw(item.quantidade.raw() / 10);
        lot.dFab = item.lote->dFab;
        lot.dVal = item.lote->dVal;
        prod.rastro.push_back(std::move(lot));
    }
    return prod;
}

nfce::IcmsFacts icms_of(Product const& product, bool simples) {
    nfce::IcmsFacts icms;
    icms.orig = static_cast<int>(product.icms_orig.value_or(0));
    icms.simples = simples;
    icms.code = product.icms_CST.value_or("");
    icms.modBC = code(product.icms_modBC);
    icms.motDesICMS = code(product.icms_motDesICMS);
    if (product.icms_indDeduzDeson) icms.indDeduzDeson = *product.icms_indDeduzDeson == "S" ? 1 : 0;
    icms.pRedBC = rate(product.icms_pRedBC);
    icms.pICMS = rate(product.icms_pICMS);
    icms.pFCP = rate(product.icms_pFCP);
    icms.pCredSN = rate(product.icms_pCredSN);
    return icms;
}

nfce::ContributionFacts contribution(std::optional<std::string> const& cst, std::optional<Decimal<4>> const& percent,
                                     std::optional<Decimal<4>> const& per_unit, Product const& product,
                                     nfce::Prod const& prod) {
    nfce::ContributionFacts facts;
    facts.CST = cst.value_or("49"); // other operations: with zeros
    facts.p = rate(percent);
    facts.excluiICMS = product.pis_cofins_excluiICMS == "S";
    if (per_unit) {
        facts.vAliqProd = rate(per_unit);
        facts.qBCProd = prod.qTrib;
    }
    return facts;
}

// Rates of the law on that date; a reduction comes from the classification.
std::optional<nfce::IbsCbsFacts> ibscbs_of(Product const& product, Issuer const& issuer, std::string_view date,
                                           std::size_t index, std::vector<FieldProblem>& problems) {
    auto const& company = issuer.company;
    if (!product.ibscbs_CST || !product.ibscbs_cClassTrib) return std::nullopt; // the rules say where it is missing
    if (!tables::listed("ibscbs_obrigatorio_crt", company.uf, date, std::to_string(company.crt))) return std::nullopt;
    nfce::IbsCbsFacts facts{.CST = *product.ibscbs_CST, .cClassTrib = *product.ibscbs_cClassTrib, .rates = {}};
    auto const cst = tables::ibscbs_cst(facts.CST);
    if (!cst || !cst->gIBSCBS) return facts;
    auto const parameter = [&](std::string_view name) {
        auto const value = nfce::Written<4>::parse(tables::parameter(name, company.uf, date));
        return value ? std::optional(*value) : std::nullopt;
    };
    auto const uf = parameter("pIBSUF"), mun = parameter("pIBSMun"), cbs = parameter("pCBS");
    if (!uf || !mun || !cbs) return facts;
    facts.rates = nfce::IbsCbsRates{.pIBSUF = *uf, .pIBSMun = *mun, .pCBS = *cbs, .pRedAliq = {}};
    auto const classification = tables::class_trib(facts.cClassTrib);
    if (!cst->gRed || !classification) return facts;
    if (classification->pRedIBS != classification->pRedCBS) {
        problems.push_back({.field = fmt::format("itens.{}", index),
                            .message = fmt::format("{}: a classificação {} reduz IBS e CBS de formas diferentes, o que "
                                                   "a NFC-e daqui não calcula. Venda com NF-e modelo 55.",
                                                   product.prod_xProd, facts.cClassTrib),
                            .produto_id = product.id.to_string(),
                            .campo = "ibscbs_cClassTrib"});
        return facts;
    }
    auto const reduction = Decimal<4>::parse(classification->pRedIBS);
    if (reduction) facts.rates->pRedAliq = nfce::Written<4>(*reduction);
    return facts;
}

nfce::DetPag payment_of(sales::SalePayment const& payment) {
    nfce::DetPag paid;
    paid.tPag = payment.tPag;
    paid.xPag = payment.xPag;
    paid.vPag = payment.valor;
    if (payment.tpIntegra) {
        nfce::Card card;
        card.tpIntegra = static_cast<int>(*payment.tpIntegra);
        card.CNPJ = payment.credenciadora;
        card.tBand = payment.tBand;
        card.cAut = payment.cAut;
        paid.card = std::move(card);
    }
    return paid;
}

nfce::Transp transport_of(Issuer const& issuer, sales::Sale const& sale) {
    nfce::Transp transport;
    transport.modFrete = no_freight;
    if (sale.ind_pres != sales::delivered) return transport;
    auto const& company = issuer.company;
    transport.modFrete = own_delivery;
    nfce::Transporta carrier;
    carrier.id = {.kind = nfce::PersonId::Kind::cnpj, .value = company.cnpj};
    carrier.xNome = company.razao_social;
    carrier.IE = company.inscricao_estadual;
    carrier.xEnder = fmt::format("{}, {}", company.logradouro, company.numero);
    carrier.xMun = company.municipio;
    carrier.UF = company.uf;
    transport.transporta = std::move(carrier);
    return transport;
}

} // namespace

nfce::Sale build(Issuer const& issuer, sales::Sale const& sale, std::span<Product const> products,
                 Heading const& heading, std::vector<FieldProblem>& problems) {
    auto const date = heading.dhEmi.date();
    bool const simples = is_simples(issuer.company.crt);
    nfce::Sale facts;
    facts.ide = ide_of(issuer, sale, heading);
    facts.emit = emit_of(issuer.company);
    facts.dest = dest_of(sale);
    ProductCheck checks(issuer, date, problems);
    for (std::size_t i = 0; i < sale.itens.size(); ++i) {
        auto const& product = products[i];
        checks.check(i, product);
        nfce::SaleItem item;
        try {
            item.prod = prod_of(product, sale.itens[i], i, problems);
        } catch (std::overflow_error const&) {
            // Only a taxable unit can do that: the sale's own amounts are bounded.
            problems.push_back({.field = fmt::format("itens.{}", i),
                                .message = fmt::format("{}: o valor da unidade tributável passa do que a nota leva.",
                                                       product.prod_xProd),
                                .produto_id = product.id.to_string(),
                                .campo = "prod_qTrib"});
        }
        item.icms = icms_of(product, simples);
        item.pis = contribution(product.pis_CST, product.pis_pPIS, product.pis_vAliqProd, product, item.prod);
        item.cofins =
            contribution(product.cofins_CST, product.cofins_pCOFINS, product.cofins_vAliqProd, product, item.prod);
        item.ibscbs = ibscbs_of(product, issuer, date, i, problems);
        facts.items.push_back(std::move(item));
    }
    facts.whole.vDesc = not_zero(sale.desconto);
    facts.whole.vOutro = not_zero(sale.acrescimo);
    facts.whole.vFrete = not_zero(sale.frete);
    std::ranges::transform(sale.pagamentos, std::back_inserter(facts.payments), payment_of);
    facts.transp = transport_of(issuer, sale);
    if (sale.observacao) {
        nfce::InfAdic more;
        more.infCpl = sale.observacao;
        facts.infAdic = std::move(more);
    }
    facts.infRespTec = issuer.responsible;
    facts.idCSRT = issuer.idCSRT;
    facts.CSRT = issuer.CSRT;
    facts.qr = issuer.qr;
    return facts;
}

} // namespace balcao::receipts
