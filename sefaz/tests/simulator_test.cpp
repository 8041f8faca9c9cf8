#include <fstream>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <gmock/gmock.h>

#include "../../nfce/tests/support.hpp"
#include "nfce/answers.hpp"
#include "nfce/tables.hpp"
#include "sefaz/simulator_answers.hpp"
#include "support.hpp"

namespace balcao::sefaz {

namespace {

using namespace test;
using nfce::Service;

constexpr auto now = "2026-11-21T10:00:00-03:00";

int code_of(Service service, std::string const& message, Told const& told = {}) {
    auto const answer = answer_soap(service, nfce::soap_envelope(service, message), told, now);
    EXPECT_EQ(answer.status, 200) << answer.body;
    auto const head = nfce::read_answer_head(answer.body);
    EXPECT_TRUE(head) << answer.body;
    return head ? head->cStat : 0;
}

std::string changed(std::string text, std::string_view from, std::string_view to) {
    auto const at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST(SimulatorAnswers, UsualCodes) {
    EXPECT_EQ(code_of(Service::status, nfce::status_message(2, "35")), 107);
    EXPECT_EQ(code_of(Service::authorisation_result, nfce::authorisation_result_message(2, "351000000000001")), 106);
    EXPECT_EQ(code_of(Service::registry, nfce::registry_message("SP", cnpj)), 111);
    EXPECT_EQ(code_of(Service::registry, nfce::registry_message("SP", other_cnpj)), 111);
}

TEST(SimulatorAnswers, ToldCodes) {
    EXPECT_EQ(code_of(Service::status, nfce::status_message(2, "35"), {.cStat = 109}), 109);
    EXPECT_EQ(code_of(Service::registry, nfce::registry_message("SP", cnpj), {.cStat = 259}), 259);
    auto const answer =
        answer_soap(Service::status, nfce::soap_envelope(Service::status, nfce::status_message(2, "35")),
                    {.cStat = 999, .xMotivo = "Um <motivo> & outro"}, now);
    EXPECT_EQ(nfce::read_answer_head(answer.body)->xMotivo, "Um <motivo> & outro");
}

TEST(SimulatorAnswers, KeepToTheOfficialSchemas) {
    struct Case {
        Service service;
        std::string message, element, schema;
    };
    for (auto const& [service, message, element, schema] : std::vector<Case>{
             {Service::status, nfce::status_message(2, "35"), "retConsStatServ", "nfe/retConsStatServ_v4.00.xsd"},
             {Service::authorisation_result, nfce::authorisation_result_message(2, "351000000000001"), "retConsReciNFe",
              "nfe/retConsReciNFe_v4.00.xsd"},
             {Service::registry, nfce::registry_message("SP", cnpj), "retConsCad", "cadastro/retConsCad_v2.00.xsd"}}) {
        for (auto const& told : {Told{}, Told{.cStat = 109}, Told{.cStat = 280, .xMotivo = "Certificado inválido"}}) {
            auto const answer = answer_soap(service, nfce::soap_envelope(service, message), told, now);
            auto const begin = answer.body.find("<" + element), end = answer.body.find("</nfeResultMsg>");
            ASSERT_LT(begin, end);
            auto const result = answer.body.substr(begin, end - begin);
            EXPECT_TRUE(nfce::test::valid_by_schema(schema, result)) << result;
        }
    }
}

TEST(SimulatorAnswers, RequestsThatSefazWouldRefuse) {
    auto const message = nfce::status_message(2, "35");
    EXPECT_EQ(code_of(Service::status, nfce::status_message(1, "35")), 252);
    EXPECT_EQ(code_of(Service::status, nfce::status_message(3, "35")), 215);
    EXPECT_EQ(code_of(Service::status, nfce::status_message(2, "99")), 289);
    EXPECT_EQ(code_of(Service::status, nfce::status_message(2, "SP")), 215);
    EXPECT_EQ(code_of(Service::status, changed(message, "STATUS", "OUTRO")), 215);
    EXPECT_EQ(code_of(Service::status, changed(message, "4.00", "3.10")), 239);
    EXPECT_EQ(code_of(Service::status, changed(message, " versao=\"4.00\"", "")), 517);
    EXPECT_EQ(code_of(Service::status, changed(message, "http://www.portalfiscal.inf.br/nfe", "urn:outro")), 587);
    EXPECT_EQ(code_of(Service::status, nfce::registry_message("SP", cnpj)), 516);
    EXPECT_EQ(code_of(Service::authorisation_result, nfce::authorisation_result_message(2, "12")), 215);
    EXPECT_EQ(code_of(Service::registry, nfce::registry_message("XX", cnpj)), 215);
    EXPECT_EQ(code_of(Service::registry, nfce::registry_message("SP", "11222333000182")), 215);
    // What was told does not make a bad request a good one.
    EXPECT_EQ(code_of(Service::status, nfce::status_message(1, "35"), {.cStat = 107}), 252);
}

TEST(SimulatorAnswers, WhatIsNoRequestIsASoapFault) {
    auto const good = nfce::soap_envelope(Service::status, nfce::status_message(2, "35"));
    for (auto const& request :
         {std::string(), std::string("texto"), good.substr(0, good.size() / 2), nfce::status_message(2, "35"),
          changed(good, "http://www.w3.org/2003/05/soap-envelope", "http://schemas.xmlsoap.org/soap/envelope/"),
          nfce::soap_envelope(Service::registry, nfce::status_message(2, "35")),
          nfce::soap_envelope(Service::status, ""),
          changed(good, "<soap12:Body>", "<soap12:Body><!DOCTYPE x [<!ENTITY y \"z\">]>")}) {
        auto const answer = answer_soap(Service::status, request, {}, now);
        EXPECT_EQ(answer.status, 400) << request;
        EXPECT_THAT(answer.body, testing::HasSubstr("soap:Fault"));
    }
    for (auto const service : {Service::authorisation, Service::query, Service::voiding, Service::event})
        EXPECT_EQ(answer_soap(service, "", {}, now).status, 500);
}

TEST(SimulatorAnswers, AnswersOfEveryUf) {
    int states = 0;
    for (int code = 10; code < 60; ++code) {
        if (!nfce::tables::uf_of_code(std::to_string(code))) continue;
        ++states;
        EXPECT_EQ(code_of(Service::status, nfce::status_message(2, std::to_string(code))), 107);
    }
    EXPECT_EQ(states, 27);
}

TEST(Behaviours, WhatCannotBeSet) {
    Behaviours behaviours;
    for (auto const* const json :
         {"", "[]", "{}", R"({"cStat":109})", R"({"service":"Outro"})", R"({"service":"*","cStat":99})",
          R"({"service":"*","cStat":"109"})", R"({"service":"*","delay_ms":-1})",
          R"({"service":"*","delay_ms":600001})", R"({"service":"*","fault":"fire"})",
          R"({"service":"*","xMotivo":"€"})", R"({"service":"*","more":1})"})
        EXPECT_FALSE(behaviours.set(json)) << json;
    EXPECT_EQ(behaviours.to_json(), "[]");
    ASSERT_TRUE(behaviours.set(R"({"service":"nfestatusservico4","cStat":109,"delay_ms":5,"fault":"half"})"));
    EXPECT_EQ(behaviours.to_json(), R"([{"service":"NFeStatusServico4","cStat":109,"delay_ms":5,"fault":"half"}])");
    EXPECT_EQ(behaviours.of(Service::registry).misdeed, Misdeed::none);
    behaviours.reset();
    EXPECT_EQ(behaviours.to_json(), "[]");
}

TEST(TestAuthority, CertificatesReadAsARealA1) {
    Folder const folder;
    auto const made = TestAuthority::make(folder.path(), std::time(nullptr));
    auto const numeric = issued(made), letters = issued(made, other_cnpj);
    EXPECT_EQ(numeric.cnpj(), cnpj);
    EXPECT_EQ(letters.cnpj(), other_cnpj);
    EXPECT_EQ(numeric.subject(), std::string("Lajes São José Ltda:") + cnpj);
    EXPECT_NE(numeric.serial(), letters.serial());
    EXPECT_FALSE(numeric.sign_sha1("texto").empty());
    auto const long_name =
        made.issue({.name = std::string(47, 'a') + "ção muito longa", .cnpj = cnpj, .valid_from = 0, .valid_to = 1});
    EXPECT_EQ(long_name.subject(), std::string(47, 'a') + ":" + cnpj);
}

TEST(TestAuthority, IsKeptAndRenewed) {
    Folder const folder;
    auto const start = static_cast<std::int64_t>(std::time(nullptr));
    EXPECT_FALSE(TestAuthority::read(folder.path()));
    auto const first = TestAuthority::make(folder.path(), start);
    auto const again = TestAuthority::make(folder.path(), start + 300 * day);
    EXPECT_EQ(again.certificate(), first.certificate());
    EXPECT_EQ(again.server(), first.server());
    EXPECT_EQ(TestAuthority::read(folder.path())->certificate(), first.certificate());

    auto const years_later = TestAuthority::make(folder.path(), start + 720 * day);
    EXPECT_EQ(years_later.certificate(), first.certificate());
    EXPECT_NE(years_later.server(), first.server());
    auto const another_age = TestAuthority::make(folder.path(), start + 20 * 365 * day);
    EXPECT_NE(another_age.certificate(), first.certificate());
    EXPECT_NE(another_age.server(), years_later.server());

    for (auto const* const name : {"autoridade.pem", "servidor.pem"}) {
        EXPECT_EQ(std::filesystem::status(folder.path() / name).permissions(),
                  std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    }
}

TEST(TestAuthority, DamagedFilesAreMadeAnew) {
    Folder const folder;
    auto const first = TestAuthority::make(folder.path(), std::time(nullptr));
    std::ofstream(folder.path() / "autoridade.pem") << "estragado";
    EXPECT_FALSE(TestAuthority::read(folder.path()));
    auto const second = TestAuthority::make(folder.path(), std::time(nullptr));
    EXPECT_NE(second.certificate(), first.certificate());
    EXPECT_NE(second.server(), first.server()); // it was not of this authority
    std::ofstream(folder.path() / "arquivo") << "x";
    EXPECT_THROW(TestAuthority::make(folder.path() / "arquivo", std::time(nullptr)), std::runtime_error);
}

namespace beast = boost::beast;
namespace web = boost::beast::http;

web::response<web::string_body> control(std::uint16_t port, web::verb method, std::string const& body = {},
                                        std::string const& host = "127.0.0.1:1",
                                        std::string const& type = "application/json") {
    boost::asio::io_context io;
    beast::tcp_stream stream(io);
    stream.connect({boost::asio::ip::address_v4::loopback(), port});
    web::request<web::string_body> request(method, "/simulador/comportamento", 11, body);
    request.set(web::field::host, host);
    request.set(web::field::content_type, type);
    request.prepare_payload();
    web::write(stream, request);
    beast::flat_buffer buffer;
    web::response<web::string_body> response;
    web::read(stream, buffer, response);
    return response;
}

TEST(SimulatorControl, SetsShowsAndForgets) {
    Running const running({.port = 0, .control_port = 0});
    auto const port = running.simulator.control_port();
    auto const set = control(port, web::verb::put, R"({"service":"NFeStatusServico4","cStat":108})");
    EXPECT_EQ(set.result_int(), 200);
    EXPECT_EQ(set.body(), R"([{"service":"NFeStatusServico4","cStat":108,"delay_ms":0,"fault":"none"}])");
    EXPECT_EQ(control(port, web::verb::get).body(), set.body());
    EXPECT_EQ(control(port, web::verb::put, "{}").result_int(), 422);
    EXPECT_EQ(control(port, web::verb::put, "{}", "127.0.0.1", "text/plain").result_int(), 415);
    EXPECT_EQ(control(port, web::verb::get, "", "pagina.example.com").result_int(), 421);
    EXPECT_EQ(control(port, web::verb::post).result_int(), 405);
    EXPECT_EQ(control(port, web::verb::delete_).body(), "[]");
}

TEST(Simulator, APortInUseIsASentence) {
    Running const running;
    Folder const folder;
    try {
        Simulator const second({.port = running.simulator.port(), .folder = folder.path()});
        FAIL() << "the port was free";
    } catch (std::runtime_error const& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("já está em uso"));
    }
}

TEST(Endpoints, EveryUfHasItsServicesInBothEnvironments) {
    int rows = 0;
    for (int code = 10; code < 60; ++code) {
        auto const uf = nfce::tables::uf_of_code(std::to_string(code));
        if (!uf) continue;
        for (int const tpAmb : {1, 2}) {
            ++rows;
            for (auto const* const service : {"NFeAutorizacao4", "NFeRetAutorizacao4", "NFeConsultaProtocolo4",
                                              "NFeInutilizacao4", "NFeStatusServico4", "NFeRecepcaoEvento4"}) {
                auto const url = nfce::tables::endpoint(*uf, tpAmb, service);
                ASSERT_TRUE(url) << *uf << tpAmb << service;
                EXPECT_TRUE(url->starts_with("https://")) << *url;
            }
            EXPECT_TRUE(nfce::tables::consultation_urls(*uf, tpAmb)) << *uf << tpAmb;
        }
    }
    EXPECT_EQ(rows, 54);
}

TEST(Endpoints, AnOperatorsFileReplacesRows) {
    auto const before = std::string(*nfce::tables::endpoint("SP", 2, "NFeStatusServico4"));
    auto const row = [](std::string const& url) {
        return R"({"endpoints":[{"uf":"SP","tpAmb":2,"ambiente":"homologacao","service":"NFeStatusServico4","url":")" +
               url + R"("}]})";
    };
    EXPECT_THAT(nfce::tables::replace_endpoints(row("https://nova.example.com/ws")), testing::IsEmpty());
    EXPECT_EQ(nfce::tables::endpoint("SP", 2, "NFeStatusServico4"), "https://nova.example.com/ws");
    EXPECT_TRUE(nfce::tables::endpoint("SP", 1, "NFeStatusServico4"));
    EXPECT_THAT(nfce::tables::replace_endpoints(row(before)), testing::IsEmpty());
    EXPECT_EQ(nfce::tables::endpoint("SP", 2, "NFeStatusServico4"), before);

    // Every mistake is told, and then nothing changes.
    auto const mistakes = nfce::tables::replace_endpoints(R"({"endpoints":[
        {"uf":"SP","tpAmb":2,"service":"NFeStatusServico4","url":"https://nova.example.com"},
        {"uf":"SP","tpAmb":2,"service":"NFeStatusServico4","url":"https://outra.example.com"},
        {"uf":"XX","tpAmb":3,"service":"Outro","url":"https://a"},
        {"uf":"SP","tpAmb":1,"ambiente":"homologacao","service":"NFeStatusServico4","url":"http://a"},
        {"uf":"SP","tpAmb":1,"service":"NFeStatusServico4","url":"https://a@b"},
        {"uf":"SP","tpAmb":1,"service":"NFeStatusServico4"}, 7]})");
    EXPECT_EQ(mistakes.size(), 9U) << testing::PrintToString(mistakes);
    EXPECT_THAT(mistakes.front(), testing::HasSubstr("Linha 2"));
    EXPECT_EQ(nfce::tables::endpoint("SP", 2, "NFeStatusServico4"), before);
    EXPECT_EQ(nfce::tables::replace_endpoints("nada").size(), 1U);
    EXPECT_EQ(nfce::tables::replace_endpoints("{}").size(), 1U);
}

} // namespace

} // namespace balcao::sefaz
