#pragma once
// A request as the simulator reads it: the message in the SOAP envelope, and what it is about.

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "nfce/services.hpp"
#include "nfce/xml_document.hpp"

namespace balcao::sefaz::simulator {

/// A service of one of the authorisers that the simulator plays.
struct Address {
    nfce::Service service{};
    nfce::Authoriser authoriser = nfce::Authoriser::nfce;
    bool operator==(Address const&) const = default;
};
/// By the path of a request, capitals do not matter: "/ws/NFeStatusServico4" of the NFC-e, "/ws/nfe/NFeStatusServico4"
/// of the NF-e, "/ws/svc-an/…" and "/ws/svc-rs/…"; nullopt for any other path.
std::optional<Address> address_of_path(std::string_view path);
/// What stands behind "/ws/".
std::string name_of(Address const& address);
/// "nfce", "nfe", "svc-an" or "svc-rs".
std::string_view name_of(nfce::Authoriser authoriser);
std::optional<nfce::Authoriser> authoriser_of_name(std::string_view name);
/// By its name, capitals do not matter.
std::optional<nfce::Service> service_of_name(std::string_view name);

/// What a message is about, as far as it says. It may be wrong in anything else.
struct Subject {
    std::string CNPJ;  // of the issuer; empty when it names none
    std::string chNFe; // the receipt's key; empty when it names none
    /// What limits of use are counted for: "serie/nNF", a key, "key/tpEvento", "serie/nNFIni-nNFFin" or a nRec.
    std::string name;
    std::string_view document; // bytes of the NFe, evento or inutNFe as they came, within Message::xml; may be empty
};

struct Message {
    nfce::XmlDocument envelope; // owns `root`
    nfce::XmlElement root;      // of the message
    std::string xml;            // its bytes as they came; empty when its tags carry a prefix
    Subject subject;
};

/// Reads the envelope. The error is the sentence of a SOAP fault.
std::expected<Message, std::string> read_message(nfce::Service service, std::string_view body);

/// The bytes of the first element of that name, written without prefix; empty when there is none.
std::string_view bytes_of(std::string_view xml, std::string_view name);

} // namespace balcao::sefaz::simulator
