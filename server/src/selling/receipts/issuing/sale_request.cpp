#include "selling/receipts/issuing/sale_request.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "fiscal/ibpt/ibpt.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/services.hpp"
#include "nfce/text.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "platform/reference/municipalities.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/budgets/invoicing.hpp"
#include "selling/cash/cash.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/issuing/once.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/signing/signing.hpp"
#include "selling/sales/sale_amounts.hpp"
#include "selling/store_credits/store_credits.hpp"

namespace balcao::receipts {

namespace {

using products::Product;
using Problems = std::vector<FieldProblem>;

constexpr std::size_t longest_name = 60; // xNome of dest

// An NFC-e may not name a company since 2026-05-04 (Ajuste SINIEF 11/25), nor leave the UF, nor go before its goods.
std::int64_t modelo_for(std::optional<people::Person> const& client, sales::Sale const& sale, std::string_view uf) {
    bool const is_company = client && client->pessoa_tipo == people::legal_person;
    auto const* const place = sale.entrega ? reference::find_municipality(sale.entrega->municipio) : nullptr;
    bool const goes_far = place != nullptr && place->uf != uf;
    return is_company || goes_far || sale.entrega_futura == "S" ? numbers::modelo_nfe : numbers::modelo_nfce;
}

approvals::Wanted wanted(sales::Sale const& sale, Discount const& discount) {
    return {.acao = approvals::discount, .referencia = sale.id.uuid(), .valor = discount.valor};
}

class Judge {
public:
    Judge(db::Connection& connection, auth::CompanyScope const& scope, SaleRules const& rules, Instant now)
        : connection_(connection), scope_(scope), rules_(rules), now_(now) {}

    Result<ReadySale> judge(auth::Actor const& actor, sales::TypedSale typed) {
        auto company = companies::find(connection_, scope_);
        if (!company) return not_found();
        company_ = std::move(company->company);
        settings_ = sale_settings::find_sale_settings(connection_, scope_);
        problems_ = std::move(typed.problems);
        ready_.sale = std::move(typed.sale);
        auto& sale = ready_.sale;
        auto const settings = sefaz_settings::find_settings(connection_, scope_);
        sale.ambiente = typed.treino ? sefaz_settings::simulador : settings.ambiente_das_notas();
        if (sale.ambiente == sefaz_settings::simulador) ahead_ = settings.treino_dias;
        sale.estado = typed.emitir ? sales::emitida : sales::aberta;
        sale.operador_id = actor.user;
        sale.created_at = sale.updated_at = now_;

        bool const complete = problems_.empty();
        take_station(typed);
        take_products();
        take_order();
        check_future();
        ready_.client = identify_client(connection_, sale, problems_);
        sale.modelo = modelo_for(ready_.client, sale, company_.uf);
        if (!modelo_of(sale.modelo).needs_buyer) sale.nfe.reset();
        else check_registration();
        mark_cards(sale, company_.uf, date());
        if (complete) compute(typed);
        if (typed.emitir) {
            store_credits::check_payments(connection_, scope_, sale, local_date(now_, company_.fuso_horario),
                                          problems_);
            check_issuing(typed);
        }
        if (!blocks_.empty()) return refuse_issuing();
        if (lacks_till_) return cash::no_open_till("vender");
        if (!problems_.empty()) return invalid(std::move(problems_));
        if (ready_.above_limit && !ready_.above_limit->aprovacao_id)
            return approvals::needed(wanted(sale, *ready_.above_limit), ready_.above_limit->refusal);
        return std::move(ready_);
    }

private:
    std::string date() const { return local_time(company_, fiscal_now()).date(); }
    Instant fiscal_now() const { return now_ + rules_.clocks.offset(company_.uf) + ahead_; }

    // The till that is open there takes the money. Practice needs none.
    void take_station(sales::TypedSale const& typed) {
        auto& sale = ready_.sale;
        sale.sessao_id.reset();
        if (sale.estacao_id) {
            auto const station = stations::find(connection_, scope_, *sale.estacao_id);
            if (!station || station->ativo != "S") {
                problems_.push_back({"estacao_id", "Esta estação não existe ou não está em uso. Escolha outra."});
            } else if (typed.emitir) {
                sale.sessao_id = cash::find_open(connection_, scope_, sale.ambiente, *sale.estacao_id);
            }
        }
        lacks_till_ = typed.emitir && !typed.treino && settings_.exige_caixa == "S" && !sale.sessao_id;
    }

    // Codes, names and units as they are now; what was typed are quantities and prices.
    void take_products() {
        auto& items = ready_.sale.itens;
        std::vector<Uuid> ids;
        std::ranges::transform(items, std::back_inserter(ids),
                               [](sales::SaleItem const& item) { return item.produto_id.uuid(); });
        std::ranges::sort(ids);
        ids.erase(std::ranges::unique(ids).begin(), ids.end());
        std::map<ProductId, Product> found;
        for (auto& stored : products::Products(scope_).find_many(connection_, ids))
            found.emplace(stored.record.id, std::move(stored.record));
        for (std::size_t i = 0; i < items.size(); ++i) {
            auto const at = found.find(items[i].produto_id);
            if (at == found.end()) {
                problem(i, "Este produto não existe nesta empresa. Retire o item da venda.");
                ready_.products.emplace_back();
                has_all_products_ = false;
                continue;
            }
            auto const& product = ready_.products.emplace_back(at->second);
            items[i].cProd = product.prod_cProd;
            items[i].descricao = product.prod_xProd;
            items[i].unidade = product.prod_uCOM.value_or("");
            if (product.deleted_at) {
                problem(i, product.prod_xProd + " está na lixeira. Restaure o produto ou retire o item.");
            } else if (product.prod_ativo != "S") {
                problem(i, product.prod_xProd + " está inativo. Ative o produto ou retire o item.");
            }
        }
    }

    // SEFAZ registers a company for each model; a gerente says so in readiness.
    void check_registration() {
        auto const& sale = ready_.sale;
        if (!why_not_registered(connection_, scope_, sale.ambiente)) return;
        bool const is_company = ready_.client && ready_.client->pessoa_tipo == people::legal_person;
        bool const is_future = sale.entrega_futura == "S";
        problems_.push_back(
            {is_future                     ? "entrega_futura"
             : is_company || !sale.entrega ? "cliente_id"
                                           : "entrega",
             fmt::format(
                 "{} precisa de NF-e modelo 55 (Ajuste SINIEF 11/25), e a empresa ainda não está credenciada. Um "
                 "gerente marca o credenciamento para NF-e em Pronto para emitir, quando a SEFAZ aprovar.",
                 is_company  ? "Nota para empresa (CNPJ)"
                 : is_future ? "Venda para entrega futura"
                             : "Entrega em outro estado")});
    }

    // The order shows what is still to leave.
    void check_future() {
        auto const& sale = ready_.sale;
        if (sale.entrega_futura != "S") return;
        auto const is_ordered = [](sales::SaleItem const& item) { return item.orcamento_item_id.has_value(); };
        if (sale.orcamento_id && std::ranges::all_of(sale.itens, is_ordered)) return;
        problems_.push_back({"entrega_futura", "Só itens de um pedido podem ficar para entrega futura. Desmarque a "
                                               "opção, ou fature pelo pedido e retire os outros itens."});
    }

    void problem(std::size_t item, std::string sentence) {
        problems_.push_back({fmt::format("itens.{}", item), std::move(sentence)});
    }

    // What is invoiced of an order is charged as the order says, whatever the product costs by now.
    void take_order() {
        auto const& sale = ready_.sale;
        agreed_.resize(sale.itens.size());
        if (!sale.orcamento_id) {
            for (std::size_t i = 0; i < sale.itens.size(); ++i) {
                if (sale.itens[i].orcamento_item_id) problem(i, "Este item é de um pedido, e a venda não é de nenhum.");
            }
            return;
        }
        auto const found = budgets::Budgets(scope_).find(connection_, *sale.orcamento_id);
        if (!found) {
            problems_.push_back({"orcamento_id", "Este pedido não existe mais. Venda sem ele."});
            return;
        }
        auto const& order = found->record;
        if (auto const invoiceable = budgets::check_invoiceable(order); !invoiceable)
            problems_.push_back({"orcamento_id", invoiceable.error().detail});
        std::map<budgets::BudgetItemId, sales::Quantity> sold;
        for (std::size_t i = 0; i < sale.itens.size(); ++i) {
            auto const& item = sale.itens[i];
            if (!item.orcamento_item_id) continue;
            auto const ordered = std::ranges::find(order.itens, *item.orcamento_item_id, &budgets::BudgetItem::id);
            if (ordered == order.itens.end() || ordered->composicao_id != item.produto_id) {
                problem(i, "Este item não está mais no pedido. Retire-o da venda.");
                continue;
            }
            auto const left = budgets::remainder_of(*ordered);
            auto const agreed = budgets::agreed_price(*ordered);
            agreed_[i] = item.valor == left.valor ? left.valor : agreed;
            auto& of_item = sold[ordered->id];
            of_item += item.quantidade;
            if (of_item > left.quantidade)
                problems_.push_back({fmt::format("itens.{}.quantidade", i), budgets::remainder_text(*ordered)});
        }
        if (sold.empty()) problems_.push_back({"orcamento_id", "A venda não tem nenhum item deste pedido."});
    }

    // That which is charged without discount or surcharge.
    sales::Price price_of(std::size_t i) const {
        auto const& item = ready_.sale.itens[i];
        if (agreed_[i]) return *agreed_[i];
        if (ready_.products[i].id != item.produto_id) return item.preco_lido;
        return ready_.products[i].prod_vUnCOM.value_or(sales::Price{});
    }

    void compute(sales::TypedSale const& typed) {
        auto& sale = ready_.sale;
        sales::SaleAmounts amounts{.itens = {},
                                   .desconto = sale.desconto,
                                   .acrescimo = sale.acrescimo,
                                   .frete = sale.frete,
                                   .pagamentos = {},
                                   .total_visto = typed.total_visto};
        for (std::size_t i = 0; i < sale.itens.size(); ++i) {
            auto const& item = sale.itens[i];
            amounts.itens.push_back({.descricao = item.descricao,
                                     .quantidade = item.quantidade,
                                     .valor = item.valor,
                                     .preco_lido = agreed_[i].value_or(item.preco_lido),
                                     .preco = price_of(i),
                                     .desconto = item.desconto});
        }
        for (auto const& payment : sale.pagamentos) amounts.pagamentos.push_back({payment.tPag, payment.valor});
        auto const before = problems_.size();
        auto const totals = sales::compute_sale(amounts, typed.emitir, problems_);
        if (problems_.size() != before) return;
        for (std::size_t i = 0; i < sale.itens.size(); ++i) sale.itens[i].total = totals.itens[i].total;
        sale.total = totals.total;
        sale.troco = totals.troco;
        is_computed_ = true;
        check_discount(totals, typed);
    }

    // A draft may hold any: it is looked at when it is issued.
    void check_discount(sales::SaleTotals const& totals, sales::TypedSale const& typed) {
        if (!typed.emitir || scope_.is_gerente() || totals.desconto_percentual <= settings_.desconto_operador) return;
        ready_.above_limit =
            Discount{.valor = totals.desconto_valor,
                     .refusal = fmt::format("O desconto passa do seu limite de {}%. Peça a autorização de um gerente.",
                                            decimal_text(settings_.desconto_operador)),
                     .aprovacao_id = typed.aprovacao_id};
    }

    void check_issuing(sales::TypedSale const& typed) {
        auto issuer =
            find_issuer(connection_, scope_, rules_.secrets, ready_.sale.ambiente, ready_.sale.modelo, rules_.verProc);
        if (!issuer) {
            blocks_.push_back(issuer.error().detail);
            return;
        }
        ready_.issuer = *std::move(issuer);
        ready_.taxes = ibpt::taxes_of(connection_, scope_, company_.uf, date(), ready_.products);
        std::ranges::move(series_hindrances(connection_, scope_, ready_.issuer->series(), now_),
                          std::back_inserter(blocks_));
        take_offline(typed);
        if (is_computed_ && has_all_products_) check_receipt();
    }

    void take_offline(sales::TypedSale const& typed) {
        if (!modelo_of(ready_.sale.modelo).offline) return;
        if (rules_.offline) ready_.offline = rules_.offline(connection_, scope_, ready_.sale.ambiente);
        if (ready_.offline && ready_.offline->only_if_agreed && !typed.contingencia) ready_.offline.reset();
        if (!ready_.offline) return;
        if (ready_.sale.ind_pres == sales::delivered) {
            problems_.push_back(
                {"ind_pres", "Entrega não pode sair em contingência. Espere a SEFAZ ou venda no balcão."});
        }
        if (!ready_.issuer->tables->allowed("contingencia_offline", company_.uf, date()))
            blocks_.emplace_back("A SEFAZ está fora do ar, e sua UF não aceita contingência. Espere ela voltar.");
    }

    void check_receipt() {
        auto const now = fiscal_now();
        // Any number will do: which one it becomes is only known when it is signed.
        auto const heading = heading_of(ready_, 1, "12345679", now);
        Problems found;
        auto const facts = build(*ready_.issuer, ready_.sale, ready_.products, ready_.taxes, heading, found,
                                 ready_.client ? &*ready_.client : nullptr);
        if (found.empty()) found = check_sale(facts, ready_.sale, now);
        std::ranges::move(found, std::back_inserter(problems_));
    }

    std::unexpected<Failure> refuse_issuing() {
        std::string detail;
        Problems fields;
        for (auto& sentence : blocks_) {
            detail += (detail.empty() ? "" : " ") + sentence;
            fields.push_back({"emissao", std::move(sentence)});
        }
        std::ranges::move(problems_, std::back_inserter(fields));
        return fail({.kind = FailureKind::issuing_blocked,
                     .title = "Não é possível emitir",
                     .detail = std::move(detail),
                     .fields = std::move(fields)});
    }

    db::Connection& connection_;
    auth::CompanyScope const& scope_;
    SaleRules const& rules_;
    Instant const now_;
    std::chrono::days ahead_{0}; // of practice

    companies::Company company_;
    sale_settings::SaleSettings settings_;
    ReadySale ready_;
    std::vector<std::optional<sales::Price>> agreed_; // of each item: the order's price
    bool has_all_products_ = true;
    bool lacks_till_ = false;
    bool is_computed_ = false;
    Problems problems_;
    std::vector<std::string> blocks_; // why nothing can be issued
};

} // namespace

Result<void> use_leave(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale,
                       Discount const& discount, Instant now) {
    return approvals::use(transaction, scope, sale.operador_id, discount.aprovacao_id, wanted(sale, discount), now,
                          discount.refusal);
}

std::optional<people::Person> identify_client(db::Connection& connection, sales::Sale& sale,
                                              std::vector<FieldProblem>& problems) {
    if (!sale.cliente_id) return std::nullopt;
    auto client = people::People{}.find(connection, *sale.cliente_id);
    if (!client || client->record.deleted_at) {
        problems.push_back({"cliente_id", "Este cliente não existe mais. Escolha outro ou venda sem identificar."});
        return std::nullopt;
    }
    auto& person = client->record;
    if (person.pessoa_tipo == people::legal_person) {
        sale.cpf.reset();
        sale.nome = nfce::normalise_text(person.razao_social, longest_name).text;
    } else if (!sale.cpf || *sale.cpf == person.cpf_cnpj) {
        sale.cpf = person.cpf_cnpj;
        if (!sale.nome) sale.nome = nfce::normalise_text(person.razao_social, longest_name).text;
    }
    return std::move(person);
}

Result<std::vector<Product>> products_of(db::Connection& connection, auth::CompanyScope const& scope,
                                         sales::Sale const& sale) {
    std::vector<Uuid> ids;
    for (auto const& item : sale.itens) ids.push_back(item.produto_id.uuid());
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    std::map<ProductId, Product> found;
    for (auto& product : products::Products(scope).find_many(connection, ids))
        found.emplace(product.record.id, std::move(product.record));
    std::vector<Product> of_items;
    for (std::size_t i = 0; i < sale.itens.size(); ++i) {
        auto const product = found.find(sale.itens[i].produto_id);
        if (product == found.end()) {
            return invalid(
                Problems{{fmt::format("itens.{}", i), "Este produto não existe mais. Restaure o produto da lixeira."}});
        }
        of_items.push_back(product->second);
    }
    return of_items;
}

void mark_cards(sales::Sale& sale, std::string_view uf, std::string_view day) {
    auto const tables = reference::fiscal_tables();
    for (auto& payment : sale.pagamentos) {
        bool const has_card = payment.credenciadora || payment.tBand || payment.cAut;
        if (has_card || tables->listed("cartao_obrigatorio", uf, day, payment.tPag)) payment.tpIntegra = 2;
    }
}

Heading heading_of(ReadySale const& ready, std::int64_t numero, std::string cNF, Instant fiscal_now) {
    auto const& company = ready.issuer->company;
    Heading heading{.numero = numero, .cNF = std::move(cNF), .tpEmis = 1, .dhEmi = local_time(company, fiscal_now)};
    if (!ready.offline) return heading;
    heading.tpEmis = 9;
    auto const since = ready.offline->since + ready.issuer->ahead;
    heading.dhCont = local_time(company, dhCont(since, Instant{heading.dhEmi.epoch() * 1'000'000}));
    heading.xJust = ready.offline->xJust;
    return heading;
}

Result<ReadySale> judge_sale(db::Connection& connection, auth::CompanyScope const& scope, auth::Actor const& actor,
                             sales::TypedSale typed, SaleRules const& rules, Instant now) {
    return Judge(connection, scope, rules, now).judge(actor, std::move(typed));
}

} // namespace balcao::receipts
