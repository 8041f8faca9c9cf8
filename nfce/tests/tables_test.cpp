// Files that take the place of the program's own: what is refused, in a sentence with its line, and what a set then
// says.

#include "nfce/tables.hpp"

#include "nfce/composition.hpp"
#include "nfce/sale.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace balcao::nfce {
namespace {

std::string with(std::string text, std::string_view from, std::string_view to) {
    auto const at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("not in the table: " + std::string(from));
    return text.replace(at, from.size(), to);
}

std::string parameters() { return std::string(base_text(TableFile::parametros)); }
std::string first_error(TableFile file, std::string_view text) {
    auto const errors = check_table(file, text);
    return errors.empty() ? "" : sentence_of(errors.front());
}

constexpr auto pCBS_2027 = "*,2027-01-01,*,sefaz,pCBS,,";
constexpr auto pCBS_2026 = "*,2026-01-01,*,sefaz,pCBS,0.9000,";

TEST(TableCheck, TakesTheBase) {
    for (std::size_t file = 0; file < table_file_count; ++file) {
        auto const which = static_cast<TableFile>(file);
        EXPECT_EQ(first_error(which, base_text(which)), "") << name_of(which);
        EXPECT_EQ(table_file_named(name_of(which)), which);
        EXPECT_EQ(base_as_of(which).size(), 10U);
    }
    EXPECT_FALSE(table_file_named("uf.csv"));
    EXPECT_EQ(plain_table("\xef\xbb\xbf"
                          "a,b\r\n\r\n1,2"),
              "a,b\n1,2\n");
    EXPECT_NE(first_error(TableFile::cest, "a\r\nb"), "");
}

TEST(TableCheck, RefusesBadFilesInOneSentenceWithItsLine) {
    struct Case {
        std::string text;
        std::string_view says;
    };
    auto const all = parameters();
    std::vector<Case> const cases{
        {"", "vazio"},
        {"<!DOCTYPE html><html></html>", "HTML"},
        {with(all, "média",
              "m\xe9"
              "dia"),
         "UTF-8"},
        {std::string(9U << 20U, 'a'), "8 MB"},
        {with(all, "uf,desde", "UF,desde"), "colunas uf,desde"},
        {with(all, "*,2018-01-01,*,sefaz,limite_total,200000.00,referência fiscal do projeto,alta\n", ""),
         "Falta a linha de limite_total"},
        {all.substr(0, all.size() / 3), "parece cortada"},
        {with(all, pCBS_2026, "*,2026-01-01,*,sefaz,pCBS,0,9,"), "Linha 52: A linha tem 9 campos"},
        {with(all, pCBS_2026, "*,2026-01-01,*,sefaz,pCBS,\"0,9\","), "“0,9” deve ser um número com ponto e 4 casas"},
        {with(all, pCBS_2026, "*,2026-01-01,*,sefaz,pCBS,90,"), "Linha 52, coluna 6"},
        {with(all, pCBS_2026, "*,2026-01-01,*,sefaz,pCBS,90.0000,"), "não é plausível"},
        {with(all, pCBS_2026, "*,2026-01-01,*,sefaz,pCBS,-0.9000,"), "não é plausível"},
        {with(all, pCBS_2026, "*,01/01/2026,*,sefaz,pCBS,0.9000,"), "“01/01/2026” não é uma data"},
        {with(all, pCBS_2026, "*,2026-02-30,*,sefaz,pCBS,0.9000,"), "não é uma data"},
        {with(all, pCBS_2027, "*,2026-01-01,*,sefaz,pCBS,,"), "pCBS tem duas linhas desde 2026-01-01"},
        {with(all, pCBS_2027, "*,2025-01-01,*,sefaz,pCBS,,"), "devem crescer"},
        {with(all, "PB,2018-01-01", "XX,2018-01-01"), "“XX” não é uma UF"},
        {with(all, "PB,2018-01-01,*", "PB,2018-01-01,teste"), "producao, homologacao"},
        {with(all, "sefaz,limite_total,", "governo,limite_total,"), "sefaz ou lei"},
        {with(all, "limite_total", "limite_novo"), "não existe nesta versão"},
        {with(all, "limite_total,200000.00", "limite_total,200000"), "2 casas"},
        {with(all, "cst_90,S", "cst_90,sim"), "S ou N"},
        {with(all, "regras_conhecidas_ate,2026-12-31", "regras_conhecidas_ate,31/12/2026"), "AAAA-MM-DD"},
        {with(all, ",baixa\n", ",talvez\n"), "alta, média ou baixa"},
        {all + "*,2028-01-01,*,sefaz,pCBS,\"8.8000", "aspas"},
    };
    for (auto const& [text, says] : cases) {
        auto const error = first_error(TableFile::parametros, text);
        EXPECT_NE(error.find(says), std::string::npos) << says << "\n  " << error;
    }
}

TEST(TableCheck, OfCodesAndPeriods) {
    auto const ncm = std::string(base_text(TableFile::ncm));
    auto const says = [](TableFile file, std::string const& text, std::string_view words) {
        auto const error = first_error(file, text);
        EXPECT_NE(error.find(words), std::string::npos) << words << "\n  " << error;
    };
    says(TableFile::ncm, with(ncm, "01012100,", "0101210,"), "Linha 2, coluna 1");
    says(TableFile::ncm, with(ncm, "01012900,", "01012100,"), "aparece duas vezes");
    says(TableFile::ncm, with(ncm, "UN,2022-04-01,\n", "UN,2022-04-01,2021-01-01\n"), "antes de começar");
    auto const classes = std::string(base_text(TableFile::ibscbs_cclasstrib));
    says(TableFile::ibscbs_cclasstrib, with(classes, "Padrão,0,0", "Padrão,101,0"), "percentual");
    says(TableFile::ibscbs_cclasstrib, with(classes, "000,000001", "010,000001"), "não é do CST 010");
    auto const cest = std::string(base_text(TableFile::cest));
    says(TableFile::cest, with(cest, "38151210|38151290", "38151210;38151290"), "separados por |");
    auto const addresses = std::string(base_text(TableFile::enderecos));
    says(TableFile::enderecos, with(addresses, "\"url\": \"https://", "\"url\": \"http://"), "https://");
    says(TableFile::enderecos, R"({"endpoints":[]})", "Falta CadConsultaCadastro4 de AC");
    auto const of_nfe = std::string(base_text(TableFile::enderecos_nfe));
    says(TableFile::enderecos_nfe, with(of_nfe, "\"url\": \"https://", "\"url\": \"http://"), "https://");
    says(TableFile::enderecos_nfe, with(of_nfe, "\"uf\": \"SVCAN\"", "\"uf\": \"SVCXX\""), "“SVCXX” não é uma UF");
    says(TableFile::enderecos_nfe, with(of_nfe, "\"service\": \"NFeAutorizacao4\"", "\"service\": \"qrCode\""),
         "“qrCode” não existe");
    says(TableFile::enderecos_nfe, addresses, "modelo 55");
    says(TableFile::enderecos, with(addresses, "\"uf\": \"AC\"", "\"modelo\": 57, \"uf\": \"AC\""), "modelo deve ser");
}

TEST(Tables, EachUfHasServicesForTheNfeAndOneSvcThatStandsIn) {
    auto const& tables = *Tables::base();
    int an = 0;
    for (auto const* uf : {"AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA",
                           "PB", "PE", "PI", "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO"}) {
        for (int const tpAmb : {1, 2}) {
            for (auto const service : {Service::authorisation, Service::authorisation_result, Service::query,
                                       Service::status, Service::voiding, Service::event})
                EXPECT_TRUE(tables.endpoint(uf, tpAmb, service_name(service), Authoriser::nfe)) << uf;
            auto const svc = [&](Authoriser of) {
                return tables.endpoint(uf, tpAmb, service_name(Service::authorisation), of, "2026-11-28");
            };
            EXPECT_NE(svc(Authoriser::svc_an).has_value(), svc(Authoriser::svc_rs).has_value()) << uf;
            an += svc(Authoriser::svc_an).has_value() ? 1 : 0;
        }
    }
    EXPECT_EQ(an, 2 * 19);
    auto const url = [&](Authoriser of) { return tables.endpoint("SP", 1, "NFeAutorizacao4", of, "2026-11-28"); };
    EXPECT_EQ(url(Authoriser::nfe), "https://nfe.fazenda.sp.gov.br/ws/nfeautorizacao4.asmx");
    EXPECT_TRUE(url(Authoriser::svc_an)->starts_with("https://www.sefazvirtual.fazenda.gov.br/"));
    EXPECT_NE(url(Authoriser::nfce), url(Authoriser::nfe));
    auto const own = Tables::make({}, R"({"endpoints":[{"modelo":55,"uf":"SP","tpAmb":1,"service":"NFeAutorizacao4",)"
                                      R"("url":"https://127.0.0.1/x"}]})")
                         .value();
    EXPECT_EQ(own->endpoint("SP", 1, "NFeAutorizacao4", Authoriser::nfe), "https://127.0.0.1/x");
    EXPECT_EQ(own->endpoint("SP", 1, "NFeAutorizacao4"), url(Authoriser::nfce));
}

TEST(Tables, SayWhatTheirFilesSayAndTheBaseStays) {
    auto const text = with(parameters(), pCBS_2027, "*,2027-01-01,*,sefaz,pCBS,8.8000,");
    auto const tables = Tables::make({{TableFile::parametros, text}}).value();
    EXPECT_FALSE(ibscbs_demand(*Tables::base(), "SP", 1, "2027-01-05", 1).rates);
    auto const rates = ibscbs_demand(*tables, "SP", 1, "2027-01-05", 1).rates;
    ASSERT_TRUE(rates);
    EXPECT_EQ(rates->pCBS.to_string(), "8.8000");
    EXPECT_EQ(tables->text(TableFile::ncm).data(), Tables::base()->text(TableFile::ncm).data());
    EXPECT_EQ(tables->text(TableFile::parametros), text);
    EXPECT_EQ(Tables::base()->id(), "");
    EXPECT_EQ(tables->id().size(), 40U);
    EXPECT_EQ(Tables::make({{TableFile::parametros, text}}).value()->id(), tables->id());

    auto const refused = Tables::make({{TableFile::parametros, "uf\n"}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().first, TableFile::parametros);
}

TEST(Tables, AreThoseOfTheSale) {
    auto sale = test::sale("v04");
    sale.ide.dhEmi = DateTime::parse("2027-01-05T10:00:00-03:00").value();
    auto const text = with(parameters(), "*,2027-01-01,*,lei,pis_cofins,08,", "*,2027-01-01,*,lei,pis_cofins,sem,");
    sale.tables = Tables::make({{TableFile::parametros, text}}).value();
    EXPECT_FALSE(compute(sale).value().nfce.det.front().pis);
    sale.tables = Tables::base();
    EXPECT_TRUE(compute(sale).value().nfce.det.front().pis);
}

} // namespace
} // namespace balcao::nfce
