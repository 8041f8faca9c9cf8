#include "selling/receipts/signing/receipt_builder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "nfce/modelo.hpp"
#include "nfce/tables.hpp"
#include "platform/reference/municipalities.hpp"
#include "registry/products/sale_item.hpp"
#include "selling/receipts/nota/modelo.hpp"
#include "selling/receipts/signing/nfe_builder.hpp"

namespace balcao::receipts {

namespace {

namespace tables = nfce::tables;
using products::Product;

constexpr std::string_view natOp = "VENDA DE MERCADORIA";
constexpr int own_delivery = 3; // modFrete: the issuer carries it
constexpr int no_freight = 9;

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

std::optional<Money> not_zero(Money amount) { return amount.is_zero() ? std::nullopt : std::optional(amount); }

nfce::Ide ide_of(Issuer const& issuer, sales::Sale const& sale, Heading const& heading) {
    nfce::Ide ide;
    ide.cUF = tables::uf_code(issuer.company.uf).value_or("");
    ide.cNF = heading.cNF;
    ide.natOp = natOp;
    ide.mod = static_cast<int>(issuer.modelo);
    ide.tpImp = nfce::modelo_of(ide.mod).tpImp;
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

} // namespace

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

nfce::Endereco delivery_address(sales::Entrega const& delivery) {
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

namespace {

std::optional<nfce::Dest> dest_of(sales::Sale const& sale) {
    if (!sale.cpf) return std::nullopt;
    nfce::Dest dest;
    dest.id = {.kind = nfce::PersonId::Kind::cpf, .value = *sale.cpf};
    dest.xNome = sale.nome;
    dest.enderDest = sale.entrega.transform([](sales::Entrega const& delivery) { return delivery_address(delivery); });
    return dest;
}

// The lot of a product that is traced.
void add_lot(nfce::Prod& prod, Product const& product, sales::SaleItem const& item, std::size_t index,
             std::vector<FieldProblem>& problems) {
    if (product.prod_rastro != "S") return;
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
}

nfce::SaleItem item_of(Product const& product, sales::SaleItem const& sold, std::size_t index,
                       products::Taxation const& taxation, nfce::Ide const& ide, std::vector<FieldProblem>& problems) {
    std::vector<FieldProblem> found;
    auto item =
        products::to_sale_item(product, {.quantidade = sold.quantidade, .valor = sold.valor, .desconto = sold.desconto},
                               taxation, ide.dhEmi.date(), ide.tpAmb, found);
    for (auto& problem : found) {
        problems.push_back({.field = fmt::format("itens.{}", index),
                            .message = fmt::format("{}: {}", product.prod_xProd, problem.message),
                            .produto_id = product.id.to_string(),
                            .campo = std::move(problem.field)});
    }
    add_lot(item.prod, product, sold, index, problems);
    return item;
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
                 std::span<std::optional<nfce::ApproximateTaxes> const> taxes, Heading const& heading,
                 std::vector<FieldProblem>& problems, people::Person const* client,
                 std::span<std::string const> invoiced_by) {
    products::Taxation const taxation{.crt = issuer.company.crt, .uf = issuer.company.uf, .tables = issuer.tables};
    nfce::Sale facts;
    facts.ide = ide_of(issuer, sale, heading);
    facts.emit = emit_of(issuer.company);
    facts.dest = dest_of(sale);
    for (std::size_t i = 0; i < sale.itens.size(); ++i) {
        facts.items.push_back(item_of(products[i], sale.itens[i], i, taxation, facts.ide, problems));
        facts.items.back().approximate = taxes[i];
    }
    auto const demand =
        nfce::ibscbs_demand(*issuer.tables, taxation.uf, facts.emit.CRT, heading.dhEmi.date(), facts.ide.tpAmb);
    if (auto why = products::whole_or_none(facts.items, demand)) problems.push_back({"emissao", *std::move(why)});
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
    if (modelo_of(issuer.modelo).needs_buyer) make_nfe(facts, issuer, sale, products, client, invoiced_by, problems);
    facts.infRespTec = issuer.responsible;
    facts.idCSRT = issuer.idCSRT;
    facts.CSRT = issuer.CSRT;
    facts.qr = issuer.qr;
    facts.tables = issuer.tables;
    return facts;
}

} // namespace balcao::receipts
