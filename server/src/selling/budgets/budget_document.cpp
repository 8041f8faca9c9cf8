#include "selling/budgets/budget_document.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <dlfcn.h>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/base/text.hpp"
#include "selling/budgets/budget_completion.hpp"
#include "selling/budgets/report_document.hpp"

namespace balcao::budgets {

namespace {

// The companies' tones on white (visual direction, section 2).
std::uint32_t accent_of(std::string_view color) {
    using Tone = std::pair<std::string_view, std::uint32_t>;
    constexpr std::array tones{Tone{"petroleo", 0x0B6675}, Tone{"anil", 0x3B5BA9},  Tone{"ameixa", 0x7A3E78},
                               Tone{"barro", 0x8C5527},    Tone{"oliva", 0x5C6B1E}, Tone{"cereja", 0x9B2F52},
                               Tone{"grafite", 0x4A5257},  Tone{"mata", 0x22694A}};
    auto const at = std::ranges::find(tones, color, &Tone::first);
    return at == tones.end() ? tones.front().second : at->second;
}

void add(std::vector<std::string>& lines, std::string_view label, std::optional<std::string> const& value) {
    if (value && !value->empty()) lines.push_back(label.empty() ? *value : fmt::format("{} {}", label, *value));
}
void add(std::vector<Labelled>& pairs, std::string_view label, std::optional<std::string> const& value) {
    if (value && !value->empty()) pairs.push_back({std::string(label), *value});
}

std::string joined(std::vector<std::string> const& parts, std::string_view separator) {
    std::string line;
    for (auto const& part : parts) {
        if (part.empty()) continue;
        if (!line.empty()) line += separator;
        line += part;
    }
    return line;
}

std::string days_text(std::int64_t days, std::string_view from) {
    return fmt::format("{} {}, até {}", grouped(days), days == 1 ? "dia" : "dias", date_text(add_days(from, days)));
}

std::vector<std::string> lines_of(companies::Company const& company) {
    std::vector<std::string> lines;
    auto const registered = company.inscricao_estadual.empty() ? std::string{} : "IE " + company.inscricao_estadual;
    lines.push_back(joined({"CNPJ " + document_text(company.cnpj), registered}, " · "));
    lines.push_back(
        joined({company.logradouro, company.numero, company.complemento.value_or(""), company.bairro}, ", "));
    auto const phone = company.telefone ? "Telefone " + phone_text(*company.telefone) : std::string{};
    lines.push_back(
        joined({fmt::format("{}/{}", company.municipio, company.uf), "CEP " + cep_text(company.cep), phone}, " · "));
    return lines;
}

std::vector<std::string> lines_of(people::Person const& client) {
    std::vector<std::string> lines;
    auto const document = fmt::format("{} {}", people::document_name(client), document_text(client.cpf_cnpj));
    auto const registered = client.insc_estadual ? "IE " + *client.insc_estadual : std::string{};
    lines.push_back(joined({document, registered}, " · "));
    Budget address;
    take_client(address, client);
    add(lines, "", address.endereco_entrega_completo);
    auto const phone = client.telefone ? "Telefone " + phone_text(*client.telefone) : std::string{};
    add(lines, "", joined({phone, client.email.value_or("")}, " · "));
    return lines;
}

DocumentItem text_of(BudgetItem const& item) {
    return {.code = item.prod_cProd,
            .description = item.descricao,
            .unit = item.unidade.value_or(""),
            .quantity = decimal_text(item.quantidade, 0),
            .price = decimal_text(item.valor_venda.value_or(Price{}), 2),
            .discount = item.desconto.is_zero() ? std::string{} : decimal_text(item.desconto),
            .total = decimal_text(item.total)};
}

// Found beside the program or where it was built (server/CMakeLists.txt); never unloaded.
template <class Draw>
Draw& find_drawing(char const* name) {
    void* const module = dlopen(pdf::module_name, RTLD_NOW | RTLD_LOCAL);
    void* const symbol = module == nullptr ? nullptr : dlsym(module, name);
    if (symbol == nullptr)
        throw std::runtime_error(std::string("the drawing of documents is not installed: ") + dlerror());
    return *reinterpret_cast<Draw*>(symbol);
}
pdf::Draw& drawing() {
    static auto& found = find_drawing<pdf::Draw>(pdf::draw_name);
    return found;
}

} // namespace

ReportDocument report_of(companies::Company const& company, std::string title) {
    return {.title = std::move(title),
            .accent = accent_of(company.cor),
            .company = company.nome_fantasia.value_or(company.razao_social),
            .company_lines = lines_of(company)};
}

std::string draw(ReportDocument const& document) {
    static auto& found = find_drawing<pdf::DrawReport>(pdf::draw_report_name);
    std::string bytes;
    found(document, bytes);
    return bytes;
}

BudgetDocument make_document(Budget const& budget, companies::Company const& company, people::Person const* client,
                             Instant now) {
    auto const is_order = budget.tipo == order;
    BudgetDocument document{
        .title = fmt::format("{} Nº {}", is_order ? "PEDIDO" : "ORÇAMENTO", grouped(budget.numero_pedido)),
        .accent = accent_of(company.cor),
        .company = company.nome_fantasia.value_or(company.razao_social),
        .company_lines = lines_of(company)};
    if (company.nome_fantasia) document.company_lines.insert(document.company_lines.begin(), company.razao_social);

    document.dates.push_back({"Data", date_text(budget.data_orcamento)});
    if (budget.data_venda) document.dates.push_back({"Venda", date_text(*budget.data_venda)});
    if (budget.validade && !is_order)
        document.dates.push_back({"Válido até", date_text(add_days(budget.data_orcamento, *budget.validade))});
    add(document.dates, "Vendedor", budget.vendedor);

    document.client = budget.nome_cliente.value_or("Cliente Não Informado");
    if (client != nullptr) document.client_lines = lines_of(*client);
    add(document.delivery, "Obra", budget.obra);
    add(document.delivery, "Solicitante", budget.solicitante);
    if (budget.telefone) document.delivery.push_back({"Telefone", phone_text(*budget.telefone)});
    add(document.delivery, "Entrega", budget.endereco_entrega_completo);

    for (auto const& item : budget.itens) {
        document.items.push_back(text_of(item));
        document.has_discounts = document.has_discounts || !item.desconto.is_zero();
    }
    auto const count = budget.itens.size();
    if (!budget.desconto.is_zero() || !budget.acrescimo.is_zero()) {
        document.sums.push_back({count == 0 ? "Valor" : "Soma dos itens", brl(budget.total_venda)});
        if (!budget.desconto.is_zero()) document.sums.push_back({"Desconto", "− " + brl(budget.desconto)});
        if (!budget.acrescimo.is_zero()) document.sums.push_back({"Acréscimo", "+ " + brl(budget.acrescimo)});
    }
    document.total = {count == 0 ? "Total"
                                 : fmt::format("Total · {} {}", grouped(static_cast<std::int64_t>(count)),
                                               count == 1 ? "item" : "itens"),
                      brl(budget.total_fatura)};

    add(document.conditions, "Forma de pagamento", budget.forma_pagamento);
    add(document.conditions, "Condição", budget.condicao_pagamento);
    if (budget.prazo_entrega) {
        document.conditions.push_back(
            {"Prazo de entrega", days_text(*budget.prazo_entrega, budget.data_venda.value_or(budget.data_orcamento))});
    }
    if (budget.validade && !is_order)
        document.conditions.push_back({"Validade", days_text(*budget.validade, budget.data_orcamento)});
    for (auto const& [due, amount] : budget.parcelas)
        document.installments.push_back({date_text(due), decimal_text(amount)});
    document.notes = budget.observacao.value_or("");
    document.signatures = {document.client, company.razao_social};
    document.generated = "Gerado em " + local_date_time_text(now, company.fuso_horario);
    return document;
}

std::string draw_pdf(BudgetDocument const& document) {
    std::string pdf;
    drawing()(document, pdf);
    return pdf;
}

std::string pdf_file_name(Budget const& budget) {
    constexpr std::size_t longest = 80;
    auto name = fmt::format("{}-{}", budget.tipo == order ? "pedido" : "orcamento", budget.numero_pedido);
    for (char const c : " " + fold(budget.nome_cliente.value_or(""))) {
        auto const is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (is_plain) name += c;
        else if (!name.ends_with('-')) name += '-';
    }
    name.resize(std::min(name.size(), longest));
    while (name.ends_with('-')) name.pop_back();
    return name + ".pdf";
}

} // namespace balcao::budgets
