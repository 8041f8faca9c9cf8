#pragma once

#include "nfce/certificate.hpp"
#include "nfce/correction.hpp"
#include "nfce/datetime.hpp"
#include "nfce/problem.hpp"
#include "nfce/tables.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// Events and the voiding of numbers (reference f6, f7, i): built and signed.
namespace balcao::nfce {

/// What cancels because of another receipt: the offline one that took its place.
struct SubstitutedBy {
    std::string chNFeRef, verAplic;
};

/// Cancellation (110111), or with `by` cancellation by substitution (110112).
struct Cancellation {
    std::string idLote; ///< 1–15 digits
    int tpAmb = 2;
    std::string CNPJ; ///< of the issuer
    std::string chNFe, nProt;
    DateTime dhEvento;
    int nSeqEvento = 1;
    std::string xJust; ///< 15–255 characters
    std::optional<SubstitutedBy> by;
};

/// Voiding of a range of numbers.
struct Voiding {
    int tpAmb = 2;
    std::string cUF, ano; ///< two digits each
    std::string CNPJ;
    int serie = 0, nNFIni = 0, nNFFin = 0;
    std::string xJust; ///< 15–255 characters
    int mod = 65;
};

using EventRequest = std::variant<Cancellation, Voiding, Correction>;

/// What is wrong with a request in itself; fields are those of the input. Includes rule 113.
Problems check_event(EventRequest const& request);

/// Whether an event may still be sent: in time; late, as some UFs take the cancellation of an NF-e (155); or not any
/// more.
enum class Window { open, late, over };
/// At `now`. `authorised_at` is dhRecbto of the receipt; minutes or hours come from the table of the UF of the key.
Window window_of(Tables const& tables, Cancellation const& event, DateTime const& authorised_at, std::int64_t now);
Window window_of(Tables const& tables, Correction const& event, DateTime const& authorised_at, std::int64_t now);
/// Rule 112: what is wrong when the window is over.
Problems check_event_window(Tables const& tables, Cancellation const& event, DateTime const& authorised_at,
                            std::int64_t now);
Problems check_event_window(Tables const& tables, Correction const& event, DateTime const& authorised_at,
                            std::int64_t now);

/// A signed request. Both hold the same signed bytes; for a voiding they are the same text.
struct SignedEvent {
    std::string message;  ///< envEvento or inutNFe: what is sent
    std::string document; ///< evento or inutNFe alone: what is kept (services.hpp: stored_event, stored_voiding)
};
/// Problems of check_event come back instead.
std::expected<SignedEvent, Problems> write_event(EventRequest const& request, Certificate const& certificate);

/// Reads the input of `event`: an object with `evento` or `inutilizacao`.
std::expected<EventRequest, Problems> read_event(std::string_view json);

} // namespace balcao::nfce
