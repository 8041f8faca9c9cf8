#include "nfce/icms_rates.hpp"
#include "nfce/rules_report.hpp"
#include "nfce/taxes.hpp"

/// Modelo 55, NF-e: CFOP and taxes of the items.
namespace balcao::nfce::rules {

namespace {

/// First digits of the CFOPs of one destination: entry and exit.
struct Direction {
    std::string_view digits;
    int cStat;
    std::string_view sentence;
};
constexpr Direction directions[] = {
    {"15", 733, "CFOP de operação dentro da UF, mas a nota indica outro destino."},
    {"26", 732, "CFOP de operação interestadual, mas a nota indica outro destino."},
    {"37", 731, "CFOP de operação com o exterior, mas a nota indica outro destino."},
};

void check_nfe_cfop(Report& r, Det const& det, std::string const& at) {
    auto const& ide = r.nfce.ide;
    auto const& cfop = det.prod.CFOP;
    if (cfop.size() != 4) return; // the format check's
    auto const title = r.tables.cfop_title(cfop);
    if (!title) return r.add_unlisted_if(true, 770, at, fmt::format("O CFOP {} não existe.", cfop));
    char const first = cfop[0];
    bool const entry = first < '5';
    r.add_unlisted_if(entry && ide.tpNF == 1, 518, at, "CFOP de entrada em nota de saída.");
    r.add_unlisted_if(!entry && ide.tpNF == 0, 519, at, "CFOP de saída em nota de entrada.");
    for (int destination = 1; destination <= 3; ++destination) {
        auto const& [digits, cStat, sentence] = directions[destination - 1];
        r.add_unlisted_if(digits.contains(first) && ide.idDest != destination, cStat, at, sentence);
    }
    // Returns of exports come without them; import is not issued here.
    bool const import = first == '3' && !has_word("3201 3202 3503 3553", cfop);
    for (int const cStat : {525, 597, 599}) {
        r.add_unlisted_if(import && (cStat == 525 || cfop != "3211"), cStat, at,
                          "Importação, com declaração e imposto de importação, não é emitida aqui.");
    }
    bool const takes_back = title->contains("evolução");
    r.add_unlisted_if(ide.finNFe == 4 && !takes_back && !r.listed("cfop_devolucao_tambem", cfop), 327, at,
                      "Nota de devolução exige um CFOP de devolução.");
    r.add_unlisted_if(ide.finNFe == 1 && takes_back, 328, at, "CFOP de devolução exige a finalidade devolução (4).");
    r.add_unlisted_if(cfop == "5933" || cfop == "6933", 0, at, "Serviço com ISS não é emitido por este programa.");
}

/// ST of the group, where it is charged here.
St const* st_of(Icms const& icms) {
    return std::visit(
        [](auto const& group) -> St const* {
            if constexpr (requires {
                              { group.st } -> std::same_as<St const&>;
                          }) {
                return &group.st;
            } else if constexpr (requires { group.st; }) {
                return group.st ? &*group.st : nullptr;
            } else {
                return nullptr;
            }
        },
        icms);
}

/// Rate of the own ICMS, where the group has one.
std::optional<Written<4>> own_rate(Icms const& icms) {
    return std::visit(
        [](auto const& group) -> std::optional<Written<4>> {
            if constexpr (requires { group.pICMS; }) {
                return group.pICMS;
            } else if constexpr (requires { group.proprio; }) {
                return group.proprio ? std::optional(group.proprio->pICMS) : std::nullopt;
            } else {
                return std::nullopt;
            }
        },
        icms);
}

int origin(Icms const& icms) {
    return std::visit([](auto const& group) { return group.orig; }, icms);
}

bool lacks_former_st(Icms const& icms) {
    if (auto const* group = std::get_if<Icms60>(&icms)) return !group->retido;
    if (auto const* group = std::get_if<IcmsSn500>(&icms)) return !group->retido;
    return false;
}

/// To whom the goods go decides what the codes may be (N12-70, N12-80, N12a-70); repair, demonstration and returns are
/// excepted.
void check_code_of_buyer(Report& r, Det const& det, std::string const& at) {
    auto const& ide = r.nfce.ide;
    if (!r.nfce.dest || ide.tpNF != 1) return;
    auto const [code, simples] = icms_code(det.icms);
    auto const& cfop = det.prod.CFOP;
    int const buyer = r.nfce.dest->indIEDest;
    bool const comes_back = has_word("5912 5913 5915 5916 6915 6916", cfop);
    if (simples) {
        r.add_unlisted_if(buyer == 9 && !comes_back && !has_word("102 103 300 400 500", code), 600, at + "/CSOSN",
                          "O CSOSN não serve a quem não é contribuinte: sem crédito e sem substituição tributária.");
        return;
    }
    bool const excepted = (code == "50" && (comes_back || has_word("5949 6949", cfop))) ||
                          (code == "51" && has_word("5123 5922 6123 6922 5906 5907", cfop)) ||
                          (ide.finNFe == 4 && has_word("50 51", code)) || (code == "10" && ide.idDest == 1);
    r.add_unlisted_if(buyer == 9 && !excepted && !has_word("00 20 40 41 60 61", code), 508, at + "/CST",
                      fmt::format("O CST {} não serve a quem não é contribuinte.", code));
    r.add_unlisted_if(buyer == 2 && has_word("50 51", code) && !comes_back, 529, at + "/CST",
                      fmt::format("O CST {} não serve a contribuinte isento de inscrição.", code));
}

/// CST 51 tells all of its deferral or nothing (N12-97, N16a-10, N16c-10, N17-10).
void check_deferral(Report& r, Icms51 const& x, std::string const& at) {
    bool const none = !x.vBC && !x.pICMS && !x.vICMSOp && !x.pDif && !x.vICMSDif && !x.vICMS;
    if (none) return;
    if (!x.vBC || !x.pICMS || !x.vICMSOp || !x.pDif || !x.vICMSDif || !x.vICMS) {
        return r.add_unlisted_if(true, 929, at,
                                 "Diferimento: informe base, alíquota, percentual e valores, ou nenhum deles.");
    }
    r.add_unlisted_if(off_by_more_than_a_cent(percent_of(x.vBC->value, *x.pICMS), x.vICMSOp->value), 351,
                      at + "/vICMSOp", "Valor do ICMS da operação difere da base vezes a alíquota.");
    r.add_unlisted_if(off_by_more_than_a_cent(percent_of(x.vICMSOp->value, *x.pDif), x.vICMSDif->value), 352,
                      at + "/vICMSDif", "Valor do ICMS diferido difere do percentual.");
    r.add_unlisted_if(off_by_more_than_a_cent(x.vICMSOp->value - x.vICMSDif->value, x.vICMS->value), 353, at + "/vICMS",
                      "Valor do ICMS difere da operação menos o diferido.");
}

void check_nfe_icms(Report& r, Det const& det, std::string const& at) {
    auto const& ide = r.nfce.ide;
    auto const code = icms_code(det.icms).code;
    check_code_of_buyer(r, det, at);
    r.add_unlisted_if(det.prod.CFOP.starts_with('7') && !has_word("40 41 50 300", code), 527, at,
                      "Exportação não leva ICMS: use CST 41 ou CSOSN 300.");
    r.add_unlisted_if(ide.indFinal == 0 && lacks_former_st(det.icms) && r.allowed("nfe_st_retido"), 938, at,
                      "Informe a base e o valor do ICMS retido antes por substituição tributária.");
    if (auto const* group = std::get_if<Icms51>(&det.icms)) check_deferral(r, *group, at + "/ICMS51");
    if (auto const* st = st_of(det.icms)) {
        r.add_unlisted_if(st->modBCST == 4 && !st->pMVAST, 932, at + "/pMVAST",
                          "Base da ST por margem de valor agregado: informe a MVA.");
        r.add_unlisted_if(st->modBCST != 4 && st->pMVAST, 933, at + "/pMVAST",
                          "A MVA só entra na base da ST por margem de valor agregado (4).");
    }
    bool const other_places = r.nfce.entrega || r.nfce.retirada;
    if (ide.idDest != 2 || ide.tpNF != 1 || ide.finNFe != 1 || other_places) return;
    if (!r.nfce.dest || !r.nfce.dest->enderDest) return;
    auto const rate = own_rate(det.icms);
    if (!rate) return;
    auto const most = interstate_rate(r.uf, r.nfce.dest->enderDest->UF, origin(det.icms));
    bool const imported = most == "4.00";
    r.add_unlisted_if(rate->value > Decimal<4>::parse(most).value(), imported ? 663 : 693, at + "/pICMS",
                      imported ? "Produto importado: a alíquota interestadual é de no máximo 4 %."
                               : fmt::format("A alíquota interestadual para {} é de no máximo {} %.",
                                             r.nfce.dest->enderDest->UF, most.substr(0, most.find('.'))));
}

/// The group of the UF of destination (EC 87/2015).
void check_uf_dest(Report& r, Det const& det, std::string const& at) {
    auto const& n = r.nfce;
    bool const due = is_difal_operation(n.ide, n.emit, n.dest, det.prod.CFOP) && !amounts_of(det.icms).vBC.is_zero();
    r.add_unlisted_if(due && !det.icmsUFDest, 694, at, "Informe o ICMS da UF de destino, com a alíquota interna dela.");
    bool const possible = n.ide.idDest == 2 && n.ide.indFinal == 1 && n.dest && n.dest->indIEDest == 9;
    r.add_unlisted_if(!possible && det.icmsUFDest, 695, at,
                      "ICMS da UF de destino só na venda a consumidor final não contribuinte de outra UF.");
    r.add_unlisted_if(possible && !amounts_of(det.icms).vFCP.is_zero(), 876, at,
                      "Na venda a consumidor de outra UF, o FCP vai no ICMS da UF de destino.");
    if (!det.icmsUFDest || !possible || !n.dest->enderDest) return;
    auto const& dest = *det.icmsUFDest;
    auto const& to = n.entrega ? n.entrega->endereco.UF : n.dest->enderDest->UF;
    auto const want = interstate_rate(r.uf, to, origin(det.icms));
    bool const imported = want == "4.00" || dest.pICMSInter == "4.00";
    if (dest.pICMSInter != want) {
        r.add(0, at + "/pICMSInter",
              fmt::format("A alíquota interestadual deste item deve ser {} %.", want.substr(0, want.find('.'))),
              imported ? 697 : 698);
    }
    r.add_unlisted_if(dest.pICMSInterPart.value != Decimal<4>::from_units(100), 699, at + "/pICMSInterPart",
                      "A partilha para a UF de destino é de 100 % desde 2019.");
    auto const fcp = dest.pFCPUFDest ? percent_of(value_or_zero(dest.vBCFCPUFDest), *dest.pFCPUFDest) : Money{};
    r.add_unlisted_if(off_by_more_than_a_cent(fcp, value_or_zero(dest.vFCPUFDest)), 793, at + "/vFCPUFDest",
                      "Valor do FCP da UF de destino difere do cálculo.");
    auto const inter = Decimal<4>::parse(dest.pICMSInter);
    if (!inter) return;
    auto const difference = std::max(Decimal<4>{}, dest.pICMSUFDest.value - *inter);
    r.add_unlisted_if(off_by_more_than_a_cent(cents(100, dest.vBCUFDest.value, difference), dest.vICMSUFDest.value),
                      815, at + "/vICMSUFDest", "Valor do ICMS da UF de destino difere do cálculo.");
}

void check_ipi(Report& r, Det const& det, std::string const& at) {
    if (!det.ipi) return;
    auto const& [cEnq, group] = *det.ipi;
    auto const code = std::visit([](auto const& held) { return held.CST; }, group);
    bool const exit_code = code >= "50";
    r.add_unlisted_if(code.size() == 2 && exit_code != (r.nfce.ide.tpNF == 1), 0, at + "/CST",
                      exit_code ? "CST de saída do IPI em nota de entrada."
                                : "CST de entrada do IPI em nota de saída.");
    auto const framing = tables::ipi_framing(cEnq);
    bool const special = has_word("02 04 05 52 54 55", code);
    auto const goes_with = framing ? (exit_code ? framing->cst_saida : framing->cst_entrada) : std::string_view{};
    r.add_unlisted_if(!framing, 387, at + "/cEnq", fmt::format("O enquadramento {} do IPI não existe.", cEnq));
    bool const fits = special ? goes_with == code : goes_with.empty();
    r.add_unlisted_if(framing && !fits, 388, at + "/cEnq",
                      fmt::format("O enquadramento {} do IPI não serve ao CST {}.", cEnq, code));
    auto const* trib = std::get_if<IpiTrib>(&group);
    if (trib == nullptr) return;
    auto const* by_value = std::get_if<IpiTrib::PorValor>(&trib->base);
    auto const* by_unit = std::get_if<IpiTrib::PorUnidade>(&trib->base);
    auto const due = by_value != nullptr ? percent_of(by_value->vBC.value, by_value->pIPI)
                                         : cents(1, by_unit->qUnid.value, by_unit->vUnid.value);
    r.add_unlisted_if(off_by_more_than_a_cent(due, trib->vIPI.value), 0, at + "/vIPI",
                      "Valor do IPI difere do cálculo.");
}

} // namespace

void check_55_goods(Report& r) {
    for (std::size_t i = 0; i < r.nfce.det.size(); ++i) {
        auto const at = item_path(i);
        check_nfe_cfop(r, r.nfce.det[i], at + "/prod/CFOP");
        r.add_unlisted_if(r.nfce.det[i].prod.indTot != 1, 0, at + "/prod/indTot", "Item deve compor o total.");
    }
}

void check_55_taxes(Report& r) {
    for (std::size_t i = 0; i < r.nfce.det.size(); ++i) {
        auto const& det = r.nfce.det[i];
        auto const at = item_path(i) + "/imposto";
        check_nfe_icms(r, det, at + "/ICMS");
        check_uf_dest(r, det, at + "/ICMSUFDest");
        check_ipi(r, det, at + "/IPI");
        r.add_unlisted_if(det.impostoDevol && r.nfce.ide.finNFe != 4, 390, item_path(i) + "/impostoDevol",
                          "IPI devolvido só entra em nota de devolução.");
    }
}

} // namespace balcao::nfce::rules
