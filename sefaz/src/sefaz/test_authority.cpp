#include "sefaz/test_authority.hpp"

#include <array>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509v3.h>

#include "nfce/datetime.hpp"
#include "sefaz/openssl.hpp"
#include "sefaz/x509.hpp"

namespace balcao::sefaz {

namespace {

namespace fs = std::filesystem;

using nfce::seconds_a_day;
constexpr std::int64_t authority_life = 20 * 365 * seconds_a_day;
constexpr std::int64_t server_life = 2 * 365 * seconds_a_day;
constexpr std::int64_t renewed_before_end = 30 * seconds_a_day;
constexpr auto authority_name = "Autoridade de teste do simulador (sem validade)";

std::int64_t end_of(X509 const* certificate) {
    std::tm parts{};
    require(ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) == 1, "ASN1_TIME_to_tm");
    return timegm(&parts);
}

Pair new_authority(std::int64_t now) {
    auto key = new_rsa_key();
    auto certificate = draft(key.get(), authority_name, nullptr, now - seconds_a_day, now + authority_life);
    extend(certificate.get(), certificate.get(), NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
    extend(certificate.get(), certificate.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
    extend(certificate.get(), certificate.get(), NID_subject_key_identifier, "hash");
    sign(certificate.get(), key.get());
    return {std::move(key), std::move(certificate)};
}

Pair new_server(Pair const& authority, std::int64_t now) {
    auto key = new_rsa_key();
    auto certificate =
        draft(key.get(), "Simulador da SEFAZ", authority.certificate.get(), now - seconds_a_day, now + server_life);
    extend(certificate.get(), authority.certificate.get(), NID_basic_constraints, "critical,CA:FALSE");
    extend(certificate.get(), authority.certificate.get(), NID_key_usage, "critical,digitalSignature,keyEncipherment");
    extend(certificate.get(), authority.certificate.get(), NID_ext_key_usage, "serverAuth");
    extend(certificate.get(), authority.certificate.get(), NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1");
    extend(certificate.get(), authority.certificate.get(), NID_authority_key_identifier, "keyid");
    sign(certificate.get(), authority.key.get());
    return {std::move(key), std::move(certificate)};
}

/// nullopt when there is no such file or it does not hold a key with its certificate.
std::optional<Pair> read_pair(fs::path const& file) {
    std::ifstream input(file, std::ios::binary);
    std::string const pem{std::istreambuf_iterator<char>(input), {}};
    Bio const text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    require(text != nullptr, "BIO_new_mem_buf");
    Pair pair{.key = Key(PEM_read_bio_PrivateKey(text.get(), nullptr, nullptr, nullptr)),
              .certificate = X509Ptr(PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr))};
    ERR_clear_error();
    if (!pair.key || !pair.certificate || X509_check_private_key(pair.certificate.get(), pair.key.get()) != 1)
        return std::nullopt;
    return pair;
}

fs::path authority_file(fs::path const& folder) { return folder / "autoridade.pem"; }
fs::path server_file(fs::path const& folder) { return folder / "servidor.pem"; }

bool lasts(X509 const* certificate, std::int64_t now) { return end_of(certificate) - now > renewed_before_end; }

/// So much of `name` that a CN of 64 characters has room for the CNPJ behind it.
std::string shortened(std::string_view name) {
    constexpr std::size_t longest = 48;
    if (name.size() <= longest) return std::string(name);
    auto end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end; // not within a letter of UTF-8
    return std::string(name.substr(0, end));
}

/// SAN otherName with the CNPJ, as ICP-Brasil writes it.
void add_cnpj(X509* certificate, std::string const& cnpj) {
    Owned<GENERAL_NAMES, GENERAL_NAMES_free> const names(GENERAL_NAMES_new());
    Owned<GENERAL_NAME, GENERAL_NAME_free> name(GENERAL_NAME_new());
    Owned<ASN1_TYPE, ASN1_TYPE_free> value(ASN1_TYPE_new());
    Owned<ASN1_OCTET_STRING, ASN1_OCTET_STRING_free> text(ASN1_OCTET_STRING_new());
    require(names && name && value && text &&
                ASN1_OCTET_STRING_set(text.get(), reinterpret_cast<unsigned char const*>(cnpj.data()),
                                      static_cast<int>(cnpj.size())) == 1,
            "CNPJ");
    ASN1_TYPE_set(value.get(), V_ASN1_OCTET_STRING, text.release());
    require(GENERAL_NAME_set0_othername(name.get(), OBJ_txt2obj("2.16.76.1.3.3", 1), value.release()) == 1,
            "otherName");
    require(sk_GENERAL_NAME_push(names.get(), name.get()) > 0, "otherName");
    (void)name.release(); // the list's
    require(X509_add1_ext_i2d(certificate, NID_subject_alt_name, names.get(), 0, X509V3_ADD_DEFAULT) == 1,
            "subjectAltName");
}

} // namespace

struct TestAuthority::Content {
    Pair authority;
    std::string certificate, server;
};

TestAuthority TestAuthority::make(fs::path const& folder, std::int64_t now) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw std::runtime_error("A pasta " + folder.string() + " não pôde ser criada: " + error.message() +
                                 ". Escolha outra com --data.");
    }

    auto authority = read_pair(authority_file(folder));
    if (!authority || !lasts(authority->certificate.get(), now)) {
        authority = new_authority(now);
        write_secret_file(authority_file(folder), pem_of(*authority));
    }
    auto server = read_pair(server_file(folder));
    auto const is_ours = [&] { return X509_verify(server->certificate.get(), authority->key.get()) == 1; };
    if (!server || !lasts(server->certificate.get(), now) || !is_ours()) {
        ERR_clear_error();
        server = new_server(*authority, now);
        write_secret_file(server_file(folder), pem_of(*server));
    }
    auto const content = std::make_shared<Content>();
    content->certificate = pem_of(authority->certificate.get());
    content->server = pem_of(*server);
    content->authority = *std::move(authority);
    return TestAuthority(content);
}

std::expected<TestAuthority, std::string> TestAuthority::read(fs::path const& folder) {
    auto authority = read_pair(authority_file(folder));
    if (!authority) return std::unexpected("O simulador da SEFAZ ainda não foi iniciado nesta instalação.");
    auto const content = std::make_shared<Content>();
    content->certificate = pem_of(authority->certificate.get());
    content->authority = *std::move(authority);
    return TestAuthority(content);
}

std::optional<fs::file_time_type> TestAuthority::written(fs::path const& folder) {
    std::error_code error;
    auto const at = fs::last_write_time(authority_file(folder), error);
    return error ? std::nullopt : std::optional(at);
}

std::string const& TestAuthority::certificate() const { return content_->certificate; }
std::string const& TestAuthority::server() const { return content_->server; }

std::string TestAuthority::issue_file(Holder const& holder, std::string const& password) const {
    auto* const issuer = content_->authority.certificate.get();
    auto const key = new_rsa_key();
    auto const certificate =
        draft(key.get(), shortened(holder.name) + ":" + holder.cnpj, issuer, holder.valid_from, holder.valid_to);
    extend(certificate.get(), issuer, NID_basic_constraints, "critical,CA:FALSE");
    extend(certificate.get(), issuer, NID_key_usage, "critical,digitalSignature,nonRepudiation,keyEncipherment");
    extend(certificate.get(), issuer, NID_ext_key_usage, "clientAuth");
    extend(certificate.get(), issuer, NID_authority_key_identifier, "keyid");
    add_cnpj(certificate.get(), holder.cnpj);
    sign(certificate.get(), content_->authority.key.get());

    Owned<PKCS12, PKCS12_free> const file(
        PKCS12_create(password.c_str(), nullptr, key.get(), certificate.get(), nullptr, 0, 0, 1, 1, 0));
    unsigned char* bytes = nullptr;
    int const size = file ? i2d_PKCS12(file.get(), &bytes) : -1;
    require(size > 0, "PKCS12_create");
    std::string pfx(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
    OPENSSL_clear_free(bytes, static_cast<std::size_t>(size));
    return pfx;
}

nfce::Certificate TestAuthority::issue(Holder const& holder) const {
    // By the way every A1 comes in; the password protects nothing that leaves this function.
    constexpr auto password = "simulador";
    auto opened = nfce::Certificate::open(issue_file(holder, password), password);
    if (!opened) throw std::runtime_error("test certificate: " + std::string(nfce::describe(opened.error())));
    return *std::move(opened);
}

} // namespace balcao::sefaz
