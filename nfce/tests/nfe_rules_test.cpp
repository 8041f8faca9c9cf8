#include "nfce/composition.hpp"
#include "nfce/key.hpp"
#include "nfce/rules.hpp"
#include "nfce/taxes.hpp"
#include "nfce/totals.hpp"
#include "nfe_sales.hpp"
#include "support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

/// The rules of modelo 55: each fails on a document that passed before it was changed.
namespace balcao::nfce::nfe_rules {
namespace {

/// A document of a clean sale, and what judges it.
struct Subject {
    Nfce nfce;
    CheckContext context;
};
using S = Subject&;

struct Broken {
    int cStat; ///< 0: ours alone
    std::string field;
    std::string sale;
    std::function<void(S)> change;
    bool alone = true; ///< no other problem may come with it
};

Det& item(S s) { return s.nfce.det.front(); }
Dest& dest(S s) { return *s.nfce.dest; }
template <class Group>
Group& icms(S s) {
    return std::get<Group>(item(s).icms);
}
Valor amount(std::string_view text) { return Valor::parse(text).value(); }
Written<4> rate(std::string_view text) { return Written<4>::parse(text).value(); }
Dup& dup(S s, std::size_t at) { return s.nfce.cobr->dup.at(at); }
DetPag& paid(S s) { return s.nfce.pag.detPag.front(); }

using test::rekey;

/// Sums what was changed, and pays it.
void total(S s) {
    s.nfce.total = total_of(s.nfce.det);
    if (paid(s).tPag != "90") paid(s).vPag = s.nfce.total.icmsTot.vNF;
}

/// Dates the document, with the clock of who judges it, and its contingency if it has one.
void issue(S s, std::string_view moment) {
    s.nfce.ide.dhEmi = DateTime::parse(std::string(moment)).value();
    s.context.now = s.nfce.ide.dhEmi.epoch();
}

void table(S s, std::string_view name, std::string_view value) {
    auto text = std::string(base_text(TableFile::parametros));
    text += fmt::format("*,2019-01-01,*,sefaz,{},{},teste,alta\n", name, value);
    s.context.tables = Tables::make({{TableFile::parametros, text}}).value();
}

// Sentences name the field in words, so a case states code and field.
std::vector<Broken> const& all_broken() {
    static std::vector<Broken> const all{
        // operation
        {228, "ide/dhEmi", "CST 00", [](S s) { s.context.now += 31 * 86'400; }},
        {506, "ide/dhSaiEnt", "everything",
         [](S s) { s.nfce.ide.dhSaiEnt = DateTime::from_epoch(s.nfce.ide.dhEmi.epoch() - 60, -3); }},
        {504, "ide/dhSaiEnt", "everything",
         [](S s) { s.nfce.ide.dhSaiEnt = DateTime::from_epoch(s.nfce.ide.dhEmi.epoch() + 31 * 86'400, -3); }},
        {710, "ide/tpImp", "CST 00", [](S s) { s.nfce.ide.tpImp = 4; }},
        {434, "ide/indIntermed", "CST 00", [](S s) { s.nfce.ide.indPres = 9; }},
        {435, "ide/indIntermed", "CST 00", [](S s) { s.nfce.ide.indIntermed = 0; }},
        {438, "infIntermed", "everything", [](S s) { s.nfce.infIntermed.reset(); }},
        {439, "infIntermed", "everything", [](S s) { s.nfce.ide.indIntermed = 0; }},
        {794, "ide/indPres", "CST 00",
         [](S s) {
             s.nfce.ide.indPres = 4;
             s.nfce.ide.indIntermed = 0;
         }},
        {864, "ide/NFref", "CST 00",
         [](S s) {
             s.nfce.ide.indPres = 5;
             s.nfce.ide.cMunFGIBS = "3550308";
         }},
        {393, "infNFeSupl", "CST 00",
         [](S s) { s.nfce.infNFeSupl.urlChave = "https://www.nfce.fazenda.sp.gov.br/consulta"; }},
        {628, "total/ICMSTot/vNF", "CST 00", [](S s) { table(s, "nfe_valor_maximo", "1000.00"); }},
        {897, "ide/cNF", "CST 00",
         [](S s) {
             s.nfce.ide.cNF = "12345678";
             rekey(s.nfce);
         }},
        {775, "ide/mod", "CST 00", [](S s) { s.nfce.ide.mod = 57; }, false},
        {225, "ide/finNFe", "CST 00", [](S s) { s.nfce.ide.finNFe = 3; }},
        {225, "ide/finNFe", "CST 00", [](S s) { s.nfce.ide.finNFe = 5; }},
        {225, "ide/finNFe", "CST 00", [](S s) { s.nfce.ide.finNFe = 6; }},
        // contingency
        {711, "ide/tpEmis", "CST 00",
         [](S s) {
             s.nfce.ide.tpEmis = 9;
             rekey(s.nfce);
         }},
        {570, "ide/tpEmis", "CST 00",
         [](S s) {
             s.nfce.ide.tpEmis = 4;
             rekey(s.nfce);
         }},
        {0, "ide/tpEmis", "SVC-AN",
         [](S s) {
             s.nfce.ide.tpEmis = 7;
             rekey(s.nfce);
         }},
        {557, "ide/xJust", "SVC-AN", [](S s) { s.nfce.ide.xJust.reset(); }},
        {558, "ide/dhCont", "SVC-AN",
         [](S s) { s.nfce.ide.dhCont = DateTime::from_epoch(s.nfce.ide.dhEmi.epoch() + 1, -3); }},
        {569, "ide/dhCont", "SVC-AN",
         [](S s) { s.nfce.ide.dhCont = DateTime::from_epoch(s.nfce.ide.dhEmi.epoch() - 31 * 86'400, -3); }},
        {556, "ide/dhCont", "CST 00",
         [](S s) {
             s.nfce.ide.dhCont = s.nfce.ide.dhEmi;
             s.nfce.ide.xJust = "SEFAZ FORA DO AR";
         }},
        // the receiver
        {719, "dest", "CST 00", [](S s) { s.nfce.dest.reset(); }},
        {724, "dest/xNome", "CST 00", [](S s) { dest(s).xNome.reset(); }},
        {726, "dest/enderDest", "CST 00", [](S s) { dest(s).enderDest.reset(); }},
        {598, "dest/xNome", "CST 00", [](S s) { dest(s).xNome = "CONSTRUTORA"; }},
        {208, "dest/CNPJ", "CST 00", [](S s) { dest(s).id.value = "12ABC34501DE36"; }},
        {237, "dest/CPF", "consumer of another UF", [](S s) { dest(s).id.value = "52998224726"; }},
        {275, "dest/enderDest/cMun", "CST 00", [](S s) { dest(s).enderDest->cMun = "4106902"; }},
        {728, "dest/IE", "CST 00", [](S s) { dest(s).IE.reset(); }},
        {210, "dest/IE", "CST 00", [](S s) { dest(s).IE = "110042490115"; }},
        {210, "dest/IE", "CST 00", [](S s) { dest(s).IE = "1234567850"; }}, // of Paraná
        {210, "dest/IE", "CST 00", [](S s) { dest(s).IE = "ISENTO"; }},
        {791, "dest/IE", "other UF", [](S s) { dest(s).indIEDest = 2; }},
        {805, "dest/indIEDest", "CST 00",
         [](S s) {
             dest(s).indIEDest = 2;
             dest(s).IE.reset();
         }},
        {696, "ide/indFinal", "CST 00",
         [](S s) {
             dest(s).indIEDest = 9;
             dest(s).IE.reset();
         }},
        {720, "dest", "export", [](S s) { dest(s).id = {PersonId::Kind::cpf, "52998224725"}; }},
        {727, "dest/enderDest/UF", "export",
         [](S s) {
             dest(s).enderDest->UF = "SP";
             dest(s).enderDest->cMun = "3550308";
         }},
        {790, "dest/indIEDest", "export", [](S s) { dest(s).indIEDest = 2; }},
        {792, "dest/IE", "export", [](S s) { dest(s).IE = "110042490114"; }},
        {510, "dest/enderDest/cPais", "export", [](S s) { dest(s).enderDest->cPais = "1058"; }},
        {509, "dest/enderDest/cMun", "export", [](S s) { dest(s).enderDest->cMun = "3550308"; }},
        {511, "dest/enderDest/cPais", "CST 00", [](S s) { dest(s).enderDest->cPais = "1600"; }},
        {771, "dest", "other UF at 7 %", [](S s) { dest(s).id = {PersonId::Kind::estrangeiro, "AB123456"}; }},
        {771, "dest", "consumer of another UF, Simples",
         [](S s) {
             dest(s).enderDest->UF = "EX";
             dest(s).enderDest->cMun = "9999999";
         }},
        {772, "ide/idDest", "CST 00",
         [](S s) {
             s.nfce.ide.idDest = 2;
             item(s).prod.CFOP = "6101";
         },
         false},
        {773, "ide/idDest", "everything",
         [](S s) {
             s.nfce.entrega->endereco.UF = "PR";
             s.nfce.entrega->endereco.cMun = "4106902";
             s.nfce.entrega->IE.reset();
         }},
        {721, "ide/indFinal", "CST 41",
         [](S s) {
             dest(s).id = {PersonId::Kind::estrangeiro, "AB123456"};
             dest(s).IE.reset();
         },
         false},
        {925, "dest/IE", "CST 41",
         [](S s) {
             dest(s).id = {PersonId::Kind::estrangeiro, "AB123456"};
             s.nfce.ide.indFinal = 1;
         }},
        {347, "emit/IEST", "CST 00", [](S s) { s.nfce.emit.IEST = "110042490114"; }},
        {211, "emit/IEST", "other UF", [](S s) { s.nfce.emit.IEST = "110042490114"; }},
        {251, "dest/ISUF", "CST 00", [](S s) { dest(s).ISUF = "12345678"; }},
        // places, readers
        {512, "retirada/CNPJ", "everything", [](S s) { s.nfce.retirada->id.value = "11222333000182"; }},
        {541, "entrega/CPF", "everything", [](S s) { s.nfce.entrega->id.value = "52998224726"; }},
        {277, "retirada/cMun", "everything", [](S s) { s.nfce.retirada->endereco.cMun = "4106902"; }},
        {279, "entrega/cMun", "everything", [](S s) { s.nfce.entrega->endereco.cMun = "4106902"; }},
        {971, "entrega/IE", "everything", [](S s) { s.nfce.entrega->IE = "110042490115"; }},
        {323, "autXML[1]/CNPJ", "everything", [](S s) { s.nfce.autXML[0].value = "11222333000182"; }},
        {325, "autXML[2]/CPF", "everything", [](S s) { s.nfce.autXML[1].value = "52998224726"; }},
        {324, "autXML[1]/CNPJ", "everything", [](S s) { s.nfce.autXML[0] = dest(s).id; }},
        {326, "autXML[1]/CPF", "consumer of another UF", [](S s) { s.nfce.autXML = {dest(s).id}; }},
        {0, "autXML[2]/CNPJ", "everything", [](S s) { s.nfce.autXML[1] = s.nfce.autXML[0]; }},
        // references
        {254, "ide/NFref", "complement", [](S s) { s.nfce.ide.nfref.clear(); }},
        {255, "ide/NFref", "complement", [](S s) { s.nfce.ide.nfref.push_back(RefNFe{test::nfce_key}); }},
        {269, "ide/NFref[1]/refNFe", "complement", [](S s) { s.nfce.ide.nfref = {RefNFe{test::supplier_key}}; }},
        {678, "ide/NFref[1]/refNFe", "complement",
         [](S s) {
             s.nfce.ide.nfref = {RefNFe{*make_key({.cUF = "41",
                                                   .aamm = "2611",
                                                   .CNPJ = "11222333000181",
                                                   .mod = 55,
                                                   .serie = 1,
                                                   .nNF = 12,
                                                   .tpEmis = 1,
                                                   .cNF = "40718293"})}};
         }},
        {321, "det[1]/DFeReferenciado", "return of an NFC-e", [](S s) { item(s).referenciado.reset(); }},
        {0, "ide/NFref", "return of an NFC-e", [](S s) { s.nfce.ide.nfref = {RefNFe{test::nfce_key}}; }},
        {679, "ide/NFref[1]/refNFe", "shipment of a future delivery",
         [](S s) {
             issue(s, "2026-12-14T08:00:00-03:00");
             s.nfce.ide.nfref = {RefNFe{test::nfce_key}};
             rekey(s.nfce);
         }},
        {316, "ide/NFref[1]/refNFe", "shipment of a future delivery",
         [](S s) { s.nfce.ide.nfref = {RefNFe{s.nfce.chave}}; }},
        {680, "ide/NFref[2]", "shipment of a future delivery",
         [](S s) { s.nfce.ide.nfref.push_back(s.nfce.ide.nfref.front()); }},
        {681, "ide/NFref[2]", "after a paper document",
         [](S s) { s.nfce.ide.nfref.push_back(s.nfce.ide.nfref.front()); }},
        {923, "ide/NFref[1]", "other UF",
         [](S s) { s.nfce.ide.nfref = compute(test::nfe_sale("after a paper document")).value().nfce.ide.nfref; }},
        {548, "ide/NFref[1]/refNF/CNPJ", "after a paper document",
         [](S s) { std::get<RefNF>(s.nfce.ide.nfref.front()).CNPJ = "11222333000182"; }},
        {225, "ide/NFref[1]/refNFe", "shipment of a future delivery",
         [](S s) { std::get<RefNFe>(s.nfce.ide.nfref.front()).chave[43] = '4'; }},
        // CFOP
        {770, "det[1]/prod/CFOP", "CST 00", [](S s) { item(s).prod.CFOP = "5199"; }},
        {518, "det[1]/prod/CFOP", "CST 00", [](S s) { item(s).prod.CFOP = "1101"; }},
        {519, "det[1]/prod/CFOP", "return of an NFC-e", [](S s) { item(s).prod.CFOP = "5201"; }},
        {731, "det[1]/prod/CFOP", "CST 41", [](S s) { item(s).prod.CFOP = "7101"; }},
        {732, "det[1]/prod/CFOP", "CST 00", [](S s) { item(s).prod.CFOP = "6101"; }},
        {733, "det[1]/prod/CFOP", "other UF", [](S s) { item(s).prod.CFOP = "5101"; }},
        {327, "det[1]/prod/CFOP", "return of an NFC-e", [](S s) { item(s).prod.CFOP = "1102"; }},
        {328, "det[1]/prod/CFOP", "CST 00", [](S s) { item(s).prod.CFOP = "5201"; }},
        {525, "det[1]/prod/CFOP", "return of an NFC-e", [](S s) { item(s).prod.CFOP = "3102"; }, false},
        {597, "det[1]/prod/CFOP", "return of an NFC-e", [](S s) { item(s).prod.CFOP = "3102"; }, false},
        {599, "det[1]/prod/CFOP", "return of an NFC-e", [](S s) { item(s).prod.CFOP = "3102"; }, false},
        {527, "det[1]/imposto/ICMS", "export", [](S s) { item(s).icms = Icms20{}; }, false},
        {0, "det[1]/prod/indTot", "CST 00", [](S s) { item(s).prod.indTot = 0; }},
        // ICMS
        {590, "det[1]/imposto/ICMS", "CST 41", [](S s) { s.nfce.emit.CRT = 1; }},
        {591, "det[1]/imposto/ICMS", "CSOSN 102", [](S s) { s.nfce.emit.CRT = 3; }, false},
        {600, "det[1]/imposto/ICMS/CSOSN", "CSOSN 101",
         [](S s) {
             dest(s).indIEDest = 9;
             dest(s).IE.reset();
             s.nfce.ide.indFinal = 1;
         }},
        {508, "det[1]/imposto/ICMS/CST", "CST 30",
         [](S s) {
             dest(s).indIEDest = 9;
             dest(s).IE.reset();
             s.nfce.ide.indFinal = 1;
         }},
        {529, "det[1]/imposto/ICMS/CST", "CST 51",
         [](S s) {
             dest(s).indIEDest = 2;
             dest(s).IE.reset();
         },
         false},
        {806, "det[1]/prod/CEST", "CST 10", [](S s) { item(s).prod.cest.reset(); }},
        {938, "det[1]/imposto/ICMS", "CST 60", [](S s) { icms<Icms60>(s).retido.reset(); }},
        {929, "det[1]/imposto/ICMS/ICMS51", "CST 51", [](S s) { icms<Icms51>(s).pDif.reset(); }},
        {351, "det[1]/imposto/ICMS/ICMS51/vICMSOp", "CST 51", [](S s) { icms<Icms51>(s).vICMSOp = amount("1.00"); },
         false},
        {352, "det[1]/imposto/ICMS/ICMS51/vICMSDif", "CST 51", [](S s) { icms<Icms51>(s).vICMSDif = amount("1.00"); },
         false},
        {353, "det[1]/imposto/ICMS/ICMS51/vICMS", "CST 51", [](S s) { icms<Icms51>(s).vICMS = amount("0.00"); }, false},
        {932, "det[1]/imposto/ICMS/pMVAST", "CST 10", [](S s) { icms<Icms10>(s).st.pMVAST.reset(); }},
        {933, "det[1]/imposto/ICMS/pMVAST", "CST 10", [](S s) { icms<Icms10>(s).st.modBCST = 5; }},
        {528, "det[1]/imposto/ICMS/vICMS", "CST 90 deferred",
         [](S s) { icms<Icms90>(s).proprio->diferimento->vICMSDif = amount("1.00"); }},
        {693, "det[1]/imposto/ICMS/pICMS", "other UF", [](S s) { icms<Icms00>(s).pICMS = rate("18.0000"); }, false},
        {663, "det[1]/imposto/ICMS/pICMS", "imported goods to another UF",
         [](S s) { icms<Icms00>(s).pICMS = rate("12.0000"); }, false},
        {694, "det[1]/imposto/ICMSUFDest", "consumer of another UF",
         [](S s) {
             item(s).icmsUFDest.reset();
             s.nfce.total.icmsTot.ufDest.reset();
         }},
        {695, "det[1]/imposto/ICMSUFDest", "CST 00",
         [](S s) {
             item(s).icmsUFDest.emplace();
             item(s).icmsUFDest->pICMSInterPart = rate("100.00");
         }},
        {697, "det[1]/imposto/ICMSUFDest/pICMSInter", "imported goods to another UF",
         [](S s) { item(s).icmsUFDest->pICMSInter = "12.00"; }, false},
        {698, "det[1]/imposto/ICMSUFDest/pICMSInter", "consumer of another UF",
         [](S s) { item(s).icmsUFDest->pICMSInter = "7.00"; }, false},
        {699, "det[1]/imposto/ICMSUFDest/pICMSInterPart", "consumer of another UF",
         [](S s) { item(s).icmsUFDest->pICMSInterPart = rate("80.00"); }},
        {793, "det[1]/imposto/ICMSUFDest/vFCPUFDest", "consumer of another UF",
         [](S s) {
             item(s).icmsUFDest->vFCPUFDest = amount("1.00");
             s.nfce.total = total_of(s.nfce.det);
         }},
        {815, "det[1]/imposto/ICMSUFDest/vICMSUFDest", "consumer of another UF",
         [](S s) {
             item(s).icmsUFDest->vICMSUFDest = amount("1.00");
             s.nfce.total = total_of(s.nfce.det);
         }},
        {876, "det[1]/imposto/ICMSUFDest", "consumer of another UF",
         [](S s) {
             icms<Icms00>(s).fcp = Fcp00{.pFCP = rate("2.0000"),
                                         .vFCP = Valor(rounded_product<2>(
                                             Rounding::half_up, 100, icms<Icms00>(s).vBC.value, rate("2.0000").value))};
             s.nfce.total = total_of(s.nfce.det);
         }},
        // IPI
        {387, "det[1]/imposto/IPI/cEnq", "IPI by value", [](S s) { item(s).ipi->cEnq = "998"; }},
        {388, "det[1]/imposto/IPI/cEnq", "IPI exempt", [](S s) { item(s).ipi->cEnq = "999"; }},
        {388, "det[1]/imposto/IPI/cEnq", "IPI by value", [](S s) { item(s).ipi->cEnq = "301"; }},
        {0, "det[1]/imposto/IPI/CST", "IPI by value", [](S s) { std::get<IpiTrib>(item(s).ipi->group).CST = "00"; }},
        {0, "det[1]/imposto/IPI/vIPI", "IPI by value",
         [](S s) {
             std::get<IpiTrib>(item(s).ipi->group).vIPI = amount("1.00");
             item(s).vItem = item_total(item(s).prod, amounts_of(item(s)));
             total(s);
         }},
        {390, "det[1]/impostoDevol", "CST 00", [](S s) { item(s).impostoDevol.emplace(); }},
        // totals
        {531, "total/ICMSTot/vBC", "CST 00", [](S s) { s.nfce.total.icmsTot.vBC.value += Money::from_raw(1); }},
        {532, "total/ICMSTot/vICMS", "CST 00", [](S s) { s.nfce.total.icmsTot.vICMS.value += Money::from_raw(1); }},
        {533, "total/ICMSTot/vBCST", "CST 10", [](S s) { s.nfce.total.icmsTot.vBCST.value += Money::from_raw(1); }},
        {534, "total/ICMSTot/vST", "CST 10", [](S s) { s.nfce.total.icmsTot.vST.value += Money::from_raw(1); }, false},
        {538, "total/ICMSTot/vIPI", "IPI by value", [](S s) { s.nfce.total.icmsTot.vIPI.value += Money::from_raw(1); },
         false},
        {863, "total/ICMSTot/vIPIDevol", "return to a supplier",
         [](S s) { s.nfce.total.icmsTot.vIPIDevol.value += Money::from_raw(1); }, false},
        {602, "total/ICMSTot/vPIS", "CST 00", [](S s) { s.nfce.total.icmsTot.vPIS.value += Money::from_raw(1); }},
        {603, "total/ICMSTot/vCOFINS", "CST 00", [](S s) { s.nfce.total.icmsTot.vCOFINS.value += Money::from_raw(1); }},
        {604, "total/ICMSTot/vOutro", "everything",
         [](S s) { s.nfce.total.icmsTot.vOutro.value += Money::from_raw(1); }, false},
        {798, "total/ICMSTot/vFCPUFDest", "consumer of another UF",
         [](S s) { s.nfce.total.icmsTot.ufDest->vFCPUFDest.value += Money::from_raw(1); }},
        {799, "total/ICMSTot/vICMSUFDest", "consumer of another UF",
         [](S s) { s.nfce.total.icmsTot.ufDest->vICMSUFDest.value += Money::from_raw(1); }},
        {800, "total/ICMSTot/vICMSUFRemet", "consumer of another UF",
         [](S s) { s.nfce.total.icmsTot.ufDest->vICMSUFRemet.value += Money::from_raw(1); }},
        {610, "total/ICMSTot/vNF", "CST 00", [](S s) { s.nfce.total.icmsTot.vNF.value -= Money::from_raw(1); }, false},
        {629, "det[1]/prod/vProd", "CST 00",
         [](S s) { item(s).prod.vUnCom = Written<10>::parse("61.9400000000").value(); }},
        {630, "det[1]/prod/vProd", "CST 00", [](S s) { item(s).prod.qTrib = rate("37.0000"); }},
        {778, "det[1]/prod/NCM", "CST 00", [](S s) { item(s).prod.NCM = "00000000"; }},
        // transport
        {868, "transp/veicTransp", "other UF", [](S s) { s.nfce.transp.veicTransp = Veiculo{.placa = "ABC1D23"}; }},
        {544, "transp/transporta/IE", "everything", [](S s) { s.nfce.transp.transporta->IE = "110042490115"; }},
        {542, "transp/transporta/CNPJ", "everything",
         [](S s) { s.nfce.transp.transporta->id->value = "11222333000182"; }},
        {559, "transp/transporta/UF", "everything", [](S s) { s.nfce.transp.transporta->UF.reset(); }},
        {225, "transp/veicTransp/placa", "everything", [](S s) { s.nfce.transp.veicTransp->placa = "ABC-1234"; }},
        {225, "transp/vol[1]/qVol", "everything", [](S s) { s.nfce.transp.vol[0].qVol = "-1"; }},
        {225, "transp/vol[1]/pesoL", "everything",
         [](S s) { s.nfce.transp.vol[0].pesoL = Written<3>(Decimal<3>::from_raw(-1)); }, false},
        {0, "transp/vol[1]/pesoB", "everything",
         [](S s) { s.nfce.transp.vol[0].pesoB = Written<3>(Decimal<3>::from_raw(5'399'000)); }},
        // bill and payment
        {905, "cobr/fat", "everything", [](S s) { s.nfce.cobr->fat.reset(); }},
        {905, "cobr/fat", "everything", [](S s) { s.nfce.cobr->fat->nFat.reset(); }},
        {901, "cobr/fat/vDesc", "everything", [](S s) { s.nfce.cobr->fat->vDesc = amount("999999.00"); }, false},
        {902, "cobr/fat/vLiq", "everything", [](S s) { s.nfce.cobr->fat->vDesc = amount("1.00"); }},
        {851, "cobr/dup", "everything", [](S s) { dup(s, 0).vDup.value -= Money::from_raw(1); }},
        {852, "cobr/dup[2]/nDup", "everything", [](S s) { dup(s, 1).nDup = "2"; }},
        {850, "cobr/dup[1]/dVenc", "everything", [](S s) { dup(s, 0).dVenc.reset(); }},
        {850, "cobr/dup[2]/dVenc", "everything", [](S s) { dup(s, 1).dVenc = "2026-12-19"; }},
        {900, "cobr/dup[1]/dVenc", "everything", [](S s) { dup(s, 0).dVenc = "2026-11-19"; }},
        {853, "cobr", "everything", [](S s) { paid(s).indPag = 0; }},
        {871, "pag/detPag[1]/tPag", "return of an NFC-e",
         [](S s) {
             paid(s).tPag = "01";
             paid(s).vPag = s.nfce.total.icmsTot.vNF;
         }},
        {904, "pag/detPag[1]/vPag", "bonus", [](S s) { paid(s).vPag = amount("1.00"); }},
        {0, "pag/detPag[1]/tPag", "bonus",
         [](S s) {
             s.nfce.pag.detPag.push_back(
                 DetPag{.indPag = {}, .tPag = "01", .xPag = {}, .vPag = {}, .dPag = {}, .card = {}});
         }},
        {436, "pag/detPag[1]/tPag", "CST 00",
         [](S s) {
             paid(s).tPag = "99";
             paid(s).xPag = "PERMUTA";
             table(s, "nfe_tpag_99", "N");
         }},
        {865, "pag/detPag/vPag", "CST 00", [](S s) { paid(s).vPag.value -= Money::from_raw(1); }},
        {866, "pag/vTroco", "CST 00", [](S s) { paid(s).vPag.value += Money::from_raw(1); }},
        {899, "pag/detPag[1]/tPag", "CST 00", [](S s) { paid(s).tPag = "77"; }},
        {857, "pag/detPag[1]/tPag", "CST 00", [](S s) { paid(s).tPag = "14"; }},
        {225, "det", "CST 00",
         [](S s) {
             s.nfce.det.resize(991, s.nfce.det.front());
             total(s);
             s.nfce.det[0].prod.xProd = "A";
         },
         false},
    };
    return all;
}

Subject subject_of(std::string const& name) {
    auto const& sale = test::nfe_sale(name);
    return {compute(sale).value().nfce, test::nfe_context(sale)};
}

class NfeRules : public testing::TestWithParam<std::size_t> {};

TEST_P(NfeRules, FailAsTheyShouldOnADocumentThatPassed) {
    auto const& [cStat, field, sale, change, alone] = all_broken()[GetParam()];
    auto subject = subject_of(sale);
    ASSERT_EQ(test::lines(check(subject.nfce, subject.context)), "");
    change(subject);
    auto const problems = check(subject.nfce, subject.context);
    auto const found = std::ranges::any_of(
        problems, [&](Problem const& problem) { return problem.cStat == cStat && problem.field == field; });
    EXPECT_TRUE(found) << cStat << " " << field << "\n" << test::lines(problems);
    if (alone) {
        EXPECT_EQ(problems.size(), 1U) << test::lines(problems);
    }
    for (auto const& problem : problems) EXPECT_TRUE(problem.message.ends_with('.')) << problem.message;
}

INSTANTIATE_TEST_SUITE_P(All, NfeRules, testing::Range(std::size_t{0}, all_broken().size()),
                         [](auto const& at) { return fmt::format("{}_{}", at.index, all_broken()[at.index].cStat); });

/// The edges that pass, where the table's cases fail.
TEST(NfeRules, LetWhatIsAllowedPass) {
    auto before = subject_of("shipment of a future delivery"); // 679 holds from 2026-12-14
    issue(before, "2026-11-30T23:59:59-03:00");
    before.nfce.ide.nfref = {RefNFe{test::nfce_key}};
    EXPECT_EQ(test::lines(check(before.nfce, before.context)), "");

    auto whole = subject_of("return of an NFC-e"); // VC02-14 holds from 2026-11-16, in homologação from 2026-10-26
    item(whole).referenciado.reset();
    whole.nfce.ide.nfref = {RefNFe{test::nfce_key}};
    issue(whole, "2026-10-25T12:00:00-03:00");
    rekey(whole.nfce);
    EXPECT_EQ(test::lines(check(whole.nfce, whole.context)), "");

    auto exempt = subject_of("other UF"); // Paraná takes an exempt contribuinte
    dest(exempt).indIEDest = 2;
    dest(exempt).IE.reset();
    EXPECT_EQ(test::lines(check(exempt.nfce, exempt.context)), "");
}

} // namespace
} // namespace balcao::nfce::nfe_rules
