#include "selling/receipts/signing/nfe_builder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "nfce/icms_rates.hpp"
#include "nfce/operacoes.hpp"
#include "nfce/text.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/reference/municipalities.hpp"

namespace balcao::receipts {

namespace {

constexpr std::size_t longest_buyer_name = 60;                 // xNome
constexpr int not_present = 9;                                 // indPres: another kind of sale at a distance
constexpr int own_truck = 3;                                   // modFrete: the issuer carries it
constexpr int not_carried = 9;                                 // modFrete
constexpr int contributor = 1, exempt = 2, no_contributor = 9; // indIEDest
constexpr std::string_view exempt_word = "ISENTO";

using Problems = std::vector<FieldProblem>;

nfce::PersonId person_id(std::string const& document) {
    return {.kind = document.size() == 11 ? nfce::PersonId::Kind::cpf : nfce::PersonId::Kind::cnpj, .value = document};
}

nfce::Endereco client_address(people::Person const& client, Problems& problems) {
    auto const needed = [&](std::optional<std::string> const& value, std::string_view field, std::string_view what) {
        if (!value) {
            problems.push_back(
                {fmt::format("cliente.{}", field),
                 fmt::format("Falta {} de {}. A NF-e leva o endereço do cliente.", what, client.razao_social)});
        }
        return value.value_or("");
    };
    nfce::Endereco address;
    address.xLgr = needed(client.logradouro, "logradouro", "a rua");
    address.nro = needed(client.numero, "numero", "o número do endereço (S/N, se não houver)");
    address.xCpl = client.complemento;
    address.xBairro = needed(client.bairro, "bairro", "o bairro");
    address.cMun = needed(client.municipio, "municipio", "o município");
    auto const* const place = reference::find_municipality(address.cMun);
    address.xMun = place != nullptr ? place->nome : std::string_view{};
    address.UF = place != nullptr ? place->uf : std::string_view{};
    address.CEP = needed(client.cep, "cep", "o CEP");
    address.fone = client.telefone;
    return address;
}

void set_inscription(nfce::Dest& dest, std::optional<std::string> const& inscription) {
    dest.indIEDest = !inscription ? no_contributor : *inscription == exempt_word ? exempt : contributor;
    if (dest.indIEDest == contributor) dest.IE = inscription;
}

bool is_sale(nfce::Operacao const& operation) {
    return operation.tpNF == 1 && operation.finNFe == 1 && operation.pagamento && operation.referencia.empty() &&
           operation.codigo.starts_with("venda_") && operation.codigo != "venda_entrega_futura";
}

// A product says the CFOP of a sale inside the UF; the operation that has it knows the others.
nfce::Operacao const* operation_of(std::string_view cfop) {
    auto const& all = nfce::operacoes();
    auto const at =
        std::ranges::find_if(all, [&](nfce::Operacao const& one) { return is_sale(one) && one.cfop_dentro == cfop; });
    return at == all.end() ? nullptr : &*at;
}

enum class Operation : std::uint8_t { sale, ahead, remessa }; // ahead: invoiced for future delivery

// That which takes the place of a sale's.
nfce::Operacao future_operation(nfce::Operacao const& sold, Operation operation) {
    bool const is_own_make = sold.codigo.starts_with("venda_producao");
    return nfce::find_operacao(operation == Operation::ahead ? "venda_entrega_futura"
                               : is_own_make                 ? "entrega_futura_producao"
                                                             : "entrega_futura_mercadoria")
        .value();
}

// Money is asked for, and its taxes are charged, by the first of the two documents; ICMS by that with which goods
// leave.
void split_taxes(nfce::SaleItem& item, Operation operation) {
    if (operation == Operation::ahead) {
        item.icms = {.orig = item.icms.orig, .simples = item.icms.simples, .code = item.icms.simples ? "400" : "41"};
        return;
    }
    item.pis = {.CST = "49", .p = {}, .qBCProd = {}, .vAliqProd = {}};
    item.cofins = item.pis;
    if (item.ibscbs) item.ibscbs = nfce::IbsCbsFacts{.CST = "410", .cClassTrib = "410999", .rates = {}};
    item.approximate.reset(); // Lei 12.741 speaks of sales
}

void set_operation(nfce::Sale& facts, sales::Sale const& sale, std::string const& from, std::string const& to,
                   Operation kind, Problems& problems) {
    bool const outside = facts.ide.idDest == 2;
    bool const taxpayer = facts.dest && facts.dest->indIEDest != no_contributor;
    std::optional<std::string> nature;
    for (std::size_t i = 0; i < facts.items.size(); ++i) {
        auto& item = facts.items[i];
        auto const* const sold = operation_of(item.prod.CFOP);
        if (sold == nullptr) {
            if (!outside && kind == Operation::sale) continue;
            problems.push_back(
                {.field = fmt::format("itens.{}", i),
                 .message = fmt::format("{}: o CFOP {} não tem um correspondente para {}. "
                                        "Use 5101 (produção própria) ou 5102 (revenda) no cadastro.",
                                        item.prod.xProd, item.prod.CFOP, outside ? "fora do estado" : "entrega futura"),
                 .produto_id = sale.itens[i].produto_id.to_string(),
                 .campo = "prod_CFOP"});
            continue;
        }
        auto const operation = kind == Operation::sale ? *sold : future_operation(*sold, kind);
        if (!nature) nature = operation.natureza;
        item.prod.CFOP = operation.cfop(outside, taxpayer);
        if (outside && !item.icms.simples && item.icms.pICMS)
            item.icms.pICMS = nfce::Written<4>::parse(nfce::interstate_rate(from, to, item.icms.orig)).value();
        if (outside) item.icms.pFCP.reset();
        if (kind != Operation::sale) split_taxes(item, kind);
    }
    if (nature) facts.ide.natOp = *nature;
}

// Nothing when one of them has no weight.
std::optional<products::Weight> load_weight(sales::Sale const& sale, std::span<products::Product const> products) {
    products::Weight sum;
    for (std::size_t i = 0; i < sale.itens.size(); ++i) {
        auto const weight = products::weight_of(sale.itens[i].quantidade, products[i].prod_pesoL);
        if (!weight) return std::nullopt;
        sum += *weight;
    }
    return sum;
}

nfce::Transp transport(sales::Sale const& sale, std::span<products::Product const> products, nfce::Transp known) {
    auto details = sale.nfe.value_or(sales::NfeDetails{});
    if (details.mod_frete) {
        // The issuer as carrier belongs to its own delivery.
        if (*details.mod_frete != own_truck) known.transporta.reset();
        known.modFrete = static_cast<int>(*details.mod_frete);
    }
    if (details.transportadora) {
        nfce::Transporta carrier;
        if (details.transportadora_documento) carrier.id = person_id(*details.transportadora_documento);
        carrier.xNome = details.transportadora;
        carrier.IE = details.transportadora_ie;
        carrier.xEnder = details.transportadora_endereco;
        carrier.xMun = details.transportadora_municipio;
        carrier.UF = details.transportadora_uf;
        known.transporta = std::move(carrier);
    }
    if (details.placa) known.veicTransp = nfce::Veiculo{.placa = *details.placa, .UF = details.placa_uf};
    if (known.modFrete != not_carried && !details.peso_liquido && !details.peso_bruto)
        details.peso_liquido = details.peso_bruto = load_weight(sale, products);
    if (details.volumes || details.especie || details.peso_liquido || details.peso_bruto) {
        nfce::Volume volume;
        volume.qVol = details.volumes.transform([](std::int64_t count) { return std::to_string(count); });
        volume.esp = details.especie;
        volume.pesoL = details.peso_liquido;
        volume.pesoB = details.peso_bruto;
        known.vol.push_back(std::move(volume));
    }
    return known;
}

void set_bill(nfce::Sale& facts, sales::Sale const& sale) {
    if (!sale.nfe || sale.nfe->duplicatas.empty()) return;
    nfce::Cobr bill;
    Money sum;
    for (auto const& due : sale.nfe->duplicatas) {
        sum += due.valor;
        bill.dup.push_back({.nDup = fmt::format("{:03}", bill.dup.size() + 1),
                            .dVenc = due.vencimento,
                            .vDup = nfce::Valor{due.valor}});
    }
    bill.fat = nfce::Fat{.nFat = std::to_string(facts.ide.nNF), .vOrig = nfce::Valor{sum}, .vLiq = nfce::Valor{sum}};
    facts.cobr = std::move(bill);
    for (auto& paid : facts.payments)
        if (paid.tPag != "01") paid.indPag = 1; // due later
}

} // namespace

std::optional<nfce::Dest> buyer(sales::Sale const& sale, people::Person const* client, Problems& problems) {
    nfce::Dest dest;
    if (client != nullptr) {
        dest.id = person_id(client->cpf_cnpj);
        dest.xNome = nfce::normalise_text(client->razao_social, longest_buyer_name).text;
        dest.enderDest = client_address(*client, problems);
        set_inscription(dest, client->insc_estadual);
        return dest;
    }
    if (sale.cpf && sale.nome && sale.entrega) {
        dest.id = person_id(*sale.cpf);
        dest.xNome = sale.nome;
        dest.enderDest = delivery_address(*sale.entrega);
        return dest;
    }
    problems.push_back({"cliente_id", "A NF-e leva documento, nome e endereço de quem compra. Escolha o cliente."});
    return std::nullopt;
}

void make_nfe(nfce::Sale& facts, Issuer const& issuer, sales::Sale const& sale,
              std::span<products::Product const> products, people::Person const* client,
              std::span<std::string const> invoiced_by, Problems& problems) {
    auto const before = problems.size();
    facts.dest = buyer(sale, client, problems);
    if (problems.size() != before) return;
    auto const& address = *facts.dest->enderDest;
    bool const is_delivered = sale.ind_pres == sales::delivered;
    // Who takes the goods at the counter bought them there, wherever they live.
    auto const to = sale.entrega ? delivery_address(*sale.entrega) : address;
    bool const is_contributor = facts.dest->indIEDest != no_contributor;
    facts.ide.idDest = to.UF != issuer.company.uf && (is_delivered || is_contributor) ? 2 : 1;
    auto const said = sale.nfe ? sale.nfe->consumidor_final : std::nullopt;
    facts.ide.indFinal = said ? (*said == "S" ? 1 : 0) : is_contributor ? 0 : 1;
    facts.ide.indPres = is_delivered ? not_present : static_cast<int>(sale.ind_pres);
    facts.ide.indIntermed = is_delivered ? std::optional(0) : std::nullopt; // no marketplace between
    if (sale.entrega && client != nullptr)
        facts.entrega = nfce::Local{.id = facts.dest->id, .xNome = facts.dest->xNome, .endereco = to};
    auto const kind = !invoiced_by.empty()         ? Operation::remessa
                      : sale.entrega_futura == "S" ? Operation::ahead
                                                   : Operation::sale;
    set_operation(facts, sale, issuer.company.uf, to.UF, kind, problems);
    for (auto const& chave : invoiced_by) facts.ide.nfref.emplace_back(nfce::RefNFe{.chave = chave});
    if (kind == Operation::remessa)
        facts.payments = {{.indPag = {}, .tPag = "90", .xPag = {}, .vPag = {}, .dPag = {}, .card = {}}};
    facts.transp = transport(sale, products, std::move(facts.transp));
    set_bill(facts, sale);
}

} // namespace balcao::receipts
