#include "sefaz/simulator_access.hpp"

#include <chrono>
#include <stdexcept>

#include <curl/curl.h>
#include <fmt/format.h>

#include "nfce/datetime.hpp"
#include "platform/base/log.hpp"
#include "sefaz/openssl.hpp"
#include "sefaz/simulator/message.hpp"
#include "sefaz/tables_file.hpp"

namespace balcao::sefaz {

namespace {

constexpr std::int64_t life = 365 * nfce::seconds_a_day;
constexpr std::int64_t life_in_practice = 3 * life; // which may be a year ahead
constexpr std::size_t most_kept = 1'000;
constexpr std::chrono::seconds starting_time{10};
constexpr long control_time_ms = 3'000;
std::string const nobody_listens = "https://127.0.0.1:9"; // the port "discard": refused, as by one that has ended

using Easy = Owned<CURL, curl_easy_cleanup>;
using Headers = Owned<curl_slist, curl_slist_free_all>;

std::size_t throw_away(char const* /*bytes*/, std::size_t size, std::size_t count, void* /*nobody*/) {
    return size * count;
}

// The status, or libcurl's word for why there is none.
std::expected<long, std::string> ask(std::string const& method, std::string const& url, std::string const& body) {
    Easy const easy(curl_easy_init());
    require(easy != nullptr, "curl_easy_init");
    Headers const headers(curl_slist_append(nullptr, "Content-Type: application/json"));
    require(headers != nullptr, "curl_slist_append");
    CURLcode set = CURLE_OK;
    auto const option = [&](CURLoption name, auto value) {
        if (set == CURLE_OK) set = curl_easy_setopt(easy.get(), name, value);
    };
    option(CURLOPT_URL, url.c_str());
    option(CURLOPT_PROTOCOLS_STR, "http");
    option(CURLOPT_PROXY, "");
    option(CURLOPT_NOSIGNAL, 1L);
    option(CURLOPT_TIMEOUT_MS, control_time_ms);
    option(CURLOPT_HTTPHEADER, headers.get());
    option(CURLOPT_CUSTOMREQUEST, method.c_str());
    if (!body.empty()) {
        option(CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
        option(CURLOPT_POSTFIELDS, body.c_str());
    }
    option(CURLOPT_WRITEFUNCTION, &throw_away);
    if (set != CURLE_OK) throw std::runtime_error(std::string("libcurl: ") + curl_easy_strerror(set));
    if (auto const code = curl_easy_perform(easy.get()); code != CURLE_OK)
        return std::unexpected(curl_easy_strerror(code));
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    return status;
}

} // namespace

void SimulatorAccess::set_address(SimulatorAddress address) {
    {
        std::lock_guard const lock(mutex_);
        address_ = std::move(address);
    }
    started_.notify_all();
}

SimulatorAddress SimulatorAccess::known_address() const {
    std::unique_lock lock(mutex_);
    started_.wait_for(lock, starting_time, [this] { return address_.has_value(); });
    return address_.value_or(SimulatorAddress());
}

std::string SimulatorAccess::address(nfce::Service service, nfce::Authoriser of) const {
    auto const services = known_address().services;
    return (services.empty() ? nobody_listens : services) + "/ws/" + simulator::name_of({service, of});
}

std::expected<Identity, std::string> SimulatorAccess::identity(std::string const& name, std::string const& cnpj,
                                                               std::int64_t now) {
    (void)known_address(); // it makes its authority before it listens
    std::lock_guard const lock(mutex_);
    auto const made = this->made();
    if (!made) return std::unexpected(made.error());
    auto& [authority, written, trust, certificates] = **made;
    auto found = certificates.find(cnpj);
    if (found != certificates.end() && found->second.valid_to() - now < nfce::seconds_a_day) {
        certificates.erase(found);
        found = certificates.end();
    }
    if (found == certificates.end()) {
        if (certificates.size() >= most_kept) certificates.clear();
        auto issued = authority.issue(
            {.name = name, .cnpj = cnpj, .valid_from = now - nfce::seconds_a_day, .valid_to = now + life_in_practice});
        found = certificates.emplace(cnpj, std::move(issued)).first;
    }
    return Identity{.certificate = found->second, .trust = trust, .direct = true};
}

// Reading a key takes longer than signing with it, so it is read anew only when its file was written anew.
std::expected<SimulatorAccess::Made*, std::string> SimulatorAccess::made() {
    auto const written = TestAuthority::written(folder_);
    if (made_ && made_->written == written) return &*made_;
    auto authority = TestAuthority::read(folder_);
    if (!authority) return std::unexpected(std::move(authority).error());
    auto trust = Trust::only(authority->certificate());
    made_ = Made{.authority = *std::move(authority),
                 .written = written.value_or(std::filesystem::file_time_type()),
                 .trust = std::move(trust),
                 .certificates = {}};
    return &*made_;
}

std::expected<std::string, std::string> SimulatorAccess::certificate_file(std::string const& name,
                                                                          std::string const& cnpj,
                                                                          std::string const& password,
                                                                          std::int64_t now) const {
    (void)known_address();
    auto const authority = TestAuthority::read(folder_);
    if (!authority) return std::unexpected(authority.error());
    return authority->issue_file(
        {.name = name, .cnpj = cnpj, .valid_from = now - nfce::seconds_a_day, .valid_to = now + life}, password);
}

bool SimulatorAccess::forget(std::string_view cnpj) const {
    return control("DELETE", "empresas/" + std::string(cnpj), {});
}

bool SimulatorAccess::behave(std::string_view rule) const { return control("PUT", "comportamento", rule); }

bool SimulatorAccess::behave_normally(std::string_view cnpj) const {
    return control("DELETE", "comportamento?CNPJ=" + std::string(cnpj), {});
}

bool SimulatorAccess::demand_ibscbs(std::string_view cnpj, bool demands) const {
    return control("PUT", "exigencias/" + std::string(cnpj), demands ? R"({"ibscbs":true})" : R"({"ibscbs":false})");
}

bool SimulatorAccess::set_ahead(std::string_view cnpj, std::chrono::days ahead) const {
    return control("POST", "relogio/" + std::string(cnpj),
                   fmt::format(R"({{"offset_ms":{}}})", std::chrono::milliseconds(ahead).count()));
}

void SimulatorAccess::use_tables(nfce::Tables const& tables) const {
    if (!write_tables(folder_, tables)) log::warning("simulator_tables_not_written", {{"folder", folder_.string()}});
}

bool SimulatorAccess::control(std::string_view method, std::string_view path, std::string_view body) const {
    auto const known = known_address();
    if (known.control.empty()) {
        log::warning("simulator_without_control", {{"path", path}});
        return false;
    }
    auto const status = ask(std::string(method), known.control + "/simulador/" + std::string(path), std::string(body));
    if (status && *status == 200) return true;
    log::warning("simulator_control_failed",
                 {{"path", path}, {"error", status ? std::to_string(*status) : status.error()}});
    return false;
}

} // namespace balcao::sefaz
