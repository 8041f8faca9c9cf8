#include "nfce/document.hpp"
#include "nfce/sale_json.hpp"
#include "nfe_sales.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>

namespace balcao::nfce {
namespace {

using Words = std::vector<std::string>;

std::string with_dot(std::string text) {
    std::ranges::replace(text, ',', '.');
    return text;
}

template <int P>
Written<P> number(std::string const& text) {
    auto const parsed = Written<P>::parse(with_dot(text));
    if (!parsed) throw std::runtime_error("not a number: " + text);
    return *parsed;
}

/// Sets one word of an item line.
void set(SaleItem& item, std::string const& name, std::string const& text) {
    auto const rate = [&](std::optional<Written<4>>& to) { to = number<4>(text); };
    auto const ibscbs = [&]() -> IbsCbsRates& {
        if (!item.ibscbs->rates) item.ibscbs->rates.emplace();
        return *item.ibscbs->rates;
    };
    std::map<std::string, std::function<void()>> const setters{
        {"qtd", [&] { item.prod.qCom = item.prod.qTrib = number<4>(text); }},
        {"unit", [&] { item.prod.vUnCom = item.prod.vUnTrib = number<10>(text); }},
        {"vDesc", [&] { item.prod.vDesc = number<2>(text); }},
        {"vFrete", [&] { item.prod.vFrete = number<2>(text); }},
        {"vOutro", [&] { item.prod.vOutro = number<2>(text); }},
        {"vTotTrib", [&] { item.vTotTrib = number<2>(text); }},
        {"CST", [&] { item.icms.code = text; }},
        {"CSOSN",
         [&] {
             item.icms.code = text;
             item.icms.simples = true;
         }},
        {"pICMS", [&] { rate(item.icms.pICMS); }},
        {"pRedBC", [&] { rate(item.icms.pRedBC); }},
        {"pFCP", [&] { rate(item.icms.pFCP); }},
        {"modBCST", [&] { item.icms.modBCST = std::stoi(text); }},
        {"pMVAST", [&] { rate(item.icms.pMVAST); }},
        {"pRedBCST", [&] { rate(item.icms.pRedBCST); }},
        {"pICMSST", [&] { rate(item.icms.pICMSST); }},
        {"pFCPST", [&] { rate(item.icms.pFCPST); }},
        {"motDesICMS", [&] { item.icms.motDesICMS = std::stoi(text); }},
        {"indDeduzDeson", [&] { item.icms.indDeduzDeson = std::stoi(text); }},
        {"pCredSN", [&] { rate(item.icms.pCredSN); }},
        {"adRemICMS", [&] { rate(item.icms.adRemICMS); }},
        {"adRemICMSRet", [&] { rate(item.icms.adRemICMSRet); }},
        {"PIS", [&] { item.pis.CST = text; }},
        {"COFINS", [&] { item.cofins.CST = text; }},
        {"pPIS", [&] { rate(item.pis.p); }},
        {"pCOFINS", [&] { rate(item.cofins.p); }},
        {"excluiICMS", [&] { item.pis.excluiICMS = item.cofins.excluiICMS = text == "1"; }},
        {"qPIS", [&] { rate(item.pis.qBCProd); }},
        {"aPIS", [&] { rate(item.pis.vAliqProd); }},
        {"qCOFINS", [&] { rate(item.cofins.qBCProd); }},
        {"aCOFINS", [&] { rate(item.cofins.vAliqProd); }},
        {"IPI", [&] { item.ipi = IpiFacts{.CST = text}; }},
        {"pIPI", [&] { rate(item.ipi->pIPI); }},
        {"pICMSUFDest", [&] { item.icmsUFDest = IcmsUfDestRates{.pICMSUFDest = number<4>(text)}; }},
        {"IBSCBS", [&] { item.ibscbs = IbsCbsFacts{.CST = text, .cClassTrib = {}, .rates = {}}; }},
        {"cClassTrib", [&] { item.ibscbs->cClassTrib = text; }},
        {"pIBSUF", [&] { ibscbs().pIBSUF = number<4>(text); }},
        {"pIBSMun", [&] { ibscbs().pIBSMun = number<4>(text); }},
        {"pCBS", [&] { ibscbs().pCBS = number<4>(text); }},
        {"pRedAliq", [&] { ibscbs().pRedAliq = number<4>(text); }},
    };
    setters.at(name)();
}

struct Case {
    std::string name;
    Sale sale;
    std::vector<Words> expected;
};

Words words_of(std::string const& line) {
    std::istringstream in(line);
    return {std::istream_iterator<std::string>(in), {}};
}

std::vector<Case> read_cases(std::string const& text) {
    auto const base = read_sale(test::file("vectors/in/v01-simples-csosn102-dinheiro.json")).value();
    auto item_base = base.items.front();
    std::vector<Case> cases;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        auto const words = words_of(line);
        if (words.empty() || words[0] == "#") continue;
        if (words[0] == "caso:") {
            cases.push_back({line.substr(6), base, {}});
            item_base = base.items.front();
            cases.back().sale.items.clear();
            cases.back().sale.payments.clear();
            continue;
        }
        auto& current = cases.at(cases.size() - 1);
        if (words[0] == "modelo") { // 55: the name of the sale that the rest comes from
            current.sale = test::nfe_sale(line.substr(line.find(": ") + 2));
            item_base = current.sale.items.front();
            current.sale.items.clear();
        } else if (words[0] == "item") {
            auto& item = current.sale.items.emplace_back(item_base);
            item.icms = {};
            item.vTotTrib.reset();
            for (std::size_t i = 1; i + 1 < words.size(); i += 2) set(item, words[i], words[i + 1]);
        } else if (words[0] == "rateio") {
            std::map<std::string, std::optional<Money>*> const whole{{"vDesc", &current.sale.whole.vDesc},
                                                                     {"vFrete", &current.sale.whole.vFrete},
                                                                     {"vSeg", &current.sale.whole.vSeg},
                                                                     {"vOutro", &current.sale.whole.vOutro}};
            for (std::size_t i = 1; i + 1 < words.size(); i += 2) *whole.at(words[i]) = number<2>(words[i + 1]).value;
        } else if (words[0] == "pagamento") {
            DetPag means;
            means.tPag = words.at(1);
            means.vPag = number<2>(words.at(2));
            current.sale.payments.push_back(means);
        } else if (words[0] == "=>") {
            current.expected.emplace_back(words.begin() + 1, words.end());
        } else {
            throw std::runtime_error("line not understood: " + line);
        }
    }
    return cases;
}

/// Text of the first element of that name ("group/name" looks inside the group), "ausente" when there is none.
std::string element(std::string_view xml, std::string name) {
    if (auto const slash = name.find('/'); slash != std::string::npos) {
        auto const group = name.substr(0, slash);
        auto const start = xml.find("<" + group + ">");
        if (start == std::string_view::npos) return "ausente";
        xml = xml.substr(start, xml.find("</" + group + ">", start) - start);
        name = name.substr(slash + 1);
    }
    auto const start = xml.find("<" + name + ">");
    if (start == std::string_view::npos) return "ausente";
    auto const text = xml.substr(start + name.size() + 2);
    return std::string(text.substr(0, text.find('<')));
}

std::string_view part(std::string_view xml, std::string const& from, std::string const& to) {
    auto const start = xml.find(from);
    return xml.substr(start, xml.find(to, start) - start);
}

void run(Case const& test_case) {
    SCOPED_TRACE(test_case.name);
    auto const computed = compute(test_case.sale);
    ASSERT_TRUE(computed) << test::lines(computed.error());
    auto const document = write_signed(computed->nfce, test_case.sale.qr,
                                       test_case.sale.urls.value_or(ConsultationUrls{}), test::certificate());
    ASSERT_TRUE(document) << document.error().field;
    ASSERT_FALSE(test_case.expected.empty());
    for (auto const& words : test_case.expected) {
        bool const of_item = words.at(0) == "item";
        auto const scope = of_item ? part(document->xml, "<det nItem=\"" + words.at(1) + "\">", "</det>")
                                   : part(document->xml, "<total>", "<Signature");
        for (std::size_t i = of_item ? 2 : 1; i + 1 < words.size(); i += 2)
            EXPECT_EQ(element(scope, words[i]), with_dot(words[i + 1])) << words[i];
    }
}

TEST(TaxCases, ComeOutAsWritten) {
    int count = 0;
    for (auto const* name : {"icms", "contribuicoes", "rateio", "notas-publicas"}) {
        for (auto const& test_case : read_cases(test::file(std::string("cases/") + name + ".txt"))) {
            run(test_case);
            ++count;
        }
    }
    EXPECT_EQ(count, 61);
}

} // namespace
} // namespace balcao::nfce
