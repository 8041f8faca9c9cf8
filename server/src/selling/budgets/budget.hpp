#pragma once
// A budget or order (table `orcamento`) with its items and installments: fields and the rules on what was typed.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/records/stored.hpp"
#include "selling/budgets/ids.hpp"
#include "selling/budgets/totals.hpp"

namespace balcao::budgets {

inline constexpr std::string_view quote = "Orçamento";
inline constexpr std::string_view order = "Pedido";

inline constexpr std::size_t most_items = 990;
inline constexpr std::size_t most_installments = 120;

struct BudgetItem {
    BudgetItemId id;
    ProductId composicao_id;
    std::string prod_cProd; // the product's code as it is now
    std::string descricao;  // these three as they were when the item was added, or as typed
    std::optional<std::string> unidade;
    Quantity quantidade;
    std::optional<Price> valor_venda; // nullopt only between reading and completing: the product's
    Money desconto;
    Money total; // these three computed when saved, see totals.hpp
    Money rateio_desconto;
    Money rateio_acrescimo;
    Quantity faturada; // by receipts; selling/budgets/invoicing.hpp
    Quantity entregue; // to the customer; selling/deliveries
};

/// A receipt that invoices part of an order, or all of it.
struct LinkedReceipt {
    Uuid nfce_id;
    std::int64_t serie = 0;
    std::int64_t numero = 0;
    bool is_issued = false; // authorised, or handed out offline
};

struct Budget {
    BudgetId id;
    std::int64_t numero_pedido = 0; // per company, for both types
    std::string data_orcamento;     // YYYY-MM-DD
    std::optional<std::string> data_venda;
    std::optional<PersonId> cliente_id;
    std::optional<std::string> nome_cliente; // snapshot
    std::optional<UserId> funcionario_id;
    std::optional<std::string> vendedor;
    std::string tipo = std::string(quote); // Orçamento or Pedido
    std::optional<std::string> forma_pagamento;
    std::optional<std::string> condicao_pagamento;
    std::int64_t numero_parcelas = 1;
    std::optional<std::int64_t> prazo_entrega; // days
    std::optional<std::int64_t> validade;      // days
    std::optional<std::string> valido_ate;     // an Orçamento's last day by them, YYYY-MM-DD; computed when saved
    std::optional<std::string> solicitante;
    std::optional<std::string> telefone; // digits
    std::optional<std::string> obra;
    std::string debito_credito = "D"; // D or C
    bool faturado = false;
    std::optional<std::string> numero_nfe;
    Money total_venda;
    Money total_fatura;
    Money desconto;
    Money acrescimo;
    std::optional<std::string> cfop;
    std::optional<std::string> natureza;
    std::optional<std::string> codigo_antigo;
    std::optional<std::string> endereco_entrega;          // typed line
    std::optional<std::string> endereco_entrega_completo; // snapshot: that line, else the client's address
    std::optional<std::string> historico;
    std::optional<std::string> observacao;
    std::string cnpj_empresa; // when saved
    Instant created_at;
    Instant updated_at;
    std::optional<Instant> deleted_at; // in the bin since

    std::vector<BudgetItem> itens;
    std::vector<Installment> parcelas;
    std::vector<LinkedReceipt> notas; // in the order of their numbers; none in a list

    std::string documento_cliente{}; // the client's number, which it is found by; only while it is written
};

using StoredBudget = records::Stored<Budget>;
using BudgetRevision = records::Revision<Budget>;

/// What a list shows (the contract's BudgetSummary); columns of the same row.
struct BudgetSummary {
    BudgetId id;
    std::int64_t numero_pedido = 0;
    std::string data_orcamento;
    std::optional<std::string> data_venda;
    std::optional<PersonId> cliente_id;
    std::optional<std::string> nome_cliente;
    std::optional<std::string> vendedor;
    std::string tipo;
    bool faturado = false;
    std::optional<std::string> numero_nfe;
    std::optional<std::string> obra;
    Money total_fatura;
    std::optional<std::string> valido_ate;
    Instant updated_at;
    std::optional<Instant> deleted_at;
};

/// JSON members, columns and rules of the head.
Fields budget_fields();
/// JSON members and rules of an item.
Fields item_fields();
/// The item's own columns, which are also in item_fields().
Fields item_columns();
Fields summary_fields();

/// Reads what was typed. Appends every broken rule of single fields, items and installments included
/// (`itens.2.quantidade`, `parcelas.0.vencimento`). What other records and the totals say comes later: see
/// budget_completion.hpp.
Budget read_budget(boost::json::object json, std::vector<FieldProblem>& problems);

/// The head with `itens`, `parcelas` and `faturamento`.
std::string to_json(Budget const& budget);
/// `{"desconto":["0.00","5.00"],"itens":[[…],[…]]}`: what an audit row keeps of an update.
std::string changes_json(Budget const& before, Budget const& after);

/// Whether the items, the installments are the same, computed values and the items' ids apart.
bool has_same_items(Budget const& before, Budget const& after);
bool has_same_installments(Budget const& before, Budget const& after);

/// Computes the items' and the budget's totals. Appends problems.
void compute(Budget& budget, std::vector<FieldProblem>& problems);
/// Sets valido_ate.
void settle_validity(Budget& budget);
/// Makes the installments, or checks those that were typed. Needs the totals.
void settle_installments(Budget& budget, std::vector<FieldProblem>& problems);
/// The equal installments of its total, from data_venda or else data_orcamento.
std::vector<Installment> equal_installments(Budget const& budget);

} // namespace balcao::budgets
