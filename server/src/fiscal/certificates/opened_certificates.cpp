#include "fiscal/certificates/opened_certificates.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fiscal/certificates/certificates_store.hpp"

namespace balcao::certificates {

namespace {

constexpr std::string_view missing =
    "A SEFAZ só atende com o certificado digital da empresa. Envie o certificado em Empresas.";

std::unexpected<Failure> no_certificate() {
    return fail({.kind = FailureKind::invalid, .title = "Falta o certificado digital", .detail = std::string(missing)});
}

} // namespace

std::optional<std::string> why_unusable(std::optional<Instant> valid_to, Instant now, std::string_view time_zone) {
    if (!valid_to) return std::string(missing);
    if (now < *valid_to) return std::nullopt;
    auto const day = local_date(*valid_to, time_zone); // YYYY-MM-DD
    return fmt::format("O certificado venceu em {}/{}. Envie o novo em Empresas para voltar a vender.",
                       day.substr(8, 2), day.substr(5, 2));
}

Result<ReadyCertificate> OpenedCertificates::get(auth::CompanyScope const& scope) {
    auto const stored = database_.read([&](db::Connection& connection) { return find(connection, scope); });
    Lock lock(mutex_);
    drop_old();
    if (!stored) {
        entries_.erase(scope.id());
        return no_certificate();
    }
    auto const is_it = [&](Entry const& entry) { return entry.row == stored->id && entry.version == stored->version; };
    for (;;) {
        auto const found = entries_.find(scope.id());
        if (found == entries_.end() || !is_it(found->second)) break;
        if (found->second.ready) {
            found->second.used = ++uses_;
            return *found->second.ready;
        }
        opened_.wait(lock);
    }
    auto const turn = ++uses_; // tells this entry from one that somebody puts in its place meanwhile
    entries_.insert_or_assign(scope.id(), Entry{.row = stored->id, .version = stored->version, .used = turn});
    lock.unlock();

    std::optional<ReadyCertificate> ready;
    auto const settle = [&] {
        lock.lock();
        auto const mine = entries_.find(scope.id());
        if (mine != entries_.end() && mine->second.used == turn && !mine->second.ready) {
            if (ready && ready->version == stored->version) {
                mine->second.ready = ready;
                mine->second.opened_at = since_boot();
                keep_few();
            } else {
                entries_.erase(mine);
            }
        }
        opened_.notify_all();
    };
    try {
        ready = open(scope);
    } catch (...) {
        settle();
        throw;
    }
    settle();
    if (!ready) return no_certificate(); // removed meanwhile
    return *std::move(ready);
}

std::optional<ReadyCertificate> OpenedCertificates::open(auth::CompanyScope const& scope) {
    auto const stored = database_.read([&](db::Connection& connection) { return find_with_file(connection, scope); });
    if (!stored) return std::nullopt;
    auto const& row = stored->certificate;
    auto const password = secrets_.open(secrets::certificate_password.at(row.id), row.password_encrypted);
    auto const pfx = secrets_.open(secrets::certificate_file.at(stored->file.id), stored->file.sealed);
    auto opened = nfce::Certificate::open(pfx.reveal(), password.reveal());
    if (!opened)
        throw secrets::CannotOpen("certificate of the company: " + std::string(nfce::describe(opened.error())));
    return ReadyCertificate{.certificate = *std::move(opened), .valid_to = row.valid_to, .version = row.version};
}

std::size_t OpenedCertificates::size() {
    std::lock_guard const lock(mutex_);
    drop_old();
    return static_cast<std::size_t>(
        std::ranges::count_if(entries_, [](auto const& entry) { return entry.second.ready.has_value(); }));
}

void OpenedCertificates::drop_old() {
    auto const now = since_boot();
    std::erase_if(entries_,
                  [&](auto const& entry) { return entry.second.ready && now - entry.second.opened_at >= limits_.age; });
}

void OpenedCertificates::keep_few() {
    while (entries_.size() > limits_.companies) {
        auto oldest = entries_.end();
        for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
            if (!entry->second.ready) continue;
            if (oldest == entries_.end() || entry->second.used < oldest->second.used) oldest = entry;
        }
        if (oldest == entries_.end()) return;
        entries_.erase(oldest);
    }
}

} // namespace balcao::certificates
