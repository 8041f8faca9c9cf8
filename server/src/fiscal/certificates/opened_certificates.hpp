#pragma once
// The companies' certificates, opened once: deriving the key of a .pfx takes some tenths of a second.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "nfce/certificate.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::certificates {

/// Of the company, at the moment it was asked for. It may have expired.
struct ReadyCertificate {
    nfce::Certificate certificate;
    Instant valid_to;
    std::int64_t version = 0; // of its row
};

/// The sentence of a company whose certificate ends then (nullopt: it has none), when nothing can be signed with it.
std::optional<std::string> why_unusable(std::optional<Instant> valid_to, Instant now, std::string_view time_zone);

/// Thread-safe. Keys stay in memory for ten minutes after they were opened, of 256 companies at most.
class OpenedCertificates {
public:
    struct Limits {
        std::size_t companies = 256;
        std::chrono::nanoseconds age = std::chrono::minutes{10};
    };
    OpenedCertificates(db::Database& database, secrets::Secrets const& secrets)
        : OpenedCertificates(database, secrets, Limits{}) {}
    OpenedCertificates(db::Database& database, secrets::Secrets const& secrets, Limits limits)
        : database_(database), secrets_(secrets), limits_(limits) {}

    /// As the row is now: one short read; only what is not open yet takes long, once however many wait for it. Holds no
    /// connection meanwhile, so not to be called inside read() or write(). A Failure (what to do, in Portuguese) when
    /// the company has none. Throws secrets::CannotOpen.
    Result<ReadyCertificate> get(auth::CompanyScope const& scope);

    /// How many are open now.
    std::size_t size();

private:
    struct Entry {
        Uuid row;
        std::int64_t version = 0;
        std::chrono::nanoseconds opened_at{}; // since_boot
        std::uint64_t used = 0;
        std::optional<ReadyCertificate> ready{}; // empty while somebody opens it
    };
    using Lock = std::unique_lock<std::mutex>;

    std::optional<ReadyCertificate> open(auth::CompanyScope const& scope);
    void drop_old();
    void keep_few();

    db::Database& database_;
    secrets::Secrets const& secrets_;
    Limits const limits_;
    std::mutex mutex_;
    std::condition_variable opened_;
    std::map<CompanyId, Entry> entries_; // guarded by mutex_
    std::uint64_t uses_ = 0;             // guarded by mutex_
};

} // namespace balcao::certificates
