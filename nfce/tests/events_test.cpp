#include "nfce/answers.hpp"
#include "nfce/events.hpp"
#include "nfce/foreign.hpp"
#include "nfce/key.hpp"
#include "nfce/rules.hpp"
#include "nfce/services.hpp"
#include "nfce/tables.hpp"
#include "support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

namespace balcao::nfce {
namespace {

std::string const kKey = "35261111222333000181650010000000041172635497";

Cancellation cancellation() {
    return {.idLote = "1",
            .tpAmb = 2,
            .CNPJ = "11222333000181",
            .chNFe = kKey,
            .nProt = "135260000000001",
            .dhEvento = *DateTime::parse("2026-11-20T10:30:00-03:00"),
            .nSeqEvento = 1,
            .xJust = "Venda lançada em duplicidade & erro",
            .by = {}};
}

std::string offline_key() {
    auto parts = *parse_key(kKey);
    parts.tpEmis = 9;
    parts.nNF = 5;
    return *make_key(parts);
}

Cancellation substitution() {
    auto event = cancellation();
    event.by = SubstitutedBy{.chNFeRef = offline_key(), .verAplic = "BALCAO 1.0"};
    return event;
}

Voiding voiding() {
    return {.tpAmb = 2,
            .cUF = "35",
            .ano = "26",
            .CNPJ = "11222333000181",
            .serie = 1,
            .nNFIni = 101,
            .nNFFin = 110,
            .xJust = "Falha no sistema de vendas"};
}

TEST(Events, AreValidAndSigned) {
    for (auto const& event : {cancellation(), substitution()}) {
        auto const xml = write_event(event, test::certificate()).value();
        EXPECT_TRUE(test::valid_by_schema("evento/envEvento_v1.00.xsd", xml));
        EXPECT_TRUE(test::valid_by_schema(
            event.by ? "evento/envEventoCancSubst_v1.00.xsd" : "evento/envEventoCancNFe_v1.00.xsd", xml))
            << xml;
        EXPECT_TRUE(test::valid_by_xmlsec("infEvento", xml));
        EXPECT_TRUE(verify_signature(XmlDocument::parse(xml).value(), "infEvento"));
    }
    auto const xml = write_event(voiding(), test::certificate()).value();
    EXPECT_TRUE(test::valid_by_schema("nfe/inutNFe_v4.00.xsd", xml));
    EXPECT_TRUE(test::valid_by_xmlsec("infInut", xml));
    EXPECT_NE(xml.find("Id=\"ID35261122233300018165001000000101000000110\""), std::string::npos);
}

TEST(Events, RefuseWhatSefazWould) {
    auto const rejection = [](auto const& change) {
        auto event = substitution();
        change(event);
        auto const problems = check_event(event);
        return problems.empty() ? 0 : problems.front().cStat;
    };
    EXPECT_EQ(rejection([](auto&) {}), 0);
    EXPECT_EQ(rejection([](auto& e) { e.xJust = "Curta"; }), 225);
    EXPECT_EQ(rejection([](auto& e) { e.chNFe[43] = '0'; }), 236);
    EXPECT_EQ(rejection([](auto& e) { e.CNPJ = "12ABC34501DE35"; }), 574);
    EXPECT_EQ(rejection([](auto& e) { e.nProt = "1"; }), 225);
    EXPECT_EQ(rejection([](auto& e) { e.nSeqEvento = 2; }), 594);
    EXPECT_EQ(rejection([](auto& e) { e.by->chNFeRef = "1"; }), 910);
    EXPECT_EQ(rejection([](auto& e) { e.by->chNFeRef = e.chNFe; }), 911);
    EXPECT_EQ(rejection([](auto& e) { std::swap(e.by->chNFeRef, e.chNFe); }), 920);
    auto const of_voiding = [](auto const& change) {
        auto request = voiding();
        change(request);
        auto const problems = check_event(request);
        return problems.empty() ? 0 : problems.front().cStat;
    };
    EXPECT_EQ(of_voiding([](auto& v) { v.nNFFin = 100; }), 224);
    EXPECT_EQ(of_voiding([](auto& v) { v.nNFFin = 10'101; }), 201);
    EXPECT_EQ(of_voiding([](auto& v) {
                  v.nNFIni = std::numeric_limits<int>::min();
                  v.nNFFin = std::numeric_limits<int>::max();
              }),
              rule_text(12).cStat);
    EXPECT_EQ(of_voiding([](auto& v) { v.serie = 890; }), 266);
    EXPECT_EQ(of_voiding([](auto& v) { v.xJust = "Curta"; }), 225);
    auto short_reason = cancellation();
    short_reason.xJust = "Curta";
    EXPECT_EQ(check_event(short_reason).front().rule, 113);
}

TEST(Events, WindowClosesAfterThirtyMinutesOrAWeek) {
    auto const authorised = *DateTime::parse("2026-11-20T10:15:31-03:00");
    EXPECT_TRUE(check_event_window(cancellation(), authorised, authorised.epoch() + 30 * 60).empty());
    EXPECT_EQ(check_event_window(cancellation(), authorised, authorised.epoch() + 30 * 60 + 1).front().rule, 112);
    EXPECT_TRUE(check_event_window(substitution(), authorised, authorised.epoch() + 168 * 3'600).empty());
    EXPECT_EQ(check_event_window(substitution(), authorised, authorised.epoch() + 168 * 3'600 + 1).front().cStat, 501);
}

TEST(Events, AreReadFromJson) {
    auto const read = read_event(
        R"({"evento":{"tpEvento":"110111","tpAmb":2,"CNPJ":"11222333000181","chNFe":")" + kKey +
        R"(","nProt":"135260000000001","dhEvento":"2026-11-20T10:30:00-03:00","nSeqEvento":1,"xJust":"Venda lançada em duplicidade","idLote":"1"}})");
    ASSERT_TRUE(read) << test::lines(read.error());
    EXPECT_TRUE(write_event(*read, test::certificate()));
    EXPECT_FALSE(read_event("{}"));
    EXPECT_FALSE(read_event(R"({"evento":{},"inutilizacao":{}})"));
    EXPECT_FALSE(read_event("[]"));
    EXPECT_TRUE(read_event(
        R"({"inutilizacao":{"tpAmb":2,"cUF":"35","ano":"26","CNPJ":"11222333000181","serie":1,"nNFIni":1,"nNFFin":2,"xJust":"Falha no sistema"}})"));
}

TEST(Services, MessagesAreValid) {
    EXPECT_TRUE(test::valid_by_schema("nfe/consSitNFe_v4.00.xsd", query_message(2, kKey)));
    EXPECT_TRUE(test::valid_by_schema("nfe/consStatServ_v4.00.xsd", status_message(2, "35")));
    EXPECT_TRUE(test::valid_by_schema("nfe/consReciNFe_v4.00.xsd", authorisation_result_message(2, "351000000000001")));
    EXPECT_TRUE(test::valid_by_schema("cadastro/consCad_v2.00.xsd", registry_message("SP", "11222333000181")));
    EXPECT_TRUE(
        test::valid_by_schema("nfe/enviNFe_v4.00.xsd",
                              authorisation_message("1", test::file("vectors/out/v01-simples-csosn102-dinheiro.xml"))));
    EXPECT_TRUE(XmlDocument::parse(soap_envelope(Service::query, query_message(2, kKey))));
    EXPECT_EQ(soap_action(Service::event),
              "http://www.portalfiscal.inf.br/nfe/wsdl/NFeRecepcaoEvento4/nfeRecepcaoEvento");
    EXPECT_TRUE(tables::endpoint("SP", 2, service_name(Service::authorisation)));
}

std::string protocol(int cStat, std::string const& xMotivo) {
    return fmt::format("<protNFe "
                       "versao=\"4.00\"><infProt><tpAmb>2</tpAmb><verAplic>X</verAplic><chNFe>{}</"
                       "chNFe><dhRecbto>2026-11-20T10:15:31-03:00</dhRecbto>"
                       "<nProt>135260000000001</nProt><digVal>INWOoT340iOjikiWQaXOeATZywE=</digVal><cStat>{}</"
                       "cStat><xMotivo>{}</xMotivo></infProt></"
                       "protNFe>",
                       kKey, cStat, xMotivo);
}
std::string batch(int cStat, std::string const& more) {
    return fmt::format("<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\"><s:Body><r:nfeResultMsg "
                       "xmlns:r=\"urn:x\"><retEnviNFe versao=\"4.00\" "
                       "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><tpAmb>2</tpAmb><verAplic>X</verAplic><cStat>{}</"
                       "cStat><xMotivo>m</"
                       "xMotivo><cUF>35</cUF>{}</retEnviNFe></r:nfeResultMsg></s:Body></s:Envelope>",
                       cStat, more);
}

TEST(Answers, HeadOfAnyAnswer) {
    EXPECT_EQ(read_answer_head(batch(104, protocol(100, "Autorizado")))->cStat, 104);
    EXPECT_EQ(read_answer_head(batch(656, ""))->xMotivo, "m");
    auto const inner = [](std::string const& name, std::string const& body) {
        return read_answer_head(
            fmt::format("<{0} versao=\"4.00\"><{1}><cStat>259</cStat><xMotivo>m</xMotivo></{1}></{0}>", name, body));
    };
    EXPECT_EQ(inner("retConsCad", "infCons")->cStat, 259);
    EXPECT_EQ(inner("retInutNFe", "infInut")->cStat, 259);
    EXPECT_FALSE(inner("retOutro", "infCons"));
    EXPECT_FALSE(read_answer_head("<html><body>Entre</body></html>"));
    EXPECT_FALSE(read_answer_head("<retConsStatServ versao=\"4.00\"/>"));
    EXPECT_FALSE(read_answer_head(""));
}

TEST(Answers, Authorisation) {
    auto const answer = read_answer(batch(104, protocol(100, "Autorizado")));
    auto const* authorised = std::get_if<Authorised>(&answer);
    ASSERT_NE(authorised, nullptr);
    EXPECT_EQ(authorised->protocol.nProt, "135260000000001");
    auto const stored =
        stored_document(test::file("vectors/out/v04-ibscbs-2026-consumidor-cpf.xml"), authorised->protNFe_xml);
    EXPECT_TRUE(test::valid_by_schema("nfe/procNFe_v4.00.xsd", stored)) << authorised->protNFe_xml;
    EXPECT_TRUE(read_receipt(stored).value().protocol);
    EXPECT_EQ(
        std::get<InProgress>(read_answer(batch(103, "<infRec><nRec>351000000000001</nRec><tMed>2</tMed></infRec>")))
            .nRec,
        "351000000000001");
    EXPECT_TRUE(std::holds_alternative<Undecided>(read_answer(batch(104, ""))));
    EXPECT_TRUE(std::holds_alternative<Undecided>(read_answer(batch(100, ""))));
    EXPECT_EQ(std::get<Rejected>(read_answer(batch(225, ""))).cStat, 225);
    EXPECT_EQ(std::get<Rejected>(read_answer(batch(104, protocol(778, "Rejeição: NCM [nItem: 12]")))).item, 12);
    EXPECT_EQ(std::get<Duplicate>(read_answer(batch(104, protocol(539, "Duplicidade [chNFe:" + kKey + "]")))).chNFe,
              kKey);
    EXPECT_EQ(std::get<Duplicate>(read_answer(batch(104, protocol(539, "Duplicidade [chNFe:123]")))).chNFe, "");
}

TEST(Answers, QueryEventVoidingStatusRegistry) {
    auto const query = [](int cStat, std::string const& more) {
        return fmt::format("<retConsSitNFe xmlns=\"http://www.portalfiscal.inf.br/nfe\"><cStat>{}</cStat><xMotivo>m "
                           "[chNFe:{}]</xMotivo>{}</retConsSitNFe>",
                           cStat, kKey, more);
    };
    EXPECT_TRUE(std::holds_alternative<Authorised>(read_answer(query(100, protocol(100, "ok")))));
    EXPECT_TRUE(std::holds_alternative<Undecided>(read_answer(query(100, ""))));
    EXPECT_TRUE(std::holds_alternative<Cancelled>(read_answer(query(101, protocol(100, "ok")))));
    EXPECT_TRUE(std::holds_alternative<NotThere>(read_answer(query(217, ""))));
    EXPECT_EQ(std::get<Duplicate>(read_answer(query(562, ""))).chNFe, kKey);
    EXPECT_EQ(std::get<Unavailable>(read_answer(query(656, ""))).cStat, 656);
    auto const event = [](int outer, int inner) {
        return fmt::format(
            "<retEnvEvento "
            "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><cStat>{}</cStat><xMotivo>m</xMotivo><retEvento "
            "versao=\"1.00\"><infEvento>"
            "<cStat>{}</cStat><xMotivo>m</xMotivo><chNFe>{}</chNFe><nProt>1</nProt></infEvento></retEvento></"
            "retEnvEvento>",
            outer, inner, kKey);
    };
    EXPECT_EQ(std::get<EventRegistered>(read_answer(event(128, 135))).chNFe, kKey);
    EXPECT_EQ(std::get<Rejected>(read_answer(event(128, 501))).cStat, 501);
    EXPECT_EQ(std::get<Rejected>(read_answer(event(215, 135))).cStat, 215);
    EXPECT_EQ(std::get<Voided>(read_answer("<retInutNFe><infInut><cStat>102</cStat><nNFIni>101</nNFIni><nNFFin>110</"
                                           "nNFFin><nProt>9</nProt></infInut></retInutNFe>"))
                  .nNFFin,
              110);
    EXPECT_EQ(std::get<Rejected>(read_answer("<retInutNFe><infInut><cStat>241</cStat></infInut></retInutNFe>")).cStat,
              241);
    EXPECT_EQ(
        std::get<ServiceUp>(read_answer("<retConsStatServ><cStat>107</cStat><tMed>3</tMed></retConsStatServ>")).tMed,
        3);
    EXPECT_EQ(std::get<Unavailable>(read_answer("<retConsStatServ><cStat>108</cStat></retConsStatServ>")).cStat, 108);
    auto const registry = read_answer("<retConsCad><infCons><cStat>111</cStat><infCad><IE>110042490114</IE><cSit>1</"
                                      "cSit></infCad></infCons></retConsCad>");
    EXPECT_TRUE(std::get<Registrations>(registry).found.at(0).enabled);
}

TEST(Answers, HalfACodeAuthorisesNothing) {
    auto const good = batch(104, protocol(100, "ok"));
    for (auto const* code : {"100x", "100.0", "", "abc", "00000100", "1 00"}) {
        auto answer = good;
        answer.replace(answer.find("<cStat>100<"), 11, std::string("<cStat>") + code + "<");
        EXPECT_TRUE(std::holds_alternative<Undecided>(read_answer(answer))) << code;
    }
}

TEST(Answers, RubbishIsUndecidedNeverARejection) {
    auto const good = batch(104, protocol(100, "ok"));
    for (std::size_t size = 0; size < good.size(); size += 7)
        EXPECT_TRUE(std::holds_alternative<Undecided>(read_answer(std::string_view(good).substr(0, size))));
    for (auto const* text :
         {"", "<html><body>502</body></html>", "<s:Envelope xmlns:s=\"x\"><s:Body><s:Fault/></s:Body></s:Envelope>",
          "null", "<retEnviNFe/>",
          "<retEnviNFe xmlns=\"a:b%\"><cStat>104</cStat><protNFe "
          "xmlns:x=\"rel\"><infProt><cStat>100</cStat><nProt>1</nProt><chNFe>1</chNFe></infProt></protNFe></"
          "retEnviNFe>",
          "<retEnviNFe><cStat>abc</cStat></retEnviNFe>", "<a><retConsStatServ/><retConsStatServ/></a>"})
        EXPECT_TRUE(std::holds_alternative<Undecided>(read_answer(text))) << text;
}

} // namespace
} // namespace balcao::nfce
