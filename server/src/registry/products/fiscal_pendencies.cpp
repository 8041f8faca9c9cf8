#include "registry/products/fiscal_pendencies.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "nfce/composition.hpp"
#include "nfce/qr.hpp"
#include "nfce/rules.hpp"
#include "nfce/tables.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"

namespace balcao::products {

namespace {

constexpr int in_producao = 1; // tpAmb

bool is_classified(Product const& product) { return product.ibscbs_CST && product.ibscbs_cClassTrib; }

// As the counter's receipts, in produção; who issues, pays and how does not matter, since only the item is judged.
nfce::Sale receipt_of(nfce::SaleItem item, Taxation const& taxation, nfce::DateTime const& at) {
    nfce::Sale sale;
    sale.ide.cUF = nfce::tables::uf_code(taxation.uf).value_or("35");
    sale.ide.cNF = "35710284";
    sale.ide.natOp = "VENDA DE MERCADORIA";
    sale.ide.serie = 1;
    sale.ide.nNF = 1;
    sale.ide.dhEmi = at;
    sale.ide.tpEmis = 1;
    sale.ide.tpAmb = in_producao;
    sale.ide.indPres = 1;
    sale.ide.verProc = "Balcao";
    sale.emit.CNPJ = "11222333000181";
    sale.emit.enderEmit.UF = taxation.uf;
    sale.emit.CRT = static_cast<int>(taxation.crt);
    sale.items.push_back(std::move(item));
    nfce::DetPag paid;
    paid.tPag = "01";
    sale.payments.push_back(std::move(paid));
    sale.transp.modFrete = 9;
    sale.qr = nfce::QrV3{};
    sale.tables = taxation.tables;
    return sale;
}

// What of these lies in the product; each field once, with the first sentence.
void add(nfce::Problems const& problems, std::vector<FieldProblem>& pendencies) {
    for (auto const& problem : problems) {
        if (!problem.field.starts_with("det[1]") && !problem.field.starts_with("itens.0")) continue;
        auto field = field_at(problem.field);
        if (field.empty()) field = "prod_vUnCOM"; // what the sale says, it says with the product's price
        pendencies.push_back({std::move(field), problem.message});
    }
}

// The product is the sentence's subject where its field stands, not after its name.
std::string capitalized(std::string sentence) {
    if (!sentence.empty() && sentence.front() >= 'a' && sentence.front() <= 'z')
        sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
    return sentence;
}

std::vector<FieldProblem> one_a_field(std::vector<FieldProblem> found) {
    std::vector<FieldProblem> pendencies;
    for (auto& problem : found) {
        if (std::ranges::find(pendencies, problem.field, &FieldProblem::field) != pendencies.end()) continue;
        problem.message = capitalized(std::move(problem.message));
        pendencies.push_back(std::move(problem));
    }
    return pendencies;
}

} // namespace

std::string judging_date(Instant now) { return local_date(now, "America/Sao_Paulo"); }

std::vector<FieldProblem> fiscal_pendencies(Product const& product, Taxation const& taxation, std::string_view date) {
    std::vector<FieldProblem> found;
    auto price = product.prod_vUnCOM.value_or(Decimal<4>{});
    if (price.is_zero()) {
        found.push_back({"prod_vUnCOM", "falta o preço. Preencha no cadastro do produto."});
        price = Decimal<4>::from_units(1);
    }
    auto const at = nfce::DateTime::parse(std::string(date) + "T12:00:00-03:00").value();
    auto item = to_sale_item(product, {.quantidade = Quantity::from_units(1), .valor = price}, taxation, date,
                             in_producao, found);
    if (product.prod_rastro == "S") {
        // Which lot is the sale's to say.
        item.prod.rastro.push_back(
            {.nLote = "1", .qLote = Decimal<3>::from_units(1), .dFab = std::string(date), .dVal = std::string(date)});
    }
    auto const sale = receipt_of(std::move(item), taxation, at);
    auto const computed = nfce::compute(sale);
    if (!computed) {
        add(computed.error(), found);
        return one_a_field(std::move(found));
    }
    nfce::CheckContext context;
    context.tables = taxation.tables;
    context.now = at.epoch();
    context.tpAmb = sale.ide.tpAmb;
    context.qr = sale.qr;
    // A rate that nobody knows yet is no fault of a product that is classified.
    if (is_classified(product)) context.ibscbs_demanded = false;
    context.urls = taxation.tables->consultation_urls(taxation.uf, sale.ide.tpAmb);
    add(nfce::check(computed->nfce, context), found);
    return one_a_field(std::move(found));
}

std::vector<FieldProblem> fiscal_warnings(Product const& product, Taxation const& taxation, std::string_view date) {
    std::vector<FieldProblem> warnings;
    auto const soon = add_days(date, nfce::rules_notice_days);
    auto const when = [&](std::string_view since) {
        return fmt::format("{} {}", since <= date ? "desde" : "a partir de", date_text(since));
    };
    auto const demand =
        nfce::ibscbs_demand(*taxation.tables, taxation.uf, static_cast<int>(taxation.crt), soon, in_producao);
    if (demand.by_law && !is_classified(product)) {
        warnings.push_back(
            {product.ibscbs_CST ? "ibscbs_cClassTrib" : "ibscbs_CST",
             fmt::format("A lei pede a classificação de IBS e CBS {}. Preencha CST e cClassTrib, ou aplique um perfil "
                         "fiscal que os tenha. A venda não para por isso.",
                         when(demand.by_law_since))});
    }
    auto const* const catalogue =
        taxation.tables->find_parameter("gtin_no_cadastro", taxation.uf, soon, in_producao, nfce::Reach::lei);
    if (catalogue != nullptr && catalogue->value == "S" && is_internal_gtin(product.prod_cEAN.value_or(""))) {
        warnings.push_back(
            {"prod_cEAN", fmt::format("Este código de barras é de uso interno de lojas e não está no cadastro da GS1, "
                                      "que a SEFAZ consulta {}. Use o do fabricante, ou SEM GTIN.",
                                      when(catalogue->since))});
    }
    return warnings;
}

std::string pendencies_json(std::vector<FieldProblem> const& pendencies) {
    std::string json = "[";
    for (auto const& pendency : pendencies) {
        json::ObjectWriter writer;
        writer.text("campo", pendency.field);
        writer.text("mensagem", pendency.message);
        json += (json.size() > 1 ? "," : "") + writer.take();
    }
    return json + ']';
}

Judgement judge(Product const& product, Taxation const& taxation, std::string_view date) {
    return {.pendencies = pendencies_json(fiscal_pendencies(product, taxation, date)),
            .warnings = pendencies_json(fiscal_warnings(product, taxation, date))};
}

} // namespace balcao::products
