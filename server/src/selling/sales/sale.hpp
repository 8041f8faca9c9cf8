#pragma once
// What was sold and paid (tables `venda`, `venda_item`, `venda_pagamento`): fields and the rules on what was typed.
// Issuing it is the receipts' business (selling/receipts/issuing/issuing.hpp).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "fiscal/numbers/numbers.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "registry/stations/stations.hpp"
#include "selling/approvals/approvals.hpp"
#include "selling/budgets/ids.hpp"
#include "selling/budgets/totals.hpp"
#include "selling/sales/nfe_details.hpp"

namespace balcao::sales {

using budgets::Price;
using budgets::Quantity;

/// Made by the browser, the sale's identity for ever; unique within a company.
struct VendaId : Id<VendaId> {
    using Id::Id;
};

/// A till's session (selling/cash/cash.hpp).
struct SessaoId : Id<SessaoId> {
    using Id::Id;
};

inline constexpr std::string_view aberta = "aberta"; // a draft
inline constexpr std::string_view emitida = "emitida";
inline constexpr std::string_view desfeita = "desfeita";     // cancelled, or given up after a refusal
inline constexpr std::string_view descartada = "descartada"; // a draft that was thrown away

inline constexpr std::string_view store_credit = "21"; // tPag: credit for goods that came back

inline constexpr std::int64_t at_counter = 1; // indPres
inline constexpr std::int64_t delivered = 4;

/// Lot of a traced product (group rastro).
struct Lote {
    std::string nLote;
    std::string dFab; // YYYY-MM-DD
    std::string dVal;
};

/// Where a delivery goes.
struct Entrega {
    std::string logradouro;
    std::string numero;
    std::optional<std::string> complemento;
    std::string bairro;
    std::string municipio; // IBGE code
    std::string cep;
};

struct SaleItem {
    ProductId produto_id;
    std::string cProd; // these three as they are in the product when the sale is saved
    std::string descricao;
    std::string unidade;
    Quantity quantidade; // above zero
    Price valor;         // charged for one
    Price preco_lido;    // the product's when the item was added
    Money desconto;
    Money total; // computed: quantidade × valor rounded to the cent, less desconto
    std::optional<budgets::BudgetItemId> orcamento_item_id{}; // what of the sale's order it invoices
    std::optional<Lote> lote{};
};

struct SalePayment {
    std::string tPag;
    Money valor; // handed over, the change included
    std::optional<std::string> xPag;
    std::optional<std::int64_t> tpIntegra;    // 1 integrated terminal, 2 not; only where a card group is written
    std::optional<std::string> credenciadora; // CNPJ
    std::optional<std::string> tBand;
    std::optional<std::string> cAut;
    std::optional<std::string> txid;
    std::optional<std::string> credito{}; // code of the store credit that pays; with tPag `store_credit` alone
};

struct Sale {
    VendaId id;
    std::string ambiente;                       // producao, homologacao, simulador
    std::int64_t modelo = numbers::modelo_nfce; // of its document, by who buys and where the goods go
    std::string estado = std::string(aberta);
    std::optional<std::string> em_espera;            // name under which a draft is parked
    std::optional<stations::StationId> estacao_id{}; // where it is sold
    std::optional<SessaoId> sessao_id{};             // the till that took its money
    UserId operador_id;
    std::optional<budgets::BudgetId> orcamento_id; // the order that is invoiced
    std::string entrega_futura = "N";              // S: invoiced now, its goods leave later, each truck with a remessa
    std::optional<PersonId> cliente_id;
    std::optional<std::string> cpf; // of the consumer, digits
    std::optional<std::string> nome;
    std::int64_t ind_pres = at_counter;
    Money desconto;
    Money acrescimo;
    Money frete;
    Money total; // these two computed
    Money troco;
    std::optional<std::string> observacao;
    Instant created_at;
    Instant updated_at;
    std::int64_t version = 1;

    std::optional<Entrega> entrega{};
    std::optional<NfeDetails> nfe{}; // of an NF-e
    std::vector<SaleItem> itens{};
    std::vector<SalePayment> pagamentos{};
};

/// JSON members, columns and rules of the head, the item and the payment; `entrega`, `nfe` and `lote` stand beside
/// them.
Fields sale_fields();
Fields item_fields();
Fields payment_fields();
Fields entrega_fields();
Fields lote_fields();

/// A sale as it was sent, with what is wrong with it so far.
struct TypedSale {
    Sale sale;
    std::optional<std::int64_t> version{}; // of the draft it takes the place of
    bool treino = false;                   // in the simulator, whatever the company's environment
    bool emitir = false;
    bool contingencia = false;                           // the clerk has agreed to issue offline
    std::optional<approvals::ApprovalId> aprovacao_id{}; // a gerente's leave for its discount
    Money total_visto;                                   // that clerk and customer saw
    std::vector<FieldProblem> problems{};
};
/// Appends every broken rule of single fields, items and payments included (`itens.2.quantidade`).
TypedSale read_sale(boost::json::object json);

/// A sale whose receipt was refused, with what `json` corrects of it: cpf, cliente_id, nome, entrega, and of payments
/// (`ordem`, from 0) credenciadora, tBand and cAut. What is absent stays; values never change. `invalid` with every
/// problem.
Result<Sale> correct_sale(Sale sale, boost::json::object json);

/// The contract's schema Sale.
std::string to_json(Sale const& sale);

} // namespace balcao::sales
