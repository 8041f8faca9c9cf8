#pragma once
// What the work on notas takes besides a transaction: clocks, queue, calls to SEFAZ, who acts, and its jobs.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "fiscal/numbers/marks.hpp"
#include "fiscal/sefaz_calls/caller.hpp"
#include "fiscal/sefaz_calls/fiscal_clock.hpp"
#include "fiscal/sefaz_calls/watch.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/jobs/jobs.hpp"
#include "platform/records/records.hpp"
#include "platform/secrets/secrets.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/nota/facts.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/signing/signing.hpp"

namespace balcao::receipts {

/// One for the process; everything in it is thread-safe.
struct Wire {
    db::Database& database;
    records::Services records;
    jobs::Queue& queue;
    numbers::Marks& marks;
    sefaz_calls::Caller const& caller;
    sefaz_calls::FiscalClocks& clocks;
    sefaz_calls::Watch& watch;
    secrets::Secrets const& secrets;
    std::string verProc; // program and version, at most 20 characters

    Instant now() const { return records.clock.now(); }
};

/// A nota with all that its next step is chosen by.
struct Subject {
    Nota nota;
    Facts facts;
    companies::Company company;
    std::optional<std::int64_t> open_seq; // of the exchange whose answer is missing
    std::chrono::days ahead{0};           // of practice, as if it were another day

    /// Who is called: what the SVC issued is asked for and cancelled there until it is off.
    sefaz_calls::Destination destination(nfce::Service service = nfce::Service::authorisation) const {
        bool const moved = !is_transmission(service) && is_svc_off(facts);
        return {.ambiente = nota.ambiente,
                .modelo = nota.modelo,
                .uf = company.uf,
                .cnpj = company.cnpj,
                .nome = company.razao_social,
                .tpEmis = moved ? 1 : nota.tpEmis};
    }
    sefaz_calls::Place place() const { return {.uf = company.uf, .ambiente = nota.ambiente}; }
};
/// `execucao`: the run that looks; empty in a request. nullopt: no such nota.
std::optional<Subject> find_subject(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                                    NotaId id, std::string_view execucao);
/// The same with the nota locked until the transaction ends.
std::optional<Subject> lock_subject(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                                    NotaId id, std::string_view execucao);

/// The signed bytes of a version that is known to be there.
std::string version_xml(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota, std::int64_t versao);
/// The stored version signed again with this heading. Reads the database, so not inside of a read or a write.
Result<Signed> reissue(Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
                       Heading const& heading);
/// The nota's own heading at `dhEmi`.
Heading own_heading(Nota const& nota, nfce::DateTime const& dhEmi);
/// A moment of the nota as a document writes it.
nfce::DateTime document_time(Nota const& nota, Instant at);

/// Whether the caller still may, verified in the transaction that writes.
using AskAgain = std::function<Result<auth::CompanyScope>(db::Transaction&)>;

/// A person's action on a nota.
struct Acting {
    Wire const& wire;
    auth::Actor const& actor;
    auth::CompanyScope const& scope;
    AskAgain ask_again;
    AskAgain as_gerente; // the same, and refused unless a gerente's
};

/// `acao_indisponivel` with the nota as it is.
std::unexpected<Failure> unavailable(Nota const& nota, std::string why);
/// The nota as it is now; not_found for a nota of nobody. Not inside of a read or a write.
Result<Subject> find_acted_on(Acting const& acting, NotaId id);
/// The same, locked, if the caller still may.
Result<Subject> lock_acted_on(db::Transaction& transaction, Acting const& acting, NotaId id);
/// The action's line in the audit log and its event. `did`: "Cancelou".
void note_action(db::Transaction& transaction, Acting const& acting, Nota const& nota, std::string_view action,
                 std::string_view did, std::string_view motivo);

/// The job that takes one nota a step further.
inline constexpr std::string_view resolve_job = "nfce_resolver";
std::string resolve_key(NotaId nota);
jobs::NewJob new_resolve_job(auth::CompanyScope const& scope, NotaId nota);
/// Sends a company's offline receipts, one in each run; ends when none waits.
inline constexpr std::string_view transmission_job = "nfce_transmitir";
std::string transmission_key(CompanyId company, std::string_view ambiente);
jobs::NewJob new_transmission_job(auth::CompanyScope const& scope, std::string_view ambiente);
/// Makes the job, or wakes the one with its key.
void ensure(db::Transaction& transaction, jobs::Queue& queue, jobs::NewJob const& job);
/// The job that takes this nota further.
void ensure_job(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota);
/// A text in a job's data.
std::string text_of(jobs::Job const& job, std::string_view member);

} // namespace balcao::receipts
