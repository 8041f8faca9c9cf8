#pragma once
// The SQL of notas, their versions, exchanges, documents and sums per day.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/auth/gate.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/nota/facts.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

std::optional<Nota> find_nota(db::Connection& connection, auth::CompanyScope const& scope, NotaId id);
/// An operador sees the notas of their own sales, and of those who took the counter of the same session by PIN.
bool may_see(auth::Actor const& actor, auth::CompanyScope const& scope, Nota const& nota);
/// The nota, if the actor may see it.
std::optional<Nota> find_seen_nota(db::Connection& connection, auth::Actor const& actor,
                                   auth::CompanyScope const& scope, NotaId id);
/// The nota of a sale that no other one has replaced: its document.
std::optional<Nota> find_nota_of(db::Connection& connection, auth::CompanyScope const& scope, VendaId sale);
/// The NF-e of entry of a return that no other one has replaced.
std::optional<Nota> find_nota_of_return(db::Connection& connection, auth::CompanyScope const& scope,
                                        DevolucaoId devolucao);
/// The remessa of a delivery that no other one has replaced.
std::optional<Nota> find_nota_of_delivery(db::Connection& connection, auth::CompanyScope const& scope,
                                          EntregaId entrega);
/// With its part of the day's sums. UniqueViolation `nfce_numero`: the counter is behind, its series is to be stopped;
/// `nfce_devolucao`, `nfce_entrega`: its return or delivery has another.
void insert_nota(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota);
/// The one way a nota changes: `after` becomes the next version of `before`, and the day's sums and what its return
/// knows of it move with the state.
/// False when the nota is not as `before` any more: nothing was written, plan or judge again.
[[nodiscard]] bool save_nota(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& before,
                             Nota after);

/// Raises the version of the nota of a sale, so that who is about to change it begins anew.
void raise_nota_of_sale(db::Transaction& transaction, auth::CompanyScope const& scope, VendaId sale);

struct SignedVersion {
    Version version;
    std::string xml;                              // the signed bytes
    db::Blob sha256;                              // of `xml`
    std::optional<std::int64_t> tabela_revisao{}; // of the fiscal tables that it was judged by
};
void insert_version(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota,
                    SignedVersion const& signed_version, Instant now);
/// nullopt: not known.
std::optional<std::int64_t> find_version_tables(db::Connection& connection, auth::CompanyScope const& scope,
                                                NotaId nota, std::int64_t versao);
/// The signed bytes of a version; nullopt when there is none.
std::optional<std::string> find_version_xml(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota,
                                            std::int64_t versao);

/// Announces an exchange that only the run `execucao` may send and returns its number, which is also idLote. The nota's
/// version is raised, so that nobody who looked at it before overlooks the exchange; nullopt when it is not as `nota`
/// any more.
std::optional<std::int64_t> announce_exchange(db::Transaction& transaction, auth::CompanyScope const& scope,
                                              Nota const& nota, nfce::Service service, std::int64_t versao,
                                              std::string_view execucao, Instant now);
/// What became of it. False when it has ended already.
[[nodiscard]] bool end_exchange(db::Transaction& transaction, auth::CompanyScope const& scope, std::int64_t seq,
                                Exchange const& ended, std::string_view xMotivo);

/// What the database knows of a nota. The caller adds time, blocks and settings. `execucao`: the run that looks.
Facts find_facts(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                 std::string_view execucao);

/// What a stored document is about.
struct DocumentPlace {
    std::string_view ambiente;
    std::string_view tipo; // protNFe, evento, retEvento, inut, retInut, retorno
    std::optional<NotaId> nfce_id{};
    std::optional<Uuid> evento_id{};
    std::optional<Uuid> inutilizacao_id{};
    std::optional<std::int64_t> troca_seq{};
    std::optional<std::int64_t> versao{};
    std::string_view chave{};
    std::string_view digest{};
};
void insert_document(db::Transaction& transaction, auth::CompanyScope const& scope, DocumentPlace const& place,
                     std::string_view bytes, Instant now);

enum class DocumentOf { nota, evento, inutilizacao };
/// The newest of a kind that belongs to the nota, event or voiding of id `of`.
std::optional<std::string> find_document(db::Connection& connection, auth::CompanyScope const& scope,
                                         std::string_view tipo, DocumentOf owner, Uuid const& of);

/// How long an exchange took, and why it has no answer.
void note_exchange(db::Transaction& transaction, auth::CompanyScope const& scope, std::int64_t seq,
                   std::chrono::milliseconds took, std::string_view falha);

} // namespace balcao::receipts
