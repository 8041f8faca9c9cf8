#include "nfce/modelo.hpp"

#include "nfce/rules_report.hpp"

namespace balcao::nfce {

namespace {

constexpr Modelo modelo_65{.mod = 65,
                           .name = "NFC-e",
                           .tpImp = 4,
                           .has_supplement = true,
                           .fixed_first_item = true,
                           .authoriser = Authoriser::nfce,
                           .judges_receiver = false,
                           .wrong_model = 775,
                           .not_enabled = 781,
                           .cancellation = "cancelamento_minutos",
                           .late_cancellation = {},
                           .events = "110111 110112",
                           .class_trib = &ClassTrib::nfce,
                           .refused = rules::refused_by_65,
                           .check = rules::check_65,
                           .danfe = danfe::content_of_65};
constexpr Modelo modelo_55{.mod = 55,
                           .name = "NF-e",
                           .tpImp = 1,
                           .has_supplement = false,
                           .fixed_first_item = false,
                           .authoriser = Authoriser::nfe,
                           .judges_receiver = true,
                           .wrong_model = 450,
                           .not_enabled = 203,
                           .cancellation = "nfe_cancelamento_minutos",
                           .late_cancellation = "nfe_cancelamento_atrasado_horas",
                           .events = "110110 110111",
                           .class_trib = &ClassTrib::nfe,
                           .refused = rules::refused_by_55,
                           .check = rules::check_55,
                           .danfe = danfe::content_of_55};

} // namespace

Modelo const& modelo_of(int mod) { return mod == modelo_55.mod ? modelo_55 : modelo_65; }

Authoriser authoriser_of(int mod, int tpEmis) {
    if (tpEmis == 6) return Authoriser::svc_an;
    if (tpEmis == 7) return Authoriser::svc_rs;
    return modelo_of(mod).authoriser;
}

Problems refused_by_model(Nfce const& nfce) {
    auto const& modelo = modelo_of(nfce.ide.mod);
    auto problems = modelo.refused(nfce);
    if (nfce.ide.mod != modelo.mod) {
        problems.push_back({.rule = 0,
                            .cStat = 775,
                            .field = "ide/mod",
                            .message = "Modelo do documento: deve ser 55 (NF-e) ou 65 (NFC-e)."});
    }
    return problems;
}

} // namespace balcao::nfce
