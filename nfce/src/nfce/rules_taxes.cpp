#include "nfce/rules_report.hpp"
#include "nfce/taxes.hpp"

#include <algorithm>
#include <array>

/// ICMS of the items. Rule 72 (amount without reason) cannot be broken in the model; the reader of foreign XML reports
/// it.
namespace balcao::nfce::rules {

namespace {

void check_code(Report& r, Icms const& icms, std::string const& at) {
    auto const [code, simples] = icms_code(icms);
    int const crt = r.nfce.emit.CRT;
    if (simples) r.add_if(crt == 2 || crt == 3, 61, at);
    else r.add_if((crt == 1 || crt == 4) && !has_word("02 15 53 61", code), 60, at);
}

/// What a group's own numbers must satisfy, whatever the group.
class GroupCheck {
public:
    GroupCheck(Report& report, std::string const& at) : r_(report), at_(at) {}

    template <class Group>
    void operator()(Group const& group) const {
        if constexpr (requires {
                          { group.vBC } -> std::same_as<Valor const&>;
                          group.pICMS;
                          group.vICMS;
                      })
            own(group);
        if constexpr (requires { group.proprio; }) {
            if (group.proprio) own(*group.proprio);
        }
        if constexpr (std::same_as<Group, Icms00>) {
            if (group.fcp) fcp(group.vBC, group.fcp->pFCP, group.fcp->vFCP);
        } else if constexpr (requires { group.fcp; }) {
            if (group.fcp) fcp(group.fcp->vBCFCP, group.fcp->pFCP, group.fcp->vFCP);
        }
        if constexpr (std::same_as<Group, Icms90>) {
            r_.add_unlisted_if(group.fcp && !group.proprio, 225, at_ + "/ICMS90",
                               "Informe também o ICMS próprio ou retire o FCP.");
        }
        if constexpr (requires { group.deson; }) {
            if (group.deson) exemption(group, *group.deson);
        }
    }

private:
    template <class Own>
    void own(Own const& x) const {
        auto due = percent_of(x.vBC.value, x.pICMS);
        if constexpr (requires { x.diferimento; }) {
            if (x.diferimento) due -= x.diferimento->vICMSDif.value;
        }
        r_.add_if(off_by_more_than_a_cent(due, x.vICMS.value), 69, at_ + "/vICMS");
    }
    void fcp(Valor const& base, Written<4> const& rate, Valor const& amount) const {
        r_.add_if(off_by_more_than_a_cent(percent_of(base.value, rate), amount.value), 70, at_ + "/vFCP");
        r_.add_if(rate.value.is_zero(), 71, at_ + "/pFCP");
    }
    template <class Group>
    void exemption(Group const&, Desoneracao const& deson) const {
        constexpr std::string_view reasons = std::same_as<Group, Icms20>   ? "3 9 10 11 12"
                                             : std::same_as<Group, Icms30> ? "6 7 9"
                                             : std::same_as<Group, Icms40> ? "1 3 4 5 6 7 8 9 10 11 16 90"
                                                                           : "3 9 12";
        if (!has_word(reasons, std::to_string(deson.motDesICMS)))
            r_.add(72, at_ + "/motDesICMS", "Motivo da desoneração não admitido para este CST.", 225);
    }

    Report& r_;
    std::string const& at_;
};

void check_benefit(Report& r, Det const& det, std::string const& at) {
    auto const [code, simples] = icms_code(det.icms);
    bool const reduced_or_exempt = !simples && has_word("20 30 40 41 50 70 90", code);
    auto const& benefit = det.prod.cBenef;
    if (!benefit)
        return r.add_if(reduced_or_exempt && code != "90" && r.allowed("cbenef_obrigatorio"), 73, at + "/prod/cBenef");
    r.add_if(!reduced_or_exempt && *benefit != "SEM CBENEF", 74, at + "/prod/cBenef");
}

/// Fuels that a monophasic rate taxes at the producer (Convênios ICMS 199/22 and 15/23) have codes of their own.
void check_fuel(Report& r, Det const& det, std::string const& at) {
    auto const [code, simples] = icms_code(det.icms);
    bool const fits = !simples && has_word("02 15 53 61 40 41 50", code);
    r.add_unlisted_if(det.prod.comb && !fits && r.listed("icms_monofasico_ncm", det.prod.NCM), 960, at,
                      fmt::format("O combustível de NCM {} tem ICMS monofásico: use o CST 61.", det.prod.NCM));
}

} // namespace

void check_taxes(Report& r) {
    for (std::size_t i = 0; i < r.nfce.det.size(); ++i) {
        auto const& det = r.nfce.det[i];
        auto const at = item_path(i);
        auto const icms = at + "/imposto/ICMS";
        check_code(r, det.icms, icms);
        std::visit(GroupCheck(r, icms), det.icms);
        check_benefit(r, det, at);
        check_fuel(r, det, icms);
    }
}

} // namespace balcao::nfce::rules
