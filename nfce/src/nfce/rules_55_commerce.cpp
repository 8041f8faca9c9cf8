#include "nfce/rules_report.hpp"
#include "platform/base/inscricao_estadual.hpp"

#include <algorithm>

/// Modelo 55, NF-e: transport, bill and payment.
namespace balcao::nfce::rules {

namespace {

void check_transport(Report& r) {
    auto const& transp = r.nfce.transp;
    r.add_unlisted_if(r.nfce.ide.idDest == 2 && (transp.veicTransp || !transp.reboque.empty()), 868,
                      "transp/veicTransp",
                      "Em operação interestadual o veículo vai no manifesto (MDF-e), e não na nota.");
    if (auto const& carrier = transp.transporta; carrier && carrier->IE && carrier->UF && *carrier->IE != "ISENTO") {
        r.add_unlisted_if(!is_valid_ie(*carrier->IE, *carrier->UF), 544, "transp/transporta/IE",
                          fmt::format("A inscrição estadual do transportador não é de {}.", *carrier->UF));
    }
    for (std::size_t i = 0; i < transp.vol.size(); ++i) {
        auto const& volume = transp.vol[i];
        r.add_unlisted_if(volume.pesoL && volume.pesoB && volume.pesoB->value < volume.pesoL->value, 0,
                          fmt::format("transp/vol[{}]/pesoB", i + 1), "O peso bruto é menor que o peso líquido.");
    }
}

void check_bill(Report& r, Cobr const& cobr) {
    if (!cobr.dup.empty() && !cobr.fat)
        return r.add_unlisted_if(true, 905, "cobr/fat", "Informe a fatura que as duplicatas dividem.");
    if (!cobr.fat) return;
    auto const& fat = *cobr.fat;
    r.add_unlisted_if(!fat.nFat || !fat.vOrig || !fat.vLiq, 905, "cobr/fat",
                      "Informe número, valor original e valor líquido da fatura.");
    if (!fat.vOrig || !fat.vLiq) return;
    auto const discount = value_or_zero(fat.vDesc);
    r.add_unlisted_if(discount > fat.vOrig->value, 901, "cobr/fat/vDesc", "Desconto maior que o valor da fatura.");
    r.add_unlisted_if(fat.vLiq->value != fat.vOrig->value - discount, 902, "cobr/fat/vLiq",
                      "Valor líquido da fatura difere do valor original menos o desconto.");
    Money sum;
    for (auto const& dup : cobr.dup) sum += dup.vDup.value;
    r.add_unlisted_if(!cobr.dup.empty() && sum != fat.vLiq->value, 851, "cobr/dup",
                      "A soma das duplicatas difere do valor líquido da fatura.");
}

void check_instalments(Report& r, std::vector<Dup> const& instalments) {
    std::string before;
    for (std::size_t i = 0; i < instalments.size(); ++i) {
        auto const& dup = instalments[i];
        auto const at = fmt::format("cobr/dup[{}]", i + 1);
        r.add_unlisted_if(dup.nDup != fmt::format("{:03}", i + 1), 852, at + "/nDup",
                          fmt::format("O número da duplicata deve ser {:03}.", i + 1));
        if (!dup.dVenc) {
            r.add_unlisted_if(true, 850, at + "/dVenc", "Informe o vencimento da duplicata.");
            continue;
        }
        r.add_unlisted_if(*dup.dVenc < r.date, 900, at + "/dVenc", "O vencimento da duplicata é anterior à emissão.");
        r.add_unlisted_if(*dup.dVenc < before, 850, at + "/dVenc",
                          "O vencimento da duplicata é anterior ao da duplicata de antes.");
        before = *dup.dVenc;
    }
}

void check_means(Report& r) {
    auto const& payments = r.nfce.pag.detPag;
    for (std::size_t i = 0; i < payments.size(); ++i) {
        auto const& paid = payments[i];
        auto const at = fmt::format("pag/detPag[{}]", i + 1);
        r.add_unlisted_if(r.nfce.ide.finNFe == 4 && paid.tPag != "90", 871, at + "/tPag",
                          "Nota de devolução é sem pagamento (90).");
        r.add_unlisted_if(paid.tPag == "90" && !paid.vPag.value.is_zero(), 904, at + "/vPag",
                          "Sem pagamento (90) tem valor zero.");
        r.add_unlisted_if(paid.tPag == "90" && payments.size() > 1, 0, at + "/tPag",
                          "Sem pagamento (90) não vai junto com outro meio.");
        r.add_unlisted_if(paid.tPag == "99" && !r.allowed("nfe_tpag_99"), 436, at + "/tPag",
                          "A UF não aceita \"Outros\" como meio de pagamento.");
    }
}

} // namespace

void check_55_commerce(Report& r) {
    check_transport(r);
    check_means(r);
    if (!r.nfce.cobr) return;
    check_bill(r, *r.nfce.cobr);
    check_instalments(r, r.nfce.cobr->dup);
    auto const& payments = r.nfce.pag.detPag;
    bool const at_once =
        !payments.empty() && std::ranges::all_of(payments, [](DetPag const& paid) { return paid.indPag == 0; });
    r.add_unlisted_if(at_once, 853, "cobr", "Pagamento à vista não leva fatura nem duplicatas.");
}

} // namespace balcao::nfce::rules
