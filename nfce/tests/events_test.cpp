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

#include <functional>
#include <limits>

namespace balcao::nfce {
namespace {

using test::some_key;

Cancellation cancellation() {
    return {.idLote = "1",
            .tpAmb = 2,
            .CNPJ = "11222333000181",
            .chNFe = some_key,
            .nProt = "135260000000001",
            .dhEvento = *DateTime::parse("2026-11-20T10:30:00-03:00"),
            .nSeqEvento = 1,
            .xJust = "Venda lançada em duplicidade & erro",
            .by = {}};
}

std::string nfe_key() {
    auto parts = *parse_key(some_key);
    parts.mod = 55;
    return *make_key(parts);
}

Correction correction() {
    return {.idLote = "1",
            .tpAmb = 2,
            .CNPJ = "11222333000181",
            .chNFe = nfe_key(),
            .dhEvento = *DateTime::parse("2026-11-20T10:30:00-03:00"),
            .anterior = {},
            .itens = {{.assunto = "volumes", .texto = "PALETE, marca SÃO JOSÉ"}}};
}

std::string offline_key() {
    auto parts = *parse_key(some_key);
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
        auto const [xml, document] = write_event(event, test::certificate()).value();
        EXPECT_TRUE(test::valid_by_schema(
            event.by ? "evento/eventoCancSubst_v1.00.xsd" : "evento/eventoCancNFe_v1.00.xsd", document));
        EXPECT_TRUE(test::valid_by_schema("evento/envEvento_v1.00.xsd", xml));
        EXPECT_TRUE(test::valid_by_schema(
            event.by ? "evento/envEventoCancSubst_v1.00.xsd" : "evento/envEventoCancNFe_v1.00.xsd", xml))
            << xml;
        EXPECT_TRUE(test::valid_by_xmlsec("infEvento", xml));
        EXPECT_TRUE(verify_signature(XmlDocument::parse(xml).value(), "infEvento"));
    }
    auto const xml = write_event(voiding(), test::certificate()).value().message;
    EXPECT_TRUE(test::valid_by_schema("nfe/inutNFe_v4.00.xsd", xml));
    EXPECT_TRUE(test::valid_by_xmlsec("infInut", xml));
    EXPECT_NE(xml.find("Id=\"ID35261122233300018165001000000101000000110\""), std::string::npos);
}

TEST(Events, OfTheNfeAreValidAndSigned) {
    auto event = cancellation();
    event.chNFe = nfe_key();
    EXPECT_TRUE(test::valid_by_schema("evento/envEventoCancNFe_v1.00.xsd",
                                      write_event(event, test::certificate()).value().message));
    auto numbers = voiding();
    numbers.mod = 55;
    auto const voided = write_event(numbers, test::certificate()).value().message;
    EXPECT_TRUE(test::valid_by_schema("nfe/inutNFe_v4.00.xsd", voided));
    EXPECT_NE(voided.find("Id=\"ID35261122233300018155001000000101000000110\""), std::string::npos);
    for (int number : {1, 20}) {
        auto letter = correction();
        letter.nSeqEvento = number;
        letter.anterior = number == 1 ? "" : "Natureza da operação: VENDA";
        auto const [xml, document] = write_event(letter, test::certificate()).value();
        EXPECT_TRUE(test::valid_by_schema("evento/CCe_v1.00.xsd", document)) << document;
        EXPECT_TRUE(test::valid_by_schema("evento/envCCe_v1.00.xsd", xml));
        EXPECT_TRUE(test::valid_by_schema("evento/envEvento_v1.00.xsd", xml));
        EXPECT_TRUE(test::valid_by_xmlsec("infEvento", xml));
    }
}

TEST(Corrections, RepeatTheOnesBefore) {
    auto first = correction();
    EXPECT_EQ(correction_text(first), "Espécie, marca e numeração dos volumes: PALETE, marca SÃO JOSÉ");
    Correction second = correction();
    second.nSeqEvento = 2;
    second.anterior = correction_text(first);
    second.itens = {{"natureza_operacao", "VENDA DE PRODUCAO"}, {"informacoes", "ENTREGA NA OBRA"}};
    EXPECT_EQ(correction_text(second), correction_text(first) + "; Natureza da operação: VENDA DE PRODUCAO; "
                                                                "Informações complementares: ENTREGA NA OBRA");
    EXPECT_TRUE(check_event(second).empty());
}

TEST(Corrections, RefuseWhatTheyMayNotChange) {
    struct Case {
        std::function<void(Correction&)> change;
        std::string field, says;
    };
    auto const about = [](std::string_view subject) {
        return [subject](Correction& c) { c.itens.push_back({std::string(subject), "outro"}); };
    };
    std::vector<Case> const cases{
        {about("valor"), "evento.itens.1.assunto", "não muda valor, quantidade nem imposto"},
        {about("quantidade"), "evento.itens.1.assunto", "não muda valor, quantidade nem imposto"},
        {about("aliquota"), "evento.itens.1.assunto", "não muda valor, quantidade nem imposto"},
        {about("destinatario"), "evento.itens.1.assunto", "não troca o emitente nem o destinatário"},
        {about("data_saida"), "evento.itens.1.assunto", "não muda a data"},
        {about("chave_referenciada"), "evento.itens.1.assunto", "nem a nota a que ela se refere"},
        {about("cor"), "evento.itens.1.assunto", "Escolha na lista"},
        {[](auto& c) { c.itens.front().texto.clear(); }, "evento.itens.0.texto", "Escreva o texto certo"},
        {[](auto& c) { c.itens.clear(); }, "evento.itens", "Informe o que corrigir"},
        {[](auto& c) { c.itens = {{"cst", "00"}, {"cfop", ""}}; }, "evento.itens.1.texto", "Escreva"},
        {[](auto& c) { c.itens = {{"cfop", "5101"}}; }, "evento.itens", "pelo menos 15 letras"},
        {[](auto& c) { c.itens.front().texto.assign(1'000, 'A'); }, "evento.itens", "cabem 1000"},
        {[](auto& c) { c.itens.front().texto = "preço em €"; }, "evento.itens", "caracteres não permitidos"},
        {[](auto& c) { c.nSeqEvento = 2; }, "evento.anterior", "deve repetir"},
        {[](auto& c) {
             c.nSeqEvento = 21;
             c.anterior = "Unidade: M2";
         },
         "evento.nSeqEvento", "até 20 cartas"},
        {[](auto& c) { c.chNFe = some_key; }, "evento.chNFe", "não existe para a NFC-e"},
    };
    for (auto const& [change, field, says] : cases) {
        auto event = correction();
        change(event);
        auto const problems = check_event(event);
        ASSERT_FALSE(problems.empty()) << says;
        EXPECT_EQ(problems.front().field, field);
        EXPECT_NE(problems.front().message.find(says), std::string::npos) << problems.front().message;
    }
    for (auto const& subject : correction_subjects()) EXPECT_FALSE(subject.nome.empty()) << subject.codigo;
}

TEST(Events, OneModelHasNotTheEventsOfTheOther) {
    auto event = substitution();
    event.chNFe = nfe_key();
    auto const problems = check_event(event);
    ASSERT_FALSE(problems.empty());
    EXPECT_EQ(problems.front().cStat, 491);
    EXPECT_NE(problems.front().message.find("não existe para a NF-e"), std::string::npos);
    auto numbers = voiding();
    numbers.mod = 57;
    EXPECT_EQ(check_event(numbers).front().cStat, 775);
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
    EXPECT_TRUE(check_event_window(*Tables::base(), cancellation(), authorised, authorised.epoch() + 30 * 60).empty());
    EXPECT_EQ(
        check_event_window(*Tables::base(), cancellation(), authorised, authorised.epoch() + 30 * 60 + 1).front().rule,
        112);
    EXPECT_TRUE(
        check_event_window(*Tables::base(), substitution(), authorised, authorised.epoch() + 168 * 3'600).empty());
    EXPECT_EQ(check_event_window(*Tables::base(), substitution(), authorised, authorised.epoch() + 168 * 3'600 + 1)
                  .front()
                  .cStat,
              501);
}

TEST(Events, WindowsOfTheNfe) {
    auto const authorised = *DateTime::parse("2026-11-20T10:15:31-03:00");
    auto const window = [&](auto const& event, std::int64_t hours, std::int64_t seconds = 0) {
        return window_of(*Tables::base(), event, authorised, authorised.epoch() + hours * 3'600 + seconds);
    };
    auto event = cancellation();
    event.chNFe = nfe_key();
    EXPECT_EQ(window(event, 24), Window::open);
    EXPECT_EQ(window(event, 24, 1), Window::late); // São Paulo takes it for 480 hours
    EXPECT_EQ(window(event, 480), Window::late);
    EXPECT_EQ(window(event, 480, 1), Window::over);
    EXPECT_EQ(check_event_window(*Tables::base(), event, authorised, authorised.epoch() + 481 * 3'600).front().cStat,
              501);
    auto parts = *parse_key(nfe_key());
    parts.cUF = "43";
    event.chNFe = *make_key(parts);
    EXPECT_EQ(window(event, 24), Window::open);
    EXPECT_EQ(window(event, 24, 1), Window::over);
    EXPECT_EQ(window(correction(), 720), Window::open);
    EXPECT_EQ(window(correction(), 720, 1), Window::over);
}

TEST(Events, AreReadFromJson) {
    auto const read = read_event(
        R"({"evento":{"tpEvento":"110111","tpAmb":2,"CNPJ":"11222333000181","chNFe":")" + some_key +
        R"(","nProt":"135260000000001","dhEvento":"2026-11-20T10:30:00-03:00","nSeqEvento":1,"xJust":"Venda lançada em duplicidade","idLote":"1"}})");
    ASSERT_TRUE(read) << test::lines(read.error());
    EXPECT_TRUE(write_event(*read, test::certificate()));
    auto const letter = read_event(
        R"({"evento":{"tpEvento":"110110","tpAmb":2,"CNPJ":"11222333000181","chNFe":")" + nfe_key() +
        R"(","dhEvento":"2026-11-20T10:30:00-03:00","nSeqEvento":1,"idLote":"1","itens":[{"assunto":"pedido","texto":"  77  de 2026 "}]}})");
    ASSERT_TRUE(letter) << test::lines(letter.error());
    EXPECT_EQ(correction_text(std::get<Correction>(*letter)), "Pedido de compra: 77 de 2026");
    EXPECT_FALSE(read_event("{}"));
    EXPECT_FALSE(read_event(R"({"evento":{},"inutilizacao":{}})"));
    EXPECT_FALSE(read_event("[]"));
    EXPECT_TRUE(read_event(
        R"({"inutilizacao":{"tpAmb":2,"cUF":"35","ano":"26","CNPJ":"11222333000181","serie":1,"nNFIni":1,"nNFFin":2,"xJust":"Falha no sistema"}})"));
}

TEST(Services, MessagesAreValid) {
    EXPECT_TRUE(test::valid_by_schema("nfe/consSitNFe_v4.00.xsd", query_message(2, some_key)));
    EXPECT_TRUE(test::valid_by_schema("nfe/consStatServ_v4.00.xsd", status_message(2, "35")));
    EXPECT_TRUE(test::valid_by_schema("nfe/consReciNFe_v4.00.xsd", authorisation_result_message(2, "351000000000001")));
    EXPECT_TRUE(test::valid_by_schema("cadastro/consCad_v2.00.xsd", registry_message("SP", "11222333000181")));
    EXPECT_TRUE(
        test::valid_by_schema("nfe/enviNFe_v4.00.xsd",
                              authorisation_message("1", test::file("vectors/out/v01-simples-csosn102-dinheiro.xml"))));
    EXPECT_TRUE(XmlDocument::parse(soap_envelope(Service::query, query_message(2, some_key))));
    EXPECT_EQ(soap_action(Service::event),
              "http://www.portalfiscal.inf.br/nfe/wsdl/NFeRecepcaoEvento4/nfeRecepcaoEvento");
    EXPECT_TRUE(Tables::base()->endpoint("SP", 2, service_name(Service::authorisation)));
}

TEST(Services, StoredEventAndVoidingAreValidAndStillVerify) {
    auto const event = write_event(cancellation(), test::certificate()).value();
    EXPECT_NE(event.message.find(event.document), std::string::npos);
    auto const registered = std::get<EventRegistered>(read_answer(
        "<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\" xmlns:x=\"urn:x\"><s:Body><retEnvEvento "
        "xmlns=\"http://www.portalfiscal.inf.br/nfe\" versao=\"1.00\"><idLote>1</idLote><tpAmb>2</tpAmb>"
        "<verAplic>X</verAplic><cOrgao>35</cOrgao><cStat>128</cStat><xMotivo>Lote</xMotivo><retEvento "
        "versao=\"1.00\"><infEvento><tpAmb>2</tpAmb><verAplic>X</verAplic><cOrgao>35</cOrgao><cStat>135</cStat>"
        "<xMotivo>Evento registrado</xMotivo><chNFe>" +
        some_key +
        "</chNFe><tpEvento>110111</tpEvento><xEvento>Cancelamento</xEvento><nSeqEvento>1</nSeqEvento><dhRegEvento>"
        "2026-11-20T10:31:00-03:00</dhRegEvento><nProt>135260000000002</nProt></infEvento></retEvento></retEnvEvento>"
        "</s:Body></s:Envelope>"));
    auto const stored = stored_event(event.document, registered.retEvento_xml);
    EXPECT_TRUE(test::valid_by_schema("evento/procEventoCancNFe_v1.00.xsd", stored)) << stored;
    EXPECT_EQ(stored.find("urn:x"), std::string::npos);
    // retEvento has an infEvento of its own, so the judge is given the signed one alone.
    EXPECT_TRUE(test::valid_by_xmlsec("infEvento", event.document));

    auto const request = write_event(voiding(), test::certificate()).value();
    EXPECT_EQ(request.message, request.document);
    auto const voided = std::get<Voided>(read_answer(
        "<retInutNFe xmlns=\"http://www.portalfiscal.inf.br/nfe\" versao=\"4.00\"><infInut><tpAmb>2</tpAmb>"
        "<verAplic>X</verAplic><cStat>102</cStat><xMotivo>Inutilizacao de numero homologado</xMotivo><cUF>35</cUF>"
        "<ano>26</ano><CNPJ>11222333000181</CNPJ><mod>65</mod><serie>1</serie><nNFIni>101</nNFIni><nNFFin>110</nNFFin>"
        "<dhRecbto>2026-11-20T10:31:00-03:00</dhRecbto><nProt>135260000000003</nProt></infInut></retInutNFe>"));
    EXPECT_TRUE(
        test::valid_by_schema("nfe/procInutNFe_v4.00.xsd", stored_voiding(request.document, voided.retInutNFe_xml)))
        << voided.retInutNFe_xml;
}

} // namespace
} // namespace balcao::nfce
