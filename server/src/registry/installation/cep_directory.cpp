#include "registry/installation/cep_directory.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <curl/curl.h>
#include <fmt/format.h>

#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/base/text.hpp"
#include "platform/reference/municipalities.hpp"

namespace balcao::installation {

namespace {

constexpr std::size_t most_bytes = 64UL * 1024;
constexpr long most_time_ms = 2'000;
constexpr std::size_t longest_text = 60; // of the fields it goes into

struct Answer {
    long status = 0;
    std::string body;
};

struct CleanUp {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};

std::size_t take_body(char const* bytes, std::size_t size, std::size_t count, void* into) {
    auto& body = *static_cast<std::string*>(into);
    auto const more = size * count;
    if (body.size() + more > most_bytes) return 0; // fewer than came: libcurl gives up
    body.append(bytes, more);
    return more;
}

// What the service answered, whatever its status; libcurl's word for why there is nothing.
std::expected<Answer, std::string> ask(std::string const& url) {
    std::unique_ptr<CURL, CleanUp> const easy(curl_easy_init());
    if (easy == nullptr) throw std::runtime_error("libcurl: curl_easy_init");
    Answer answer;
    CURLcode set = CURLE_OK;
    auto const option = [&](CURLoption name, auto value) {
        if (set == CURLE_OK) set = curl_easy_setopt(easy.get(), name, value);
    };
    option(CURLOPT_URL, url.c_str());
    option(CURLOPT_PROTOCOLS_STR, "http,https");
    option(CURLOPT_FOLLOWLOCATION, 0L);
    option(CURLOPT_NOSIGNAL, 1L);
    option(CURLOPT_QUICK_EXIT, 1L); // a limit that is over does not wait for the name server
    option(CURLOPT_TIMEOUT_MS, most_time_ms);
    option(CURLOPT_USERAGENT, "Balcao");
    option(CURLOPT_WRITEFUNCTION, &take_body);
    option(CURLOPT_WRITEDATA, &answer.body);
    if (set != CURLE_OK) throw std::runtime_error(std::string("libcurl: ") + curl_easy_strerror(set));
    if (auto const code = curl_easy_perform(easy.get()); code != CURLE_OK)
        return std::unexpected(curl_easy_strerror(code));
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &answer.status);
    return answer;
}

// A member that is text, fit for a field; empty when it is not.
std::string text_of(boost::json::object const& object, std::string_view name) {
    auto const* const value = object.if_contains(name);
    if (value == nullptr || !value->is_string()) return {};
    return one_line(value->get_string(), longest_text);
}

// "3550308", whether it came as text or as a number.
std::string code_of(boost::json::object const& object, std::string_view name) {
    auto const* const value = object.if_contains(name);
    if (value != nullptr && value->is_int64()) return std::to_string(value->get_int64());
    return text_of(object, name);
}

bool says_unknown(boost::json::object const& object) {
    auto const* const value = object.if_contains("erro");
    if (value == nullptr) return false;
    return value->is_bool() ? value->get_bool() : value->is_string() && value->get_string() == "true";
}

std::expected<std::optional<CepAddress>, std::string> ask_and_read(std::string const& url, std::string_view cep) {
    auto const answer = ask(url);
    if (!answer) return std::unexpected(answer.error());
    if (answer->status == 404) return std::nullopt;
    if (answer->status != 200) return std::unexpected(fmt::format("status {}", answer->status));
    return read_cep_answer(answer->body, cep);
}

Failure away() {
    return {.kind = FailureKind::unavailable,
            .title = "CEP sem resposta",
            .detail = "O serviço de CEP não respondeu. Digite o endereço."};
}

} // namespace

std::expected<std::optional<CepAddress>, std::string> read_cep_answer(std::string_view body, std::string_view cep) {
    auto const object = json::parse_object(body);
    if (!object) return std::unexpected("no JSON object");
    if (says_unknown(*object)) return std::nullopt;
    if (auto const told = digits(text_of(*object, "cep")); !told.empty() && told != cep)
        return std::unexpected("about another CEP");

    CepAddress address{.logradouro = text_of(*object, "logradouro"), .bairro = text_of(*object, "bairro")};
    auto const uf = upper_ascii(text_of(*object, "uf"));
    auto const* municipality = reference::find_municipality(code_of(*object, "ibge"));
    if (municipality == nullptr) municipality = reference::find_municipality(uf, text_of(*object, "localidade"));
    if (municipality != nullptr) {
        if (!uf.empty() && uf != municipality->uf) return std::unexpected("UF and municipality contradict each other");
        address.municipio = municipality->codigo;
        address.municipio_nome = municipality->nome;
        address.uf = municipality->uf;
    } else if (!reference::municipalities(uf).empty()) {
        address.uf = uf;
    }
    if (address.logradouro.empty() && address.bairro.empty() && address.uf.empty()) return std::nullopt;
    return address;
}

Result<std::optional<CepAddress>> CepDirectory::find(std::string const& cep) {
    if (!is_on()) return std::nullopt;
    if (auto const known = kept_.find(cep)) return *known;

    auto const turn = turns_.take();
    if (!turn) return fail(away());
    auto url = url_;
    constexpr std::string_view place = "{cep}";
    url.replace(url.find(place), place.size(), cep);
    auto const read = ask_and_read(url, cep);
    if (!read) {
        log::warning("cep_service_failed", {{"error", read.error()}});
        return fail(away());
    }
    kept_.put(cep, *read);
    return *read;
}

} // namespace balcao::installation
