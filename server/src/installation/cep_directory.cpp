#include "installation/cep_directory.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <curl/curl.h>
#include <fmt/format.h>

#include "base/json.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "reference/municipalities.hpp"

namespace balcao::installation {

namespace {

constexpr std::size_t most_bytes = 64UL * 1024;
constexpr long most_time_ms = 2'000;
constexpr std::size_t longest_text = 60; // of the fields it goes into
constexpr std::size_t most_kept = 2'000;
constexpr std::chrono::hours kept_for{24};
// Of the sixteen threads that calls to SEFAZ have, a slow service must not take most.
constexpr int most_asking = 4;

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
    auto text = trim(std::string_view(value->get_string()));
    if (has_control_characters(text)) return {};
    while (length(text) > longest_text) {
        // A whole character: its first byte is the last that continues none.
        while ((static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
        text.pop_back();
    }
    return trim(text);
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

reference::Municipality const* municipality_named(std::string_view uf, std::string_view name) {
    auto const all = reference::municipalities(uf);
    auto const found =
        std::ranges::find(all, fold(name), [](reference::Municipality const& each) { return fold(each.nome); });
    return found == all.end() ? nullptr : &*found;
}

// One of those who wait at the same time.
class Turn {
public:
    explicit Turn(std::atomic<int>& asking) : asking_(asking), before_(asking.fetch_add(1)) {}
    Turn(Turn const&) = delete;
    Turn& operator=(Turn const&) = delete;
    ~Turn() { asking_.fetch_sub(1); }

    bool is_late() const { return before_ >= most_asking; }

private:
    std::atomic<int>& asking_;
    int const before_;
};

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
    if (municipality == nullptr) municipality = municipality_named(uf, text_of(*object, "localidade"));
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
    if (auto const known = kept(cep)) return known->address;

    Turn const turn(asking_);
    if (turn.is_late()) return fail(away());
    auto url = url_;
    constexpr std::string_view place = "{cep}";
    url.replace(url.find(place), place.size(), cep);
    auto const read = ask_and_read(url, cep);
    if (!read) {
        log::warning("cep_service_failed", {{"error", read.error()}});
        return fail(away());
    }
    keep(cep, *read);
    return *read;
}

std::optional<CepDirectory::Kept> CepDirectory::kept(std::string const& cep) {
    std::lock_guard const lock(mutex_);
    auto const found = kept_.find(cep);
    if (found == kept_.end()) return std::nullopt;
    if (Clock::now() - found->second.at < kept_for) return found->second;
    kept_.erase(found);
    return std::nullopt;
}

void CepDirectory::keep(std::string const& cep, std::optional<CepAddress> const& address) {
    std::lock_guard const lock(mutex_);
    if (kept_.size() >= most_kept && !kept_.contains(cep))
        kept_.erase(std::ranges::min_element(kept_, {}, [](auto const& each) { return each.second.at; }));
    kept_.insert_or_assign(cep, Kept{.address = address, .at = Clock::now()});
}

} // namespace balcao::installation
