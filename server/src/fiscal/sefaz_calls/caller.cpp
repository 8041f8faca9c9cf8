#include "fiscal/sefaz_calls/caller.hpp"

#include "nfce/modelo.hpp"
#include "platform/reference/fiscal_tables.hpp"

namespace balcao::sefaz_calls {

int tpAmb_of(std::string_view ambiente) { return ambiente == producao ? 1 : 2; }

std::expected<sefaz::Identity, std::string> Caller::identity(auth::CompanyScope const& scope,
                                                             Destination const& to) const {
    if (to.ambiente == simulador) {
        if (simulator_ == nullptr) {
            return std::unexpected(
                "Esta instalação não tem o simulador da SEFAZ. Mude o destino para a SEFAZ para testar de verdade.");
        }
        return simulator_->identity(to.nome, to.cnpj, clock_.now().microseconds() / 1'000'000);
    }
    auto certificate = certificates_.get(scope);
    if (!certificate) {
        return std::unexpected(
            "A SEFAZ só atende com o certificado digital da empresa. Envie o certificado para testar de verdade.");
    }
    return sefaz::Identity{.certificate = std::move(certificate->certificate), .trust = trust_};
}

std::optional<std::string> Caller::address(Destination const& to, nfce::Service service) const {
    auto const of = nfce::authoriser_of(static_cast<int>(to.modelo), static_cast<int>(to.tpEmis));
    if (to.ambiente == simulador)
        return simulator_ == nullptr ? std::nullopt : std::optional(simulator_->address(service, of));
    auto const url = reference::fiscal_tables()->endpoint(to.uf, tpAmb_of(to.ambiente), nfce::service_name(service), of,
                                                          std::string_view(clock_.now().to_iso()).substr(0, 10));
    return url ? std::optional<std::string>(*url) : std::nullopt;
}

} // namespace balcao::sefaz_calls
