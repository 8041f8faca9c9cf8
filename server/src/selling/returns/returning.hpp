#pragma once
// Taking goods back: the rules, and what it changes.

#include <boost/json/object.hpp>

#include "selling/returns/returns_store.hpp"

namespace balcao::returns {

/// An item of a sale with what of it may still come back.
struct Part {
    Money pago; // for all that was sold of it
    Quantity vendida;
    Quantity devolvida;
    Money valor_devolvido;
    std::optional<Quantity> saiu{}; // of a sale for future delivery: with remessas

    Quantity left() const { return saiu.value_or(vendida) - devolvida; }
    bool is_waiting() const { return saiu && *saiu < vendida; }
};
/// Of each of the sale's items, in their order.
std::vector<Part> parts_of(db::Connection& connection, auth::CompanyScope const& scope, sales::Sale const& sale);

struct TypedItem {
    std::int64_t ordem = 0;
    Quantity quantidade;
};
struct TypedReturn {
    receipts::NotaId nfce_id;
    std::string motivo;
    std::string destino;
    std::optional<stations::StationId> estacao_id; // whose till pays back
    std::optional<std::string> validade;           // of the credit; a year from today when empty
    Money total_visto;                             // that clerk and customer saw
    std::vector<TypedItem> itens{};
};
/// `invalid` with every broken rule of single fields.
Result<TypedReturn> read_return(boost::json::object json);

/// Takes them back, with the money out of the till or the credit, audit row and events. `invalid` with every problem:
/// more than what is left ("Restam …"), another total than was seen; `acao_indisponivel` when the nota forbids it;
/// `till_closed`.
Result<Return> take_back(auth::Write const& write, auth::CompanyScope const& scope, receipts::Wire const& wire,
                         TypedReturn const& typed);

/// The key of the NF-e of entry that was issued elsewhere; nullopt: it was typed for another return. `invalid` unless
/// it is a key of model 55 of this company.
Result<Return> note_entry(auth::Write const& write, auth::CompanyScope const& scope, receipts::Wire const& wire,
                          Return made, std::optional<std::string> const& chave);

} // namespace balcao::returns
