#include "selling/sales/sale.hpp"

#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/records/field_rules.hpp"
#include "selling/sales/sale_amounts.hpp"

namespace balcao::sales {

namespace {

constexpr std::int64_t most_payments = 100; // detPag of the layout
constexpr std::int64_t most_price = 999'999'999'999;
constexpr std::string_view unexpected = "Este valor veio em formato inesperado. Digite de novo.";

std::optional<std::string> cpf_problem(std::string_view text) {
    // With twelve to fourteen characters somebody meant a CNPJ.
    if (text.size() < 12) return records::cpf_problem(text);
    return "Empresa (CNPJ) recebe NF-e, com nome e endereço: escolha o cliente no cadastro, ou cadastre a empresa.";
}

std::optional<std::string> date_problem(std::string_view text) {
    if (is_date(text)) return std::nullopt;
    return "Esta data não existe. Digite dia, mês e ano.";
}

constexpr Rules amount{.at_least = 0, .at_most = budgets::most_money.raw()};

constexpr Field head[]{
    field<&Sale::id>("id", {.required = true}),
    field<&Sale::ambiente>("ambiente", {.read_only = true}),
    field<&Sale::modelo>("modelo", {.read_only = true}),
    field<&Sale::estado>("estado", {.read_only = true}),
    field<&Sale::em_espera>("em_espera", {.max = 60}),
    field<&Sale::estacao_id>("estacao_id"),
    field<&Sale::sessao_id>("sessao_id", {.read_only = true}),
    field<&Sale::operador_id>("operador_id", {.read_only = true}),
    field<&Sale::orcamento_id>("orcamento_id"),
    field<&Sale::entrega_futura>("entrega_futura", {.one_of = "S|N"}),
    field<&Sale::cliente_id>("cliente_id"),
    field<&Sale::cpf>("cpf", {.normalize = normalize_cnpj, .check = cpf_problem}),
    field<&Sale::nome>("nome", {.min = 2, .max = 60, .nfe_text = true}),
    field<&Sale::ind_pres>("ind_pres"),
    field<&Sale::desconto>("desconto", amount),
    field<&Sale::acrescimo>("acrescimo", amount),
    field<&Sale::frete>("frete", amount),
    field<&Sale::total>("total", {.read_only = true}),
    field<&Sale::troco>("troco", {.read_only = true}),
    field<&Sale::observacao>("observacao", {.max = 2000, .nfe_text = true}),
    field<&Sale::created_at>("created_at", {.read_only = true}),
    field<&Sale::updated_at>("updated_at", {.read_only = true}),
    field<&Sale::version>("version", {.read_only = true}),
};

constexpr Field item[]{
    field<&SaleItem::produto_id>("produto_id", {.required = true}),
    field<&SaleItem::cProd>("cProd", {.read_only = true}),
    field<&SaleItem::descricao>("descricao", {.read_only = true}),
    field<&SaleItem::unidade>("unidade", {.read_only = true}),
    field<&SaleItem::quantidade>("quantidade", {.required = true, .at_least = 0, .at_most = most_price}),
    field<&SaleItem::valor>("valor", {.required = true, .at_least = 0, .at_most = most_price}),
    field<&SaleItem::preco_lido>("preco_lido", {.required = true, .at_least = 0, .at_most = most_price}),
    field<&SaleItem::desconto>("desconto", amount),
    field<&SaleItem::total>("total", {.read_only = true}),
    field<&SaleItem::orcamento_item_id>("orcamento_item_id"),
};

constexpr Field payment[]{
    field<&SalePayment::tPag>("tPag", {.required = true, .min = 2, .max = 2}),
    field<&SalePayment::valor>("valor", {.required = true, .at_least = 0, .at_most = budgets::most_money.raw()}),
    field<&SalePayment::xPag>("xPag", {.min = 2, .max = 60, .nfe_text = true}),
    field<&SalePayment::tpIntegra>("tpIntegra", {.read_only = true}),
    field<&SalePayment::credenciadora>("credenciadora", {.normalize = normalize_cnpj, .check = records::cnpj_problem}),
    field<&SalePayment::tBand>("tBand", {.min = 2, .max = 2}),
    field<&SalePayment::cAut>("cAut", {.max = 128, .nfe_text = true}),
    field<&SalePayment::txid>("txid", {.max = 35}),
    field<&SalePayment::credito>("credito", {.max = 20, .normalize = normalize_cnpj}),
};

constexpr Field delivery[]{
    field<&Entrega::logradouro>("logradouro", {.required = true, .min = 2, .max = 60, .nfe_text = true}),
    field<&Entrega::numero>("numero", {.required = true, .max = 60, .nfe_text = true}),
    field<&Entrega::complemento>("complemento", {.max = 60, .nfe_text = true}),
    field<&Entrega::bairro>("bairro", {.required = true, .min = 2, .max = 60, .nfe_text = true}),
    field<&Entrega::municipio>("municipio", {.required = true, .check = records::codigo_municipio_problem}),
    field<&Entrega::cep>("cep",
                         {.required = true, .normalize = records::without_punctuation, .check = records::cep_problem}),
};

constexpr Field lot[]{
    field<&Lote::nLote>("nLote", {.required = true, .max = 20, .nfe_text = true}),
    field<&Lote::dFab>("dFab", {.required = true, .check = date_problem}),
    field<&Lote::dVal>("dVal", {.required = true, .check = date_problem}),
};

// What stands beside the fields of an object is taken out of it, so that its field table sees the rest.
boost::json::value take(boost::json::object& json, std::string_view name) {
    auto const* const value = json.if_contains(name);
    if (value == nullptr) return {};
    auto taken = *value;
    json.erase(name);
    return taken;
}

template <class Part>
std::optional<Part> read_part(boost::json::value const& value, Fields fields, std::string const& path,
                              std::vector<FieldProblem>& problems) {
    if (value.is_null()) return std::nullopt;
    if (!value.is_object()) {
        problems.push_back({path, std::string(unexpected)});
        return std::nullopt;
    }
    std::vector<FieldProblem> found;
    auto part = read_entity<Part>(fields, value.get_object(), found);
    for (auto& problem : found) problems.push_back({path + '.' + problem.field, std::move(problem.message)});
    return part;
}

// Each entry of a list by `read(value, path)`.
template <class Part, class Read>
std::vector<Part> read_list(boost::json::value const& value, std::string_view name, std::size_t most,
                            std::vector<FieldProblem>& problems, Read read) {
    std::vector<Part> parts;
    if (value.is_null()) return parts;
    if (!value.is_array()) {
        problems.push_back({std::string(name), std::string(unexpected)});
        return parts;
    }
    auto const& entries = value.get_array();
    if (entries.size() > most) {
        problems.push_back({std::string(name), fmt::format("O máximo é {}.", most)});
        return parts;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto const path = fmt::format("{}.{}", name, i);
        if (!entries[i].is_object()) problems.push_back({path, std::string(unexpected)});
        else parts.push_back(read(entries[i].get_object(), path));
    }
    return parts;
}

SaleItem read_item(boost::json::object json, std::string const& path, std::vector<FieldProblem>& problems) {
    auto const lote = take(json, "lote");
    auto read = read_part<SaleItem>(json, item, path, problems).value();
    read.lote = read_part<Lote>(lote, lot, path + ".lote", problems);
    return read;
}

bool read_flag(boost::json::object& json, std::string_view name, std::vector<FieldProblem>& problems) {
    auto const value = take(json, name);
    if (value.is_bool()) return value.get_bool();
    if (!value.is_null()) problems.push_back({std::string(name), std::string(unexpected)});
    return false;
}

struct Seen {
    Money total_visto;
    std::optional<std::int64_t> version;
    std::optional<approvals::ApprovalId> aprovacao_id;
};
constexpr Field seen[]{
    field<&Seen::total_visto>("total_visto", {.required = true, .at_least = 0, .at_most = budgets::most_money.raw()}),
    field<&Seen::version>("version", {.at_least = 1}),
    field<&Seen::aprovacao_id>("aprovacao_id"),
};

// What may still change of a sale whose receipt was refused.
struct Consumer {
    std::optional<PersonId> cliente_id;
    std::optional<std::string> cpf;
    std::optional<std::string> nome;
};
constexpr Field consumer[]{
    field<&Consumer::cliente_id>("cliente_id"),
    field<&Consumer::cpf>("cpf", {.normalize = normalize_cnpj, .check = cpf_problem}),
    field<&Consumer::nome>("nome", {.min = 2, .max = 60, .nfe_text = true}),
};
struct Card {
    std::int64_t ordem = 0;
    std::optional<std::string> credenciadora;
    std::optional<std::string> tBand;
    std::optional<std::string> cAut;
};
constexpr Field card[]{
    field<&Card::ordem>("ordem", {.required = true, .at_least = 0, .at_most = most_payments - 1}),
    field<&Card::credenciadora>("credenciadora", {.normalize = normalize_cnpj, .check = records::cnpj_problem}),
    field<&Card::tBand>("tBand", {.min = 2, .max = 2}),
    field<&Card::cAut>("cAut", {.max = 128, .nfe_text = true}),
};

void take_cards(Sale& sale, boost::json::value const& typed, std::vector<FieldProblem>& problems) {
    auto const cards = read_list<Card>(typed, "pagamentos", most_payments, problems,
                                       [&](boost::json::object const& entry, std::string const& path) {
                                           return read_part<Card>(entry, card, path, problems).value();
                                       });
    for (std::size_t i = 0; i < cards.size(); ++i) {
        auto const ordem = static_cast<std::size_t>(cards[i].ordem);
        if (ordem >= sale.pagamentos.size()) {
            problems.push_back({fmt::format("pagamentos.{}.ordem", i), "Esta venda não tem este pagamento."});
            continue;
        }
        auto& payment = sale.pagamentos[ordem];
        payment.credenciadora = cards[i].credenciadora;
        payment.tBand = cards[i].tBand;
        payment.cAut = cards[i].cAut;
    }
}

void check_credits(TypedSale& typed) {
    for (std::size_t i = 0; i < typed.sale.pagamentos.size(); ++i) {
        auto const& payment = typed.sale.pagamentos[i];
        bool const by_credit = payment.tPag == store_credit;
        if (!by_credit && payment.credito) {
            typed.problems.push_back({fmt::format("pagamentos.{}.credito", i),
                                      "Só o pagamento com crédito da loja leva um código. Retire o código."});
        } else if (by_credit && !payment.credito && typed.emitir) {
            typed.problems.push_back(
                {fmt::format("pagamentos.{}.credito", i), "Digite o código do crédito da loja, que está no papel."});
        }
    }
}

template <class Part>
std::string list_json(Fields fields, std::vector<Part> const& parts) {
    std::string out = "[";
    for (auto const& part : parts) {
        if (out.size() > 1) out += ',';
        append_json(out, fields, part);
    }
    return out += ']';
}

std::string items_json(std::vector<SaleItem> const& items) {
    std::string out = "[";
    for (auto const& one : items) {
        if (out.size() > 1) out += ',';
        append_json(out, item, one);
        out.back() = ',';
        out += R"("lote":)" + (one.lote ? balcao::to_json(lot, *one.lote) : "null") + '}';
    }
    return out += ']';
}

} // namespace

Fields sale_fields() { return head; }
Fields item_fields() { return item; }
Fields payment_fields() { return payment; }
Fields entrega_fields() { return delivery; }
Fields lote_fields() { return lot; }

TypedSale read_sale(boost::json::object json) {
    TypedSale typed;
    auto& problems = typed.problems;
    typed.treino = read_flag(json, "treino", problems);
    typed.emitir = read_flag(json, "emitir", problems);
    typed.contingencia = read_flag(json, "contingencia", problems);

    boost::json::object what_was_seen;
    for (auto const name : {"total_visto", "version", "aprovacao_id"}) what_was_seen.emplace(name, take(json, name));
    auto const read = read_entity<Seen>(seen, what_was_seen, problems);
    typed.total_visto = read.total_visto;
    typed.version = read.version;
    typed.aprovacao_id = read.aprovacao_id;

    auto const address = take(json, "entrega");
    auto const nfe = take(json, "nfe");
    auto const items = take(json, "itens");
    auto const payments = take(json, "pagamentos");
    typed.sale = read_entity<Sale>(head, json, problems);
    auto& sale = typed.sale;
    sale.entrega = read_part<Entrega>(address, delivery, "entrega", problems);
    if (nfe.is_object()) sale.nfe = read_nfe_details(nfe.get_object(), problems);
    else if (!nfe.is_null()) problems.push_back({"nfe", std::string(unexpected)});
    // One more than a receipt takes is let through, to be told with the right sentence (sale_amounts).
    sale.itens = read_list<SaleItem>(
        items, "itens", most_items + 1, problems,
        [&](boost::json::object const& entry, std::string const& path) { return read_item(entry, path, problems); });
    sale.pagamentos = read_list<SalePayment>(payments, "pagamentos", most_payments, problems,
                                             [&](boost::json::object const& entry, std::string const& path) {
                                                 return read_part<SalePayment>(entry, payment, path, problems).value();
                                             });
    if (sale.ind_pres != at_counter && sale.ind_pres != delivered)
        problems.push_back({"ind_pres", "Escolha venda no balcão ou entrega."});
    if (sale.ind_pres == delivered && !sale.entrega) problems.push_back({"entrega", "Digite o endereço da entrega."});
    if (sale.ind_pres == at_counter && sale.entrega)
        problems.push_back({"entrega", "Só uma entrega tem endereço. Escolha entrega ou retire o endereço."});
    check_credits(typed);
    if (typed.emitir && sale.em_espera) problems.push_back({"em_espera", "Uma venda emitida não fica em espera."});
    return typed;
}

Result<Sale> correct_sale(Sale sale, boost::json::object json) {
    std::vector<FieldProblem> problems;
    take_cards(sale, take(json, "pagamentos"), problems);
    if (auto const address = take(json, "entrega"); !address.is_null()) {
        sale.entrega = read_part<Entrega>(address, delivery, "entrega", problems);
        if (sale.ind_pres != delivered) problems.push_back({"entrega", "Esta venda não é uma entrega."});
    }
    if (auto const nfe = take(json, "nfe"); nfe.is_object()) sale.nfe = read_nfe_details(nfe.get_object(), problems);
    // Another client brings name and CPF along, unless those were typed too.
    if (json.contains("cliente_id")) {
        json.emplace("cpf", nullptr);
        json.emplace("nome", nullptr);
    }
    auto known =
        json::parse_object(
            balcao::to_json(consumer, Consumer{.cliente_id = sale.cliente_id, .cpf = sale.cpf, .nome = sale.nome}))
            .value();
    for (auto const& [name, value] : json) known.insert_or_assign(name, value);
    auto typed = read_entity<Consumer>(consumer, known, problems);
    sale.cliente_id = typed.cliente_id;
    sale.cpf = std::move(typed.cpf);
    sale.nome = std::move(typed.nome);
    if (!problems.empty()) return invalid(std::move(problems));
    return sale;
}

std::string to_json(Sale const& sale) {
    auto out = balcao::to_json(head, sale);
    out.back() = ',';
    out += R"("entrega":)" + (sale.entrega ? balcao::to_json(delivery, *sale.entrega) : "null");
    out += R"(,"nfe":)" + (sale.nfe ? to_json(*sale.nfe) : "null");
    out += R"(,"itens":)" + items_json(sale.itens);
    out += R"(,"pagamentos":)" + list_json(payment, sale.pagamentos);
    return out + '}';
}

} // namespace balcao::sales
