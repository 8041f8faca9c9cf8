#include "selling/receipts/returnable/returnable.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "selling/receipts/actions/actions.hpp"
#include "selling/receipts/documents/documents.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/wire/wire.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query raise_version_for_return{"receipts_raise_for_return", R"sql(
    update nfce set version = version + 1 where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query open_events_of_sale{"receipts_open_events_of_sale", R"sql(
    select count(*) from nfce n join nfce_evento e on e.emitente_id = n.emitente_id and e.nfce_id = n.id
    where n.emitente_id = :emitente_id and n.venda_id = :venda_id and n.operacao = 'venda'
        and e.tipo <> '110110' and e.estado in ('aguardando', 'enviando', 'indefinido'))sql"};

std::optional<std::string> why_not(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota) {
    if (nota.operacao == Nota::of_return) return "Esta é a NF-e de uma devolução. Devolva pela nota da venda.";
    if (nota.operacao == Nota::of_delivery)
        return "Esta é a NF-e de uma remessa. Devolva pela nota que faturou a mercadoria.";
    if (nota.substituida_por) {
        auto const last = find_nota_of(connection, scope, nota.venda_id);
        auto const number = last ? grouped(last->numero) : std::string{};
        return fmt::format("Esta nota foi substituída pela {}. Devolva por aquela.", number);
    }
    if (nota.state() == Estado::cancelada || nota.state() == Estado::cancelada_subst)
        return "Esta nota foi cancelada: não há o que devolver.";
    if (!is_authorised(nota.state()))
        return "Só de uma nota autorizada se devolve mercadoria. Espere a SEFAZ autorizar esta.";
    auto const open = connection.scalar<std::int64_t>(open_events_of_sale,
                                                      {{"emitente_id", scope.id()}, {"venda_id", nota.venda_id}});
    if (open.value_or(0) > 0) return "Há um cancelamento em andamento nesta venda. Espere a resposta da SEFAZ.";
    return std::nullopt;
}

std::optional<Returnable> returnable_of(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                        NotaId id) {
    auto subject = find_subject(connection, wire, scope, id, {});
    if (!subject) return std::nullopt;
    auto sale = sales::find(connection, scope, subject->nota.venda_id);
    if (!sale) return std::nullopt;
    Returnable found{.nota = subject->nota,
                     .sale = std::move(sale->sale),
                     .company = subject->company,
                     .why_not = why_not(connection, scope, subject->nota)};
    auto const actions = actions_of(connection, scope, *subject);
    auto const cancel = std::ranges::find(actions, "cancel", &Action::acao);
    if (cancel != actions.end()) found.cancelavel_ate = cancel->ate;
    return found;
}

} // namespace

std::optional<Returnable> find_returnable(db::Connection& connection, auth::Actor const& actor, Wire const& wire,
                                          auth::CompanyScope const& scope, NotaId id) {
    auto found = returnable_of(connection, wire, scope, id);
    if (found && !may_see(actor, scope, found->nota)) return std::nullopt;
    return found;
}

std::optional<Returnable> lock_returnable(db::Transaction& transaction, Wire const& wire,
                                          auth::CompanyScope const& scope, NotaId id) {
    transaction.execute(raise_version_for_return, {{"emitente_id", scope.id()}, {"id", id}});
    return returnable_of(transaction, wire, scope, id);
}

Result<std::string> returned_document(db::Connection& connection, auth::CompanyScope const& scope, NotaId id) {
    auto const nota = find_nota(connection, scope, id);
    if (!nota) return not_found();
    return document_of(connection, scope, *nota);
}

std::unexpected<Failure> not_returnable(Nota const& nota, std::string why) { return unavailable(nota, std::move(why)); }

void tell_returned(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota) {
    publish_nota(transaction, wire, scope, nota);
}

} // namespace balcao::receipts
