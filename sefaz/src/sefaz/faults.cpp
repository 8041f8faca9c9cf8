#include "sefaz/faults.hpp"

#include <cerrno>

#include <curl/curl.h>
#include <fmt/format.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include "nfce/xml_document.hpp"

namespace balcao::sefaz {

namespace {

/// Alerts with which a server turns a client's certificate down.
bool is_about_our_certificate(int alert) {
    switch (alert) {
    case SSL3_AD_NO_CERTIFICATE:
    case SSL_AD_BAD_CERTIFICATE:
    case SSL_AD_UNSUPPORTED_CERTIFICATE:
    case SSL_AD_CERTIFICATE_REVOKED:
    case SSL_AD_CERTIFICATE_EXPIRED:
    case SSL_AD_CERTIFICATE_UNKNOWN:
    case SSL_AD_UNKNOWN_CA:
    case SSL_AD_ACCESS_DENIED:
    case SSL_AD_CERTIFICATE_REQUIRED: return true;
    default: return false;
    }
}

std::string refusal_of(int alert) {
    switch (alert) {
    case SSL_AD_CERTIFICATE_EXPIRED:
        return "O servidor recusou o certificado da empresa porque venceu. Envie o novo em Certificado Digital.";
    case SSL_AD_CERTIFICATE_REVOKED:
        return "O servidor recusou o certificado da empresa porque foi revogado. Peça outro à certificadora e envie em "
               "Certificado "
               "Digital.";
    case SSL_AD_UNKNOWN_CA:
        return "O servidor recusou o certificado da empresa porque não conhece quem o emitiu. Use um certificado A1 da "
               "ICP-Brasil.";
    case SSL3_AD_NO_CERTIFICATE:
    case SSL_AD_CERTIFICATE_REQUIRED:
        return "O servidor exige o certificado da empresa e não recebeu nenhum. Envie em Certificado Digital.";
    default:
        return "O servidor recusou o certificado da empresa. Confira em Certificado Digital se é o certificado certo e "
               "se está na "
               "validade.";
    }
}

Fault tls_fault(Failed const& failed) {
    if (is_about_our_certificate(failed.alert))
        return {FaultKind::certificate_refused, refusal_of(failed.alert), failed.message};
    return {FaultKind::tls,
            "A conexão segura com o servidor não pôde ser feita. Tente de novo; se continuar, avise o suporte.",
            failed.message};
}

Fault server_certificate_fault(Failed const& failed) {
    // libcurl looks at the name before it asks for the result of the chain, which stands at 1 until then.
    if (failed.verify_result == X509_V_OK || failed.verify_result == X509_V_ERR_UNSPECIFIED) {
        return {FaultKind::wrong_host,
                "O certificado do servidor é de outro endereço. Confira os endereços da SEFAZ desta instalação; nada "
                "foi enviado.",
                failed.message};
    }
    if (failed.verify_result == X509_V_ERR_CERT_HAS_EXPIRED || failed.verify_result == X509_V_ERR_CERT_NOT_YET_VALID) {
        return {FaultKind::untrusted_server,
                "O certificado do servidor está fora da validade. Confira a data e a hora deste computador; nada foi "
                "enviado.",
                failed.message};
    }
    return {FaultKind::untrusted_server,
            "O certificado do servidor não é confiável para este computador: nada foi enviado. Quem cuida da "
            "instalação pode informar as "
            "autoridades da ICP-Brasil em BALCAO_SEFAZ_CA.",
            failed.message};
}

Fault closed_fault(Failed const& failed) {
    if (failed.alert >= 0 && is_about_our_certificate(failed.alert)) return tls_fault(failed);
    if (failed.answer_began) {
        return {FaultKind::cut_off, "A resposta do servidor veio pela metade: a conexão caiu no meio. Tente de novo.",
                failed.message};
    }
    return {FaultKind::closed,
            "O servidor encerrou a conexão sem responder. Tente de novo em alguns minutos; se continuar, confira o "
            "certificado da empresa.",
            failed.message};
}

/// The reason in a SOAP fault; empty when it is none.
std::string soap_reason(std::string_view body) {
    auto const document = nfce::XmlDocument::parse(body);
    if (!document) return {};
    auto const fault = document->root().descendant("Fault");
    auto const text = fault ? fault->descendant("Text") : std::nullopt;
    auto reason = text ? text->text().value_or("") : fault ? fault->text_of("faultstring") : std::string();
    if (reason.size() > 300) reason.clear();
    return reason;
}

} // namespace

Fault fault_of(Failed const& failed) {
    switch (static_cast<CURLcode>(failed.code)) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return {FaultKind::name_not_found,
                "O nome do servidor não foi encontrado. Confira a internet deste computador e tente de novo.",
                failed.message};
    case CURLE_COULDNT_CONNECT:
        if (failed.os_error == ECONNREFUSED) {
            return {FaultKind::refused,
                    "O servidor recusou a conexão: o serviço está fora do ar neste endereço. Tente de novo mais tarde.",
                    failed.message};
        }
        return {FaultKind::unreachable,
                "Não há caminho até o servidor. Confira a internet deste computador e tente de novo.", failed.message};
    case CURLE_OPERATION_TIMEDOUT:
        return {FaultKind::timeout,
                "Tempo esgotado: o servidor não respondeu a tempo. Tente de novo em alguns minutos.", failed.message};
    case CURLE_PEER_FAILED_VERIFICATION: return server_certificate_fault(failed);
    case CURLE_SSL_CONNECT_ERROR:
        return failed.alert < 0 && failed.os_error != 0 ? closed_fault(failed) : tls_fault(failed);
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER: return tls_fault(failed);
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING: return closed_fault(failed);
    case CURLE_WRITE_ERROR:
        if (failed.too_large) {
            return {FaultKind::too_large,
                    "A resposta do servidor é grande demais para ser da SEFAZ e foi cortada. Tente de novo mais tarde.",
                    failed.message};
        }
        break;
    case CURLE_UNSUPPORTED_PROTOCOL: // HTTP/0.9: no status line
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING: return {FaultKind::not_sefaz, fault_of_body("").sentence, failed.message};
    case CURLE_URL_MALFORMAT:
        return {
            FaultKind::unusable_address,
            "O endereço do serviço não pode ser usado. Quem cuida da instalação deve conferir os endereços da SEFAZ.",
            failed.message};
    default: break;
    }
    return {FaultKind::closed, "A comunicação com o servidor falhou. Tente de novo em alguns minutos.", failed.message};
}

Fault fault_of_status(long status, std::string_view body) {
    auto technical = fmt::format("HTTP {} {}", status, soap_reason(body));
    if (status == 401 || status == 403) {
        return {FaultKind::certificate_refused,
                fmt::format("O servidor não autorizou o certificado da empresa (HTTP {}). Confira em Certificado "
                            "Digital se é o certificado "
                            "certo e se está na validade.",
                            status),
                std::move(technical), static_cast<int>(status)};
    }
    if (auto const reason = soap_reason(body); !reason.empty()) {
        return {FaultKind::http_status, fmt::format("O servidor devolveu um erro no lugar da resposta: {}", reason),
                std::move(technical), static_cast<int>(status)};
    }
    if (status >= 500) {
        return {FaultKind::http_status,
                fmt::format("O servidor está com defeito (HTTP {}). Tente de novo em alguns minutos.", status),
                std::move(technical), static_cast<int>(status)};
    }
    return {FaultKind::http_status,
            fmt::format("O servidor não oferece o serviço neste endereço (HTTP {}). Quem cuida da instalação deve "
                        "conferir os endereços da "
                        "SEFAZ.",
                        status),
            std::move(technical), static_cast<int>(status)};
}

Fault fault_of_body(std::string const& reason) {
    return {FaultKind::not_sefaz,
            "A resposta não é da SEFAZ. Confira se há um portal de acesso ou proxy no caminho e tente de novo.",
            reason};
}

} // namespace balcao::sefaz
