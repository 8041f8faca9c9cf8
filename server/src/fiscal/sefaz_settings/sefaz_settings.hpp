#pragma once
// What a company needs to send receipts (tables `nfce_settings`, `nfce_ambiente`, `nfce_numeracao`): the environment in
// use and, per environment, series, next numbers and CSC.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiscal/certificates/icp_brasil.hpp"
#include "fiscal/certificates/opened_certificates.hpp"
#include "fiscal/numbers/numbers.hpp"
#include "fiscal/sefaz_calls/caller.hpp"
#include "fiscal/sefaz_settings/settings_rules.hpp"
#include "platform/auth/access.hpp"
#include "platform/auth/own_password.hpp"
#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::http {
struct Request;
}

namespace balcao::sefaz_settings {

/// Destination of the company's requests.
struct Route {
    std::string ambiente; // homologacao or producao
    std::string destino;  // sefaz or simulador
    std::string uf;
    std::string cnpj;
    bool configured = false; // saved, with CSC and its id for the environment in use
};
/// `cnpj` is empty for an unknown company.
Route route_of(db::Connection& connection, auth::CompanyScope const& scope);

/// Next number of a series.
struct Numbering {
    std::int64_t modelo = numbers::modelo_nfce;
    std::int64_t serie = 0;
    std::int64_t proximo = 1;      // 1000000000: the series is used up
    std::int64_t ultimo_usado = 0; // highest ever taken; 0 for none
};

struct EnvironmentSettings {
    std::int64_t serie = 1;
    std::int64_t serie_nfe = 1; // counted apart, so it may be the same
    std::optional<db::Blob> csc_encrypted{};
    std::optional<std::string> csc_id{}; // six digits
    std::vector<Numbering> numbering{};  // by model and series

    std::int64_t serie_of(std::int64_t modelo) const { return modelo == numbers::modelo_nfe ? serie_nfe : serie; }
    Numbering const* numbering_of(std::int64_t modelo, std::int64_t serie_wanted) const;
};

struct StoredSettings {
    std::string ambiente = std::string(homologacao);
    std::string destino = std::string(sefaz);
    EnvironmentSettings of_homologacao{};
    EnvironmentSettings of_producao{};
    EnvironmentSettings of_simulador{}; // numbers only: its series and CSC are those of homologação
    Instant updated_at;
    std::int64_t version = 0;         // 0: nothing was saved yet
    std::chrono::days treino_dias{0}; // that the clock of practice is ahead
    bool treino_exige_ibscbs = false; // the simulator refuses what the law wants and SEFAZ does not

    EnvironmentSettings& of(std::string_view which) {
        if (which == simulador) return of_simulador;
        return which == producao ? of_producao : of_homologacao;
    }
    EnvironmentSettings const& of(std::string_view which) const {
        if (which == simulador) return of_simulador;
        return which == producao ? of_producao : of_homologacao;
    }
    /// The environment of its numbers: the simulator has its own.
    std::string_view ambiente_das_notas() const {
        return ambiente == homologacao && destino == simulador ? simulador : std::string_view(ambiente);
    }
    bool configured() const;
};

/// Defaults before the first save.
StoredSettings find_settings(db::Connection& connection, auth::CompanyScope const& scope);

inline constexpr std::chrono::days most_ahead{366};
/// How far the clock of that environment is ahead: practice sells as if it were another day.
std::chrono::days practice_ahead(db::Connection& connection, auth::CompanyScope const& scope,
                                 std::string_view ambiente);
void save_practice_conditions(db::Transaction& transaction, auth::CompanyScope const& scope, std::chrono::days ahead,
                              bool demands_ibscbs);

/// The environment of a request, by default that of the company's notas.
Result<std::string> known_ambiente(db::Connection& connection, auth::CompanyScope const& scope,
                                   http::Request const& request);

struct SettingsServices {
    secrets::Secrets const& secrets;
    records::Services records;
    certificates::OpenedCertificates& certificates;
    certificates::IcpBrasil const& icp_brasil;
    bool has_simulator = false; // whether this installation runs one
    // Why the database is none for produção, a Portuguese sentence; empty: it is not asked.
    std::function<std::optional<std::string>(db::Connection&)> why_not_database{};
};

/// The contract's schema SefazSettings; of the CSC only the last four characters.
std::string to_json(StoredSettings const& settings, auth::CompanyScope const& scope, SettingsServices const& services);

/// Why the company could not sign receipts of produção now: a sentence; nullopt if it can. Opens the certificate:
/// outside transactions.
std::optional<std::string> why_not_producao(auth::CompanyScope const& scope, SettingsServices const& services);

/// Saves one environment and makes it the one in use: description of putSefazSettings in the contract.
/// `why_not_producao`: a recent result; a sentence refuses produção.
Result<StoredSettings> put_settings(auth::Write const& write, auth::CompanyScope const& scope,
                                    SettingsServices const& services, std::string_view if_match,
                                    SettingsInput const& input, std::optional<std::string> why_not_producao);

/// The CSC in clear, logged in the audit log (secret_reveal). `invalid` at `ambiente` if none is stored.
Result<Secret> reveal_csc(auth::Write const& write, auth::CompanyScope const& scope, SettingsServices const& services,
                          std::string_view ambiente);

/// /api/companies/{id}/sefaz-settings, its reveal, and /api/companies/{id}/tech-resp.
void add_sefaz_settings_routes(auth::Gate& gate, db::Database& database, SettingsServices services,
                               auth::OwnPassword& own_password);

struct ConnectionTestServices {
    db::Database& database;
    Clock const& clock;
    sefaz_calls::Caller const& caller;
};

/// POST /api/companies/{id}/sefaz-settings/test, outside lane. One test at a time and one in three seconds per company
/// (per process), one in three minutes per real SEFAZ (429), and none for an hour after its 656: SEFAZ blocks
/// callers that loop.
void add_connection_test_route(auth::Gate& gate, ConnectionTestServices services);

} // namespace balcao::sefaz_settings
