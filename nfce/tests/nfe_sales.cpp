#include "nfe_sales.hpp"

#include "support.hpp"

#include <functional>
#include <stdexcept>

namespace balcao::nfce::test {

namespace {

Written<4> rate(std::string_view text) { return Written<4>::parse(text).value(); }
Valor amount(std::string_view text) { return Valor::parse(text).value(); }

Endereco address(std::string const& uf, std::string const& city, std::string const& name) {
    return {.xLgr = "RUA DA OBRA",
            .nro = "SN",
            .xCpl = {},
            .xBairro = "CENTRO",
            .cMun = city,
            .xMun = name,
            .UF = uf,
            .CEP = uf == "EX" ? std::nullopt : std::optional<std::string>("80010000"),
            .fone = {}};
}

Dest builder(std::string const& uf = "SP", std::string const& city = "3550308",
             std::optional<std::string> IE = "110042490114") {
    return {.id = {PersonId::Kind::cnpj, "12ABC34501DE35"},
            .xNome = "CONSTRUTORA ALVORADA LTDA",
            .enderDest = address(uf, city, "CIDADE"),
            .indIEDest = IE ? 1 : 9,
            .IE = std::move(IE),
            .email = "compras@example.com"};
}

Dest consumer(std::string const& uf, std::string const& city) {
    auto dest = builder(uf, city, std::nullopt);
    dest.id = {PersonId::Kind::cpf, "52998224725"};
    dest.xNome = "MARIA DA SILVA";
    return dest;
}

/// A sale of own slabs to a builder of the same UF, 18 %.
Sale slabs() {
    auto sale = test::sale("v04");
    sale.ide.mod = 55;
    sale.ide.tpImp = 1;
    sale.ide.nNF = 77;
    sale.ide.indFinal = 0;
    sale.ide.natOp = "VENDA DE PRODUCAO DO ESTABELECIMENTO";
    sale.qr = {};
    sale.urls.reset();
    sale.dest = builder();
    sale.items.resize(1);
    auto& item = sale.items.front();
    item.prod.cProd = "LT12";
    item.prod.xProd = "LAJE TRELICADA H12";
    item.prod.NCM = "68101900";
    item.prod.CFOP = "5101";
    item.prod.uCom = item.prod.uTrib = "M2";
    item.prod.qCom = item.prod.qTrib = rate("37.5000");
    item.prod.vUnCom = item.prod.vUnTrib = Written<10>::parse("61.9300000000").value();
    return sale;
}

void simples(Sale& sale, std::string const& code) {
    sale.emit.CRT = 1;
    auto& item = sale.items.front();
    item.icms = {};
    item.icms.simples = true;
    item.icms.code = code;
    item.pis = item.cofins = {.CST = "49", .p = {}, .excluiICMS = false, .qBCProd = {}, .vAliqProd = {}};
}

IcmsFacts& icms(Sale& sale) { return sale.items.front().icms; }

void code(Sale& sale, std::string const& cst) { icms(sale).code = cst; }

void with_st(Sale& sale, std::string const& cfop) {
    sale.items.front().prod.CFOP = cfop;
    sale.items.front().prod.cest = Cest{.CEST = "1002200", .indEscala = {}, .CNPJFab = {}};
    auto& facts = icms(sale);
    facts.modBCST = 4;
    facts.pMVAST = rate("45.0000");
    facts.pICMSST = rate("18.0000");
}

void abroad(Sale& sale) {
    sale.ide.idDest = 3;
    sale.dest = Dest{.id = {PersonId::Kind::estrangeiro, "AB123456"},
                     .xNome = "BUILDERS INC",
                     .enderDest = address("EX", "9999999", "EXTERIOR"),
                     .indIEDest = 9,
                     .IE = {},
                     .email = {}};
    sale.dest->enderDest->cPais = "1600";
    sale.dest->enderDest->xPais = "CHINA";
    sale.items.front().prod.CFOP = "7101";
    code(sale, "41");
}

void returned(Sale& sale, std::string const& cfop, std::string const& key) {
    sale.ide.finNFe = 4;
    sale.ide.natOp = "DEVOLUCAO DE VENDA";
    sale.items.front().prod.CFOP = cfop;
    sale.items.front().referenciado = DFeReferenciado{.chaveAcesso = key, .nItem = 1};
}

void everything(Sale& sale) {
    sale.ide.dhSaiEnt = sale.ide.dhEmi;
    sale.ide.indPres = 2;
    sale.ide.indIntermed = 1;
    sale.infIntermed = InfIntermed{"11222333000181", "LOJA"};
    sale.retirada = Local{.id = {PersonId::Kind::cnpj, "11222333000181"}, .endereco = sale.emit.enderEmit};
    sale.entrega = Local{.id = {PersonId::Kind::cpf, "52998224725"},
                         .xNome = "MESTRE DE OBRAS",
                         .endereco = address("SP", "3550308", "SAO PAULO"),
                         .email = "obra@example.com",
                         .IE = "110042490114"};
    sale.autXML = {{PersonId::Kind::cnpj, "11222333000181"}, {PersonId::Kind::cpf, "52998224725"}};
    sale.transp.modFrete = 0;
    sale.transp.transporta = Transporta{.id = PersonId{PersonId::Kind::cnpj, "11222333000181"},
                                        .xNome = "TRANSPORTES RAPIDOS",
                                        .IE = "110042490114",
                                        .xEnder = "RODOVIA 1",
                                        .xMun = "SAO PAULO",
                                        .UF = "SP"};
    sale.transp.veicTransp = Veiculo{.placa = "ABC1D23", .UF = "SP", .RNTC = "12345678"};
    sale.transp.reboque = {{.placa = "XYZ9876"}};
    sale.transp.vol = {{.qVol = "12",
                        .esp = "PALETE",
                        .marca = "BALCAO",
                        .nVol = "1-12",
                        .pesoL = Written<3>::parse("5400.000").value(),
                        .pesoB = Written<3>::parse("5520.500").value(),
                        .lacres = {{"L1"}, {"L2"}}},
                       {}};
    sale.cobr = Cobr{.fat = Fat{.nFat = "77"},
                     .dup = {Dup{.nDup = "001", .dVenc = "2026-12-20", .vDup = {}},
                             Dup{.nDup = "002", .dVenc = "2027-01-20", .vDup = {}}}};
    sale.infAdic =
        InfAdic{.infAdFisco = "REGIME ESPECIAL 1", .infCpl = "ENTREGA NA OBRA", .obsCont = {{"Pedido", "77"}}};
    sale.compra = Compra{.xNEmp = "2026NE1", .xPed = "77", .xCont = "12/2026"};
    auto& prod = sale.items.front().prod;
    prod.xPed = "77";
    prod.nItemPed = "1";
    prod.nFCI = "B01F70AF-10BF-4B1F-848C-65FF57F616FE";
    prod.EXTIPI = "001";
    prod.vFrete = amount("180.00");
    prod.vDesc = amount("22.37");
    prod.vSeg = amount("1.00");
    prod.vOutro = amount("3.10");
    sale.items.front().ipi = IpiFacts{.CST = "50", .pIPI = rate("5.0000")};
}

struct Case {
    std::string name;
    std::function<void(Sale&)> change;
};

std::vector<Case> const& cases() {
    using S = Sale&;
    static auto const reduced = [](S s) { icms(s).pRedBC = rate("33.3300"); };
    static std::vector<Case> const all{
        {"CST 00", [](S) {}},
        {"CST 00 with FCP", [](S s) { icms(s).pFCP = rate("2.0000"); }},
        {"CST 10",
         [](S s) {
             code(s, "10");
             with_st(s, "5401");
         }},
        {"CST 10 with FCP",
         [](S s) {
             code(s, "10");
             with_st(s, "5401");
             icms(s).pFCP = rate("2.0000");
             icms(s).pFCPST = rate("2.0000");
         }},
        {"CST 20",
         [](S s) {
             code(s, "20");
             reduced(s);
         }},
        {"CST 20 exempting",
         [](S s) {
             code(s, "20");
             reduced(s);
             icms(s).motDesICMS = 9;
             icms(s).indDeduzDeson = 1;
         }},
        {"CST 30",
         [](S s) {
             code(s, "30");
             with_st(s, "5401");
         }},
        {"CST 40", [](S s) { code(s, "40"); }},
        {"CST 41", [](S s) { code(s, "41"); }},
        {"CST 50",
         [](S s) {
             code(s, "50");
             icms(s).motDesICMS = 9;
         }},
        {"CST 51 bare",
         [](S s) {
             code(s, "51");
             icms(s).pICMS.reset();
         }},
        {"CST 51",
         [](S s) {
             code(s, "51");
             icms(s).pDif = rate("38.8900");
             icms(s).pFCP = rate("2.0000");
         }},
        {"CST 60",
         [](S s) {
             code(s, "60");
             with_st(s, "5405");
             icms(s).retido = StRetido{.vBCSTRet = amount("1000.00"),
                                       .pST = rate("18.0000"),
                                       .vICMSSubstituto = amount("100.00"),
                                       .vICMSSTRet = amount("80.00")};
         }},
        {"CST 70",
         [](S s) {
             code(s, "70");
             reduced(s);
             with_st(s, "5401");
         }},
        {"CST 90 deferred",
         [](S s) {
             code(s, "90");
             icms(s).pDif = rate("100.0000");
         }},
        {"CST 90 with ST",
         [](S s) {
             code(s, "90");
             with_st(s, "5401");
             icms(s).with_st = true;
         }},
        {"CST 90 bare",
         [](S s) {
             code(s, "90");
             icms(s).pICMS.reset();
         }},
        {"CSOSN 101",
         [](S s) {
             simples(s, "101");
             icms(s).pCredSN = rate("2.3300");
         }},
        {"CSOSN 102", [](S s) { simples(s, "102"); }},
        {"CSOSN 103", [](S s) { simples(s, "103"); }},
        {"CSOSN 201",
         [](S s) {
             simples(s, "201");
             with_st(s, "5401");
             icms(s).pCredSN = rate("2.3300");
         }},
        {"CSOSN 202",
         [](S s) {
             simples(s, "202");
             with_st(s, "5401");
             icms(s).pFCPST = rate("2.0000");
         }},
        {"CSOSN 203",
         [](S s) {
             simples(s, "203");
             with_st(s, "5401");
         }},
        {"CSOSN 300", [](S s) { simples(s, "300"); }},
        {"CSOSN 400", [](S s) { simples(s, "400"); }},
        {"CSOSN 500",
         [](S s) {
             simples(s, "500");
             with_st(s, "5405");
             s.ide.indFinal = 1;
         }},
        {"CSOSN 900",
         [](S s) {
             simples(s, "900");
             with_st(s, "5401");
             icms(s).with_st = true;
             icms(s).pICMS = rate("18.0000");
             icms(s).pCredSN = rate("2.3300");
         }},
        {"IPI by value", [](S s) { s.items.front().ipi = IpiFacts{.CST = "50", .pIPI = rate("3.2500")}; }},
        {"IPI by unit", [](S s) { s.items.front().ipi = IpiFacts{.CST = "99", .vUnid = rate("0.1234")}; }},
        {"IPI exempt", [](S s) { s.items.front().ipi = IpiFacts{.CST = "52", .cEnq = "301"}; }},
        {"IPI not taxed", [](S s) { s.items.front().ipi = IpiFacts{.CST = "53"}; }},
        {"IPI in the base of ICMS",
         [](S s) {
             s.ide.indFinal = 1;
             s.items.front().ipi = IpiFacts{.CST = "50", .pIPI = rate("10.0000")};
         }},
        {"IPI in the base of ST",
         [](S s) {
             code(s, "10");
             with_st(s, "5401");
             s.items.front().ipi = IpiFacts{.CST = "50", .pIPI = rate("10.0000")};
         }},
        {"other UF",
         [](S s) {
             s.ide.idDest = 2;
             s.dest = builder("PR", "4106902", "1234567850");
             s.items.front().prod.CFOP = "6101";
             icms(s).pICMS = rate("12.0000");
         }},
        {"other UF at 7 %",
         [](S s) {
             s.ide.idDest = 2;
             s.dest = builder("DF", "5300108", std::nullopt);
             s.ide.indFinal = 1;
             s.emit.CRT = 3;
             s.items.front().prod.CFOP = "6107";
             icms(s).pICMS = rate("7.0000");
         }},
        {"consumer of another UF",
         [](S s) {
             s.ide.idDest = 2;
             s.ide.indFinal = 1;
             s.dest = consumer("RJ", "3304557");
             s.items.front().prod.CFOP = "6107";
             icms(s).pICMS = rate("12.0000");
         }},
        {"imported goods to another UF",
         [](S s) {
             s.ide.idDest = 2;
             s.ide.indFinal = 1;
             s.dest = consumer("PR", "4106902");
             s.items.front().prod.CFOP = "6108";
             icms(s).orig = 1;
             icms(s).pICMS = rate("4.0000");
         }},
        {"consumer of another UF, Simples",
         [](S s) {
             simples(s, "102");
             s.ide.idDest = 2;
             s.ide.indFinal = 1;
             s.dest = consumer("RJ", "3304557");
             s.items.front().prod.CFOP = "6107";
         }},
        {"export", [](S s) { abroad(s); }},
        {"return of an NFC-e",
         [](S s) {
             s.ide.tpNF = 0;
             s.ide.indFinal = 1;
             s.ide.indPres = 0;
             s.dest = consumer("SP", "3550308");
             returned(s, "1201", nfce_key);
         }},
        {"return to a supplier",
         [](S s) {
             returned(s, "5201", supplier_key);
             s.items.front().impostoDevol =
                 ImpostoDevol{.pDevol = Written<2>::parse("100.00").value(), .vIPIDevol = amount("75.47")};
         }},
        {"complement",
         [](S s) {
             s.ide.finNFe = 2;
             s.ide.nfref = {RefNFe{nfe_key}};
         }},
        {"after a paper document",
         [](S s) {
             s.ide.nfref = {
                 RefNF{.cUF = "35", .AAMM = "1012", .CNPJ = "11222333000181", .mod = "01", .serie = 1, .nNF = 812}};
         }},
        {"future delivery",
         [](S s) {
             code(s, "41");
             s.items.front().prod.CFOP = "5922";
         }},
        {"shipment of a future delivery",
         [](S s) {
             s.items.front().prod.CFOP = "5116";
             s.ide.nfref = {RefNFe{nfe_key}};
         }},
        {"shipment without sale",
         [](S s) {
             code(s, "41");
             s.items.front().prod.CFOP = "5949";
         }},
        {"bonus", [](S s) { s.items.front().prod.CFOP = "5910"; }},
        {"everything", [](S s) { everything(s); }},
        {"SVC-AN", [](S s) {
             s.ide.tpEmis = 6;
             s.ide.dhCont = s.ide.dhEmi;
             s.ide.xJust = "SEFAZ SP FORA DO AR";
         }}};
    return all;
}

} // namespace

void settle(Sale& sale) {
    bool const paid =
        sale.ide.finNFe != 4 && sale.items.front().prod.CFOP != "5949" && sale.items.front().prod.CFOP != "5910";
    sale.payments = {DetPag{.indPag = paid ? std::optional(1) : std::nullopt,
                            .tPag = paid ? "15" : "90",
                            .xPag = {},
                            .vPag = {},
                            .dPag = {},
                            .card = {}}};
    auto const vNF = compute(sale).value().nfce.total.icmsTot.vNF.value;
    if (paid) sale.payments.front().vPag = vNF;
    if (!sale.cobr || !sale.cobr->fat) return;
    sale.cobr->fat->vOrig = sale.cobr->fat->vLiq = Valor(vNF);
    auto const half = Money::from_raw(vNF.raw() / 2);
    sale.cobr->dup.at(0).vDup = half;
    sale.cobr->dup.at(1).vDup = vNF - half;
}

std::vector<NfeSale> const& nfe_sales() {
    static auto const all = [] {
        std::vector<NfeSale> sales;
        for (auto const& [name, change] : cases()) {
            auto sale = slabs();
            change(sale);
            settle(sale);
            sales.push_back({name, std::move(sale)});
        }
        return sales;
    }();
    return all;
}

Sale const& nfe_sale(std::string const& name) {
    for (auto const& each : nfe_sales())
        if (each.name == name) return each.sale;
    throw std::runtime_error("no sale " + name);
}

CheckContext nfe_context(Sale const& sale) {
    CheckContext context;
    context.now = sale.ide.dhEmi.epoch();
    context.tpAmb = sale.ide.tpAmb;
    return context;
}

} // namespace balcao::nfce::test
