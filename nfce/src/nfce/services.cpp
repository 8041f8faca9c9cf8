#include "nfce/services.hpp"

#include "nfce/signature.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace balcao::nfce {

namespace {

struct Names {
    std::string_view service, method;
};

Names names_of(Service service) {
    switch (service) {
    case Service::authorisation: return {"NFeAutorizacao4", "nfeAutorizacaoLote"};
    case Service::authorisation_result: return {"NFeRetAutorizacao4", "nfeRetAutorizacaoLote"};
    case Service::query: return {"NFeConsultaProtocolo4", "nfeConsultaNF"};
    case Service::status: return {"NFeStatusServico4", "nfeStatusServicoNF"};
    case Service::voiding: return {"NFeInutilizacao4", "nfeInutilizacaoNF"};
    case Service::event: return {"NFeRecepcaoEvento4", "nfeRecepcaoEvento"};
    case Service::registry: return {"CadConsultaCadastro4", "consultaCadastro"};
    }
    throw std::logic_error("unknown Service");
}

std::string service_namespace(Service service) {
    return fmt::format("{}/wsdl/{}", nfe_namespace, names_of(service).service);
}

/// What was sent and what was answered, in one document.
std::string kept(std::string_view name, std::string_view versao, std::string_view sent, std::string_view answered) {
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?><{0} xmlns=\"{1}\" versao=\"{2}\">{3}{4}</{0}>", name,
                       nfe_namespace, versao, sent, answered);
}

} // namespace

std::string_view service_name(Service service) { return names_of(service).service; }

std::string soap_action(Service service) {
    return fmt::format("{}/{}", service_namespace(service), names_of(service).method);
}

std::string soap_envelope(Service service, std::string_view message) {
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?><soap12:Envelope "
                       "xmlns:soap12=\"http://www.w3.org/2003/05/soap-envelope\" "
                       "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                       "xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><soap12:Body>"
                       "<nfeDadosMsg xmlns=\"{}\">{}</nfeDadosMsg></soap12:Body></soap12:Envelope>",
                       service_namespace(service), message);
}

std::string authorisation_message(std::string_view idLote, std::string_view signed_nfe) {
    return fmt::format("<enviNFe xmlns=\"{}\" versao=\"4.00\"><idLote>{}</idLote><indSinc>1</indSinc>{}</enviNFe>",
                       nfe_namespace, idLote, signed_nfe);
}

std::string authorisation_result_message(int tpAmb, std::string_view nRec) {
    return fmt::format("<consReciNFe xmlns=\"{}\" versao=\"4.00\"><tpAmb>{}</tpAmb><nRec>{}</nRec></consReciNFe>",
                       nfe_namespace, tpAmb, nRec);
}

std::string event_message(std::string_view idLote, std::string_view signed_evento) {
    return fmt::format("<envEvento xmlns=\"{}\" versao=\"1.00\"><idLote>{}</idLote>{}</envEvento>", nfe_namespace,
                       idLote, signed_evento);
}

std::string query_message(int tpAmb, std::string_view chNFe) {
    return fmt::format("<consSitNFe xmlns=\"{}\" "
                       "versao=\"4.00\"><tpAmb>{}</tpAmb><xServ>CONSULTAR</xServ><chNFe>{}</chNFe></consSitNFe>",
                       nfe_namespace, tpAmb, chNFe);
}

std::string status_message(int tpAmb, std::string_view cUF) {
    return fmt::format(
        "<consStatServ xmlns=\"{}\" versao=\"4.00\"><tpAmb>{}</tpAmb><cUF>{}</cUF><xServ>STATUS</xServ></consStatServ>",
        nfe_namespace, tpAmb, cUF);
}

std::string registry_message(std::string_view uf, std::string_view cnpj) {
    auto const message =
        fmt::format("<ConsCad xmlns=\"{}\" "
                    "versao=\"2.00\"><infCons><xServ>CONS-CAD</xServ><UF>{}</UF><CNPJ>{}</CNPJ></infCons></ConsCad>",
                    nfe_namespace, uf, cnpj);
    return uf == "MT" ? fmt::format("<nfeDadosMsg>{}</nfeDadosMsg>", message) : message;
}

std::string stored_document(std::string_view signed_nfe, std::string_view protNFe_xml) {
    return kept("nfeProc", "4.00", signed_nfe, protNFe_xml);
}

std::string stored_event(std::string_view signed_evento, std::string_view retEvento_xml) {
    return kept("procEventoNFe", "1.00", signed_evento, retEvento_xml);
}

std::string stored_voiding(std::string_view signed_inutNFe, std::string_view retInutNFe_xml) {
    return kept("ProcInutNFe", "4.00", signed_inutNFe, retInutNFe_xml);
}

} // namespace balcao::nfce
