#include "registry/tax_profiles/tax_profile.hpp"

#include <utility>

#include "platform/base/json.hpp"
#include "registry/tax_profiles/tax_profile_kind.hpp"

namespace balcao::tax_profiles {

namespace {

constexpr Field profile_fields[]{
    field<&TaxProfile::id>("id", {.read_only = true}),
    field<&TaxProfile::nome>("nome", {.required = true, .max = 60}),
    field<&TaxProfile::padrao>("padrao", {.one_of = "S|N"}),
    field<&TaxProfile::created_at>("created_at", {.read_only = true}),
    field<&TaxProfile::updated_at>("updated_at", {.read_only = true}),
    field<&TaxProfile::version>("version", {.read_only = true}),
};

TaxProfile suggestion(std::string nome, std::string cfop, std::string icms_code) {
    TaxProfile profile;
    profile.nome = std::move(nome);
    auto& values = profile.valores;
    values.prod_CFOP = std::move(cfop);
    values.icms_orig = 0;
    values.icms_CST = std::move(icms_code);
    // Who pays PIS and COFINS within the one sum of the Simples writes 49.
    values.pis_CST = values.cofins_CST = "49";
    // Taxed in full by IBS and CBS.
    values.ibscbs_CST = "000";
    values.ibscbs_cClassTrib = "000001";
    return profile;
}

TaxProfile resale(std::string nome, std::string icms_code) { return suggestion(std::move(nome), "5102", icms_code); }
TaxProfile production(std::string nome, std::string icms_code) {
    return suggestion(std::move(nome), "5101", icms_code);
}
TaxProfile substituted(std::string nome, std::string icms_code) {
    auto profile = suggestion(std::move(nome), "5405", icms_code);
    profile.valores.prod_sujST = "S";
    return profile;
}

// In ICMS taxed by the operation's value, at a rate that only the company knows.
TaxProfile of_normal_regime(TaxProfile profile) {
    if (profile.valores.icms_CST == "00") profile.valores.icms_modBC = 3;
    return profile;
}

// PIS and COFINS in hundredths of a percent.
TaxProfile with_contributions(TaxProfile profile, std::int64_t pis, std::int64_t cofins) {
    auto& values = profile.valores;
    values.pis_CST = values.cofins_CST = "01";
    values.pis_pPIS = Decimal<4>::from_raw(pis * 100);
    values.cofins_pCOFINS = Decimal<4>::from_raw(cofins * 100);
    return of_normal_regime(std::move(profile));
}
TaxProfile presumed(TaxProfile profile) { return with_contributions(std::move(profile), 65, 300); }
TaxProfile real(TaxProfile profile) { return with_contributions(std::move(profile), 165, 760); }

} // namespace

Fields TaxProfileKind::fields() { return profile_fields; }
std::string TaxProfileKind::part_json(TaxProfile const& profile) {
    return balcao::to_json(products::tax_fields(), profile.valores);
}
void TaxProfileKind::read_part(TaxProfile& profile, boost::json::object const& json) {
    std::vector<FieldProblem> problems;
    profile.valores = read_entity<products::Product>(products::tax_fields(), json, problems);
}

Result<TaxProfile> read_tax_profile(boost::json::object json, std::int64_t crt) {
    return records::read_entry<TaxProfileKind>(
        std::move(json), "Diga os valores fiscais do perfil.",
        [&](TaxProfile& profile, boost::json::object const& values, std::vector<FieldProblem>& problems) {
            profile.valores = products::read_tax_values(values, crt, problems);
        });
}

std::string to_json(TaxProfile const& profile) { return records::entry_json<TaxProfileKind>(profile); }

std::string suggestion_json(TaxProfile const& profile) {
    json::ObjectWriter writer;
    writer.text("nome", profile.nome);
    writer.text("padrao", profile.padrao);
    writer.raw("valores", TaxProfileKind::part_json(profile));
    return writer.take();
}

std::vector<TaxProfile> suggested_for(products::Taxation const& taxation) {
    std::vector<TaxProfile> profiles;
    if (taxation.crt == 4) {
        profiles = {resale("MEI", "102")};
    } else if (taxation.is_simples()) {
        profiles = {resale("Revenda", "102"), production("Fabricação própria", "102"),
                    substituted("Revenda com ST já recolhida", "500")};
    } else if (taxation.crt == 2) {
        profiles = {of_normal_regime(resale("Revenda", "00")), of_normal_regime(production("Fabricação própria", "00")),
                    of_normal_regime(substituted("Revenda com ST já recolhida", "60"))};
    } else {
        profiles = {presumed(resale("Revenda, lucro presumido", "00")),
                    presumed(production("Fabricação própria, lucro presumido", "00")),
                    presumed(substituted("Revenda com ST já recolhida, lucro presumido", "60")),
                    real(resale("Revenda, lucro real", "00")),
                    real(production("Fabricação própria, lucro real", "00")),
                    real(substituted("Revenda com ST já recolhida, lucro real", "60"))};
    }
    profiles.front().padrao = "S";
    return profiles;
}

} // namespace balcao::tax_profiles
