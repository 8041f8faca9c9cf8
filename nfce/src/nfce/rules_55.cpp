#include "nfce/rules_report.hpp"
#include "nfce/taxes.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/inscricao_estadual.hpp"
#include "platform/base/text.hpp"

#include <algorithm>
#include <set>

/// Modelo 55, NF-e: the operation, the people in it and the documents it goes back to.
namespace balcao::nfce::rules {

namespace {

constexpr std::string_view brazil = "1058";

void check_operation(Report& r) {
    auto const& ide = r.nfce.ide;
    r.add_unlisted_if(ide.dhEmi.epoch() < r.context.now - thirty_days, 228, "ide/dhEmi",
                      "A data da emissão passa de 30 dias: gere a nota novamente.");
    r.add_unlisted_if(ide.dhSaiEnt && ide.tpNF == 1 && ide.dhSaiEnt->epoch() < ide.dhEmi.epoch(), 506, "ide/dhSaiEnt",
                      "A saída não pode ser anterior à emissão.");
    r.add_unlisted_if(ide.dhSaiEnt && ide.dhSaiEnt->epoch() > r.context.now + thirty_days, 504, "ide/dhSaiEnt",
                      "A saída não pode passar de 30 dias a contar de hoje.");
    r.add_unlisted_if(ide.tpImp < 0 || ide.tpImp > 3, 710, "ide/tpImp",
                      "O DANFE da NF-e é retrato (1), paisagem (2) ou simplificado (3).");
    bool const needs_broker = has_word("2 3 4 9", std::to_string(ide.indPres));
    r.add_unlisted_if(needs_broker && !ide.indIntermed, 434, "ide/indIntermed",
                      "Informe se a venda a distância teve intermediador.");
    r.add_unlisted_if(!needs_broker && ide.indIntermed, 435, "ide/indIntermed",
                      "Indicador de intermediador só se aplica à venda a distância.");
    r.add_unlisted_if(ide.indPres == 4, 794, "ide/indPres", "Entrega em domicílio (4) só se indica em NFC-e.");
    r.add_unlisted_if(ide.indPres == 5 && ide.nfref.empty(), 864, "ide/NFref",
                      "Venda presencial fora do estabelecimento: informe a nota de remessa.");
    r.add_unlisted_if(!r.nfce.infNFeSupl.qrCode.empty() || !r.nfce.infNFeSupl.urlChave.empty(), 393, "infNFeSupl",
                      "A NF-e não leva QR Code nem endereço de consulta.");
    auto const most = Money::parse(r.tables.parameter("nfe_valor_maximo", r.uf, r.date, ide.tpAmb));
    r.add_unlisted_if(most && r.nfce.total.icmsTot.vNF.value > *most, 628, "total/ICMSTot/vNF",
                      "O valor da nota passa do limite da UF.");
}

/// SVC-AN (6) or SVC-RS (7), the one that serves the issuer's UF, in the place of the UF's own service.
void check_svc(Report& r) {
    auto const& ide = r.nfce.ide;
    r.add_unlisted_if(ide.tpEmis == 9, 711, "ide/tpEmis", "A NF-e não tem contingência off-line: use a SVC.");
    r.add_unlisted_if(ide.tpEmis != 1 && ide.tpEmis != 6 && ide.tpEmis != 7 && ide.tpEmis != 9, 570, "ide/tpEmis",
                      "A NF-e só sai com tpEmis 1 (normal), 6 (SVC-AN) ou 7 (SVC-RS).");
    if (ide.tpEmis != 6 && ide.tpEmis != 7) {
        return r.add_unlisted_if(ide.dhCont || ide.xJust, 556, "ide/dhCont",
                                 "Dados de contingência só entram na nota emitida em contingência.");
    }
    auto const svc = r.tables.parameter("svc", r.uf, r.date, ide.tpAmb);
    r.add_unlisted_if(svc != (ide.tpEmis == 6 ? "AN" : "RS"), 0, "ide/tpEmis",
                      fmt::format("A contingência desta UF é a SVC-{}.", svc));
    r.add_unlisted_if(!ide.dhCont || !ide.xJust, 557, "ide/xJust", "Informe data, hora e motivo da contingência.");
    r.add_unlisted_if(ide.dhCont && ide.dhCont->epoch() > ide.dhEmi.epoch(), 558, "ide/dhCont",
                      "Entrada em contingência posterior à emissão.");
    r.add_unlisted_if(ide.dhCont && ide.dhCont->epoch() < r.context.now - thirty_days, 569, "ide/dhCont",
                      "Entrada em contingência muito antiga.");
}

/// Whether the receiver may be a contribuinte without inscription: where the UF takes it (E16a-30), or ST or an
/// exemption is in the items.
bool may_be_exempt(Report& r, std::string_view uf) {
    return r.tables.allowed("contribuinte_isento", uf, r.date, r.nfce.ide.tpAmb) ||
           std::ranges::any_of(r.nfce.det, [](Det const& det) {
               return !amounts_of(det.icms).vICMSST.is_zero() ||
                      has_word("40 41 103 300 400 60 500", icms_code(det.icms).code);
           });
}

void check_inscription(Report& r, Dest const& dest, std::string_view uf) {
    auto const& ide = r.nfce.ide;
    r.add_unlisted_if(dest.indIEDest == 1 && !dest.IE, 728, "dest/IE",
                      "Informe a inscrição estadual do destinatário contribuinte.");
    r.add_unlisted_if(dest.indIEDest == 2 && dest.IE, 791, "dest/IE",
                      "Destinatário isento de inscrição estadual não leva inscrição.");
    r.add_unlisted_if(dest.indIEDest == 2 && !may_be_exempt(r, uf), 805, "dest/indIEDest",
                      fmt::format("A SEFAZ de {} não aceita contribuinte isento de inscrição: informe a inscrição "
                                  "estadual ou não contribuinte.",
                                  uf));
    r.add_unlisted_if(dest.IE && !is_valid_ie(*dest.IE, uf), 210, "dest/IE",
                      fmt::format("A inscrição estadual do destinatário não é de {}.", uf));
    r.add_unlisted_if(dest.indIEDest == 9 && ide.tpNF == 1 && ide.indFinal != 1, 696, "ide/indFinal",
                      "Quem não é contribuinte é consumidor final.");
}

void check_abroad(Report& r, Dest const& dest, Endereco const& address) {
    r.add_unlisted_if(dest.id.kind != PersonId::Kind::estrangeiro, 720, "dest",
                      "Operação com o exterior: identifique o destinatário pelo documento de estrangeiro.");
    r.add_unlisted_if(address.UF != "EX", 727, "dest/enderDest/UF", "Operação com o exterior: a UF deve ser EX.");
    r.add_unlisted_if(dest.indIEDest != 9, 790, "dest/indIEDest",
                      "Operação com o exterior: o destinatário é não contribuinte.");
    r.add_unlisted_if(dest.IE.has_value(), 792, "dest/IE", "Destinatário no exterior não tem inscrição estadual.");
    r.add_unlisted_if(!address.cPais || *address.cPais == brazil, 510, "dest/enderDest/cPais",
                      "Operação com o exterior: informe o país do destinatário.");
}

/// The issuer's inscription as substitute in the UF of destination.
void check_substitute(Report& r, Dest const& dest) {
    auto const& IEST = r.nfce.emit.IEST;
    if (!IEST) return;
    if (r.nfce.ide.idDest != 2) {
        return r.add_unlisted_if(true, 347, "emit/IEST",
                                 "Inscrição de substituto tributário só entra em operação interestadual.");
    }
    r.add_unlisted_if(dest.enderDest && !is_valid_ie(*IEST, dest.enderDest->UF), 211, "emit/IEST",
                      "A inscrição de substituto tributário não é da UF do destinatário.");
}

/// Where the goods go, against what idDest says (E12-30 to E12-60): from and to the places of retirada and entrega
/// where they are given; an entry comes from the other party.
void check_destination(Report& r, Dest const& dest, Endereco const& address) {
    auto const& ide = r.nfce.ide;
    if (ide.idDest == 3) return check_abroad(r, dest, address);
    bool const foreigner = dest.id.kind == PersonId::Kind::estrangeiro;
    r.add_unlisted_if(address.UF != "EX" && !foreigner && address.cPais && *address.cPais != brazil, 511,
                      "dest/enderDest/cPais", "Endereço no Brasil: o código do país é 1058.");
    r.add_unlisted_if(foreigner && ide.indFinal != 1, 721, "ide/indFinal",
                      "Venda a estrangeiro dentro do país é para consumidor final.");
    r.add_unlisted_if(foreigner && dest.IE, 925, "dest/IE", "Estrangeiro não tem inscrição estadual.");
    bool const leaving = ide.tpNF == 1;
    auto const from = r.nfce.retirada ? r.nfce.retirada->endereco.UF : leaving ? r.uf : address.UF;
    auto const to = r.nfce.entrega ? r.nfce.entrega->endereco.UF : leaving ? address.UF : r.uf;
    if (ide.idDest == 2) {
        r.add_unlisted_if(foreigner || address.UF == "EX", 771, "dest",
                          "Operação interestadual: o destinatário deve ser do país, com CNPJ ou CPF.");
        r.add_unlisted_if(to == from && dest.id.value != r.nfce.emit.CNPJ, 772, "ide/idDest",
                          "Operação interestadual: o destinatário deve ser de outra UF.");
    } else {
        r.add_unlisted_if(to != from && ide.indFinal != 1, 773, "ide/idDest",
                          "O destinatário é de outra UF: indique operação interestadual.");
    }
}

/// Rejections of a place, by what is wrong with it.
struct PlaceCodes {
    int cnpj, cpf, abroad, city;
};

void check_place(Report& r, std::optional<Local> const& place, std::string_view name, PlaceCodes codes) {
    if (!place) return;
    auto const at = [&](std::string_view field) { return fmt::format("{}/{}", name, field); };
    auto const& id = place->id;
    bool const cnpj = id.kind == PersonId::Kind::cnpj;
    r.add_unlisted_if(cnpj ? !is_valid_cnpj(id.value) : !is_valid_cpf(id.value), cnpj ? codes.cnpj : codes.cpf,
                      at(cnpj ? "CNPJ" : "CPF"),
                      fmt::format("{} do local de {} inválido.", cnpj ? "CNPJ" : "CPF", name));
    auto const& address = place->endereco;
    if (address.UF == "EX") {
        r.add_unlisted_if(address.cMun != "9999999", codes.abroad, at("cMun"),
                          "Para endereço no exterior, o código do município é 9999999.");
    } else {
        r.add_unlisted_if(tables::uf_of_municipality(address.cMun) != std::optional<std::string_view>(address.UF),
                          codes.city, at("cMun"), fmt::format("Município do local de {} não pertence à UF.", name));
    }
    r.add_unlisted_if(place->IE && !is_valid_ie(*place->IE, address.UF), 971, at("IE"),
                      fmt::format("Inscrição estadual do local de {} inválida.", name));
}

void check_readers(Report& r) {
    std::set<std::string_view> seen;
    auto const& readers = r.nfce.autXML;
    for (std::size_t i = 0; i < readers.size(); ++i) {
        auto const& id = readers[i];
        bool const cnpj = id.kind == PersonId::Kind::cnpj;
        auto const field = fmt::format("autXML[{}]/{}", i + 1, cnpj ? "CNPJ" : "CPF");
        r.add_unlisted_if(cnpj && !is_valid_cnpj(id.value), 323, field, "CNPJ de quem pode baixar o XML inválido.");
        r.add_unlisted_if(!cnpj && !is_valid_cpf(id.value), 325, field, "CPF de quem pode baixar o XML inválido.");
        r.add_unlisted_if(r.nfce.dest && id == r.nfce.dest->id, cnpj ? 324 : 326, field,
                          "O destinatário já pode baixar o XML.");
        r.add_unlisted_if(!seen.insert(id.value).second, 0, field, "Quem pode baixar o XML foi informado duas vezes.");
    }
}

/// Of a whole key.
std::string_view model_of(std::string_view key) { return key.substr(20, 2); }

void check_complement(Report& r) {
    auto const& references = r.nfce.ide.nfref;
    r.add_unlisted_if(references.empty(), 254, "ide/NFref", "Informe a nota que esta complementa.");
    r.add_unlisted_if(references.size() > 1, 255, "ide/NFref", "A nota complementar se refere a uma nota só.");
    if (references.size() != 1) return;
    auto const* electronic = std::get_if<RefNFe>(&references.front());
    if (electronic == nullptr || electronic->chave.size() != 44) return;
    auto const& key = electronic->chave;
    r.add_unlisted_if(key.substr(6, 14) != r.nfce.emit.CNPJ, 269, "ide/NFref[1]/refNFe",
                      "A nota complementada é de outro emitente.");
    r.add_unlisted_if(key.substr(0, 2) != r.nfce.ide.cUF, 678, "ide/NFref[1]/refNFe",
                      "A nota complementada é de outra UF.");
}

/// A return goes back to its document item by item from the day that VC02-14 holds, before that as a whole or so.
void check_return(Report& r) {
    bool const by_item = r.tables.parameter("devolucao_referencia", r.uf, r.date, r.nfce.ide.tpAmb) == "item";
    auto const& items = r.nfce.det;
    r.add_unlisted_if(by_item && !r.nfce.ide.nfref.empty(), 0, "ide/NFref",
                      "A devolução se refere à nota de origem em cada item, e não na nota toda.");
    if (!by_item && !r.nfce.ide.nfref.empty()) return;
    for (std::size_t i = 0; i < items.size(); ++i) {
        r.add_unlisted_if(!items[i].referenciado, 321, item_path(i) + "/DFeReferenciado",
                          "Informe a nota, e o item dela, que este item devolve.");
    }
}

} // namespace

Problems refused_by_55(Nfce const& nfce) {
    Problems problems;
    auto const& ide = nfce.ide;
    if (ide.finNFe != 1 && ide.finNFe != 2 && ide.finNFe != 4) {
        problems.push_back({.rule = 0,
                            .cStat = 225,
                            .field = "ide/finNFe",
                            .message =
                                "Este programa emite NF-e normal (1), complementar (2) e de devolução (4); nota de "
                                "ajuste, de crédito e de débito não."});
    }
    return problems;
}

void check_55_people(Report& r) {
    check_place(r, r.nfce.retirada, "retirada", {.cnpj = 512, .cpf = 540, .abroad = 513, .city = 277});
    check_place(r, r.nfce.entrega, "entrega", {.cnpj = 514, .cpf = 541, .abroad = 515, .city = 279});
    check_readers(r);
    auto const& dest = r.nfce.dest;
    if (!dest) return r.add_unlisted_if(true, 719, "dest", "Identifique o destinatário.");
    check_substitute(r, *dest);
    r.add_unlisted_if(dest->ISUF && dest->enderDest && !has_word("AC AM AP RO RR", dest->enderDest->UF), 251,
                      "dest/ISUF", "A UF do destinatário não tem inscrição na SUFRAMA.");
    r.add_unlisted_if(!dest->xNome, 724, "dest/xNome", "Informe o nome do destinatário.");
    if (!dest->enderDest) return r.add_unlisted_if(true, 726, "dest/enderDest", "Informe o endereço do destinatário.");
    check_destination(r, *dest, *dest->enderDest);
    if (r.nfce.ide.idDest != 3) check_inscription(r, *dest, dest->enderDest->UF);
}

void check_55_references(Report& r) {
    auto const& ide = r.nfce.ide;
    if (ide.finNFe == 2) check_complement(r);
    if (ide.finNFe == 4) check_return(r);
    bool const may_name_nfce =
        ide.finNFe != 1 || ide.tpNF == 0 || r.tables.allowed("saida_referencia_nfce", r.uf, r.date, ide.tpAmb);
    auto const check_key = [&](std::string const& key, std::string const& field) {
        if (key.size() != 44) return; // the format check's
        r.add_unlisted_if(key == r.nfce.chave, 316, field, "A nota não pode se referir a ela mesma.");
        r.add_unlisted_if(!may_name_nfce && model_of(key) != "55", 679, field,
                          "Uma NF-e de saída não pode se referir a uma NFC-e.");
    };
    std::set<std::string> seen;
    for (std::size_t i = 0; i < ide.nfref.size(); ++i) {
        auto const* electronic = std::get_if<RefNFe>(&ide.nfref[i]);
        auto const* paper = std::get_if<RefNF>(&ide.nfref[i]);
        auto const field = fmt::format("ide/NFref[{}]", i + 1);
        if (electronic != nullptr) check_key(electronic->chave, field + "/refNFe");
        auto const name = electronic != nullptr ? electronic->chave
                                                : fmt::format("{}{}{}/{}/{}", paper->cUF, paper->AAMM, paper->CNPJ,
                                                              paper->serie, paper->nNF);
        r.add_unlisted_if(paper != nullptr && !is_valid_cnpj(paper->CNPJ), 548, field + "/refNF/CNPJ",
                          "CNPJ da nota em papel inválido.");
        r.add_unlisted_if(paper != nullptr && ide.idDest != 1, 923, field,
                          "Nota em papel não se referencia em operação interestadual ou com o exterior.");
        r.add_unlisted_if(!seen.insert(name).second, paper != nullptr ? 681 : 680, field,
                          "A mesma nota foi referenciada duas vezes.");
    }
    for (std::size_t i = 0; i < r.nfce.det.size(); ++i) {
        if (auto const& reference = r.nfce.det[i].referenciado)
            check_key(reference->chaveAcesso, item_path(i) + "/DFeReferenciado/chaveAcesso");
    }
}

void check_55(Report& r) {
    check_operation(r);
    check_svc(r);
    check_55_people(r);
    check_55_references(r);
    check_55_goods(r);
    check_55_taxes(r);
    check_55_commerce(r);
}

} // namespace balcao::nfce::rules
