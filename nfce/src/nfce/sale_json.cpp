#include "nfce/sale_json.hpp"

#include "nfce/json_fields.hpp"
#include "nfce/modelo.hpp"
#include "platform/base/json.hpp"

namespace balcao::nfce {

namespace {

constexpr std::size_t most_input = 16 * 1024 * 1024;

void read_address(JsonFields& in, Endereco& to) {
    in.read("xLgr", to.xLgr);
    in.read("nro", to.nro);
    in.read("xCpl", to.xCpl);
    in.read("xBairro", to.xBairro);
    in.read("cMun", to.cMun);
    in.read("xMun", to.xMun);
    in.read("UF", to.UF);
    if (in.has("CEP") || to.UF != "EX") in.read("CEP", to.CEP.emplace());
    if (in.has("cPais")) {
        in.read("cPais", to.cPais);
        in.read("xPais", to.xPais);
    }
    in.read("fone", to.fone);
}

void read_issuer(JsonFields& in, Sale& sale) {
    auto& emit = sale.emit;
    in.read("CNPJ", emit.CNPJ);
    in.read("IE", emit.IE);
    in.read("IEST", emit.IEST);
    in.read("IM", emit.IM);
    in.read("CNAE", emit.CNAE);
    in.read("CRT", emit.CRT);
    in.read("xNome", emit.xNome);
    in.read("xFant", emit.xFant);
    in.read("cUF", sale.ide.cUF);
    read_address(in, emit.enderEmit);
    if (emit.CNAE && !emit.IM) in.add("CNAE", "CNAE só pode ser informado junto com IM.");
}

void read_amount(JsonFields& in, std::string_view name, std::optional<Money>& to) {
    std::optional<Valor> amount;
    in.read(name, amount);
    if (!amount) return;
    if (amount->places > 2) in.add(name, "Deve ter no máximo 2 casas decimais.");
    to = amount->value;
}

void read_reference(JsonFields& in, NFref& to) {
    if (in.has("refNFe")) return in.read("refNFe", to.emplace<RefNFe>().chave);
    auto& paper = to.emplace<RefNF>();
    in.read("cUF", paper.cUF);
    in.read("AAMM", paper.AAMM);
    in.read("CNPJ", paper.CNPJ);
    in.read("mod", paper.mod);
    in.read("serie", paper.serie);
    in.read("nNF", paper.nNF);
}

/// What an NF-e says of its operation; an NFC-e has one value for each.
void read_operation(JsonFields& in, Ide& ide) {
    in.read_or("mod", ide.mod, 65);
    in.read_or("tpNF", ide.tpNF, 1);
    in.read_or("idDest", ide.idDest, 1);
    in.read_or("finNFe", ide.finNFe, 1);
    in.read_or("indFinal", ide.indFinal, 1);
    in.read("dhSaiEnt", ide.dhSaiEnt);
    in.optional_array("NFref", [&](JsonFields& reference) { read_reference(reference, ide.nfref.emplace_back()); });
}

void read_note(JsonFields& in, Sale& sale) {
    auto& ide = sale.ide;
    read_operation(in, ide);
    in.read("serie", ide.serie);
    in.read("nNF", ide.nNF);
    in.read("cNF", ide.cNF);
    in.read("natOp", ide.natOp);
    in.read("dhEmi", ide.dhEmi);
    in.read("tpEmis", ide.tpEmis);
    in.read("tpAmb", ide.tpAmb);
    in.read("verProc", ide.verProc);
    in.read("cMunFGIBS", ide.cMunFGIBS);
    in.read_or("tpImp", ide.tpImp, modelo_of(ide.mod).tpImp);
    in.read_or("indPres", ide.indPres, 1);
    in.read("indIntermed", ide.indIntermed);
    in.read("dhCont", ide.dhCont);
    in.read("xJust", ide.xJust);
    in.optional_object("rateio", [&](JsonFields& whole) {
        read_amount(whole, "vDesc", sale.whole.vDesc);
        read_amount(whole, "vFrete", sale.whole.vFrete);
        read_amount(whole, "vSeg", sale.whole.vSeg);
        read_amount(whole, "vOutro", sale.whole.vOutro);
    });
}

/// Exactly one of the identifications that are allowed here.
void read_person(JsonFields& in, PersonId& to, bool foreigner) {
    std::optional<std::string> cnpj, cpf, foreign;
    in.read("CNPJ", cnpj);
    in.read("CPF", cpf);
    if (foreigner) in.read("idEstrangeiro", foreign);
    if (cnpj.has_value() + cpf.has_value() + foreign.has_value() != 1) {
        in.add("", foreigner ? "Informe exatamente um de CNPJ, CPF ou idEstrangeiro."
                             : "Informe exatamente um de CNPJ ou CPF.");
    }
    if (cnpj) to = {PersonId::Kind::cnpj, *cnpj};
    else if (cpf) to = {PersonId::Kind::cpf, *cpf};
    else if (foreign) to = {PersonId::Kind::estrangeiro, *foreign};
}

void read_consumer(JsonFields& in, Dest& to) {
    read_person(in, to.id, true);
    in.read("xNome", to.xNome);
    in.read_or("indIEDest", to.indIEDest, 9);
    in.read("IE", to.IE);
    in.read("ISUF", to.ISUF);
    in.read("IM", to.IM);
    in.read("email", to.email);
    in.optional_object("endereco", [&](JsonFields& address) { read_address(address, to.enderDest.emplace()); });
}

void read_place(JsonFields& in, Local& to) {
    read_person(in, to.id, false);
    in.read("xNome", to.xNome);
    in.read("email", to.email);
    in.read("IE", to.IE);
    in.object("endereco", [&](JsonFields& address) { read_address(address, to.endereco); });
}

void read_fuel(JsonFields& in, Comb& to) {
    in.read("cProdANP", to.cProdANP);
    in.read("descANP", to.descANP);
    in.read("UFCons", to.UFCons);
    in.optional_object("encerrante", [&](JsonFields& pump) {
        auto& counter = to.encerrante.emplace();
        pump.read("nBico", counter.nBico);
        pump.read("nBomba", counter.nBomba);
        pump.read("nTanque", counter.nTanque);
        pump.read("vEncIni", counter.vEncIni);
        pump.read("vEncFin", counter.vEncFin);
    });
}

void read_goods(JsonFields& in, Prod& to) {
    in.read("cProd", to.cProd);
    in.read("cEAN", to.cEAN);
    in.read("cBarra", to.cBarra);
    in.read("xProd", to.xProd);
    in.read("NCM", to.NCM);
    Cest cest;
    std::optional<std::string> code;
    in.read("CEST", code);
    in.read("indEscala", cest.indEscala);
    in.read("CNPJFab", cest.CNPJFab);
    if (code) {
        cest.CEST = *code;
        to.cest = cest;
    } else if (cest.indEscala || cest.CNPJFab) {
        in.add("CEST", "indEscala e CNPJFab só podem ser informados junto com CEST.");
    }
    in.read("cBenef", to.cBenef);
    in.read("EXTIPI", to.EXTIPI);
    in.read("xPed", to.xPed);
    in.read("nItemPed", to.nItemPed);
    in.read("nFCI", to.nFCI);
    in.read("CFOP", to.CFOP);
    in.read("uCom", to.uCom);
    in.read("qCom", to.qCom);
    in.read("vUnCom", to.vUnCom);
    auto const or_commercial = [&](std::string_view name, auto& value, auto const& commercial) {
        value = commercial;
        if (in.has(name)) in.read(name, value);
    };
    or_commercial("cEANTrib", to.cEANTrib, to.cEAN);
    or_commercial("uTrib", to.uTrib, to.uCom);
    or_commercial("qTrib", to.qTrib, to.qCom);
    or_commercial("vUnTrib", to.vUnTrib, to.vUnCom);
    in.read("vFrete", to.vFrete);
    in.read("vSeg", to.vSeg);
    in.read("vDesc", to.vDesc);
    in.read("vOutro", to.vOutro);
    in.optional_array("rastro", [&](JsonFields& lot) {
        auto& rastro = to.rastro.emplace_back();
        lot.read("nLote", rastro.nLote);
        lot.read("qLote", rastro.qLote);
        lot.read("dFab", rastro.dFab);
        lot.read("dVal", rastro.dVal);
    });
    in.optional_object("comb", [&](JsonFields& fuel) { read_fuel(fuel, to.comb.emplace()); });
}

void read_icms(JsonFields& in, IcmsFacts& to) {
    in.read("orig", to.orig);
    std::optional<std::string> cst, csosn;
    in.read("CST", cst);
    in.read("CSOSN", csosn);
    if (cst.has_value() == csosn.has_value()) in.add("", "Informe exatamente um de CST ou CSOSN.");
    to.simples = csosn.has_value();
    to.code = csosn ? *csosn : cst.value_or("");
    in.read("modBC", to.modBC);
    in.read("pRedBC", to.pRedBC);
    in.read("pICMS", to.pICMS);
    in.read("pFCP", to.pFCP);
    in.read("modBCST", to.modBCST);
    in.read("pMVAST", to.pMVAST);
    in.read("pRedBCST", to.pRedBCST);
    in.read("pICMSST", to.pICMSST);
    in.read("pFCPST", to.pFCPST);
    in.read("motDesICMS", to.motDesICMS);
    in.read("indDeduzDeson", to.indDeduzDeson);
    in.read("pCredSN", to.pCredSN);
    in.read("adRemICMS", to.adRemICMS);
    in.read("adRemICMSRet", to.adRemICMSRet);
    in.read("pDif", to.pDif);
    in.read_flag("comST", to.with_st);
    in.optional_object("retido", [&](JsonFields& before) {
        auto& st = to.retido.emplace();
        before.read("vBCSTRet", st.vBCSTRet);
        before.read("pST", st.pST);
        before.read("vICMSSubstituto", st.vICMSSubstituto);
        before.read("vICMSSTRet", st.vICMSSTRet);
    });
    in.optional_object("fcpRetido", [&](JsonFields& before) {
        auto& fcp = to.fcpRetido.emplace();
        before.read("vBCFCPSTRet", fcp.vBCFCPSTRet);
        before.read("pFCPSTRet", fcp.pFCPSTRet);
        before.read("vFCPSTRet", fcp.vFCPSTRet);
    });
    in.optional_object("efetivo", [&](JsonFields& now) {
        auto& efetivo = to.efetivo.emplace();
        now.read("pRedBCEfet", efetivo.pRedBCEfet);
        now.read("vBCEfet", efetivo.vBCEfet);
        now.read("pICMSEfet", efetivo.pICMSEfet);
        now.read("vICMSEfet", efetivo.vICMSEfet);
    });
}

void read_ipi(JsonFields& in, IpiFacts& to) {
    in.read("CST", to.CST);
    if (in.has("cEnq")) in.read("cEnq", to.cEnq);
    in.read("pIPI", to.pIPI);
    in.read("vUnid", to.vUnid);
    if (to.pIPI && to.vUnid)
        in.add("vUnid", "Informe a alíquota (pIPI) ou o valor por unidade (vUnid), e não os dois.");
}

void read_contribution(JsonFields& in, ContributionFacts& to) {
    in.read("CST", to.CST);
    in.read("p", to.p);
    in.read_flag("excluiICMS", to.excluiICMS);
    in.read("qBCProd", to.qBCProd);
    in.read("vAliqProd", to.vAliqProd);
}

void read_ibscbs(JsonFields& in, IbsCbsFacts& to) {
    in.read("CST", to.CST);
    in.read("cClassTrib", to.cClassTrib);
    std::optional<Written<4>> uf, mun, cbs, reduction;
    in.read("pIBSUF", uf);
    in.read("pIBSMun", mun);
    in.read("pCBS", cbs);
    in.read("pRedAliq", reduction);
    int const given = uf.has_value() + mun.has_value() + cbs.has_value();
    if (given == 3) to.rates = IbsCbsRates{.pIBSUF = *uf, .pIBSMun = *mun, .pCBS = *cbs, .pRedAliq = reduction};
    else if (given != 0) in.add("", "Informe as três alíquotas (pIBSUF, pIBSMun e pCBS) ou nenhuma.");
    else if (reduction) in.add("pRedAliq", "A redução só pode ser informada junto com as alíquotas.");
}

void read_item(JsonFields& in, SaleItem& to) {
    read_goods(in, to.prod);
    in.read("vTotTrib", to.vTotTrib);
    in.read("infAdProd", to.infAdProd);
    in.object("icms", [&](JsonFields& icms) { read_icms(icms, to.icms); });
    in.optional_object("ipi", [&](JsonFields& ipi) { read_ipi(ipi, to.ipi.emplace()); });
    in.optional_object("icmsUFDest", [&](JsonFields& dest) {
        auto& rates = to.icmsUFDest.emplace();
        dest.read("pICMSUFDest", rates.pICMSUFDest);
        dest.read("pFCPUFDest", rates.pFCPUFDest);
    });
    in.optional_object("impostoDevol", [&](JsonFields& back) {
        auto& devolved = to.impostoDevol.emplace();
        back.read("pDevol", devolved.pDevol);
        back.read("vIPIDevol", devolved.vIPIDevol);
    });
    in.optional_object("DFeReferenciado", [&](JsonFields& reference) {
        auto& document = to.referenciado.emplace();
        reference.read("chaveAcesso", document.chaveAcesso);
        reference.read("nItem", document.nItem);
    });
    in.object("pis", [&](JsonFields& pis) { read_contribution(pis, to.pis); });
    in.object("cofins", [&](JsonFields& cofins) { read_contribution(cofins, to.cofins); });
    in.optional_object("ibscbs", [&](JsonFields& ibscbs) { read_ibscbs(ibscbs, to.ibscbs.emplace()); });
}

void read_payment(JsonFields& in, DetPag& to) {
    in.read("tPag", to.tPag);
    in.read("vPag", to.vPag);
    in.read("indPag", to.indPag);
    in.read("xPag", to.xPag);
    std::optional<int> integration;
    Card card;
    in.read("tpIntegra", integration);
    in.read("CNPJ", card.CNPJ);
    in.read("tBand", card.tBand);
    in.read("cAut", card.cAut);
    in.read("CNPJReceb", card.CNPJReceb);
    in.read("idTermPag", card.idTermPag);
    if (integration) {
        card.tpIntegra = *integration;
        to.card = card;
    } else if (card.CNPJ || card.tBand || card.cAut || card.CNPJReceb || card.idTermPag) {
        in.add("tpIntegra", "Dados do cartão exigem tpIntegra.");
    }
}

void read_carrier(JsonFields& in, Transporta& to) {
    read_person(in, to.id.emplace(), false);
    in.read("xNome", to.xNome.emplace());
    in.read("IE", to.IE);
    in.read("xEnder", to.xEnder);
    in.read("xMun", to.xMun);
    in.read("UF", to.UF);
}

void read_vehicle(JsonFields& in, Veiculo& to) {
    in.read("placa", to.placa);
    in.read("UF", to.UF);
    in.read("RNTC", to.RNTC);
}

void read_volume(JsonFields& in, Volume& to) {
    in.read("qVol", to.qVol);
    in.read("esp", to.esp);
    in.read("marca", to.marca);
    in.read("nVol", to.nVol);
    in.read("pesoL", to.pesoL);
    in.read("pesoB", to.pesoB);
    in.optional_array("lacres", [&](JsonFields& seal) { seal.read("nLacre", to.lacres.emplace_back().nLacre); });
}

void read_transport(JsonFields& in, Transp& to) {
    in.read_or("modFrete", to.modFrete, 9);
    in.optional_object("transporta", [&](JsonFields& carrier) { read_carrier(carrier, to.transporta.emplace()); });
    in.optional_object("veiculo", [&](JsonFields& vehicle) { read_vehicle(vehicle, to.veicTransp.emplace()); });
    in.optional_array("reboques", [&](JsonFields& vehicle) { read_vehicle(vehicle, to.reboque.emplace_back()); });
    in.optional_array("volumes", [&](JsonFields& volume) { read_volume(volume, to.vol.emplace_back()); });
}

void read_bill(JsonFields& in, Cobr& to) {
    in.optional_object("fatura", [&](JsonFields& bill) {
        auto& fat = to.fat.emplace();
        bill.read("nFat", fat.nFat);
        bill.read("vOrig", fat.vOrig);
        bill.read("vDesc", fat.vDesc);
        bill.read("vLiq", fat.vLiq);
    });
    in.optional_array("duplicatas", [&](JsonFields& instalment) {
        auto& dup = to.dup.emplace_back();
        instalment.read("nDup", dup.nDup);
        instalment.read("dVenc", dup.dVenc);
        instalment.read("vDup", dup.vDup);
    });
}

void read_more(JsonFields& in, InfAdic& to) {
    in.read("infAdFisco", to.infAdFisco);
    in.read("infCpl", to.infCpl);
    in.optional_array("obsCont", [&](JsonFields& note) {
        auto& obs = to.obsCont.emplace_back();
        note.read("xCampo", obs.xCampo);
        note.read("xTexto", obs.xTexto);
    });
}

void read_responsible(JsonFields& in, Sale& sale) {
    auto& to = sale.infRespTec.emplace();
    in.read("CNPJ", to.CNPJ);
    in.read("xContato", to.xContato);
    in.read("email", to.email);
    in.read("fone", to.fone);
    in.read("idCSRT", sale.idCSRT);
    in.read("CSRT", sale.CSRT);
    if (sale.idCSRT.has_value() != sale.CSRT.has_value())
        in.add("idCSRT", "idCSRT e CSRT só podem ser informados juntos.");
}

void read_qr(JsonFields& in, QrVersion& to) {
    int version = 0;
    in.read("versao", version);
    QrV2 v2;
    if (version == 2) {
        in.read("CSC", v2.CSC);
        in.read("idCSC", v2.idCSC);
        to = v2;
    } else if (version == 3) {
        // One file per company may serve both versions.
        in.ignore("CSC");
        in.ignore("idCSC");
        to = QrV3{};
    } else {
        in.add("versao", "Versão do QR Code deve ser 2 ou 3.");
    }
}

void read_top(JsonFields& in, Sale& sale) {
    for (auto const* ignored : {"id", "descricao", "certificado", "rejeicoesLocais"}) in.ignore(ignored);
    in.object("emitente", [&](JsonFields& emit) { read_issuer(emit, sale); });
    in.object("nota", [&](JsonFields& note) { read_note(note, sale); });
    in.optional_object("destinatario", [&](JsonFields& dest) { read_consumer(dest, sale.dest.emplace()); });
    in.optional_object("retirada", [&](JsonFields& place) { read_place(place, sale.retirada.emplace()); });
    in.optional_object("entrega", [&](JsonFields& place) { read_place(place, sale.entrega.emplace()); });
    in.optional_array("autXML", [&](JsonFields& reader) { read_person(reader, sale.autXML.emplace_back(), false); });
    in.array("itens", [&](JsonFields& item) { read_item(item, sale.items.emplace_back()); });
    in.array("pagamentos", [&](JsonFields& paid) { read_payment(paid, sale.payments.emplace_back()); });
    in.optional_object("transporte", [&](JsonFields& transport) { read_transport(transport, sale.transp); });
    in.optional_object("cobranca", [&](JsonFields& bill) { read_bill(bill, sale.cobr.emplace()); });
    in.optional_object("compra", [&](JsonFields& purchase) {
        auto& to = sale.compra.emplace();
        purchase.read("xNEmp", to.xNEmp);
        purchase.read("xPed", to.xPed);
        purchase.read("xCont", to.xCont);
    });
    in.optional_object("infIntermed", [&](JsonFields& broker) {
        auto& to = sale.infIntermed.emplace();
        broker.read("CNPJ", to.CNPJ);
        broker.read("idCadIntTran", to.idCadIntTran);
    });
    in.optional_object("infAdic", [&](JsonFields& more) { read_more(more, sale.infAdic.emplace()); });
    in.optional_object("infRespTec", [&](JsonFields& responsible) { read_responsible(responsible, sale); });
    auto const read_code = [&](JsonFields& qr) { read_qr(qr, sale.qr); };
    if (modelo_of(sale.ide.mod).has_supplement) in.object("qrcode", read_code);
    else in.optional_object("qrcode", read_code);
    in.optional_object("urls", [&](JsonFields& urls) {
        auto& to = sale.urls.emplace();
        urls.read("qrCode", to.qrCode);
        urls.read("urlChave", to.urlChave);
    });
}

} // namespace

std::expected<Sale, Problems> read_sale(std::string_view json) {
    auto const refused = [](std::string message) {
        return std::unexpected(Problems{{.rule = 0, .cStat = 0, .field = "", .message = std::move(message)}});
    };
    if (json.size() > most_input) return refused("O arquivo passa de 16 MiB.");
    auto const object = balcao::json::parse_object(json);
    if (!object) return refused("O arquivo não é um objeto JSON válido em UTF-8, ou traz o mesmo campo duas vezes.");
    Problems problems;
    Sale sale;
    JsonFields top(*object, "", problems);
    read_top(top, sale);
    top.finish();
    if (!problems.empty()) return std::unexpected(std::move(problems));
    return sale;
}

} // namespace balcao::nfce
