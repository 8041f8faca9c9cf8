#include "sefaz/simulator/services.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "nfce/datetime.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/signature.hpp"
#include "sefaz/simulator/authoriser_judge.hpp"
#include "sefaz/simulator/receipt_judge.hpp"
#include "sefaz/simulator/schema_judge.hpp"

namespace balcao::sefaz::simulator {

namespace {

using nfce::CodeClass;
using nfce::Service;

constexpr std::size_t longest_message = 500 * 1024;

/// "> <" or a line break between two tags.
bool has_blanks_between_tags(std::string_view xml) {
    for (auto at = xml.find('>'); at != std::string_view::npos; at = xml.find('>', at + 1)) {
        auto const next = xml.find_first_not_of(" \t\r\n", at + 1);
        if (next != at + 1 && next != std::string_view::npos && xml[next] == '<') return true;
    }
    return false;
}

bool has_prefix(std::string_view xml) {
    for (auto at = xml.find('<'); at != std::string_view::npos; at = xml.find('<', at + 1)) {
        auto const end = xml.find_first_of(": />", at + 1);
        if (end != std::string_view::npos && xml[end] == ':') return true;
    }
    return false;
}

Code schema_code(Service service, SchemaFault const& fault) {
    bool const is_receipts = service == Service::authorisation && fault.element.find("/NFe") != std::string::npos;
    return Code(is_receipts ? 225 : 215, {}, fault.element.empty() ? "" : fmt::format("[Elemento: {}]", fault.element));
}

/// Codes of a request that never got as far as its receipt or event.
bool is_about_the_whole(int cStat) {
    auto const kind = nfce::class_of(cStat);
    return kind == CodeClass::temporary || kind == CodeClass::overuse || kind == CodeClass::schema ||
           kind == CodeClass::in_progress || kind == CodeClass::service_up || (cStat >= 280 && cStat <= 286) ||
           cStat == 126 || cStat == 214 || cStat == 252 || cStat == 452;
}

} // namespace

ServiceFunctions const& functions_of(Service service) {
    switch (service) {
    case Service::authorisation: return services::authorisation;
    case Service::authorisation_result: return services::authorisation_result;
    case Service::query: return services::query;
    case Service::status: return services::status;
    case Service::voiding: return services::voiding;
    case Service::event: return services::event;
    case Service::registry: return services::registry;
    }
    throw std::logic_error("unknown Service");
}

std::optional<Code> message_fault(Service service, Message const& message) {
    auto const& [shape, schema, judge, refuse, tell] = functions_of(service);
    if (message.root.name() != shape.message) return Code(516);
    if (message.root.namespace_uri() != nfce::nfe_namespace) return Code(587);
    auto const versao = message.root.attribute("versao");
    if (!versao) return Code(517);
    if (*versao != shape.version) return Code(239);
    if (message.xml.empty() || has_prefix(message.xml)) return Code(404);
    if (message.xml.size() > longest_message) return Code(214);
    if (has_blanks_between_tags(message.xml)) return Code(588);
    if (!schema.empty())
        if (auto const fault = schema_fault(std::string(schema), message.xml)) return schema_code(service, *fault);
    auto const tpAmb = message.root.text_of("tpAmb");
    if (!tpAmb.empty() && tpAmb != "2") return Code(252);
    return std::nullopt;
}

Verdict judge(Service service, Inquiry const& inquiry) {
    auto const& functions = functions_of(service);
    if (auto const fault = message_fault(service, inquiry.message)) return functions.refuse(inquiry, *fault);
    if (is_svc(inquiry.authoriser) && (service == Service::voiding || service == Service::registry))
        return functions.refuse(inquiry, Code(586));
    return functions.judge(inquiry);
}

Verdict told(Service service, Inquiry const& inquiry, Code const& code) {
    auto const& functions = functions_of(service);
    if (auto const fault = message_fault(service, inquiry.message)) return functions.refuse(inquiry, *fault);
    return is_about_the_whole(code.cStat) ? functions.refuse(inquiry, code) : functions.tell(inquiry, code);
}

Verdict refused(Service service, Inquiry const& inquiry, Code const& code) {
    return functions_of(service).refuse(inquiry, code);
}

std::string next_protocol(Registrar const& registrar, std::string_view cUF) {
    auto const year = nfce::DateTime::from_epoch(registrar.now, -3).aamm().substr(0, 2);
    auto const number = next_of(registrar.memory, "nProt");
    return registrar.variants.long_protocol ? fmt::format("1{}{}{:012}", cUF, year, number)
                                            : fmt::format("1{}{}{:010}", cUF, year, number);
}

} // namespace balcao::sefaz::simulator
