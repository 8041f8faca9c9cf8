#include "fiscal/certificates/icp_brasil.hpp"

namespace balcao::certificates {

std::optional<std::string> IcpBrasil::why_not(nfce::Certificate const& certificate, Instant now) const {
    if (authorities_ == nullptr) {
        return "Produção só com um certificado conferido. Quem cuida deste servidor precisa informar as autoridades da "
               "ICP-Brasil (BALCAO_SEFAZ_CA).";
    }
    if (authorities_->vouches_for(certificate, now.microseconds() / 1'000'000)) return std::nullopt;
    return "O certificado da empresa não é de uma autoridade da ICP-Brasil, ou a autoridade já venceu. Ele serve em "
           "homologação; para produção envie o e-CNPJ A1 da empresa.";
}

} // namespace balcao::certificates
