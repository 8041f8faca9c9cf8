#pragma once
// Contingency: a company sells offline (table `contingencia`), by hand or because SEFAZ is away, slow or out of this
// machine's reach.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

#include "fiscal/sefaz_calls/watch.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"

namespace balcao::receipts {

enum class Modo : std::uint8_t {
    automatica, // sells offline by itself
    perguntar,  // the clerk is asked at each sale
    desligada   // only by hand
};
enum class Cause : std::uint8_t { by_hand, away, slow, cut_off };

struct ContingencySettings {
    Modo modo = Modo::automatica;
    bool ativa = false; // by hand
    std::optional<Instant> desde{};
    std::optional<std::string> motivo{};
    std::optional<Instant> lenta_desde{};
    std::int64_t version = 0; // 0: nothing was saved yet
};
ContingencySettings find_contingency(db::Connection& connection, auth::CompanyScope const& scope,
                                     std::string_view ambiente);

/// Why the company cannot count on SEFAZ now.
struct Contingency {
    Cause cause{};
    Instant desde;
    std::string xJust; // for the receipt: 15 to 256 characters
    std::string faixa; // for the screen: "SEFAZ fora do ar desde 15:42."
    bool ask = false;  // modo perguntar: only if the clerk says so
};
/// nullopt: sales go to SEFAZ. By hand whatever the mode; otherwise never in mode `desligada`.
std::optional<Contingency> active(db::Connection& connection, auth::CompanyScope const& scope,
                                  std::string_view ambiente, sefaz_calls::Watch const& watch);

/// What was typed: {modo, ativa, motivo}.
struct ContingencyInput {
    Modo modo{};
    bool ativa = false;
    std::optional<std::string> motivo{}; // needed to begin: 15 to 256 characters
};
Result<ContingencyInput> read_contingency(boost::json::object const& json);

/// Saves the mode; begins or ends it by hand. Audited as contingency_on and contingency_off.
Result<ContingencySettings> put_contingency(auth::Write const& write, auth::CompanyScope const& scope,
                                            records::Services const& services, std::string_view ambiente,
                                            std::string_view if_match, ContingencyInput const& input);

/// SEFAZ answers this company too slowly, or well again. False when that was known.
bool set_slow(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
              std::optional<Instant> lenta_desde);

std::string_view text(Modo modo);

/// What is true of a company's issuing at a moment, besides what was saved.
struct IssuingNow {
    std::optional<Contingency> offline{};  // nullopt: off
    std::int64_t waiting = 0;              // offline receipts that are not authorised yet
    std::vector<std::string> hindrances{}; // why nothing can be issued
    std::optional<std::string> overuse{};  // SEFAZ answers questions only later
    std::vector<std::string> reminders{};  // for gerentes: what is to be done and stops no sale
};
/// The contract's schema Contingency.
std::string to_json(std::string_view ambiente, ContingencySettings const& settings, IssuingNow const& now);

} // namespace balcao::receipts
