#include "nfce/document.hpp"
#include "nfce/format_check.hpp"
#include "nfce/receipt_key.hpp"
#include "nfce/sale.hpp"
#include "support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace balcao::nfce {
namespace {

constexpr auto* kSchema = "nfe/nfe_v4.00.xsd";

/// A receipt with every group the limits below speak of.
Nfce receipt(std::string const& vector = "v03") {
    auto nfce = compute(test::sale(vector)).value().nfce;
    nfce.autXML = {{.kind = PersonId::Kind::cpf, .value = "52998224725"}};
    nfce.infAdic = InfAdic{.infAdFisco = {}, .infCpl = "Obrigado", .obsCont = {{.xCampo = "Pedido", .xTexto = "123"}}};
    nfce.infRespTec = InfRespTec{.CNPJ = "11222333000181",
                                 .xContato = "Suporte",
                                 .email = "a@b.com.br",
                                 .fone = "1133334444",
                                 .csrt = Csrt{.idCSRT = "01", .hashCSRT = "INWOoT340iOjikiWQaXOeATZywE="}};
    nfce.transp.transporta = Transporta{.id = PersonId{.kind = PersonId::Kind::cpf, .value = "52998224725"},
                                        .xNome = "Motoboy",
                                        .IE = "ISENTO",
                                        .xEnder = "Rua A",
                                        .xMun = "São Paulo",
                                        .UF = "SP"};
    nfce.dest = Dest{.id = {.kind = PersonId::Kind::cpf, .value = "52998224725"},
                     .xNome = "Maria",
                     .enderDest = nfce.emit.enderEmit,
                     .indIEDest = 9,
                     .IE = {},
                     .email = "maria@example.com"};
    auto& prod = nfce.det.front().prod;
    prod.cest = Cest{.CEST = "1704900", .indEscala = "S", .CNPJFab = {}};
    prod.cBenef = "SP123456";
    prod.rastro = {{.nLote = "L1",
                    .qLote = Decimal<3>::from_raw(1'000),
                    .dFab = "2026-01-01",
                    .dVal = "2027-01-01",
                    .cAgreg = {}}};
    return nfce;
}

std::string written(Nfce const& nfce) {
    auto const sale = test::sale("v03");
    // Offline, QR version 3 does not take a CPF: a rule (109), not a format.
    QrV2 const qr{.CSC = "0123456789ABCDEF", .idCSC = "1"};
    auto const document = write_signed(nfce, qr, *sale.urls, test::certificate());
    return document ? document->xml : std::string();
}

using Change = std::function<void(Nfce&)>;
struct Limit {
    std::string field;
    Change within, beyond;
};

template <class T>
void resize_alike(std::vector<T>& values, std::size_t size) {
    values.resize(size, T(values.front()));
}

std::vector<Limit> limits() {
    return {
        {"infAdic/obsCont[1]/@xCampo", [](auto& n) { n.infAdic->obsCont[0].xCampo = std::string(20, 'a'); },
         [](auto& n) { n.infAdic->obsCont[0].xCampo = std::string(21, 'a'); }},
        {"infAdic/obsCont", [](auto& n) { resize_alike(n.infAdic->obsCont, 10); },
         [](auto& n) { resize_alike(n.infAdic->obsCont, 11); }},
        {"autXML", [](auto& n) { resize_alike(n.autXML, 10); }, [](auto& n) { resize_alike(n.autXML, 11); }},
        {"pag/detPag", [](auto& n) { resize_alike(n.pag.detPag, 100); },
         [](auto& n) { resize_alike(n.pag.detPag, 101); }},
        {"det[1]/prod/rastro", [](auto& n) { resize_alike(n.det[0].prod.rastro, 500); },
         [](auto& n) { resize_alike(n.det[0].prod.rastro, 501); }},
        {"transp/modFrete", [](auto& n) { n.transp.modFrete = 4; }, [](auto& n) { n.transp.modFrete = 5; }},
        {"transp/transporta/IE", [](auto& n) { n.transp.transporta->IE = "12"; },
         [](auto& n) { n.transp.transporta->IE = "ISENTA"; }},
        {"transp/transporta/UF", [](auto& n) { n.transp.transporta->UF = "EX"; },
         [](auto& n) { n.transp.transporta->UF = "XX"; }},
        {"emit/enderEmit/UF", [](auto& n) { n.emit.enderEmit.UF = "TO"; }, [](auto& n) { n.emit.enderEmit.UF = "EX"; }},
        {"emit/enderEmit/xPais", [](auto& n) { n.emit.enderEmit.xPais = "Brasil"; },
         [](auto& n) { n.emit.enderEmit.xPais = "BRAZIL"; }},
        {"emit/enderEmit/cPais", [](auto& n) { n.emit.enderEmit.cPais = "1058"; },
         [](auto& n) { n.emit.enderEmit.cPais = "1059"; }},
        {"dest/enderDest/UF", [](auto& n) { n.dest->enderDest->UF = "EX"; },
         [](auto& n) { n.dest->enderDest->UF = "ZZ"; }},
        {"dest/indIEDest", [](auto& n) { n.dest->indIEDest = 2; }, [](auto& n) { n.dest->indIEDest = 3; }},
        {"dest/idEstrangeiro", [](auto& n) { n.dest->id = {PersonId::Kind::estrangeiro, "AB-12345"}; },
         [](auto& n) { n.dest->id = {PersonId::Kind::estrangeiro, "AB 12345"}; }},
        {"ide/tpEmis", [](auto& n) { n.ide.tpEmis = 7; }, [](auto& n) { n.ide.tpEmis = 8; }},
        {"ide/indPres", [](auto& n) { n.ide.indPres = 5; }, [](auto& n) { n.ide.indPres = 6; }},
        {"det[1]/prod/indEscala", [](auto& n) { n.det[0].prod.cest->indEscala = "N"; },
         [](auto& n) { n.det[0].prod.cest->indEscala = "X"; }},
        {"det[1]/prod/cBenef", [](auto& n) { n.det[0].prod.cBenef = "SEM CBENEF"; },
         [](auto& n) { n.det[0].prod.cBenef = "SP1234567"; }},
        {"det[1]/prod/cBenef", [](auto& n) { n.det[0].prod.cBenef = "SP12345678"; },
         [](auto& n) { n.det[0].prod.cBenef = "SP 23456"; }},
        {"infRespTec/hashCSRT", [](auto&) {}, [](auto& n) { n.infRespTec->csrt->hashCSRT = "INWOoT340"; }},
        {"det[1]/imposto/ICMS/ICMS40/motDesICMS",
         [](auto& n) {
             n.det[0].icms = Icms40{
                 .orig = 0,
                 .CST = "41",
                 .deson = Desoneracao{.vICMSDeson = Money::from_raw(100), .motDesICMS = 16, .indDeduzDeson = {}}};
         },
         [](auto& n) {
             n.det[0].icms = Icms40{
                 .orig = 0,
                 .CST = "41",
                 .deson = Desoneracao{.vICMSDeson = Money::from_raw(100), .motDesICMS = 12, .indDeduzDeson = {}}};
         }},
        {"det[1]/imposto/ICMS/ICMSSN102/CSOSN", [](auto& n) { n.det[0].icms = IcmsSn102{.orig = 0, .CSOSN = "400"}; },
         [](auto& n) { n.det[0].icms = IcmsSn102{.orig = 0, .CSOSN = "500"}; }},
    };
}

bool names(Problems const& problems, std::string const& field) {
    return std::ranges::any_of(problems, [&](Problem const& problem) { return problem.field == field; });
}

TEST(Formats, OfTheBaseAreClean) {
    EXPECT_TRUE(check_formats(receipt()).empty()) << test::lines(check_formats(receipt()));
    EXPECT_TRUE(test::valid_by_schema(kSchema, written(receipt())));
}

TEST(Formats, EachLimitIsWhereTheSchemaHasIt) {
    for (auto const& [field, within, beyond] : limits()) {
        auto good = receipt();
        within(good);
        EXPECT_TRUE(check_formats(good).empty()) << field << "\n" << test::lines(check_formats(good));
        EXPECT_TRUE(test::valid_by_schema(kSchema, written(good))) << field;
        auto bad = receipt();
        beyond(bad);
        EXPECT_TRUE(names(check_formats(bad), field)) << field << "\n" << test::lines(check_formats(bad));
        EXPECT_FALSE(test::valid_by_schema(kSchema, written(bad))) << field;
    }
}

TEST(Formats, SayWhatMayBeWritten) {
    auto bad = receipt();
    bad.dest->indIEDest = 3;
    EXPECT_EQ(check_formats(bad).front().message, "Deve ser 1, 2 ou 9.");
    bad = receipt();
    resize_alike(bad.autXML, 11);
    EXPECT_EQ(check_formats(bad).front().message, "No máximo 10; foram informados 11.");
}

/// Values as careless hands write them, into whatever text or code a receipt has.
class Careless {
public:
    explicit Careless(std::uint64_t seed) : engine_(seed) {}
    std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_); }
    std::string text() {
        static std::vector<std::string> const all{
            "",       " ",          "0",        "1",   "S",    "12345678",      "ISENTO",         "SP",         "EX",
            "sp",     "ção & <b>",  " a",       "a ",  "A\tB", "SEM GTIN",      "2026-02-30",     "2026-02-28", "1058",
            "BRASIL", "SEM CBENEF", "12 45678", "000", "€",    "7891234567895", "11222333000181", "52998224725"};
        auto const kind = below(all.size() + 2);
        if (kind < all.size()) return all[kind];
        return std::string(below(130), kind == all.size() ? '7' : 'x');
    }
    int number() { return static_cast<int>(below(14)) - 1; }

private:
    std::mt19937_64 engine_;
};

void change_one(Nfce& n, Careless& careless) {
    static std::vector<std::function<std::string*(Nfce&)>> const texts{
        [](auto& x) { return &x.ide.natOp; },
        [](auto& x) { return &x.ide.cNF; },
        [](auto& x) { return &x.ide.verProc; },
        [](auto& x) { return &x.ide.cMunFG; },
        [](auto& x) { return &x.emit.xNome; },
        [](auto& x) { return &x.emit.IE; },
        [](auto& x) { return &x.emit.CNPJ; },
        [](auto& x) { return &x.emit.enderEmit.UF; },
        [](auto& x) { return &x.emit.enderEmit.xLgr; },
        [](auto& x) { return &x.emit.enderEmit.xPais.emplace(); },
        [](auto& x) { return &x.emit.enderEmit.cPais.emplace(); },
        [](auto& x) { return &x.emit.enderEmit.fone.emplace(); },
        [](auto& x) { return &x.dest->xNome.emplace(); },
        [](auto& x) { return &x.dest->id.value; },
        [](auto& x) { return &x.dest->IE.emplace(); },
        [](auto& x) { return &x.dest->email.emplace(); },
        [](auto& x) { return &x.dest->enderDest->UF; },
        [](auto& x) { return &x.dest->enderDest->cPais.emplace(); },
        [](auto& x) { return &x.autXML[0].value; },
        [](auto& x) { return &x.det[0].prod.cProd; },
        [](auto& x) { return &x.det[0].prod.cEAN; },
        [](auto& x) { return &x.det[0].prod.NCM; },
        [](auto& x) { return &x.det[0].prod.cest->CEST; },
        [](auto& x) { return &x.det[0].prod.cest->indEscala.emplace(); },
        [](auto& x) { return &x.det[0].prod.cest->CNPJFab.emplace(); },
        [](auto& x) { return &x.det[0].prod.cBenef.emplace(); },
        [](auto& x) { return &x.det[0].prod.uCom; },
        [](auto& x) { return &x.det[0].prod.rastro[0].nLote; },
        [](auto& x) { return &x.det[0].prod.rastro[0].dVal; },
        [](auto& x) { return &x.det[0].infAdProd.emplace(); },
        [](auto& x) { return &x.transp.transporta->IE.emplace(); },
        [](auto& x) { return &x.transp.transporta->UF.emplace(); },
        [](auto& x) { return &x.transp.transporta->xMun.emplace(); },
        [](auto& x) { return &x.pag.detPag[0].tPag; },
        [](auto& x) { return &x.pag.detPag[0].xPag.emplace(); },
        [](auto& x) { return &x.infAdic->infCpl.emplace(); },
        [](auto& x) { return &x.infAdic->obsCont[0].xCampo; },
        [](auto& x) { return &x.infAdic->obsCont[0].xTexto; },
        [](auto& x) { return &x.infRespTec->email; },
        [](auto& x) { return &x.infRespTec->csrt->idCSRT; }};
    static std::vector<std::function<int*(Nfce&)>> const numbers{
        [](auto& x) { return &x.ide.serie; },
        [](auto& x) { return &x.ide.nNF; },
        [](auto& x) { return &x.ide.tpImp; },
        [](auto& x) { return &x.ide.tpEmis; },
        [](auto& x) { return &x.ide.tpAmb; },
        [](auto& x) { return &x.ide.indPres; },
        [](auto& x) { return &x.ide.indIntermed.emplace(); },
        [](auto& x) { return &x.emit.CRT; },
        [](auto& x) { return &x.dest->indIEDest; },
        [](auto& x) { return &x.det[0].prod.indTot; },
        [](auto& x) { return &x.transp.modFrete; },
        [](auto& x) { return &x.pag.detPag[0].indPag.emplace(); }};
    auto const which = careless.below(texts.size() + numbers.size());
    if (which < texts.size()) *texts[which](n) = careless.text();
    else *numbers[which - texts.size()](n) = careless.number();
}

/// RC_PARAMS=max_success=100000 looks longer.
RC_GTEST_PROP(MutatedReceipts, ThatTheFormatsTakeTheSchemaTakes, (std::uint64_t seed)) {
    Careless careless(seed);
    static std::vector<Nfce> const bases{receipt("v01"), receipt("v03"), receipt("v04")};
    auto nfce = bases[careless.below(bases.size())];
    for (auto changes = 1 + careless.below(2); changes > 0; --changes) change_one(nfce, careless);
    // No QR code has a place for another tpEmis (rule 116).
    if (nfce.ide.tpEmis != 1 && nfce.ide.tpEmis != 9) return;
    // A key that is not the receipt's is rule 14's to find.
    auto const key = key_of(nfce);
    if (!key || !check_formats(nfce).empty()) return;
    nfce.chave = *key;
    nfce.ide.cDV = key->substr(43);
    auto const xml = written(nfce);
    if (!test::valid_by_schema(kSchema, xml)) RC_FAIL(xml);
}

} // namespace
} // namespace balcao::nfce
