#pragma once
// Perfis fiscais as a short list of a company.

#include "platform/records/short_list.hpp"
#include "registry/tax_profiles/tax_profile.hpp"

namespace balcao::tax_profiles {

struct TaxProfileKind {
    using Entry = TaxProfile;
    static constexpr records::ShortListText text{
        .topic = "tax-profiles",
        .name = "tax_profile",
        .table = "perfil_fiscal",
        .part = "valores",
        .order = "padrao desc, nome",
        .thing = "o perfil fiscal",
        .this_thing = "este perfil fiscal",
        .name_taken = "Já existe um perfil fiscal com este nome. Digite outro.",
        .too_many = "O máximo é {} perfis. Exclua um que não usa mais.",
        .most = 100,
    };
    static Fields fields();
    static std::string part_json(TaxProfile const& profile);
    /// What a rule of today would refuse is shown, and refused when it is saved.
    static void read_part(TaxProfile& profile, boost::json::object const& json);
};

} // namespace balcao::tax_profiles
