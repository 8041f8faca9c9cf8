#pragma once
// 'Pronto para emitir': what a company has to do before it issues receipts, derived from data; what the program cannot
// see a gerente ticks (table `prontidao`).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiscal/ibpt/ibpt.hpp"
#include "fiscal/sefaz_calls/fiscal_clock.hpp"
#include "nfce/tables.hpp"
#include "office/backups/backups.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "registry/companies/companies.hpp"
#include "registry/products/judging.hpp"
#include "registry/products/products.hpp"
#include "registry/tax_profiles/tax_profiles.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::readiness {

/// A tick by a person.
struct Tick {
    std::string chave;
    Instant marcado_em;
    std::string quem; // full name
};

/// The last connection test against SEFAZ itself, not the simulator.
struct ConnectionTest {
    Instant at;
    bool is_fine = false;
};

/// Practice in one environment, from its receipts.
struct Practised {
    bool sold = false;    // authorised
    bool refused = false; // SEFAZ refused one
    bool offline = false; // one was issued offline; in homologação: and transmitted
    bool cancelled = false;
    bool voided = false; // a number
};

struct Stopped {
    std::int64_t serie = 0;
    std::string motivo;
};

/// Input of the rows.
struct Facts {
    companies::Company company;
    Instant now;
    std::shared_ptr<nfce::Tables const> tables = nfce::Tables::base();
    std::string unusable_tables{}; // why those of the installation are not in force
    std::string ambiente;          // of the settings: homologacao or producao
    std::int64_t serie = 1;
    std::int64_t proximo = 1;
    bool has_csc = false;
    bool needs_csc = true;          // QR code version 2
    bool needs_responsible = false; // the UF asks for a technical responsible
    bool has_responsible = false;
    std::optional<Instant> certificate_until{};
    bool has_authorities = false; // BALCAO_SEFAZ_CA
    bool was_answered = false;    // SEFAZ itself, so its chain was verified
    std::optional<ConnectionTest> test{};
    std::optional<std::string> away{};                  // why SEFAZ is, in a few words
    std::optional<std::chrono::seconds> clock_offset{}; // none: no answer of SEFAZ has told its time
    products::Readiness products{};
    tax_profiles::Counts profiles{};
    std::optional<ibpt::StoredTable> ibpt{};
    bool is_judged = true; // what the products lack, by the rules of now
    std::optional<Stopped> stopped{};
    bool has_printed = false; // on paper, or a test page
    backups::DailyBackups::Status backup{};
    Practised training{}; // simulador
    Practised trial{};    // homologacao
    std::vector<Tick> ticks{};
};

enum class Situation { ok, atencao, falta };

struct Row {
    std::string_view chave;
    std::string_view titulo;
    bool necessaria = true; // for produção
    Situation situacao = Situation::falta;
    std::string texto;       // state, and what to do
    std::string_view acao{}; // what the button does; empty: none
    bool marcavel = false;   // by a gerente
    std::optional<Tick> marcado{};
};

/// The rows in their order. Pure.
std::vector<Row> rows_of(Facts const& facts);

struct Services {
    records::Services records;
    sefaz_calls::FiscalClocks const& clocks;
    backups::DailyBackups const& backups;
    products::Judging const& judging;
    bool has_authorities = false;
};
/// nullopt for an unknown company.
std::optional<Facts> find_facts(db::Connection& connection, auth::CompanyScope const& scope, Services const& services);

/// GET /api/companies/{id}/readiness for every member, PUT …/readiness/{chave} for a gerente.
void add_readiness_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::readiness
