#include "sefaz/client.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <curl/curl.h>
#include <openssl/ssl.h>

#include "nfce/answers.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/protection.hpp"
#include "sefaz/faults.hpp"
#include "sefaz/openssl.hpp"

namespace balcao::sefaz {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Multi = Owned<CURLM, curl_multi_cleanup>;
using Easy = Owned<CURL, curl_easy_cleanup>;
using Share = Owned<CURLSH, curl_share_cleanup>;
using Headers = Owned<curl_slist, curl_slist_free_all>;

/// The last alert a server sent over the connections of one SSL_CTX.
using Alert = std::shared_ptr<std::atomic<int>>;

/// Where an SSL_CTX keeps its Alert, which goes with it.
int alert_slot() {
    static int const slot = SSL_CTX_get_ex_new_index(
        0, nullptr, nullptr, nullptr,
        [](void*, void* kept, CRYPTO_EX_DATA*, int, long, void*) { delete static_cast<Alert*>(kept); });
    return slot;
}

void note_alert(SSL const* ssl, int where, int value) {
    if ((where & SSL_CB_READ_ALERT) != SSL_CB_READ_ALERT || (value & 0xff) == SSL_AD_CLOSE_NOTIFY) return;
    if (auto const* alert = static_cast<Alert*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), alert_slot())))
        **alert = value & 0xff;
}

void set(CURLcode code, char const* what) {
    if (code != CURLE_OK) throw std::runtime_error(std::string("libcurl: ") + what + ": " + curl_easy_strerror(code));
}

// libcurl sends a POST again by itself when a kept connection dies: not what changes something, nor what SEFAZ counts
// (656).
bool goes_out_once(nfce::Service service) {
    switch (service) {
    case nfce::Service::authorisation:
    case nfce::Service::authorisation_result:
    case nfce::Service::query:
    case nfce::Service::event:
    case nfce::Service::voiding: return true;
    case nfce::Service::status:
    case nfce::Service::registry: break;
    }
    return false;
}

/// One call on its way.
class Exchange {
public:
    Exchange(Identity const& identity, Call const& call, ClientLimits const& limits, std::chrono::milliseconds limit,
             CURLSH* sessions)
        : identity_(identity), limits_(limits), easy_(curl_easy_init()),
          envelope_(nfce::soap_envelope(call.service, call.message)), is_https_(call.url.starts_with("https://")),
          began_(SteadyClock::now()) {
        require(easy_ != nullptr, "curl_easy_init");
        auto const add = [this](std::string const& line) {
            auto* const longer = curl_slist_append(headers_.get(), line.c_str());
            require(longer != nullptr, "curl_slist_append");
            (void)headers_.release();
            headers_.reset(longer);
        };
        add("Content-Type: application/soap+xml; charset=utf-8; action=\"" + nfce::soap_action(call.service) + "\"");
        add("Expect:"); // a message is small enough to be sent at once

        option(CURLOPT_URL, call.url.c_str());
        option(CURLOPT_PROTOCOLS_STR, "https");
        option(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        option(CURLOPT_NOSIGNAL, 1L);
        option(CURLOPT_QUICK_EXIT, 1L); // a limit that is over does not wait for the name server
        option(CURLOPT_HTTPHEADER, headers_.get());
        option(CURLOPT_POSTFIELDSIZE, static_cast<long>(envelope_.size()));
        option(CURLOPT_POSTFIELDS, envelope_.c_str());
        option(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(std::min(limits.connect, limit).count()));
        option(CURLOPT_TIMEOUT_MS, static_cast<long>(limit.count()));
        option(CURLOPT_MAXAGE_CONN, static_cast<long>(limits.idle.count()));
        option(CURLOPT_TCP_KEEPALIVE, 1L);
        option(CURLOPT_SHARE, sessions);
        if (goes_out_once(call.service) && is_in_place(Protection::fresh_connection)) {
            option(CURLOPT_FRESH_CONNECT, 1L);
            option(CURLOPT_FORBID_REUSE, 1L);
        }
        option(CURLOPT_ERRORBUFFER, message_.data());
        if (identity.direct) option(CURLOPT_PROXY, "");

        option(CURLOPT_WRITEFUNCTION, &Exchange::take_body);
        option(CURLOPT_WRITEDATA, this);
        option(CURLOPT_HEADERFUNCTION, &Exchange::take_header);
        option(CURLOPT_HEADERDATA, this);

        if (crash_points_are_armed()) {
            option(CURLOPT_NOPROGRESS, 0L);
            option(CURLOPT_XFERINFOFUNCTION, &Exchange::note_progress);
        }

        option(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
        option(CURLOPT_SSL_VERIFYPEER, 1L);
        option(CURLOPT_SSL_VERIFYHOST, 2L);
        // The authorities come from Trust, by set_up_tls.
        option(CURLOPT_CAINFO, nullptr);
        option(CURLOPT_CAPATH, nullptr);
        option(CURLOPT_SSL_CTX_FUNCTION, &Exchange::set_up_tls);
        option(CURLOPT_SSL_CTX_DATA, this);
    }
    Exchange(Exchange const&) = delete;
    Exchange& operator=(Exchange const&) = delete;

    CURL* handle() { return easy_.get(); }

    void finish(CURLcode code) {
        if (code == CURLE_UNSUPPORTED_PROTOCOL && !is_https_) code = CURLE_URL_MALFORMAT;
        auto const took = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - began_);
        long sent = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_REQUEST_SIZE, &sent);
        outcome_ = {.body = code == CURLE_OK ? answer() : std::unexpected(fault_of(failed(code))),
                    .took = took,
                    .nothing_sent = sent == 0};
    }
    Outcome take() { return std::move(outcome_.value()); }

private:
    template <class Value>
    void option(CURLoption name, Value value) {
        set(curl_easy_setopt(easy_.get(), name, value), "curl_easy_setopt");
    }

    static std::size_t take_body(char const* bytes, std::size_t size, std::size_t count, void* self) {
        auto& exchange = *static_cast<Exchange*>(self);
        return exchange.keep(exchange.body_, {bytes, size * count}, exchange.limits_.body);
    }
    static std::size_t take_header(char const* bytes, std::size_t size, std::size_t count, void* self) {
        auto& exchange = *static_cast<Exchange*>(self);
        exchange.answer_began_ = true;
        return exchange.keep(exchange.header_, {bytes, size * count}, exchange.limits_.headers);
    }
    /// libcurl ends the call when less is taken than came.
    std::size_t keep(std::string& text, std::string_view more, std::size_t limit) {
        if (text.size() + more.size() > limit) {
            too_large_ = true;
            return 0;
        }
        text += more;
        return more.size();
    }

    static int note_progress(void*, curl_off_t, curl_off_t, curl_off_t to_send, curl_off_t sent) {
        if (to_send > 0 && sent == to_send) crash_point("send.after_bytes");
        return 0;
    }

    static CURLcode set_up_tls(CURL*, void* context, void* self) {
        auto* const ctx = static_cast<SSL_CTX*>(context);
        auto& exchange = *static_cast<Exchange*>(self);
        exchange.alert_ = std::make_shared<std::atomic<int>>(-1);
        auto kept = std::make_unique<Alert>(exchange.alert_);
        if (SSL_CTX_set_ex_data(ctx, alert_slot(), kept.get()) != 1) return CURLE_OUT_OF_MEMORY;
        (void)kept.release(); // the slot's
        SSL_CTX_set_info_callback(ctx, &note_alert);

        SSL_CTX_set1_cert_store(ctx, exchange.identity_.trust->store());
        if (!exchange.identity_.certificate) return CURLE_OK;
        auto const own = exchange.identity_.certificate->tls_identity();
        if (SSL_CTX_use_certificate(ctx, own.certificate) != 1 || SSL_CTX_use_PrivateKey(ctx, own.key) != 1)
            return CURLE_SSL_CERTPROBLEM;
        for (auto* const issuer : own.chain)
            if (SSL_CTX_add1_chain_cert(ctx, issuer) != 1) return CURLE_SSL_CERTPROBLEM;
        return CURLE_OK;
    }

    std::expected<std::string, Fault> answer() {
        long status = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
        if (status != 200) return std::unexpected(fault_of_status(status, body_));
        if (auto const head = nfce::read_answer_head(body_); !head) return std::unexpected(fault_of_body(head.error()));
        return std::move(body_);
    }

    Failed failed(CURLcode code) const {
        Failed what{.code = code,
                    .alert = alert_ ? alert_->load() : -1,
                    .too_large = too_large_,
                    .answer_began = answer_began_,
                    .message = message_[0] != '\0' ? message_.data() : curl_easy_strerror(code)};
        curl_easy_getinfo(easy_.get(), CURLINFO_OS_ERRNO, &what.os_error);
        curl_easy_getinfo(easy_.get(), CURLINFO_SSL_VERIFYRESULT, &what.verify_result);
        return what;
    }

    Identity const& identity_;
    ClientLimits const& limits_;
    Easy easy_;
    Headers headers_;
    std::string const envelope_;
    bool const is_https_;
    SteadyClock::time_point const began_;
    std::array<char, CURL_ERROR_SIZE> message_{};
    std::string body_, header_;
    bool too_large_ = false, answer_began_ = false;
    Alert alert_; // null while the connection is an old one
    std::optional<Outcome> outcome_;
};

/// The connections of one certificate, and the TLS sessions with which it opens more. For one thread at a time.
struct Kept {
    Share sessions; // outlives what uses them
    Multi multi;
};

/// Those that wait to be used again. libcurl does not look at the certificate that set_up_tls puts in, so it would hand
/// a connection or a session of one company to another: each certificate has handles, and so both, of its own.
class Connections {
public:
    explicit Connections(ClientLimits const& limits) : limits_(limits) {}

    Kept take(std::string const& key) {
        {
            std::lock_guard const lock(mutex_);
            drop_old();
            auto const found = std::ranges::find(waiting_, key, &Waiting::key);
            if (found != waiting_.end()) {
                auto kept = std::move(found->kept);
                waiting_.erase(found);
                return kept;
            }
        }
        Kept kept{.sessions = Share(curl_share_init()), .multi = Multi(curl_multi_init())};
        require(kept.sessions != nullptr, "curl_share_init");
        require(kept.multi != nullptr, "curl_multi_init");
        curl_share_setopt(kept.sessions.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
        curl_multi_setopt(kept.multi.get(), CURLMOPT_MAXCONNECTS, 8L);
        return kept;
    }

    void give_back(std::string key, Kept kept) {
        std::lock_guard const lock(mutex_);
        waiting_.push_back({std::move(key), std::move(kept), SteadyClock::now()});
        drop_old();
    }

private:
    struct Waiting {
        std::string key;
        Kept kept;
        SteadyClock::time_point since;
    };
    void drop_old() {
        auto const now = SteadyClock::now();
        while (!waiting_.empty() && (waiting_.size() > limits_.kept || now - waiting_.front().since > limits_.idle))
            waiting_.pop_front();
    }

    ClientLimits const& limits_;
    std::mutex mutex_;
    std::deque<Waiting> waiting_; // oldest first
};

class CurlClient final : public Client {
public:
    explicit CurlClient(ClientLimits limits) : limits_(limits) {}

    std::vector<Outcome> call_all(Identity const& identity, std::span<Call const> calls,
                                  std::chrono::milliseconds limit) override {
        // Not before somebody calls: most starts of the program never do.
        static CURLcode const ready = curl_global_init(CURL_GLOBAL_DEFAULT);
        set(ready, "curl_global_init");
        auto key = identity.trust->id() + '\n' + (identity.certificate ? identity.certificate->der_base64() : "");
        auto kept = connections_.take(key);
        crash_point("send.before_socket");
        // Behind `kept` among the locals: they leave it before it goes.
        std::deque<Exchange> exchanges;
        struct Leave {
            CURLM* multi;
            std::deque<Exchange>& exchanges;
            ~Leave() {
                for (auto& exchange : exchanges) curl_multi_remove_handle(multi, exchange.handle());
            }
        };
        {
            Leave const leave{kept.multi.get(), exchanges};
            for (auto const& call : calls) {
                auto& exchange = exchanges.emplace_back(identity, call, limits_, limit, kept.sessions.get());
                set_multi(curl_multi_add_handle(kept.multi.get(), exchange.handle()));
            }
            run(kept.multi.get(), exchanges);
        }
        crash_point("send.answer_read");
        std::vector<Outcome> outcomes;
        for (auto& exchange : exchanges) outcomes.push_back(exchange.take());
        exchanges.clear(); // they use the sessions
        connections_.give_back(std::move(key), std::move(kept));
        return outcomes;
    }

private:
    static void set_multi(CURLMcode code) {
        if (code != CURLM_OK) throw std::runtime_error(std::string("libcurl: ") + curl_multi_strerror(code));
    }

    static void run(CURLM* multi, std::deque<Exchange>& exchanges) {
        int running = 0;
        do {
            set_multi(curl_multi_perform(multi, &running));
            int left = 0;
            while (auto const* message = curl_multi_info_read(multi, &left)) {
                if (message->msg != CURLMSG_DONE) continue;
                for (auto& exchange : exchanges)
                    if (exchange.handle() == message->easy_handle) exchange.finish(message->data.result);
            }
            if (running > 0) set_multi(curl_multi_poll(multi, nullptr, 0, 1'000, nullptr));
        } while (running > 0);
    }

    ClientLimits const limits_;
    Connections connections_{limits_};
};

} // namespace

Outcome Client::call(Identity const& identity, Call const& call, std::chrono::milliseconds limit) {
    return std::move(call_all(identity, {&call, 1}, limit).front());
}

std::unique_ptr<Client> make_client(ClientLimits limits) { return std::make_unique<CurlClient>(limits); }

} // namespace balcao::sefaz
