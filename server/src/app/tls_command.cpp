#include "app/tls_command.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <ostream>
#include <stdexcept>
#include <system_error>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/x509v3.h>

#include "sefaz/x509.hpp"

namespace balcao::app {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t seconds_a_day = 86'400;
// No browser refuses it: Apple's take no longer one.
constexpr std::int64_t days = 820;
constexpr std::string_view zone_of_validity = "America/Sao_Paulo";

bool is_address(std::string const& name) {
    in6_addr ignored{};
    return ::inet_pton(AF_INET, name.c_str(), &ignored) == 1 || ::inet_pton(AF_INET6, name.c_str(), &ignored) == 1;
}

bool is_host_name(std::string const& name) {
    constexpr std::size_t longest = 253;
    return !name.empty() && name.size() <= longest && name.front() != '.' && name.front() != '-' &&
           std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '.'; });
}

std::string alternative_names(std::vector<std::string> const& names) {
    std::vector<std::string> parts;
    for (auto const& name : names) {
        if (!is_address(name) && !is_host_name(name)) {
            throw std::runtime_error("“" + name +
                                     "” não é um nome nem um endereço IP. Exemplos: balcao.local, 192.168.0.10.");
        }
        parts.push_back((is_address(name) ? "IP:" : "DNS:") + name);
    }
    return fmt::format("{}", fmt::join(parts, ","));
}

} // namespace

void make_certificate(std::vector<std::string> const& names, fs::path const& folder, bool replace, Instant now,
                      std::ostream& out) {
    auto const alternatives = alternative_names(names);
    auto const certificate_file = folder / "servidor.crt";
    auto const key_file = folder / "servidor.key";
    auto const authority_file = folder / "autoridade.crt";
    if (!replace && (fs::exists(certificate_file) || fs::exists(key_file))) {
        throw std::runtime_error(
            fmt::format("Já há um certificado em {}. Com --replace ele é trocado, e cada computador "
                        "terá de aceitar a autoridade nova.",
                        folder.string()));
    }
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw std::runtime_error(fmt::format("A pasta {} não pôde ser criada: {}. Escolha outra com --folder.",
                                             folder.string(), error.message()));
    }

    auto const seconds = now.microseconds() / 1'000'000;
    auto const from = seconds - seconds_a_day; // for clocks that are slow
    auto const to = seconds + days * seconds_a_day;
    sefaz::Pair authority{.key = sefaz::new_rsa_key(), .certificate = nullptr};
    authority.certificate = sefaz::draft(authority.key.get(), "Balcão de " + names.front(), nullptr, from, to);
    auto* const issuer = authority.certificate.get();
    sefaz::extend(issuer, issuer, NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
    sefaz::extend(issuer, issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
    sefaz::extend(issuer, issuer, NID_subject_key_identifier, "hash");
    sefaz::sign(issuer, authority.key.get());

    auto const key = sefaz::new_rsa_key();
    auto const certificate = sefaz::draft(key.get(), names.front(), issuer, from, to);
    sefaz::extend(certificate.get(), issuer, NID_basic_constraints, "critical,CA:FALSE");
    sefaz::extend(certificate.get(), issuer, NID_key_usage, "critical,digitalSignature,keyEncipherment");
    sefaz::extend(certificate.get(), issuer, NID_ext_key_usage, "serverAuth");
    sefaz::extend(certificate.get(), issuer, NID_subject_alt_name, alternatives.c_str());
    sefaz::extend(certificate.get(), issuer, NID_authority_key_identifier, "keyid");
    sefaz::sign(certificate.get(), authority.key.get());

    sefaz::write_secret_file(authority_file, sefaz::pem_of(issuer));
    sefaz::write_secret_file(key_file, sefaz::pem_of(key.get()));
    fs::permissions(authority_file, fs::perms::group_read | fs::perms::others_read, fs::perm_options::add);
    sefaz::write_secret_file(certificate_file, sefaz::pem_of(certificate.get()) + sefaz::pem_of(issuer));

    out << fmt::format("Certificado para {}, válido até {}, na pasta {}.\n"
                       "1. Ponha nas configurações do Balcão, e reinicie-o:\n"
                       "   BALCAO_TLS_CERT={}\n"
                       "   BALCAO_TLS_KEY={}\n"
                       "2. Copie {} para cada computador da loja e diga a ele que confie nesta autoridade, uma vez:\n"
                       "   Windows: dois cliques no arquivo, “Instalar certificado”, “Máquina local”, “Autoridades de "
                       "Certificação Raiz "
                       "Confiáveis”.\n"
                       "   Firefox: Configurações, “Ver certificados”, “Autoridades”, “Importar”.\n"
                       "   Até lá o navegador avisa que a conexão não é segura.\n"
                       "A chave da autoridade não foi guardada: ninguém faz outro certificado em nome dela.\n",
                       fmt::join(names, ", "),
                       local_date_time_text(now + std::chrono::hours{24 * days}, zone_of_validity).substr(0, 10),
                       folder.string(), certificate_file.string(), key_file.string(), authority_file.string());
}

} // namespace balcao::app
