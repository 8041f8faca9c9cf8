#include "platform/http/tls.hpp"

#include <array>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <boost/system/error_code.hpp>
#include <fmt/format.h>
#include <openssl/ssl.h>

#include "platform/base/log.hpp"

namespace balcao::http {

namespace ssl = boost::asio::ssl;
namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds look_every{5};

// Browsers that also know HTTP/2 agree on what there is.
int choose_http_1(SSL* /*ssl*/, unsigned char const** chosen, unsigned char* size, unsigned char const* offered,
                  unsigned int offered_size, void* /*context*/) {
    static constexpr std::array<unsigned char, 9> http_1{8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    unsigned char* found = nullptr;
    auto const result = SSL_select_next_proto(&found, size, http_1.data(), http_1.size(), offered, offered_size);
    *chosen = found;
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

std::string state_of(fs::path const& file) {
    std::error_code error;
    auto const size = fs::file_size(file, error);
    if (error) return "-";
    auto const time = fs::last_write_time(file, error);
    return fmt::format("{}@{}", size, error ? 0 : time.time_since_epoch().count());
}

} // namespace

Tls::Tls(TlsFiles files) : files_(std::move(files)), state_(state()), context_(load()) {}

std::string Tls::state() const { return state_of(files_.certificate) + " " + state_of(files_.key); }

Tls::Context Tls::load() const {
    auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    auto* const native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_alpn_select_cb(native, choose_http_1, nullptr);
    boost::system::error_code error;
    context->use_certificate_chain_file(files_.certificate.string(), error);
    if (error) {
        throw std::runtime_error(
            fmt::format("BALCAO_TLS_CERT: o certificado {} não pôde ser lido. Confira o caminho, a "
                        "permissão e se é um arquivo PEM.",
                        files_.certificate.string()));
    }
    // Without a callback OpenSSL would ask at the terminal.
    context->set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string{}; }, error);
    if (!error) context->use_private_key_file(files_.key.string(), ssl::context::pem, error);
    if (error) {
        throw std::runtime_error(fmt::format("BALCAO_TLS_KEY: a chave {} não pôde ser usada. Confira o caminho, a "
                                             "permissão, se é um arquivo PEM sem senha e se é a do certificado {}.",
                                             files_.key.string(), files_.certificate.string()));
    }
    return context;
}

Tls::Context Tls::context() {
    std::lock_guard const lock(mutex_);
    auto const now = std::chrono::steady_clock::now();
    if (now < next_look_) return context_;
    next_look_ = now + look_every;
    auto current = state();
    if (current == state_) return context_;
    state_ = std::move(current); // those that are wrong are read once
    try {
        context_ = load();
        log::info("tls_certificate_loaded", {{"file", files_.certificate.string()}});
    } catch (std::runtime_error const& error) {
        log::error("tls_certificate_not_loaded", {{"error", error.what()}});
    }
    return context_;
}

} // namespace balcao::http
