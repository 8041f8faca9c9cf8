#include "nfce/answers.hpp"
#include "nfce/certificate.hpp"
#include "nfce/foreign.hpp"
#include "nfce/key.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/services.hpp"
#include "nfce/signature.hpp"
#include "support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace balcao::nfce {
namespace {

using test::some_key;
std::string const other_key = [] {
    auto parts = *parse_key(some_key);
    parts.nNF = 5;
    return *make_key(parts);
}();

std::string protocol(int cStat, std::string const& xMotivo) {
    return fmt::format("<protNFe "
                       "versao=\"4.00\"><infProt><tpAmb>2</tpAmb><verAplic>X</verAplic><chNFe>{}</"
                       "chNFe><dhRecbto>2026-11-20T10:15:31-03:00</dhRecbto>"
                       "<nProt>135260000000001</nProt><digVal>INWOoT340iOjikiWQaXOeATZywE=</digVal><cStat>{}</"
                       "cStat><xMotivo>{}</xMotivo></infProt></"
                       "protNFe>",
                       some_key, cStat, xMotivo);
}
std::string batch(int cStat, std::string const& more) {
    return fmt::format("<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\"><s:Body><r:nfeResultMsg "
                       "xmlns:r=\"urn:x\"><retEnviNFe versao=\"4.00\" "
                       "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><tpAmb>2</tpAmb><verAplic>X</verAplic><cStat>{}</"
                       "cStat><xMotivo>m</"
                       "xMotivo><cUF>35</cUF>{}</retEnviNFe></r:nfeResultMsg></s:Body></s:Envelope>",
                       cStat, more);
}

TEST(Answers, AlertsOfAnAuthorisation) {
    auto const with = [](std::string const& messages) {
        auto text = protocol(120, "Autorizado com alerta");
        text.insert(text.find("</infProt>"), messages);
        return std::get<Authorised>(read_answer(batch(104, text))).protocol.messages;
    };
    EXPECT_EQ(with("").size(), 0);
    EXPECT_EQ(with("<cMsg>172</cMsg><xMsg>CNPJ irregular</xMsg><cMsg>9</cMsg><xMsg>Outro</xMsg>"),
              (std::vector<ProtocolMessage>{{"172", "CNPJ irregular"}, {"9", "Outro"}}));
    std::string six;
    for (int i = 0; i < 6; ++i) six += "<cMsg>1</cMsg><xMsg>a</xMsg>";
    EXPECT_EQ(with(six).size(), 5);
    EXPECT_EQ(with("<xMsg>sem código</xMsg>").size(), 0);
}

TEST(Answers, HeadOfAnyAnswer) {
    EXPECT_EQ(read_answer_head(batch(104, protocol(100, "Autorizado")))->cStat, 104);
    EXPECT_EQ(read_answer_head(batch(656, ""))->xMotivo, "m");
    auto const inner = [](std::string const& name, std::string const& body) {
        return read_answer_head(fmt::format(
            "<{0} versao=\"4.00\" "
            "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><{1}><cStat>259</cStat><xMotivo>m</xMotivo></{1}></{0}>",
            name, body));
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
    EXPECT_EQ(std::get<Duplicate>(read_answer(batch(104, protocol(539, "Duplicidade [chNFe:" + some_key + "]")))).chNFe,
              some_key);
    EXPECT_EQ(std::get<Duplicate>(read_answer(batch(104, protocol(539, "Duplicidade [chNFe:123]")))).chNFe, "");
}

TEST(Answers, QueryEventVoidingStatusRegistry) {
    auto const query = [](int cStat, std::string const& more) {
        return fmt::format("<retConsSitNFe xmlns=\"http://www.portalfiscal.inf.br/nfe\"><cStat>{}</cStat><xMotivo>m "
                           "[chNFe:{}]</xMotivo>{}</retConsSitNFe>",
                           cStat, some_key, more);
    };
    EXPECT_TRUE(std::holds_alternative<Authorised>(read_answer(query(100, protocol(100, "ok")))));
    EXPECT_TRUE(std::holds_alternative<Undecided>(read_answer(query(100, ""))));
    auto const with_letter = std::get<Authorised>(read_answer(
        query(100, protocol(100, "ok") +
                       "<procEventoNFe versao=\"1.00\"><retEvento versao=\"1.00\"><infEvento><cStat>135</cStat>"
                       "<xMotivo>m</xMotivo><chNFe>" +
                       some_key +
                       "</chNFe><tpEvento>110110</tpEvento><nSeqEvento>2</nSeqEvento><nProt>9</nProt></infEvento>"
                       "</retEvento></procEventoNFe>")));
    ASSERT_EQ(with_letter.events.size(), 1U);
    EXPECT_EQ(with_letter.events.front().nSeqEvento, "2");
    EXPECT_EQ(std::get<Cancelled>(read_answer(query(101, ""))).cStat, 101);
    EXPECT_TRUE(std::holds_alternative<NotThere>(read_answer(query(217, ""))));
    EXPECT_EQ(std::get<Duplicate>(read_answer(query(562, ""))).chNFe, some_key);
    EXPECT_EQ(std::get<Unavailable>(read_answer(query(656, ""))).cStat, 656);
    auto const event = [](int outer, int inner) {
        return fmt::format(
            "<retEnvEvento "
            "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><cStat>{}</cStat><xMotivo>m</xMotivo><retEvento "
            "versao=\"1.00\"><infEvento>"
            "<cStat>{}</cStat><xMotivo>m</xMotivo><chNFe>{}</chNFe><nProt>1</nProt></infEvento></retEvento></"
            "retEnvEvento>",
            outer, inner, some_key);
    };
    EXPECT_EQ(std::get<EventRegistered>(read_answer(event(128, 135))).chNFe, some_key);
    EXPECT_EQ(std::get<Rejected>(read_answer(event(128, 501))).cStat, 501);
    EXPECT_EQ(std::get<Rejected>(read_answer(event(215, 135))).cStat, 215);
    EXPECT_EQ(std::get<Voided>(read_answer("<retInutNFe "
                                           "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><infInut><cStat>102</"
                                           "cStat><nNFIni>101</nNFIni><nNFFin>110</"
                                           "nNFFin><nProt>9</nProt></infInut></retInutNFe>"))
                  .nNFFin,
              110);
    EXPECT_EQ(
        std::get<Rejected>(
            read_answer(
                "<retInutNFe "
                "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><infInut><cStat>241</cStat></infInut></retInutNFe>"))
            .cStat,
        241);
    EXPECT_EQ(
        std::get<ServiceUp>(
            read_answer(
                "<retConsStatServ "
                "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><cStat>107</cStat><tMed>3</tMed></retConsStatServ>"))
            .tMed,
        3);
    EXPECT_EQ(std::get<Unavailable>(
                  read_answer("<retConsStatServ "
                              "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><cStat>108</cStat></retConsStatServ>"))
                  .cStat,
              108);
    auto const registry = read_answer("<retConsCad><infCons><cStat>111</cStat><infCad><IE>110042490114</IE><cSit>1</"
                                      "cSit></infCad></infCons></retConsCad>");
    EXPECT_TRUE(std::get<Registrations>(registry).found.at(0).enabled);
    EXPECT_EQ(std::get<Registrations>(registry).found.at(0).xLgr, "");
}

TEST(Answers, TheRegistryTellsNamesAndAddresses) {
    auto const answer = read_answer("<retConsCad><infCons><cStat>112</cStat>"
                                    "<infCad><IE>1</IE><cSit>0</cSit><xNome>Ipê Ltda</xNome><xFant>Ipê</xFant><ender>"
                                    "<xLgr>Rua A</xLgr><nro>10</nro><xCpl>Sala 2</xCpl><xBairro>Centro</xBairro>"
                                    "<cMun>3509502</cMun><xMun>Campinas</xMun><CEP>13010000</CEP></ender></infCad>"
                                    "<infCad><IE>2</IE><cSit>1</cSit><xNome>Filial</xNome></infCad>"
                                    "</infCons></retConsCad>");
    auto const& found = std::get<Registrations>(answer).found;
    ASSERT_EQ(found.size(), 2U);
    EXPECT_FALSE(found[0].enabled);
    EXPECT_EQ(found[0].xFant, "Ipê");
    EXPECT_EQ(found[0].xLgr + ' ' + found[0].nro + ' ' + found[0].xCpl + ' ' + found[0].xBairro,
              "Rua A 10 Sala 2 Centro");
    EXPECT_EQ(found[0].cMun + ' ' + found[0].xMun + ' ' + found[0].CEP, "3509502 Campinas 13010000");
    EXPECT_EQ(found[1].xNome + found[1].xLgr, "Filial");
}

TEST(Answers, HalfACodeAuthorisesNothing) {
    auto const good = batch(104, protocol(100, "ok"));
    for (auto const* code : {"100x", "100.0", "", "abc", "00000100", "0100", "10000", "1", "+100", "1 00"}) {
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

/// A query answered in an envelope whose namespaces are nobody's business inside.
std::string query(int cStat, std::string const& more, std::string const& xMotivo = "m") {
    return fmt::format(
        "<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\" xmlns:xsi=\"urn:xsi\" "
        "xmlns:xsd=\"urn:xsd\"><s:Body><retConsSitNFe versao=\"4.00\" "
        "xmlns=\"http://www.portalfiscal.inf.br/nfe\"><tpAmb>2</tpAmb><verAplic>X</verAplic>"
        "<cStat>{}</cStat><xMotivo>{}</xMotivo><cUF>35</cUF><dhRecbto>2026-11-20T10:40:00-03:00</dhRecbto>"
        "<chNFe>{}</chNFe>{}</retConsSitNFe></s:Body></s:Envelope>",
        cStat, xMotivo, some_key, more);
}

std::string known_event(std::string const& tpEvento, int cStat = 135, std::string const& key = some_key) {
    return fmt::format("<procEventoNFe versao=\"1.00\"><evento versao=\"1.00\"><infEvento Id=\"ID1\"><chNFe>{0}</chNFe>"
                       "</infEvento></evento><retEvento versao=\"1.00\"><infEvento><cStat>{1}</cStat><chNFe>{0}</chNFe>"
                       "<tpEvento>{2}</tpEvento><nSeqEvento>1</nSeqEvento><nProt>135260000000002</nProt>"
                       "</infEvento></retEvento></procEventoNFe>",
                       key, cStat, tpEvento);
}

bool undecided(std::string const& body) { return std::holds_alternative<Undecided>(read_answer(body)); }

TEST(Answers, ACancelledReceiptKeepsItsProtocolAndEvents) {
    auto const answer =
        read_answer(query(101, protocol(100, "ok") + known_event("110111") + known_event("110112", 501)));
    auto const& cancelled = std::get<Cancelled>(answer);
    ASSERT_TRUE(cancelled.authorised);
    EXPECT_EQ(cancelled.authorised->protocol.nProt, "135260000000001");
    ASSERT_EQ(cancelled.events.size(), 1U) << "one that was refused is none";
    EXPECT_EQ(cancelled.events[0].tpEvento, "110111");
    EXPECT_EQ(cancelled.events[0].nProt, "135260000000002");
    EXPECT_TRUE(XmlDocument::parse(cancelled.events[0].procEventoNFe_xml));
    EXPECT_EQ(cancelled.events[0].procEventoNFe_xml.find("urn:xs"), std::string::npos);
    EXPECT_FALSE(std::get<Cancelled>(read_answer(query(101, known_event("110111")))).authorised);
    EXPECT_TRUE(std::get<Cancelled>(read_answer(query(151, protocol(101, "Cancelada")))).authorised);
}

TEST(Answers, AnAuthorisedCodeWithACancellationBesideItIsCancelled) {
    for (auto const* type : {"110111", "110112"})
        EXPECT_EQ(std::get<Cancelled>(read_answer(query(100, protocol(100, "ok") + known_event(type)))).cStat, 100);
    for (auto const& event : {known_event("110110"), known_event("110111", 573)})
        EXPECT_TRUE(std::holds_alternative<Authorised>(read_answer(query(100, protocol(100, "ok") + event))));
}

TEST(Answers, TellWhichServiceEnvironmentAndKey) {
    auto const head = read_answer_head(batch(104, protocol(100, "ok"))).value();
    EXPECT_EQ(head.service, Service::authorisation);
    EXPECT_EQ(head.tpAmb, 2);
    EXPECT_EQ(head.chNFe, some_key);
    EXPECT_TRUE(concerns(head, 2, some_key));
    EXPECT_FALSE(concerns(head, 1, some_key));
    EXPECT_FALSE(concerns(head, 2, other_key));
    auto const asked = read_answer_head(query(217, "")).value();
    EXPECT_EQ(asked.service, Service::query);
    EXPECT_EQ(asked.dhRecbto, "2026-11-20T10:40:00-03:00");
    EXPECT_TRUE(concerns(read_answer_head(batch(656, "")).value(), 2, other_key)) << "names no key";
    auto const refused = fmt::format(
        "<retEnvEvento versao=\"1.00\" xmlns=\"http://www.portalfiscal.inf.br/nfe\"><idLote>1</idLote><tpAmb>2</tpAmb>"
        "<cStat>128</cStat><retEvento versao=\"1.00\"><infEvento><tpAmb>2</tpAmb><cStat>578</cStat><chNFe>{}</chNFe>"
        "<dhRegEvento>2026-11-20T10:41:00-03:00</dhRegEvento></infEvento></retEvento></retEnvEvento>",
        some_key);
    EXPECT_EQ(read_answer_head(refused).value().dhRecbto, "2026-11-20T10:41:00-03:00");
    EXPECT_EQ(std::get<Authorised>(read_answer(batch(104, protocol(100, "ok")))).protocol.tpAmb, 2);
}

TEST(Answers, AProtocolMatchesItsKeyAndDigestOnly) {
    auto authorised = std::get<Authorised>(read_answer(batch(104, protocol(100, "ok")))).protocol;
    EXPECT_TRUE(matches(authorised, some_key, "INWOoT340iOjikiWQaXOeATZywE="));
    EXPECT_FALSE(matches(authorised, other_key, "INWOoT340iOjikiWQaXOeATZywE="));
    EXPECT_FALSE(matches(authorised, some_key, "AAAAAT340iOjikiWQaXOeATZywE="));
    authorised.digVal.clear();
    EXPECT_FALSE(matches(authorised, some_key, ""));
}

TEST(Answers, ADuplicateTellsTheKeyAndTheBatchItNames) {
    auto const answered = [](std::string const& text) {
        return std::get<Duplicate>(read_answer(batch(104, protocol(539, text))));
    };
    auto const both = answered("Duplicidade [chNFe: " + other_key + " ][nRec:351000000000001]");
    EXPECT_EQ(both.chNFe, other_key);
    EXPECT_EQ(both.nRec, "351000000000001");
    EXPECT_EQ(answered("Duplicidade [nRec:12]").nRec, "");
    EXPECT_EQ(answered("Duplicidade [nRec:35100000000000X]").nRec, "");
    EXPECT_EQ(std::get<Duplicate>(read_answer(batch(204, ""))).nRec, "");
    EXPECT_EQ(std::get<Duplicate>(read_answer(query(613, "", "Difere [chNFe:" + other_key + "]"))).chNFe, other_key);
}

TEST(Answers, ADeniedReceiptIsNoRejection) {
    for (int const cStat : {110, 205, 301, 302, 303}) {
        EXPECT_EQ(std::get<Denied>(read_answer(batch(104, protocol(cStat, "Denegada")))).cStat, cStat);
        EXPECT_EQ(std::get<Denied>(read_answer(query(cStat, ""))).cStat, cStat);
    }
}

/// Signed by SEFAZ before it went into an envelope with namespaces of its own.
TEST(Answers, ASignedProtocolStillVerifiesWhereItIsStored) {
    std::string const id = "ID135260000000001";
    auto body = protocol(100, "ok");
    auto const tag = "<infProt Id=\"" + id + "\">";
    auto const start = body.find("<infProt>");
    body.replace(start, 9, tag);
    auto const content = start + tag.size(), end = body.find("</infProt>") + 10;
    auto const digest = digest_value("<infProt xmlns=\"http://www.portalfiscal.inf.br/nfe\" Id=\"" + id + "\">",
                                     std::string_view(body).substr(content, end - content));
    body.insert(end, signature_element(id, digest, test::certificate()));
    auto const answer = read_answer(query(100, body));
    auto const stored = stored_document("", std::get<Authorised>(answer).protNFe_xml);
    auto const verified = verify_signature(XmlDocument::parse(stored).value(), "infProt");
    EXPECT_TRUE(verified) << verified.error().message << stored;
    EXPECT_TRUE(test::valid_by_xmlsec("infProt", stored));
    EXPECT_EQ(stored.find("urn:xs"), std::string::npos);
}

TEST(Answers, WithPrefixesAreStoredWithThem) {
    auto const answer =
        read_answer("<e xmlns:n=\"http://www.portalfiscal.inf.br/nfe\"><n:retEnviNFe><n:cStat>104</n:cStat><n:protNFe "
                    "versao=\"4.00\">"
                    "<n:infProt><n:chNFe>" +
                    some_key +
                    "</n:chNFe><n:nProt>13526000000000117</n:nProt><n:cStat>150</n:cStat></n:infProt></n:protNFe></"
                    "n:retEnviNFe></e>");
    auto const& xml = std::get<Authorised>(answer).protNFe_xml;
    auto const stored = XmlDocument::parse(stored_document("", xml));
    ASSERT_TRUE(stored) << xml;
    EXPECT_EQ(stored->root().child("protNFe")->namespace_uri(), nfe_namespace);
    EXPECT_EQ(std::get<Authorised>(answer).protocol.nProt, "13526000000000117");
}

TEST(Answers, ThatContradictThemselvesAreUndecided) {
    auto const good = batch(104, protocol(100, "ok"));
    ASSERT_FALSE(undecided(good));
    EXPECT_TRUE(undecided(batch(104, protocol(100, "ok") + protocol(100, "ok")))) << "two receipts";
    EXPECT_TRUE(undecided("<a>" + good + query(217, "") + "</a>")) << "two services";
    auto other_environment = good;
    other_environment.replace(other_environment.find("<tpAmb>2<"), 9, "<tpAmb>1<");
    EXPECT_TRUE(undecided(other_environment));
    auto other_namespace = good;
    other_namespace.replace(other_namespace.find("portalfiscal.inf.br/nfe"), 23, "portalfiscal.inf.br/cte");
    EXPECT_TRUE(undecided(other_namespace));
    auto protocol_of_another = good;
    protocol_of_another.replace(protocol_of_another.find("<protNFe "), 9, "<protNFe xmlns=\"urn:x\" ");
    EXPECT_TRUE(undecided(protocol_of_another));
    auto of_another_key = protocol(100, "ok");
    of_another_key.replace(of_another_key.find(some_key), 44, other_key);
    EXPECT_TRUE(undecided(query(100, of_another_key)));
    EXPECT_TRUE(undecided(query(101, protocol(100, "ok") + known_event("110111", 135, other_key))));
    EXPECT_TRUE(undecided(query(100, protocol(217, "não consta"))));
}

/// One answer of each class and what becomes of it.
TEST(Answers, EveryClassHasItsOutcome) {
    auto const event = [](int cStat) {
        return fmt::format("<retEnvEvento xmlns=\"http://www.portalfiscal.inf.br/nfe\"><cStat>128</cStat>"
                           "<retEvento versao=\"1.00\"><infEvento><cStat>{}</cStat><chNFe>{}</chNFe><nProt>1</nProt>"
                           "</infEvento></retEvento></retEnvEvento>",
                           cStat, some_key);
    };
    auto const flat = [](std::string_view root, std::string_view inner, int cStat) {
        return fmt::format("<{0} xmlns=\"http://www.portalfiscal.inf.br/nfe\">{1}<cStat>{2}</cStat>{3}</{0}>", root,
                           inner.empty() ? "" : fmt::format("<{}>", inner), cStat,
                           inner.empty() ? "" : fmt::format("</{}>", inner));
    };
    auto const judged = [](int cStat) { return batch(104, protocol(cStat, "m")); };
    struct Sample {
        CodeClass kind;
        int cStat;
        std::string body;
        Answer outcome; ///< only which alternative it is counts
    };
    Sample const samples[] = {{CodeClass::authorised, 100, judged(100), Authorised{}},
                              {CodeClass::cancelled, 101, query(101, ""), Cancelled{}},
                              {CodeClass::event_registered, 135, event(135), EventRegistered{}},
                              {CodeClass::voided, 102, flat("retInutNFe", "infInut", 102), Voided{}},
                              {CodeClass::in_progress, 103, batch(103, ""), InProgress{}},
                              {CodeClass::envelope, 104, batch(104, ""), Undecided{}},
                              {CodeClass::service_up, 107, flat("retConsStatServ", "", 107), ServiceUp{}},
                              {CodeClass::temporary, 108, batch(108, ""), Unavailable{}},
                              {CodeClass::overuse, 656, batch(656, ""), Unavailable{}},
                              {CodeClass::duplicate, 204, judged(204), Duplicate{}},
                              {CodeClass::number_taken, 206, judged(206), Rejected{}},
                              {CodeClass::ask_again, 218, event(218), Rejected{}},
                              {CodeClass::not_there, 217, query(217, ""), NotThere{}},
                              {CodeClass::window_over, 501, event(501), Rejected{}},
                              {CodeClass::clock, 703, judged(703), Rejected{}},
                              {CodeClass::schema, 225, judged(225), Rejected{}},
                              {CodeClass::certificate_fault, 291, judged(291), Rejected{}},
                              {CodeClass::signature_fault, 297, judged(297), Rejected{}},
                              {CodeClass::qr_fault, 464, judged(464), Rejected{}},
                              {CodeClass::issuer_fault, 203, judged(203), Rejected{}},
                              {CodeClass::denied_old, 302, judged(302), Denied{}},
                              {CodeClass::data_fault, 778, judged(778), Rejected{}},
                              {CodeClass::registry, 111, flat("retConsCad", "infCons", 111), Registrations{}},
                              {CodeClass::unknown, 7777, judged(7777), Rejected{}}};
    EXPECT_EQ(std::size(samples), static_cast<std::size_t>(CodeClass::unknown) + 1);
    for (auto const& [kind, cStat, body, outcome] : samples) {
        EXPECT_EQ(class_of(cStat), kind) << cStat;
        EXPECT_EQ(read_answer(body).index(), outcome.index()) << cStat << " " << body;
    }
}

} // namespace
} // namespace balcao::nfce
