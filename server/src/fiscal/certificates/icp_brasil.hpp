#pragma once
// Which certificates serve in produção: those of ICP-Brasil. What the others sign has no value (MP 2.200-2/2001, art.
// 10); they serve homologação and the simulator. Whether one was revoked is SEFAZ's to say.

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "nfce/certificate.hpp"
#include "platform/base/time.hpp"
#include "sefaz/trust.hpp"

namespace balcao::certificates {

/// Immutable; any thread.
class IcpBrasil {
public:
    /// The authorities of BALCAO_SEFAZ_CA; nullptr when none was named: then no certificate serves.
    explicit IcpBrasil(std::shared_ptr<sefaz::Trust const> authorities) : authorities_(std::move(authorities)) {}

    /// The sentence when nothing of produção can be signed with the certificate now.
    std::optional<std::string> why_not(nfce::Certificate const& certificate, Instant now) const;

private:
    std::shared_ptr<sefaz::Trust const> authorities_;
};

} // namespace balcao::certificates
