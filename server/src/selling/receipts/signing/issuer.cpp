#include "selling/receipts/signing/signing.hpp"

#include <fmt/format.h>

#include "fiscal/sefaz_settings/settings_rules.hpp"
#include "fiscal/sefaz_settings/tech_resp.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "registry/companies/companies.hpp"
#include "registry/sale_settings/sale_settings.hpp"

namespace balcao::receipts {

namespace {

using sefaz_settings::highest_serie;

// The simulator does not know any CSC: somebody who only practises needs none.
constexpr std::string_view practice_csc = "TREINO-SEM-CSC-REAL";
constexpr std::string_view practice_csc_id = "000001";

Result<nfce::QrVersion> qr_of(auth::CompanyScope const& scope, secrets::Secrets const& secrets,
                              sefaz_settings::EnvironmentSettings const& settings, std::string_view csc_of,
                              bool practice) {
    if (settings.csc_encrypted && settings.csc_id) {
        auto const csc = secrets.open(secrets::csc.at(scope.id().uuid(), csc_of), *settings.csc_encrypted);
        return nfce::QrV2{.CSC = std::string(csc.reveal()), .idCSC = *settings.csc_id};
    }
    if (practice) return nfce::QrV2{.CSC = std::string(practice_csc), .idCSC = std::string(practice_csc_id)};
    return blocked("Falta o CSC da empresa. Um gerente precisa salvar o CSC e o identificador nas configurações da "
                   "SEFAZ.");
}

void take_responsible(Issuer& issuer, auth::CompanyScope const& scope, secrets::Secrets const& secrets,
                      sefaz_settings::StoredTechResp const& stored) {
    auto const& fields = stored.fields;
    if (!fields.tech_resp_cnpj || !fields.tech_resp_contact || !fields.tech_resp_email || !fields.tech_resp_phone)
        return;
    issuer.responsible = nfce::InfRespTec{.CNPJ = *fields.tech_resp_cnpj,
                                          .xContato = *fields.tech_resp_contact,
                                          .email = *fields.tech_resp_email,
                                          .fone = *fields.tech_resp_phone,
                                          .csrt = {}};
    if (!stored.csrt_encrypted || !fields.csrt_id) return;
    issuer.idCSRT = fields.csrt_id;
    issuer.CSRT = std::string(secrets.open(secrets::csrt.at(scope.id().uuid()), *stored.csrt_encrypted).reveal());
}

} // namespace

FindSigner signers(certificates::OpenedCertificates& certificates, certificates::IcpBrasil const& icp_brasil,
                   sefaz::SimulatorAccess* simulator) {
    return
        [&certificates, &icp_brasil, simulator](auth::CompanyScope const& scope, companies::Company const& company,
                                                std::string_view ambiente, Instant now) -> Result<nfce::Certificate> {
            if (ambiente == sefaz_settings::simulador) {
                if (simulator == nullptr) return blocked("Esta instalação não tem o simulador da SEFAZ.");
                auto identity = simulator->identity(company.razao_social, company.cnpj, now.microseconds() / 1'000'000);
                if (!identity) return blocked(std::move(identity).error());
                return identity->certificate.value();
            }
            auto const ready = certificates.get(scope);
            if (!ready) return blocked(ready.error().detail);
            if (auto why = certificates::why_unusable(ready->valid_to, now, company.fuso_horario))
                return blocked(*std::move(why));
            if (ambiente == sefaz_settings::producao) {
                if (auto why = icp_brasil.why_not(ready->certificate, now)) return blocked(*std::move(why));
            }
            return ready->certificate;
        };
}

std::unexpected<Failure> blocked(std::string sentence) {
    std::vector<FieldProblem> const fields{{"emissao", sentence}};
    return fail({.kind = FailureKind::issuing_blocked,
                 .title = "Não é possível emitir",
                 .detail = std::move(sentence),
                 .fields = fields});
}

Result<Issuer> find_issuer(db::Connection& connection, auth::CompanyScope const& scope, secrets::Secrets const& secrets,
                           std::string_view ambiente, std::int64_t modelo, std::string_view verProc) {
    auto company = companies::find(connection, scope);
    if (!company) return not_found();
    auto const settings = sefaz_settings::find_settings(connection, scope);
    bool const practice = ambiente == sefaz_settings::simulador;
    auto const settings_of = practice ? sefaz_settings::homologacao : ambiente;
    auto const& environment = settings.of(settings_of);
    auto const serie = environment.serie_of(modelo);
    if (serie > highest_serie) {
        return blocked(fmt::format("A série {} é reservada para programas da SEFAZ. Um gerente precisa escolher uma de "
                                   "0 a {} nas configurações da SEFAZ.",
                                   serie, highest_serie));
    }
    Issuer issuer{.company = std::move(company->company),
                  .ambiente = std::string(ambiente),
                  .modelo = modelo,
                  .serie = serie,
                  .qr = nfce::QrV3{},
                  .verProc = std::string(verProc),
                  .ahead = practice ? settings.treino_dias : std::chrono::days{0},
                  .tables = reference::fiscal_tables()};
    if (modelo_of(modelo).has_csc && sale_settings::find_sale_settings(connection, scope).qr == 2)
        issuer.qr = BALCAO_TRY(qr_of(scope, secrets, environment, settings_of, practice));
    take_responsible(issuer, scope, secrets, sefaz_settings::find_tech_resp(connection, scope));
    return issuer;
}

} // namespace balcao::receipts
