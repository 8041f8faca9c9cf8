#pragma once
// What the work on notas takes besides a transaction: clocks, queue, calls to SEFAZ.

#include <string>

#include "fiscal/numbers/marks.hpp"
#include "fiscal/sefaz_calls/caller.hpp"
#include "fiscal/sefaz_calls/fiscal_clock.hpp"
#include "fiscal/sefaz_calls/watch.hpp"
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

    sefaz_calls::Destination destination() const {
        return {.ambiente = nota.ambiente, .uf = company.uf, .cnpj = company.cnpj, .nome = company.razao_social};
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

} // namespace balcao::receipts
