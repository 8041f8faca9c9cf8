#include <fstream>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/json/parse.hpp>
#include <gmock/gmock.h>

#include "desk.hpp"
#include "nfce/answers.hpp"
#include "nfce/tables.hpp"
#include "sefaz/simulator/sha256.hpp"

namespace balcao::sefaz {

namespace {

using namespace test;

using SimulatorAnswers = DeskTest;

boost::json::array json_array(std::string const& text) { return boost::json::parse(text).as_array(); }

TEST_F(SimulatorAnswers, UsualCodes) {
    EXPECT_EQ(code(Service::status, nfce::status_message(2, "35")), 107);
    EXPECT_EQ(code(Service::authorisation_result, nfce::authorisation_result_message(2, "351000000000001")), 106);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", cnpj)), 111);
}

TEST_F(SimulatorAnswers, ToldCodes) {
    EXPECT_EQ(code(Service::status, nfce::status_message(2, "35"), {.cStat = 109}), 109);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", cnpj), {.cStat = 259}), 259);
    auto const body =
        send(Service::status, nfce::status_message(2, "35"), {.cStat = 999, .xMotivo = "Um <motivo> & outro"});
    EXPECT_EQ(nfce::read_answer_head(body)->xMotivo, "Um <motivo> & outro");
    for (auto const service : {Service::authorisation, Service::query, Service::voiding, Service::event})
        EXPECT_EQ(code(service, "<foo/>", {.cStat = 108}), 516); // what was told makes no bad request a good one
}

TEST_F(SimulatorAnswers, RequestsThatSefazWouldRefuse) {
    auto const message = nfce::status_message(2, "35");
    EXPECT_EQ(code(Service::status, nfce::status_message(1, "35")), 252);
    EXPECT_EQ(code(Service::status, nfce::status_message(3, "35")), 215);
    EXPECT_EQ(code(Service::status, nfce::status_message(2, "SP")), 215);
    EXPECT_EQ(code(Service::status, changed(message, "STATUS", "OUTRO")), 215);
    EXPECT_EQ(code(Service::status, changed(message, "4.00", "3.10")), 239);
    EXPECT_EQ(code(Service::status, changed(message, " versao=\"4.00\"", "")), 517);
    EXPECT_EQ(code(Service::status, changed(message, "http://www.portalfiscal.inf.br/nfe", "urn:outro")), 587);
    EXPECT_EQ(code(Service::status, nfce::registry_message("SP", cnpj)), 516);
    EXPECT_EQ(code(Service::authorisation_result, nfce::authorisation_result_message(2, "12")), 215);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("XX", cnpj)), 215);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", "11222333000182")), 215);
}

TEST_F(SimulatorAnswers, ACompanyWithLettersInItsCnpj) {
    auto const body = nfce::soap_envelope(Service::registry, nfce::registry_message("SP", other_cnpj));
    auto itself = caller;
    itself.CNPJ = other_cnpj;
    auto const answer = desk->answer(simulator::Desk::read(Service::registry, body, itself), {});
    EXPECT_EQ(nfce::read_answer_head(answer.body)->cStat, 111);
}

TEST_F(SimulatorAnswers, MatoGrossoWrapsItsRegistryTwice) {
    auto const message = nfce::registry_message("MT", cnpj);
    EXPECT_TRUE(message.starts_with("<nfeDadosMsg><ConsCad "));
    EXPECT_EQ(code(Service::registry, message), 111);
}

TEST_F(SimulatorAnswers, WhatIsNoRequestIsASoapFault) {
    auto const good = nfce::soap_envelope(Service::status, nfce::status_message(2, "35"));
    for (auto const& request :
         {std::string(), std::string("texto"), good.substr(0, good.size() / 2), nfce::status_message(2, "35"),
          changed(good, "http://www.w3.org/2003/05/soap-envelope", "http://schemas.xmlsoap.org/soap/envelope/"),
          nfce::soap_envelope(Service::registry, nfce::status_message(2, "35")),
          nfce::soap_envelope(Service::status, ""),
          changed(good, "<soap12:Body>", "<soap12:Body><!DOCTYPE x [<!ENTITY y \"z\">]>")}) {
        auto const answer = desk->answer(simulator::Desk::read(Service::status, request, caller), {});
        EXPECT_EQ(answer.status, 400) << request;
        EXPECT_THAT(answer.body, testing::HasSubstr("soap:Fault"));
    }
}

TEST_F(SimulatorAnswers, AnswersOfEveryUf) {
    int states = 0;
    for (int uf = 10; uf < 60; ++uf) {
        if (!nfce::tables::uf_of_code(std::to_string(uf))) continue;
        ++states;
        EXPECT_EQ(code(Service::status, nfce::status_message(2, std::to_string(uf))), 107);
    }
    EXPECT_EQ(states, 27);
}

TEST_F(SimulatorAnswers, EveryRequestIsInTheLedger) {
    auto const document = receipt({});
    authorise(document);
    query(document.chave);
    desk->answer(simulator::Desk::read(Service::status, "lixo", caller), {});
    desk->take_down(simulator::Desk::read(Service::event, "<x/>", caller), {.misdeed = simulator::Misdeed::drop});
    auto const rows = json_array(desk->list("pedidos", 0).value());
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].at("documento_sha256").as_string(), simulator::sha256_hex(document.xml));
    EXPECT_EQ(rows[0].at("chNFe").as_string(), document.chave);
    EXPECT_EQ(rows[0].at("cStat").as_int64(), 104);
    EXPECT_EQ(rows[0].at("cStat_nota").as_int64(), 100);
    EXPECT_EQ(rows[0].at("CNPJ").as_string(), cnpj);
    EXPECT_EQ(rows[1].at("servico").as_string(), "NFeConsultaProtocolo4");
    EXPECT_EQ(rows[2].at("cStat").as_int64(), 0);
    EXPECT_EQ(rows[2].at("sha256").as_string(), simulator::sha256_hex("lixo"));
    EXPECT_EQ(rows[3].at("falha").as_string(), "drop");
    EXPECT_EQ(json_array(desk->list("pedidos", rows[2].at("seq").as_int64()).value()).size(), 1U);
    auto const documents = json_array(desk->list("documentos", 0).value());
    ASSERT_EQ(documents.size(), 1U);
    EXPECT_EQ(documents[0].at("sha256").as_string(), simulator::sha256_hex(document.xml));
    EXPECT_FALSE(desk->list("nada", 0));
}

TEST_F(SimulatorAnswers, ACompanyIsForgotten) {
    auto const document = receipt({});
    authorise(document);
    desk->forget_company(other_cnpj);
    EXPECT_EQ(query(document.chave), 100);
    desk->forget_company(cnpj);
    for (auto const* const list : {"pedidos", "documentos", "eventos", "inutilizacoes", "lotes"})
        EXPECT_EQ(desk->list(list, 0), "[]") << list;
    EXPECT_EQ(authorise(document), 100);
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

web::response<web::string_body> control(std::uint16_t port, web::verb method, std::string const& path,
                                        std::string const& body = {}, std::string const& host = "127.0.0.1:1",
                                        std::string const& type = "application/json") {
    boost::asio::io_context io;
    beast::tcp_stream stream(io);
    stream.connect({boost::asio::ip::address_v4::loopback(), port});
    web::request<web::string_body> request(method, "/simulador/" + path, 11, body);
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
    auto const ask = [&](web::verb method, std::string const& body = {}, std::string const& host = "127.0.0.1",
                         std::string const& type = "application/json") {
        return control(running.simulator.control_port(), method, "comportamento", body, host, type);
    };
    auto const set = ask(web::verb::put, R"({"service":"NFeStatusServico4","cStat":108})");
    EXPECT_EQ(set.result_int(), 200);
    EXPECT_EQ(set.body(),
              R"([{"service":"NFeStatusServico4","cStat":108,"delay_ms":0,"fault":"none","when":"before"}])");
    EXPECT_EQ(ask(web::verb::get).body(), set.body());
    EXPECT_EQ(ask(web::verb::put, "{}").result_int(), 422);
    EXPECT_EQ(ask(web::verb::put, "{}", "127.0.0.1", "text/plain").result_int(), 415);
    EXPECT_EQ(ask(web::verb::get, "", "pagina.example.com").result_int(), 421);
    EXPECT_EQ(ask(web::verb::post).result_int(), 405);
    EXPECT_EQ(ask(web::verb::delete_).body(), "[]");
}

TEST(SimulatorControl, MovesTheClockShowsTheLedgerAndForgetsACompany) {
    Running const running({.port = 0, .control_port = 0});
    auto const ask = [&](web::verb method, std::string const& path, std::string const& body = {}) {
        return control(running.simulator.control_port(), method, path, body);
    };
    EXPECT_EQ(ask(web::verb::get, "relogio").body(), R"({"offset_ms":0})");
    EXPECT_EQ(ask(web::verb::post, "relogio", R"({"offset_ms":-3600000})").body(), R"({"offset_ms":-3600000})");
    for (auto const* const bad :
         {"", "{}", R"({"offset_ms":"1"})", R"({"offset_ms":1,"more":1})", R"({"offset_ms":400000000000000})"})
        EXPECT_EQ(ask(web::verb::post, "relogio", bad).result_int(), 422) << bad;
    EXPECT_EQ(ask(web::verb::get, "relogio").body(), R"({"offset_ms":-3600000})");
    for (auto const* const list : {"pedidos", "documentos", "eventos", "inutilizacoes", "lotes?depois=7"})
        EXPECT_EQ(ask(web::verb::get, list).body(), "[]") << list;
    EXPECT_EQ(ask(web::verb::get, "pedidos?depois=x").result_int(), 422);
    EXPECT_EQ(ask(web::verb::put, "pedidos", "{}").result_int(), 405);
    EXPECT_EQ(ask(web::verb::get, "nada").result_int(), 404);
    EXPECT_EQ(ask(web::verb::delete_, std::string("empresas/") + cnpj).result_int(), 200);
    EXPECT_EQ(ask(web::verb::delete_, "empresas/1").result_int(), 422);
    auto const company = std::string("empresas/") + cnpj;
    EXPECT_EQ(ask(web::verb::get, company).result_int(), 404);
    EXPECT_EQ(ask(web::verb::post, company, "{}").result_int(), 405);
    auto const told = ask(web::verb::put, company,
                          R"({"inscricoes":[{"IE":"110042490114","UF":"SP","xNome":"Loja"}],)"
                          R"("CSC":[{"idCSC":"000001","CSC":"segredo"}]})");
    EXPECT_EQ(told.body(),
              R"({"inscricoes":[{"IE":"110042490114","UF":"SP","habilitada":true,"xNome":"Loja"}],)"
              R"("CSC":[{"idCSC":"1","CSC":"segredo","revogado":false}],"autoridade_do_simulador":false})");
    EXPECT_EQ(ask(web::verb::get, company).body(), told.body());
    for (auto const* const bad :
         {"", "{}", R"({"inscricoes":[]})", R"({"inscricoes":[{"IE":"1","UF":"SP","xNome":"x"}]})",
          R"({"inscricoes":[{"IE":"11","UF":"XX","xNome":"x"}]})", R"({"inscricoes":[{"IE":"11","UF":"SP"}]})",
          R"({"inscricoes":[{"IE":"11","UF":"SP","xNome":"x","cor":"azul"}]})",
          R"({"inscricoes":[{"IE":"11","UF":"SP","xNome":"x"}],"CSC":[{"idCSC":"x","CSC":"y"}]})",
          R"({"inscricoes":[{"IE":"11","UF":"SP","xNome":"x"}],"autoridade_do_simulador":1})"})
        EXPECT_EQ(ask(web::verb::put, company, bad).result_int(), 422) << bad;
    EXPECT_EQ(ask(web::verb::get, company).body(), told.body());
    EXPECT_EQ(ask(web::verb::delete_, company).result_int(), 200);
    EXPECT_EQ(ask(web::verb::get, company).result_int(), 404);
}

TEST(SimulatorControl, TurnsTheSvcOfAUfOnAndOff) {
    Running const running({.port = 0, .control_port = 0});
    auto const ask = [&](web::verb method, std::string const& path, std::string const& body = {}) {
        return control(running.simulator.control_port(), method, path, body);
    };
    EXPECT_EQ(ask(web::verb::get, "svc/SP").body(), R"({"estado":"desligada"})");
    for (auto const* const state : {"ligada", "saindo", "desligada"}) {
        auto const body = std::string(R"({"estado":")") + state + "\"}";
        EXPECT_EQ(ask(web::verb::put, "svc/SP", body).body(), body);
        EXPECT_EQ(ask(web::verb::get, "svc/SP").body(), body);
        EXPECT_EQ(ask(web::verb::get, "svc/PR").body(), R"({"estado":"desligada"})");
    }
    for (auto const* const bad :
         {"", "{}", R"({"estado":"on"})", R"({"estado":1})", R"({"estado":"ligada","UF":"SP"})"})
        EXPECT_EQ(ask(web::verb::put, "svc/SP", bad).result_int(), 422) << bad;
    EXPECT_EQ(ask(web::verb::get, "svc/EX").result_int(), 422);
    EXPECT_EQ(ask(web::verb::post, "svc/SP", "{}").result_int(), 405);
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
                auto const url = nfce::Tables::base()->endpoint(*uf, tpAmb, service);
                ASSERT_TRUE(url) << *uf << tpAmb << service;
                EXPECT_TRUE(url->starts_with("https://")) << *url;
            }
            EXPECT_TRUE(nfce::Tables::base()->consultation_urls(*uf, tpAmb)) << *uf << tpAmb;
        }
    }
    EXPECT_EQ(rows, 54);
}

TEST(Endpoints, AnOperatorsFileReplacesRows) {
    auto const before = std::string(*nfce::Tables::base()->endpoint("SP", 2, "NFeStatusServico4"));
    auto const own = nfce::Tables::make({}, R"({"endpoints":[{"uf":"SP","tpAmb":2,"ambiente":"homologacao",
        "service":"NFeStatusServico4","url":"https://nova.example.com/ws"}]})");
    ASSERT_TRUE(own);
    EXPECT_EQ((*own)->endpoint("SP", 2, "NFeStatusServico4"), "https://nova.example.com/ws");
    EXPECT_TRUE((*own)->endpoint("SP", 1, "NFeStatusServico4"));
    EXPECT_EQ(nfce::Tables::base()->endpoint("SP", 2, "NFeStatusServico4"), before);

    // Every mistake is told.
    auto const mistakes = [](std::string_view json) { return nfce::Tables::make({}, json).error().second; };
    auto const found = mistakes(R"({"endpoints":[
        {"uf":"SP","tpAmb":2,"service":"NFeStatusServico4","url":"https://nova.example.com"},
        {"uf":"SP","tpAmb":2,"service":"NFeStatusServico4","url":"https://outra.example.com"},
        {"uf":"XX","tpAmb":3,"service":"Outro","url":"https://a"},
        {"uf":"SP","tpAmb":1,"ambiente":"homologacao","service":"NFeStatusServico4","url":"http://a"},
        {"uf":"SP","tpAmb":1,"service":"NFeStatusServico4","url":"https://a@b"},
        {"uf":"SP","tpAmb":1,"service":"NFeStatusServico4"}, 7]})");
    EXPECT_EQ(found.size(), 9U);
    EXPECT_EQ(found.front().line, 2U);
    EXPECT_EQ(mistakes("nada").size(), 1U);
    EXPECT_EQ(mistakes("{}").size(), 1U);
}

} // namespace

} // namespace balcao::sefaz
