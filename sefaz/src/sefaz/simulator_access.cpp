#include "sefaz/simulator_access.hpp"

#include "sefaz/test_authority.hpp"

namespace balcao::sefaz {

namespace {

constexpr std::int64_t day = 24 * 60 * 60;
constexpr std::int64_t life = 365 * day;
constexpr std::size_t most_kept = 1'000;

} // namespace

std::string SimulatorAccess::address(nfce::Service service) const {
    return url_ + "/ws/" + std::string(nfce::service_name(service));
}

std::expected<Identity, std::string> SimulatorAccess::identity(std::string const& name, std::string const& cnpj,
                                                               std::int64_t now) {
    auto const authority = TestAuthority::read(folder_);
    if (!authority) return std::unexpected(authority.error());
    std::lock_guard const lock(mutex_);
    if (authority_ != authority->certificate() || certificates_.size() >= most_kept) certificates_.clear();
    authority_ = authority->certificate();
    auto found = certificates_.find(cnpj);
    if (found != certificates_.end() && found->second.valid_to() - now < day) {
        certificates_.erase(found);
        found = certificates_.end();
    }
    if (found == certificates_.end()) {
        auto made = authority->issue({.name = name, .cnpj = cnpj, .valid_from = now - day, .valid_to = now + life});
        found = certificates_.emplace(cnpj, std::move(made)).first;
    }
    return Identity{.certificate = found->second, .trust = Trust::only(authority_), .direct = true};
}

} // namespace balcao::sefaz
