#include "fiscal/certificates/certificate_rules.hpp"

#include <algorithm>
#include <chrono>

#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "nfce/digest.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"

namespace balcao::certificates {

namespace {

constexpr std::size_t longest_password = 1000;
constexpr std::size_t longest_file_name = 200;
constexpr std::int64_t soon_days = 30;

Failure refused(std::string_view title, std::string_view field, std::string_view sentence) {
    return {.kind = FailureKind::invalid,
            .title = std::string(title),
            .detail = std::string(sentence),
            .fields = {{std::string(field), std::string(sentence)}}};
}

Failure refused_upload(std::string_view field, std::string_view sentence) {
    return refused("Erro no Upload", field, sentence);
}

Failure incomplete(std::string_view field) {
    return refused("Campos obrigatórios", field, "É necessário um arquivo e uma senha.");
}

bool is_pfx_name(std::string_view name) { return upper_ascii(name).ends_with(".PFX"); }

// A text certificate, or a key, under another name.
bool is_pem(std::string_view bytes) { return bytes.substr(0, 4096).contains("-----BEGIN "); }

std::string day(std::int64_t seconds, std::string_view time_zone) {
    return local_date_time_text(Instant{seconds * 1'000'000}, time_zone).substr(0, 10);
}

// nullopt: not there; a failure: something else than a text.
Result<std::optional<std::string_view>> text(boost::json::object const& json, std::string_view name) {
    auto const* const value = json.if_contains(name);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (!value->is_string()) {
        return invalid(
            std::vector<FieldProblem>{{std::string(name), "Este valor veio em formato inesperado. Digite de novo."}});
    }
    return std::string_view(value->get_string());
}

Result<std::string> read_file(std::string_view base64) {
    if (trim(base64).empty())
        return fail(refused_upload("file_base64", "O arquivo está vazio. Escolha o .pfx do certificado A1."));
    auto pfx = nfce::base64_decode(base64);
    if (!pfx) return fail(refused_upload("file_base64", "O arquivo não chegou inteiro. Escolha-o de novo."));
    if (pfx->size() > most_file_bytes) {
        return fail(refused_upload(
            "file_base64", "O arquivo tem mais de 64 KB, e um certificado A1 é menor. Confira o arquivo escolhido."));
    }
    return *std::move(pfx);
}

} // namespace

Result<CertificateInput> read_input(boost::json::object const& json) {
    for (auto const& [name, value] : json) {
        if (name != "file_name" && name != "file_base64" && name != "password")
            return invalid(std::vector<FieldProblem>{{std::string(name), "Este campo não existe."}});
    }
    auto const file_name = BALCAO_TRY(text(json, "file_name"));
    auto const base64 = BALCAO_TRY(text(json, "file_base64"));
    auto const password = BALCAO_TRY(text(json, "password"));

    CertificateInput input;
    input.file_name = trim(file_name.value_or(""));
    if (input.file_name.empty()) return fail(incomplete("file_name"));
    if (!is_pfx_name(input.file_name)) {
        return fail(refused("Formato de arquivo inválido!", "file_name",
                            "Por favor, selecione um arquivo com a extensão .pfx."));
    }
    if (length(input.file_name) > longest_file_name) {
        return fail(
            refused_upload("file_name", "O nome do arquivo tem mais de 200 caracteres. Dê um nome mais curto."));
    }
    if (has_control_characters(input.file_name))
        return fail(refused_upload("file_name", "Retire quebras de linha e caracteres invisíveis do nome do arquivo."));
    if (password.value_or("").empty()) return fail(incomplete("password"));
    if (length(*password) > longest_password)
        return fail(refused_upload("password", "Digite no máximo 1000 caracteres."));
    input.password = Secret{std::string(*password)};
    if (base64) {
        auto pfx = BALCAO_TRY(read_file(*base64));
        input.pfx = Secret{std::move(pfx)};
    }
    return input;
}

Failure refusal(nfce::CertificateError error, std::string_view pfx) {
    switch (error) {
    case nfce::CertificateError::wrong_password:
        return refused_upload("password",
                              "Senha do certificado incorreta. Confira maiúsculas e minúsculas e digite de novo.");
    case nfce::CertificateError::damaged:
        if (is_pem(pfx)) {
            return refused_upload(
                "file_base64", "Este arquivo é um certificado em texto (PEM) com outro nome. Exporte o certificado A1 "
                               "como .pfx, com a chave privada, e escolha o novo arquivo.");
        }
        return refused_upload("file_base64",
                              "O arquivo não é um certificado A1 (.pfx) válido ou está danificado. Exporte-o de novo e "
                              "escolha o novo arquivo.");
    case nfce::CertificateError::no_key:
        return refused_upload("file_base64",
                              "O arquivo não contém a chave privada, e sem ela não se assina. Exporte o certificado de "
                              "novo, marcando a opção de exportar a chave privada.");
    case nfce::CertificateError::no_certificate:
        return refused_upload("file_base64",
                              "O arquivo contém uma chave, mas não o certificado dela. Exporte o certificado de novo.");
    case nfce::CertificateError::not_rsa:
        return refused_upload("file_base64",
                              "A chave deste certificado não é RSA, a única que a SEFAZ aceita. Use um e-CNPJ A1.");
    }
    std::unreachable();
}

std::optional<Failure> refusal(nfce::CertificateFacts const& facts, std::string_view company_cnpj, Instant now,
                               std::string_view time_zone) {
    auto const seconds = now.microseconds() / 1'000'000;
    if (seconds >= facts.valid_to) {
        return refused_upload("file_base64", fmt::format("Este certificado venceu em {}. Envie um que esteja valendo.",
                                                         day(facts.valid_to, time_zone)));
    }
    if (seconds < facts.valid_from) {
        return refused_upload("file_base64",
                              fmt::format("Este certificado só vale a partir de {}. Envie-o nesse dia, ou use outro.",
                                          day(facts.valid_from, time_zone)));
    }
    if (facts.cnpj.empty()) {
        return refused_upload(
            "file_base64",
            "Este certificado não traz um CNPJ; parece ser de pessoa física. Use o e-CNPJ A1 da empresa.");
    }
    if (!same_root(facts.cnpj, company_cnpj)) {
        return refused_upload("file_base64",
                              fmt::format("Este certificado é do CNPJ {}, e o desta empresa é {}. Envie o da empresa.",
                                          format_cnpj(facts.cnpj), format_cnpj(company_cnpj)));
    }
    return std::nullopt;
}

Failure no_stored_file() {
    return refused("Arquivo não encontrado", "file_base64",
                   "É necessário fazer o upload de um certificado antes de salvar.");
}

Failure not_for_production(std::string_view sentence) { return refused_upload("file_base64", sentence); }

bool same_root(std::string_view cnpj, std::string_view other) {
    constexpr std::size_t root = 8;
    return cnpj.size() >= root && cnpj.substr(0, root) == other.substr(0, root);
}

std::optional<std::string> notice(std::string_view certificate_cnpj, std::string_view company_cnpj) {
    if (certificate_cnpj == company_cnpj) return std::nullopt;
    if (same_root(certificate_cnpj, company_cnpj)) {
        return fmt::format(
            "Este certificado é de outro estabelecimento da mesma empresa, CNPJ {}. Ele também vale para este.",
            format_cnpj(certificate_cnpj));
    }
    return fmt::format("Este certificado é do CNPJ {}, que já não é o desta empresa. Envie o da empresa.",
                       format_cnpj(certificate_cnpj));
}

std::string_view situacao(Instant valid_to, Instant now) {
    if (now >= valid_to) return "vencido";
    return valid_to - now <= std::chrono::days{soon_days} ? "vence_em_breve" : "valido";
}

std::int64_t dias_restantes(Instant valid_to, Instant now) {
    return std::chrono::floor<std::chrono::days>(valid_to - now).count();
}

} // namespace balcao::certificates
