#pragma once
// What people do with a nota. Each asks again, in the transaction that writes, whether it may be done.

#include <functional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

/// What may be done with a nota now; `motivo`: why not, when it is something people look for.
struct Action {
    std::string_view acao; // issue, contingency, check, cancel, abandon
    std::optional<Instant> ate{};
};
std::vector<Action> actions_of(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject);

/// The nota that came of it; `is_new`: made by this call.
struct Acted {
    Nota nota;
    bool is_new = false;
};

// Each answers not_found for a nota of nobody, and `acao_indisponivel` with the nota as it is and the reason when
// state, siblings, a pending event or a time limit forbid it.

/// T6, T6a: an NFC-e goes offline, an NF-e to the SVC or back to the UF's service. A nota that was replaced already:
/// the one in its place.
Result<Acted> go_offline(Acting const& acting, NotaId id);
/// T7, T7c, T11: the sale as it was sold, with the products' tax data as it is now, and with `corrections` of who buys,
/// where it goes and whose card it was (sales::correct_sale). `invalid` with every problem; `emissao_bloqueada` while
/// SEFAZ refuses the company, which an administrator lifts by this.
Result<Acted> try_again(Acting const& acting, NotaId id, boost::json::object const& corrections);
/// Wants to know now what SEFAZ has.
Result<Acted> check_now(Acting const& acting, NotaId id);
/// T12, by an event. `motivo`: 15 to 255 characters. `forbidden` to an operador unless the settings let them.
Result<Acted> cancel(Acting const& acting, NotaId id, std::string const& motivo);
/// T8. `numero_em_conferencia` until SEFAZ has denied every transmission without answer.
Result<Acted> abandon(Acting const& acting, NotaId id, std::string const& motivo);

/// Largest file that is taken; SEFAZ takes 500 kB of a receipt.
inline constexpr std::size_t most_xml_bytes = std::size_t{1024} * 1024;

/// `file`: the NFe alone or inside nfeProc, foreign bytes. Kept as a version of the nota, in its own bytes, when its
/// key and its digest are those of the stored protocol and its signature holds; the protocol stays the one that SEFAZ
/// sent us. `invalid` with a sentence for any other file, `acao_indisponivel` for a nota that has its XML.
Result<Nota> hand_in_xml(Acting const& acting, NotaId id, std::string_view file);

void add_action_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
