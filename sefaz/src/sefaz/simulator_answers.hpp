#pragma once
// What the simulator answers to a SOAP request, apart from moving bytes: checks as SEFAZ makes them, then the answer.

#include <optional>
#include <string>
#include <string_view>

#include "nfce/services.hpp"

namespace balcao::sefaz {

/// An HTTP answer.
struct SoapAnswer {
    int status = 200;
    std::string body;
};

/// The service of a request's path ("/ws/NFeStatusServico4", capitals do not matter); nullopt for any other path.
std::optional<nfce::Service> service_of_path(std::string_view path);
/// By its name, capitals do not matter.
std::optional<nfce::Service> service_of_name(std::string_view name);

/// What to answer instead of the usual code.
struct Told {
    std::optional<int> cStat{};
    std::string xMotivo{}; // empty: the official text
};

/// Answers a request of the service. Requests that SEFAZ would refuse are refused, whatever was told. `now`: a date and
/// time as the layout has them. Never throws on what it reads.
SoapAnswer answer_soap(nfce::Service service, std::string_view request, Told const& told, std::string_view now);

SoapAnswer soap_fault(int status, std::string_view reason);

} // namespace balcao::sefaz
