#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// Messages to SEFAZ's services and their SOAP envelope (reference f). Signed content comes from document.hpp and
/// events.hpp; answers are read by answers.hpp.
namespace balcao::nfce {

enum class Service { authorisation, authorisation_result, query, status, voiding, event, registry };

/// Whose services: those of the issuer's UF for the NFC-e and for the NF-e, and the SEFAZ Virtual de Contingência that
/// authorises an NF-e in their place.
enum class Authoriser { nfce, nfe, svc_an, svc_rs };

/// Name in the table of addresses: "NFeAutorizacao4" …
std::string_view service_name(Service service);
/// The SOAP action, for the Content-Type header.
std::string soap_action(Service service);
/// SOAP 1.2 envelope around a message.
std::string soap_envelope(Service service, std::string_view message);

/// One receipt, synchronous. `idLote` 1–15 digits; `signed_nfe` the bytes of SignedDocument::xml.
std::string authorisation_message(std::string_view idLote, std::string_view signed_nfe);
/// What became of a batch that was answered with 103.
std::string authorisation_result_message(int tpAmb, std::string_view nRec);
/// One event. `signed_evento`: SignedEvent::document.
std::string event_message(std::string_view idLote, std::string_view signed_evento);
std::string query_message(int tpAmb, std::string_view chNFe);
std::string status_message(int tpAmb, std::string_view cUF);
/// The registry's entry of a CNPJ. That of Mato Grosso wants its message wrapped twice (reference f1): here once, and
/// by soap_envelope.
std::string registry_message(std::string_view uf, std::string_view cnpj);

/// The document to keep: declaration, nfeProc, the signed bytes, protNFe as answered.
std::string stored_document(std::string_view signed_nfe, std::string_view protNFe_xml);
/// The same for an event (procEventoNFe: SignedEvent::document and retEvento as answered) and for voided numbers
/// (ProcInutNFe: SignedEvent::document and retInutNFe as answered).
std::string stored_event(std::string_view signed_evento, std::string_view retEvento_xml);
std::string stored_voiding(std::string_view signed_inutNFe, std::string_view retInutNFe_xml);

} // namespace balcao::nfce
