#pragma once

#include "nfce/layout_taxes.hpp"

/// The layout 4.00 of infNFe, once: order, element names and simple types (PL_010e v1.01, TNFe).
/// Every archive walks these functions: the writer to make XML, the reader to take it apart, the format check to find
/// what the schema would refuse. An archive has these members (body: what is inside the element):
///   field(name, value, lexical)          string, int, Written, DateTime, or an optional of one
///   constant(name, text)                 an element that always has this value
///   element(name, body)                  a group that is always there
///   optional_element(name, value, body)  a group that may be absent; body(group)
///   sequence(first, value, body)         members without an element of their own, present when `first` is
///   list(name, vector, most, body)       repeated group, at most so many; body(group)
///   attribute(name, value, lexical)      of the innermost open element, before its first member
///   person(id, Kinds)                    CNPJ, CPF or idEstrangeiro
///   optional_person(optional id, Kinds)  the same, or none
///   choice(variant, alternative…)        exactly one of several groups
///   items(name, vector, body)            repeated group numbered by an attribute nItem from 1
namespace balcao::nfce::layout {

template <class A>
void describe_ide(A& a, Of<Ide> auto& x) {
    using namespace lexical;
    a.field("cUF", x.cUF, UfCode{});
    a.field("cNF", x.cNF, digits(8));
    a.field("natOp", x.natOp, Text{1, 60});
    a.field("mod", x.mod, OneOf{"55 65"});
    a.field("serie", x.serie, Integer{0, 999});
    a.field("nNF", x.nNF, Integer{1, 999'999'999});
    a.field("dhEmi", x.dhEmi, DateAndTime{});
    a.field("dhSaiEnt", x.dhSaiEnt, DateAndTime{});
    a.field("tpNF", x.tpNF, Integer{0, 1});
    a.field("idDest", x.idDest, Integer{1, 3});
    a.field("cMunFG", x.cMunFG, digits(7));
    a.field("cMunFGIBS", x.cMunFGIBS, digits(7));
    a.field("tpImp", x.tpImp, Integer{0, 6});
    a.field("tpEmis", x.tpEmis, OneOf{"1 2 3 4 5 6 7 9"});
    a.field("cDV", x.cDV, digits(1));
    a.field("tpAmb", x.tpAmb, Integer{1, 2});
    a.field("finNFe", x.finNFe, Integer{1, 6});
    a.field("indFinal", x.indFinal, Integer{0, 1});
    a.field("indPres", x.indPres, OneOf{"0 1 2 3 4 5 9"});
    a.field("indIntermed", x.indIntermed, Integer{0, 1});
    a.constant("procEmi", "0");
    a.field("verProc", x.verProc, Text{1, 20});
    a.field("dhCont", x.dhCont, DateAndTime{});
    a.field("xJust", x.xJust, Text{15, 256});
    a.list("NFref", x.nfref, 999, [&](auto& reference) {
        a.choice(reference,
                 members<RefNFe>("refNFe", [&](auto& electronic) { a.field("refNFe", electronic.chave, AccessKey{}); }),
                 group<RefNF>("refNF", [&](auto& paper) {
                     a.field("cUF", paper.cUF, UfCode{});
                     a.field("AAMM", paper.AAMM, YearMonth{});
                     a.field("CNPJ", paper.CNPJ, CnpjCode{});
                     a.field("mod", paper.mod, OneOf{"01 02"});
                     a.field("serie", paper.serie, Integer{0, 999});
                     a.field("nNF", paper.nNF, Integer{1, 999'999'999});
                 }));
    });
}

/// TEnderEmi of the issuer, TEndereco of the consumer.
template <class A>
void describe_address(A& a, Of<Endereco> auto& x, bool of_issuer) {
    using namespace lexical;
    a.field("xLgr", x.xLgr, Text{2, 60});
    a.field("nro", x.nro, Text{1, 60});
    a.field("xCpl", x.xCpl, Text{1, 60});
    a.field("xBairro", x.xBairro, Text{2, 60});
    a.field("cMun", x.cMun, digits(7));
    a.field("xMun", x.xMun, Text{2, 60});
    a.field("UF", x.UF, Uf{.abroad = !of_issuer});
    a.field("CEP", x.CEP, digits(8));
    if (of_issuer) {
        a.field("cPais", x.cPais, OneOf{"1058"});
        a.field("xPais", x.xPais, OneOf{"BRASIL Brasil"});
    } else {
        a.field("cPais", x.cPais, digits(1, 4));
        a.field("xPais", x.xPais, Text{2, 60});
    }
    a.field("fone", x.fone, digits(6, 14));
}

template <class A>
void describe_emit(A& a, Of<Emit> auto& x) {
    using namespace lexical;
    a.field("CNPJ", x.CNPJ, CnpjCode{});
    a.field("xNome", x.xNome, Text{2, 60});
    a.field("xFant", x.xFant, Text{1, 60});
    a.element("enderEmit", [&] { describe_address(a, x.enderEmit, true); });
    a.field("IE", x.IE, digits(2, 14));
    a.field("IEST", x.IEST, digits(2, 14));
    a.field("IM", x.IM, Text{1, 15});
    a.field("CNAE", x.CNAE, digits(7));
    a.field("CRT", x.CRT, Integer{1, 4});
}

template <class A>
void describe_dest(A& a, Of<Dest> auto& x) {
    using namespace lexical;
    a.person(x.id, Kinds::with_foreigner);
    a.field("xNome", x.xNome, Text{2, 60});
    a.optional_element("enderDest", x.enderDest, [&](auto& address) { describe_address(a, address, false); });
    a.field("indIEDest", x.indIEDest, OneOf{"1 2 9"});
    a.field("IE", x.IE, digits(2, 14));
    a.field("ISUF", x.ISUF, digits(8, 9));
    a.field("IM", x.IM, Text{1, 15});
    a.field("email", x.email, Text{1, 60});
}

/// TLocal of retirada and entrega.
template <class A>
void describe_local(A& a, Of<Local> auto& x) {
    using namespace lexical;
    a.person(x.id, Kinds::brazilian);
    a.field("xNome", x.xNome, Text{2, 60});
    describe_address(a, x.endereco, false);
    a.field("email", x.email, Text{1, 60});
    a.field("IE", x.IE, digits(2, 14));
}

template <class A>
void describe_comb(A& a, Of<Comb> auto& x) {
    using namespace lexical;
    a.field("cProdANP", x.cProdANP, digits(9));
    a.field("descANP", x.descANP, Text{2, 95});
    a.field("pGLP", x.pGLP, percent_up_to_100);
    a.field("pGNn", x.pGNn, percent_up_to_100);
    a.field("pGNi", x.pGNi, percent_up_to_100);
    a.field("vPart", x.vPart, money);
    a.field("UFCons", x.UFCons, Uf{.abroad = true});
    a.optional_element("encerrante", x.encerrante, [&](auto& pump) {
        a.field("nBico", pump.nBico, digits(1, 3));
        a.field("nBomba", pump.nBomba, digits(1, 3));
        a.field("nTanque", pump.nTanque, digits(1, 3));
        a.field("vEncIni", pump.vEncIni, pump_counter);
        a.field("vEncFin", pump.vEncFin, pump_counter);
    });
}

template <class A>
void describe_prod(A& a, Of<Prod> auto& x) {
    using namespace lexical;
    a.field("cProd", x.cProd, Text{1, 60});
    a.field("cEAN", x.cEAN, Cean{});
    a.field("cBarra", x.cBarra, Text{3, 30});
    a.field("xProd", x.xProd, Text{1, 120});
    a.field("NCM", x.NCM, digits(8));
    a.sequence("CEST", x.cest, [&](auto& cest) {
        a.field("CEST", cest.CEST, digits(7));
        a.field("indEscala", cest.indEscala, OneOf{"S N"});
        a.field("CNPJFab", cest.CNPJFab, CnpjCode{});
    });
    a.field("cBenef", x.cBenef, Cbenef{});
    a.field("EXTIPI", x.EXTIPI, digits(2, 3));
    a.field("CFOP", x.CFOP, CfopCode{});
    a.field("uCom", x.uCom, Text{1, 6});
    a.field("qCom", x.qCom, quantity);
    a.field("vUnCom", x.vUnCom, unit_value);
    a.field("vProd", x.vProd, money);
    a.field("cEANTrib", x.cEANTrib, Cean{});
    a.field("uTrib", x.uTrib, Text{1, 6});
    a.field("qTrib", x.qTrib, quantity);
    a.field("vUnTrib", x.vUnTrib, unit_value);
    a.field("vFrete", x.vFrete, money_not_zero);
    a.field("vSeg", x.vSeg, money_not_zero);
    a.field("vDesc", x.vDesc, money_not_zero);
    a.field("vOutro", x.vOutro, money_not_zero);
    a.field("indTot", x.indTot, Integer{0, 1});
    a.field("xPed", x.xPed, Text{1, 15});
    a.field("nItemPed", x.nItemPed, digits(1, 6));
    a.field("nFCI", x.nFCI, Guid{});
    a.list("rastro", x.rastro, 500, [&](auto& lot) {
        a.field("nLote", lot.nLote, Text{1, 20});
        a.field("qLote", lot.qLote, lot_quantity);
        a.field("dFab", lot.dFab, Date{});
        a.field("dVal", lot.dVal, Date{});
        a.field("cAgreg", lot.cAgreg, Text{1, 20});
    });
    a.optional_element("comb", x.comb, [&](auto& comb) { describe_comb(a, comb); });
}

template <class A>
void describe_det(A& a, Of<Det> auto& x) {
    using namespace lexical;
    a.element("prod", [&] { describe_prod(a, x.prod); });
    a.element("imposto", [&] {
        a.field("vTotTrib", x.vTotTrib, money);
        a.element("ICMS", [&] { describe_icms(a, x.icms); });
        a.optional_element("IPI", x.ipi, [&](auto& ipi) { describe_ipi(a, ipi); });
        a.optional_element("PIS", x.pis, [&](auto& pis) { describe_contribution<pis_names>(a, pis); });
        a.optional_element("COFINS", x.cofins, [&](auto& cofins) { describe_contribution<cofins_names>(a, cofins); });
        a.optional_element("ICMSUFDest", x.icmsUFDest, [&](auto& dest) { describe_icms_uf_dest(a, dest); });
        a.optional_element("IBSCBS", x.ibscbs, [&](auto& ibscbs) { describe_ibscbs(a, ibscbs); });
    });
    a.optional_element("impostoDevol", x.impostoDevol, [&](auto& back) {
        a.field("pDevol", back.pDevol, percent_2_up_to_100);
        a.element("IPI", [&] { a.field("vIPIDevol", back.vIPIDevol, money); });
    });
    a.field("infAdProd", x.infAdProd, Text{1, 500});
    a.field("vItem", x.vItem, money);
    a.optional_element("DFeReferenciado", x.referenciado, [&](auto& reference) {
        a.field("chaveAcesso", reference.chaveAcesso, AccessKey{});
        a.field("nItem", reference.nItem, Integer{1, 990});
    });
}

template <class A>
void describe_transp(A& a, Of<Transp> auto& x) {
    using namespace lexical;
    a.field("modFrete", x.modFrete, OneOf{"0 1 2 3 4 9"});
    a.optional_element("transporta", x.transporta, [&](auto& carrier) {
        a.optional_person(carrier.id, Kinds::brazilian);
        a.field("xNome", carrier.xNome, Text{2, 60});
        a.field("IE", carrier.IE, IeOrIsento{});
        a.field("xEnder", carrier.xEnder, Text{1, 60});
        a.field("xMun", carrier.xMun, Text{1, 60});
        a.field("UF", carrier.UF, Uf{.abroad = true});
    });
    auto const vehicle = [&](auto& truck) {
        a.field("placa", truck.placa, Plate{});
        a.field("UF", truck.UF, Uf{.abroad = true});
        a.field("RNTC", truck.RNTC, Text{1, 20});
    };
    a.optional_element("veicTransp", x.veicTransp, vehicle);
    a.list("reboque", x.reboque, 5, vehicle);
    a.list("vol", x.vol, 5000, [&](auto& volume) {
        a.field("qVol", volume.qVol, digits(1, 15));
        a.field("esp", volume.esp, Text{1, 60});
        a.field("marca", volume.marca, Text{1, 60});
        a.field("nVol", volume.nVol, Text{1, 60});
        a.field("pesoL", volume.pesoL, weight);
        a.field("pesoB", volume.pesoB, weight);
        a.list("lacres", volume.lacres, 5000, [&](auto& seal) { a.field("nLacre", seal.nLacre, Text{1, 60}); });
    });
}

template <class A>
void describe_cobr(A& a, Of<Cobr> auto& x) {
    using namespace lexical;
    a.optional_element("fat", x.fat, [&](auto& bill) {
        a.field("nFat", bill.nFat, Text{1, 60});
        a.field("vOrig", bill.vOrig, money);
        a.field("vDesc", bill.vDesc, money);
        a.field("vLiq", bill.vLiq, money);
    });
    a.list("dup", x.dup, 120, [&](auto& instalment) {
        a.field("nDup", instalment.nDup, Text{1, 60});
        a.field("dVenc", instalment.dVenc, Date{});
        a.field("vDup", instalment.vDup, money_not_zero);
    });
}

template <class A>
void describe_pag(A& a, Of<Pag> auto& x) {
    using namespace lexical;
    a.list("detPag", x.detPag, 100, [&](auto& paid) {
        a.field("indPag", paid.indPag, Integer{0, 1});
        a.field("tPag", paid.tPag, digits(2));
        a.field("xPag", paid.xPag, Text{2, 60});
        a.field("vPag", paid.vPag, money);
        a.field("dPag", paid.dPag, Date{});
        a.optional_element("card", paid.card, [&](auto& card) {
            a.field("tpIntegra", card.tpIntegra, Integer{1, 2});
            a.field("CNPJ", card.CNPJ, CnpjCode{});
            a.field("tBand", card.tBand, digits(2));
            a.field("cAut", card.cAut, Text{1, 128});
            a.field("CNPJReceb", card.CNPJReceb, CnpjCode{});
            a.field("idTermPag", card.idTermPag, Text{1, 40});
        });
    });
    a.field("vTroco", x.vTroco, money);
}

/// What is inside infNFe.
template <class A>
void describe_infNFe(A& a, Of<Nfce> auto& x) {
    using namespace lexical;
    a.element("ide", [&] { describe_ide(a, x.ide); });
    a.element("emit", [&] { describe_emit(a, x.emit); });
    a.optional_element("dest", x.dest, [&](auto& dest) { describe_dest(a, dest); });
    a.optional_element("retirada", x.retirada, [&](auto& place) { describe_local(a, place); });
    a.optional_element("entrega", x.entrega, [&](auto& place) { describe_local(a, place); });
    a.list("autXML", x.autXML, 10, [&](auto& id) { a.person(id, Kinds::brazilian); });
    a.items("det", x.det, [&](auto& det) { describe_det(a, det); });
    a.element("total", [&] {
        a.element("ICMSTot", [&] { describe_icms_totals(a, x.total.icmsTot); });
        a.optional_element("IBSCBSTot", x.total.ibsCbsTot, [&](auto& sums) { describe_ibscbs_totals(a, sums); });
        a.field("vNFTot", x.total.vNFTot, money_not_zero);
    });
    a.element("transp", [&] { describe_transp(a, x.transp); });
    a.optional_element("cobr", x.cobr, [&](auto& cobr) { describe_cobr(a, cobr); });
    a.element("pag", [&] { describe_pag(a, x.pag); });
    a.optional_element("infIntermed", x.infIntermed, [&](auto& broker) {
        a.field("CNPJ", broker.CNPJ, CnpjCode{});
        a.field("idCadIntTran", broker.idCadIntTran, Text{2, 60});
    });
    a.optional_element("infAdic", x.infAdic, [&](auto& more) {
        a.field("infAdFisco", more.infAdFisco, Text{1, 2000});
        a.field("infCpl", more.infCpl, Text{1, 5000});
        a.list("obsCont", more.obsCont, 10, [&](auto& note) {
            a.attribute("xCampo", note.xCampo, Text{1, 20});
            a.field("xTexto", note.xTexto, Text{1, 60});
        });
    });
    a.optional_element("compra", x.compra, [&](auto& purchase) {
        a.field("xNEmp", purchase.xNEmp, Text{1, 22});
        a.field("xPed", purchase.xPed, Text{1, 60});
        a.field("xCont", purchase.xCont, Text{1, 60});
    });
    a.optional_element("infRespTec", x.infRespTec, [&](auto& responsible) {
        a.field("CNPJ", responsible.CNPJ, CnpjCode{});
        a.field("xContato", responsible.xContato, Text{2, 60});
        a.field("email", responsible.email, Text{6, 60});
        a.field("fone", responsible.fone, digits(6, 14));
        a.sequence("idCSRT", responsible.csrt, [&](auto& csrt) {
            a.field("idCSRT", csrt.idCSRT, digits(2));
            a.field("hashCSRT", csrt.hashCSRT, Sha1Base64{});
        });
    });
}

/// What is inside infNFeSupl.
template <class A>
void describe_supplement(A& a, Of<InfNFeSupl> auto& x) {
    a.field("qrCode", x.qrCode, lexical::Uri{60, 1000});
    a.field("urlChave", x.urlChave, lexical::Uri{21, 85});
}

} // namespace balcao::nfce::layout
