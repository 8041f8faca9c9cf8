#include "nfce/rules_report.hpp"
#include "platform/base/documents.hpp"

#include <algorithm>

/// Carrier and payment.
namespace balcao::nfce::rules {

namespace {

void check_card(Report& r, DetPag const& paid, std::string const& at) {
    bool const bank_card = paid.tPag == "03" || paid.tPag == "04";
    if (!paid.card) return r.add_if(r.listed("cartao_obrigatorio", paid.tPag), 102, at + "/card");
    auto const& card = *paid.card;
    auto const path = at + "/card";
    r.add_if(card.tpIntegra == 1 && (!card.CNPJ || !card.cAut || (bank_card && !card.tBand)), 103, path);
    auto const add_104 = [&](bool broken, std::string_view name, int cStat) {
        if (broken) r.add(104, fmt::format("{}/{}", path, name), std::string(rule_text(104).sentence), cStat);
    };
    add_104(card.CNPJ && !is_valid_cnpj(*card.CNPJ), "CNPJ", 437);
    add_104(card.tBand && !tables::is_card_brand(*card.tBand), "tBand", 443);
    add_104(card.tpIntegra == 2 && !r.allowed("tpintegra_2"), "tpIntegra", 737);
}

void check_means(Report& r, DetPag const& paid, std::string const& at) {
    auto const& means = paid.tPag;
    if (means == "14") r.add(100, at + "/tPag", std::string(rule_text(100).sentence), 857);
    else if (!tables::payment_means(means))
        r.add(100, at + "/tPag", fmt::format("Meio de pagamento inválido para {}.", r.modelo.name), 899);
    r.add_if(means == "99" && !paid.xPag, 101, at + "/xPag");
    check_card(r, paid, at);
}

void check_sum(Report& r) {
    auto const& pag = r.nfce.pag;
    auto const total = r.nfce.total.icmsTot.vNF.value;
    auto const change = value_or_zero(pag.vTroco);
    Money paid, can_give_change;
    bool later = false, none = false;
    for (auto const& means : pag.detPag) {
        paid += means.vPag.value;
        if (std::ranges::find(r.context.change_means, means.tPag) != r.context.change_means.end())
            can_give_change += means.vPag.value;
        later = later || means.tPag == "91";
        none = none || means.tPag == "90";
    }
    if (!later && !none) {
        r.add_if(paid < total || pag.detPag.empty(), 97, "pag/detPag/vPag");
        auto const due = paid > total ? paid - total : Money{};
        if (change != due) r.add(98, "pag/vTroco", std::string(rule_text(98).sentence), pag.vTroco ? 869 : 866);
    }
    r.add_if(change > can_give_change, 99, "pag/vTroco");
}

void check_carrier(Report& r, Transporta const& carrier) {
    if (auto const& id = carrier.id) {
        bool const cnpj = id->kind == PersonId::Kind::cnpj;
        r.add_unlisted_if(cnpj && !is_valid_cnpj(id->value), 542, "transp/transporta/CNPJ",
                          "CNPJ do transportador inválido.");
        r.add_unlisted_if(!cnpj && !is_valid_cpf(id->value), 543, "transp/transporta/CPF",
                          "CPF do transportador inválido.");
    }
    r.add_unlisted_if(carrier.IE && !carrier.UF, 559, "transp/transporta/UF",
                      "Informe a UF do transportador que tem inscrição estadual.");
}

} // namespace

void check_payment(Report& r) {
    if (r.nfce.transp.transporta) check_carrier(r, *r.nfce.transp.transporta);
    auto const& payments = r.nfce.pag.detPag;
    for (std::size_t i = 0; i < payments.size(); ++i) check_means(r, payments[i], fmt::format("pag/detPag[{}]", i + 1));
    check_sum(r);
}

} // namespace balcao::nfce::rules
