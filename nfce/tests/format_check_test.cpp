#include "full_receipt.hpp"
#include "nfce/field_words.hpp"
#include "nfce/format_check.hpp"
#include "nfce/path_archive.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace balcao::nfce {
namespace {

using Change = std::function<void(Nfce&)>;
struct Limit {
    std::string field;
    Change within, beyond;
};

template <class T>
void resize_alike(std::vector<T>& values, std::size_t size) {
    values.resize(size, T(values.front()));
}

Written<4> percentage(std::string_view text) { return Written<4>::parse(text).value(); }

Comb& fuel(Nfce& nfce) {
    auto& comb = nfce.det[0].prod.comb;
    comb = Comb{.cProdANP = "210203001",
                .descANP = "GLP",
                .pGLP = {},
                .pGNn = {},
                .pGNi = {},
                .vPart = {},
                .UFCons = "SP",
                .encerrante = {}};
    return *comb;
}

StRetido& retained(Nfce& nfce) {
    nfce.det[0].icms = Icms60{.orig = 0, .retido = StRetido{}, .fcpRetido = {}, .efetivo = {}};
    return *std::get<Icms60>(nfce.det[0].icms).retido;
}

ContribuicaoAliq contribution(std::string CST) {
    ContribuicaoAliq group;
    group.CST = std::move(CST);
    return group;
}

Icms20 reduced(int motDesICMS) {
    Icms20 group;
    group.pRedBC = percentage("10.0000");
    group.deson = Desoneracao{.vICMSDeson = {}, .motDesICMS = motDesICMS, .indDeduzDeson = {}};
    return group;
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
        {"det[1]/prod/comb/pGLP", [](auto& n) { fuel(n).pGLP = percentage("100.0000"); },
         [](auto& n) { fuel(n).pGLP = percentage("100.0001"); }},
        {"det[1]/prod/comb/pGNi", [](auto& n) { fuel(n).pGNi = percentage("0"); },
         [](auto& n) { fuel(n).pGNi = percentage("101.00"); }},
        {"det[1]/imposto/ICMS/ICMS60/pST", [](auto& n) { retained(n).pST = percentage("0.00"); },
         [](auto& n) { retained(n).pST = percentage("0"); }},
        {"det[1]/imposto/ICMS/ICMS20/motDesICMS", [](auto& n) { n.det[0].icms = reduced(10); },
         [](auto& n) { n.det[0].icms = reduced(6); }},
        {"det[1]/imposto/PIS/PISAliq/CST", [](auto& n) { n.det[0].pis = contribution("02"); },
         [](auto& n) { n.det[0].pis = contribution("03"); }},
        {"det[1]/prod/CFOP", [](auto& n) { n.det[0].prod.CFOP = "7102"; },
         [](auto& n) { n.det[0].prod.CFOP = "4102"; }},
        {"ide/mod", [](auto& n) { n.ide.mod = 65; }, [](auto& n) { n.ide.mod = 66; }},
        {"ide/tpNF", [](auto& n) { n.ide.tpNF = 1; }, [](auto& n) { n.ide.tpNF = 2; }},
        {"ide/idDest", [](auto& n) { n.ide.idDest = 1; }, [](auto& n) { n.ide.idDest = 4; }},
        {"ide/finNFe", [](auto& n) { n.ide.finNFe = 1; }, [](auto& n) { n.ide.finNFe = 7; }},
        {"ide/indFinal", [](auto& n) { n.ide.indFinal = 1; }, [](auto& n) { n.ide.indFinal = 2; }},
        {"ide/dhEmi", [](auto& n) { n.ide.dhEmi = DateTime::from_epoch(n.ide.dhEmi.epoch(), 12); },
         [](auto& n) { n.ide.dhEmi = DateTime::from_epoch(n.ide.dhEmi.epoch(), 13); }},
        {"infRespTec/hashCSRT", [](auto&) {},
         [](auto& n) { n.infRespTec->csrt->hashCSRT = "INWOoT340iOjikiWQaXOeATZy&E="; }},
        {"infRespTec/hashCSRT", [](auto&) {}, [](auto& n) { n.infRespTec->csrt->hashCSRT = "INWOoT340"; }},
        {"infRespTec/hashCSRT", [](auto&) {},
         [](auto& n) { n.infRespTec->csrt->hashCSRT = "INWOoT340iOjikiWQaXOeATZywF="; }},
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
    EXPECT_TRUE(check_formats(test::full_receipt()).empty()) << test::lines(check_formats(test::full_receipt()));
    EXPECT_TRUE(test::valid_by_schema(test::nfe_schema, test::signed_xml(test::full_receipt())));
}

TEST(Formats, EachLimitIsWhereTheSchemaHasIt) {
    for (auto const& [field, within, beyond] : limits()) {
        auto good = test::full_receipt();
        within(good);
        EXPECT_TRUE(check_formats(good).empty()) << field << "\n" << test::lines(check_formats(good));
        EXPECT_TRUE(test::valid_by_schema(test::nfe_schema, test::signed_xml(good))) << field;
        auto bad = test::full_receipt();
        beyond(bad);
        EXPECT_TRUE(names(check_formats(bad), field)) << field << "\n" << test::lines(check_formats(bad));
        EXPECT_FALSE(test::valid_by_schema(test::nfe_schema, test::signed_xml(bad))) << field;
    }
}

TEST(Formats, SayWhichFieldAndWhatMayBeWritten) {
    auto bad = test::full_receipt();
    bad.dest->indIEDest = 3;
    EXPECT_EQ(check_formats(bad).front().message, "Indicador de inscrição estadual do consumidor: deve ser 1, 2 ou 9.");
    bad = test::full_receipt();
    resize_alike(bad.autXML, 11);
    EXPECT_EQ(check_formats(bad).front().message, "Quem pode baixar o XML: no máximo 10; foram informados 11.");
    bad = test::full_receipt();
    bad.det[2].prod.vDesc = Money{};
    EXPECT_EQ(check_formats(bad).front().message, "Desconto do item 3: zero não deve ser informado; deixe em branco.");
    bad = test::full_receipt();
    bad.ide.mod = 57;
    EXPECT_EQ(check_formats(bad).front().message, "Modelo do documento: deve ser 55 ou 65.");
}

/// A reduction of nothing: the schema takes it, SEFAZ's sums make no sense of it.
TEST(Formats, RefuseAReductionOfNothing) {
    auto bad = test::full_receipt();
    auto group = reduced(9);
    group.pRedBC = percentage("0.0000");
    bad.det[0].icms = group;
    EXPECT_TRUE(names(check_formats(bad), "det[1]/imposto/ICMS/ICMS20/pRedBC"));
}

/// Every element of the layout, with its path.
class Names : public PathArchive<Names> {
public:
    template <class L>
    static constexpr bool visits = true;
    std::set<std::string> seen;

    template <class T, class L>
    void value(T&, L) {
        see();
    }
    template <class T>
    void after_optional(std::optional<T>&) {
        see();
    }
    template <class O, class Body>
    void optional_element(std::string_view name, O& value, Body&& body) {
        if (!value) value.emplace();
        PathArchive::optional_element(name, value, body);
    }
    template <class O, class Body>
    void sequence(std::string_view name, O& value, Body&& body) {
        if (!value) value.emplace();
        PathArchive::sequence(name, value, body);
    }
    template <class V, class... Alternatives>
    void choice(V& variant, Alternatives const&... alternatives) {
        auto const visit = [&](auto const& alternative) {
            variant.template emplace<typename std::remove_cvref_t<decltype(alternative)>::Type>();
            PathArchive::choice(variant, alternative);
        };
        (visit(alternatives), ...);
    }

private:
    void see() {
        auto const at = path();
        auto const name = at.substr(at.rfind('/') + 1);
        seen.insert(name.starts_with('@') ? name.substr(1) : name);
    }
};

TEST(Words, EveryFieldOfTheLayoutHasThem) {
    auto nfce = test::full_receipt();
    Names names;
    layout::describe_infNFe(names, nfce);
    EXPECT_GT(names.seen.size(), 150U);
    for (auto const& name : names.seen) EXPECT_FALSE(words_of(name).empty()) << name;
    EXPECT_EQ(in_words("det[3]/prod/vDesc"), "Desconto do item 3");
    EXPECT_EQ(in_words("det[3]/imposto/ICMS/ICMS00/vICMS"), "Valor do ICMS do item 3");
    EXPECT_EQ(in_words("det[1]/prod/rastro[2]/dVal"), "Data de validade do lote 2 do item 1");
    EXPECT_EQ(in_words("pag/detPag[2]/card/tBand"), "Bandeira do cartão do pagamento 2");
    EXPECT_EQ(in_words("emit/enderEmit/CEP"), "CEP do emitente");
    EXPECT_EQ(in_words("infAdic/obsCont[1]/@xCampo"), "Campo da observação 1");
    EXPECT_EQ(in_words("coisa/nova"), "nova");
}

} // namespace
} // namespace balcao::nfce
