#include "nfce/rules_report.hpp"

#include <algorithm>

/// The QR code, its secret and the addresses of the UF.
namespace balcao::nfce::rules {

namespace {

/// Version of the code: as it will be written, else as infNFeSupl has it. 0 when neither tells.
int qr_version(Report const& r) {
    if (r.context.qr) return std::holds_alternative<QrV2>(*r.context.qr) ? 2 : 3;
    auto const& url = r.nfce.infNFeSupl.qrCode;
    auto const parameter = url.find("?p=");
    if (parameter == std::string::npos) return 0;
    auto const after_key = url.substr(std::min(parameter + 3 + 44, url.size()));
    return after_key.starts_with("|2|") ? 2 : after_key.starts_with("|3|") ? 3 : 0;
}

/// Limits of SEFAZ's registration of the code (reference c12).
void check_csc(Report& r, QrV2 const& v2) {
    if (v2.CSC.empty() || v2.idCSC.empty()) return r.add(107, "nfce_settings.csc");
    bool const visible = std::ranges::all_of(v2.CSC, [](char c) { return c > ' ' && c <= '~'; });
    if (v2.CSC.size() < 16 || v2.CSC.size() > 36 || !visible)
        r.add(107, "nfce_settings.csc", "O CSC deve ter de 16 a 36 caracteres, sem espaços.", 462);
    if (v2.idCSC.size() > 6 || !is_all_digits(v2.idCSC, v2.idCSC.size()))
        r.add(107, "nfce_settings.id_csc", "O identificador do CSC deve ter de 1 a 6 dígitos.", 462);
}

void check_addresses(Report& r) {
    auto const& supplement = r.nfce.infNFeSupl;
    int const tpAmb = r.nfce.ide.tpAmb;
    auto const base =
        r.context.urls ? r.context.urls->qrCode : supplement.qrCode.substr(0, supplement.qrCode.find("?p="));
    r.add_if(!base.empty() && !r.tables.is_qr_base(r.uf, tpAmb, base), 108, "infNFeSupl/qrCode");
    auto const& consultation = r.context.urls ? r.context.urls->urlChave : supplement.urlChave;
    r.add_unlisted_if(!consultation.empty() && !r.tables.is_key_consultation(r.uf, tpAmb, consultation), 878,
                      "infNFeSupl/urlChave", "Endereço de consulta da chave de acesso incorreto.");
}

} // namespace

void check_qr(Report& r) {
    if (r.context.qr)
        if (auto const* v2 = std::get_if<QrV2>(&*r.context.qr)) check_csc(r, *v2);
    check_addresses(r);
    int const version = qr_version(r);
    r.add_unlisted_if(version != 0 && !r.listed("qr_versoes", std::to_string(version)), 407, "infNFeSupl/qrCode",
                      fmt::format("A UF não aceita o QR Code versão {}.", version));
    auto const by_cpf = r.nfce.dest && r.nfce.dest->id.kind == PersonId::Kind::cpf;
    r.add_if(version == 3 && r.nfce.ide.tpEmis == 9 && by_cpf, 109, "infNFeSupl/qrCode");
}

} // namespace balcao::nfce::rules
