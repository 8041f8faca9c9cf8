#pragma once
// How answers are written: envelope, head, protocol. Offsets of times are Brasília's.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "nfce/certificate.hpp"
#include "nfce/services.hpp"
#include "nfce/xml_writer.hpp"

namespace balcao::sefaz::simulator {

/// An HTTP answer.
struct SoapAnswer {
    int status = 200;
    std::string body;
};

SoapAnswer soap_fault(int status, std::string_view reason);
/// `result` in its envelope. `prefixed`: with prefixes and more namespaces around, as gateways write it.
SoapAnswer soap_answer(nfce::Service service, std::string_view result, bool prefixed);

/// A return code with its text; the official one unless another is given, fit for the layout.
struct Code {
    explicit Code(int code, std::string_view text = {}, std::string_view behind = {});
    int cStat;
    std::string xMotivo;
};

inline constexpr std::string_view program_version = "SIMULADOR1.0";
inline constexpr std::string_view default_uf = "35"; // of answers to messages that name none

/// Names of a service's message and of its answer, and the version of both.
struct Shape {
    std::string_view message, answer, version;
};

std::string date_time(std::int64_t epoch);

void open_answer(nfce::XmlWriter& xml, Shape const& shape);
/// tpAmb, verAplic, cStat and xMotivo; with `between`, that element and its value before cStat.
void write_code(nfce::XmlWriter& xml, Code const& code, std::string_view between = {}, std::string_view value = {});

/// protNFe of a receipt, judged at `when`.
struct ProtocolFacts {
    std::string_view chNFe, nProt, digVal; // nProt empty: refused
    std::int64_t when = 0;
    Code const& code;
    std::span<std::string const> alerts{}; // texts beside the code
};
/// With a certificate: signed with it, as some authorisers do.
std::string protocol(ProtocolFacts const& facts, nfce::Certificate const* signer);

} // namespace balcao::sefaz::simulator
