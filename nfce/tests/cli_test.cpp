#include "nfce/cli.hpp"
#include "nfce/tables.hpp"
#include "support.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace balcao::nfce {
namespace {

struct Ran {
    int code;
    std::string out, err;
};
Ran run(std::vector<std::string> args, std::string const& input = "") {
    std::istringstream in(input);
    std::ostringstream out, err;
    int const code = nfce_main(args, in, out, err);
    return {code, out.str(), err.str()};
}

std::string path(std::string const& relative) { return std::string(NFCE_TEST_DATA) + "/" + relative; }

/// The arguments that open a test certificate.
std::vector<std::string> with_certificate(std::vector<std::string> args, std::string const& name = "a1-numerico",
                                          std::string const& password = "teste1234") {
    auto const file = (std::filesystem::temp_directory_path() / ("nfce_password_" + std::to_string(getpid()))).string();
    std::ofstream(file) << password << "\n";
    args.insert(args.end(), {"--certificate", path("vectors/certs/" + name + ".pfx"), "--password-file", file});
    return args;
}

std::string const sale_file = "vectors/in/v04-ibscbs-2026-consumidor-cpf.json";
std::string const xml_file = "vectors/out/v04-ibscbs-2026-consumidor-cpf.xml";

TEST(Cli, BuildWritesTheGoldenBytes) {
    auto const ran = run(with_certificate({"build", path(sale_file)}));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, test::file(xml_file));
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(run(with_certificate({"build", "-"}, "a1-numerico-legacy"), test::file(sale_file)).out.substr(0, 200),
              test::file(xml_file).substr(0, 200));
}

TEST(Cli, CheckPrintsOneLinePerProblem) {
    auto const ran = run({"check", path(sale_file)});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(
        ran.out,
        "{\"rule\":4,\"cStat\":209,\"field\":\"emit/IE\",\"message\":\"Inscrição estadual do emitente inválida.\"}\n");
    auto const good = run({"check", "-"}, test::replaced(test::file(sale_file), "111111111111", "110042490114"));
    EXPECT_EQ(good.code, 0) << good.out;
    EXPECT_EQ(good.out, "");
    auto const v03 = run({"check", path("vectors/in/v03-normal-cst00-20-40-60-desconto.json")});
    EXPECT_NE(v03.out.find("\"rule\":77"), std::string::npos);
}

TEST(Cli, BuildWithCheckWritesNothingWhenARuleIsBroken) {
    auto const ran = run(with_certificate({"build", path(sale_file), "--check"}));
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("Inscrição estadual"), std::string::npos);
}

TEST(Cli, UnusableInputEndsWithTwo) {
    for (auto const& input :
         {std::string("{"), std::string("[]"), std::string(""), std::string("{\"a\":1}"), std::string("\xFF"),
          std::string(40, '['), test::replaced(test::file(sale_file), "\"serie\": 1", "\"serie\": \"1\""),
          test::replaced(test::file(sale_file), "\"serie\": 1", "\"serie\": 1.5"),
          test::replaced(test::file(sale_file), "\"nNF\"", "\"nnf\""),
          test::replaced(test::file(sale_file), "\"serie\": 1", "\"serie\": 1, \"serie\": 2"),
          test::replaced(test::file(sale_file), "\"1.0000\"", "1.0"),
          test::replaced(test::file(sale_file), "\"1.0000\"", "\"1e5\"")}) {
        auto const ran = run({"check", "-"}, input);
        EXPECT_EQ(ran.code, 2) << input.substr(0, 40) << ran.out;
        EXPECT_FALSE(ran.out.empty());
        EXPECT_EQ(run(with_certificate({"build", "-"}), input).code, 2);
    }
    EXPECT_EQ(run({"check", "/no/such/file"}).code, 2);
    EXPECT_EQ(run({"no-such-command"}).code, 2);
    EXPECT_EQ(run({}).code, 2);
}

TEST(Cli, EveryFaultOfAnInputAtOnce) {
    auto input = test::replaced(test::file(sale_file), "\"nNF\": 4", "\"nNF\": \"4\"");
    input = test::replaced(input, "\"CFOP\": \"5102\"", "\"CFOP\": 5102");
    auto const ran = run({"check", "-"}, input);
    EXPECT_NE(ran.out.find("\"field\":\"nota.nNF\""), std::string::npos);
    EXPECT_NE(ran.out.find("\"field\":\"itens.0.CFOP\""), std::string::npos);
}

TEST(Cli, BadValuesAreProblemsNotCrashes) {
    auto const problems = [](std::string_view from, std::string_view to) {
        return run({"check", "-"}, test::replaced(test::file(sale_file), from, to));
    };
    EXPECT_NE(problems("\"1.0000\"", "\"1.00001\"").out.find("\"rule\":53,\"cStat\":225"), std::string::npos);
    EXPECT_NE(problems("SABONETE", "SABO\\u0001NETE").out.find("\"rule\":110"), std::string::npos);
    auto const huge =
        run({"check", "-"}, test::replaced(test::replaced(test::file(sale_file), "\"1.0000\"", "\"99999999999.0000\""),
                                           "\"100.0000000000\"", "\"900000000.0000000000\""));
    EXPECT_EQ(huge.code, 1);
    EXPECT_NE(huge.out.find("\"field\":\"itens.0\""), std::string::npos) << huge.out;
    EXPECT_EQ(problems("\"1.0000\"", "\"99999999999999999999\"").code, 2);
    EXPECT_EQ(problems("\"CST\": \"00\"", "\"CST\": \"51\"").code, 1);
    EXPECT_EQ(problems("\"serie\": 1", "\"serie\": 1000").code, 1);
    EXPECT_EQ(
        run(with_certificate({"build", "-"}), test::replaced(test::file(sale_file), "\"1.0000\"", "\"-1.0000\"")).code,
        1);
}

TEST(Cli, CertificateFaultsEndWithThree) {
    EXPECT_EQ(run({"build", path(sale_file)}).code, 3);
    auto const wrong = run(with_certificate({"build", path(sale_file)}, "a1-numerico", "errada"));
    EXPECT_EQ(wrong.code, 3);
    EXPECT_EQ(wrong.err, "Senha do certificado incorreta.\n");
    EXPECT_EQ(run(with_certificate({"build", path(sale_file)}, "none")).code, 3);
}

TEST(Cli, SignsAndVerifiesForeignXml) {
    auto const xml = test::file(xml_file);
    auto const unsigned_xml = xml.substr(0, xml.find("<Signature ")) + "</NFe>";
    EXPECT_EQ(run(with_certificate({"sign", "-"}), unsigned_xml).out, xml);
    EXPECT_EQ(run(with_certificate({"sign", "-"}), xml).code, 2);
    EXPECT_EQ(run(with_certificate({"sign", "-"}), "<a/>").code, 2);
    auto const verified = run({"verify", path(xml_file), "--now", "2026-11-21T10:00:00-03:00"});
    EXPECT_EQ(verified.code, 0) << verified.out;
    EXPECT_NE(verified.out.find("\"cnpj\":\"11222333000181\""), std::string::npos);
    // The test certificate begins after dhEmi.
    EXPECT_EQ(run({"verify", path(xml_file)}).code, 1);
    EXPECT_EQ(run({"verify", "-"}, test::replaced(xml, "SABONETE", "SABONETA")).code, 1);
    EXPECT_EQ(run({"verify", "-"}, "<a/>").code, 2);
}

TEST(Cli, WhatCannotBeReadIsUnusable) {
    for (auto const* command : {"check", "verify", "danfe", "qr", "event"}) {
        auto const folder = run({command, std::filesystem::temp_directory_path().string()});
        EXPECT_EQ(folder.code, 2) << command << folder.err;
        EXPECT_FALSE(folder.err.empty());
        auto const endless = run({command, "-"}, std::string(16 * 1024 * 1024 + 1, ' '));
        EXPECT_EQ(endless.code, 2) << command;
        EXPECT_NE(endless.err.find("16 MiB"), std::string::npos) << endless.err;
    }
}

TEST(Cli, SaysWhenTheOutputIsNotWritten) {
    std::istringstream in;
    std::ostringstream err;
    std::ofstream full("/dev/full");
    EXPECT_EQ(nfce_main({"explain", "539"}, in, full, err), 4);
    EXPECT_FALSE(err.str().empty());
}

TEST(Cli, DanfeTakesALogo) {
    auto const with = run({"danfe", path(xml_file), "--logo", path("images/logo.png")});
    EXPECT_EQ(with.code, 0) << with.err;
    EXPECT_GT(with.out.size(), run({"danfe", path(xml_file)}).out.size());
    auto const bad = run({"danfe", path(xml_file), "--logo", path(xml_file)});
    EXPECT_EQ(bad.code, 2);
    EXPECT_EQ(bad.out, "");
    EXPECT_NE(bad.err.find("PNG ou JPEG"), std::string::npos);
    EXPECT_EQ(run({"danfe", path(xml_file), "--logo", "/no/such/file"}).code, 2);
    EXPECT_EQ(run({"danfe", path(xml_file), "--logo", "/dev/null"}).code, 2);
    auto const without_qr =
        test::replaced(test::file(xml_file), "<qrCode>", "<qrCode><![CDATA[" + std::string(3'000, 'a') + "]]>");
    EXPECT_EQ(run({"danfe", "-"}, without_qr).code, 2);
}

TEST(Cli, HelpShowsWhatAUserTypes) {
    auto const help = run({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("./run nfce build sale.json --certificate a1.pfx --password-file senha.txt > nfce.xml"),
              std::string::npos)
        << help.out;
}

TEST(Cli, AddressesOfTheOperatorReplaceItsOwn) {
    auto const before = Tables::base()->consultation_urls("SP", 2).value();
    auto const rows = [](std::string_view qr, std::string_view key) {
        auto const file =
            (std::filesystem::temp_directory_path() / ("nfce_addresses_" + std::to_string(getpid()))).string();
        std::ofstream(file)
            << R"({"endpoints":[{"uf":"SP","tpAmb":2,"service":"qrCode","url":")" << qr
            << R"("},{"uf":"SP","tpAmb":2,"service":"urlChave","url":")" << key
            << R"(","alternativa":"https://www.homologacao.nfce.fazenda.sp.gov.br/NFCeConsultaPublica"}]})";
        return file;
    };
    auto values = boost::json::parse(test::file(sale_file)).as_object();
    values.erase("urls"); // of the sale itself
    auto const sale = boost::json::serialize(values);
    auto const ran = run(
        with_certificate({"--addresses", rows("https://qr.exemplo.com.br/q", before.urlChave), "build", "-"}), sale);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("https://qr.exemplo.com.br/q?p="), std::string::npos);
    auto const restored =
        run(with_certificate({"--addresses", rows(before.qrCode, before.urlChave), "build", "-"}), sale);
    EXPECT_NE(restored.out.find(before.qrCode), std::string::npos);

    auto const bad = run({"--addresses", path(sale_file), "explain", "539"});
    EXPECT_EQ(bad.code, 2);
    EXPECT_TRUE(bad.err.starts_with("Corrija ")) << bad.err;
    EXPECT_EQ(run({"--addresses", "/no/such/file", "explain", "539"}).code, 2);
}

TEST(Cli, DanfeQrEventExplain) {
    EXPECT_TRUE(run({"danfe", path(xml_file)}).out.starts_with("%PDF"));
    EXPECT_TRUE(run({"danfe", path(xml_file), "--escpos", "32"}).out.starts_with("\x1B@"));
    EXPECT_EQ(run({"danfe", path(xml_file), "--paper", "70"}).code, 2);
    EXPECT_NE(run({"qr", path(xml_file)}).out.find("?p=3526"), std::string::npos);
    std::string const voiding =
        R"({"inutilizacao":{"tpAmb":2,"cUF":"35","ano":"26","CNPJ":"11222333000181","serie":1,"nNFIni":1,"nNFFin":2,"xJust":"Falha no sistema"}})";
    EXPECT_TRUE(run(with_certificate({"event", "-"}), voiding).out.starts_with("<inutNFe "));
    EXPECT_EQ(run(with_certificate({"event", "-"}), test::replaced(voiding, "Falha no sistema", "Falha")).code, 1);
    EXPECT_EQ(run({"event", "-"}, "{}").code, 2);
    std::string const letter =
        R"({"evento":{"tpEvento":"110110","tpAmb":2,"CNPJ":"11222333000181","chNFe":"35261111222333000181550010000000121407182933",)"
        R"("dhEvento":"2026-11-20T10:30:00-03:00","nSeqEvento":1,"idLote":"1","itens":[{"assunto":"pedido","texto":"77"}]}})";
    EXPECT_TRUE(run(with_certificate({"event", "-"}), letter).out.starts_with("<envEvento "));
    auto const of_price = run(with_certificate({"event", "-"}), test::replaced(letter, "\"pedido\"", "\"preco\""));
    EXPECT_EQ(of_price.code, 1);
    EXPECT_NE(of_price.err.find("não muda valor"), std::string::npos) << of_price.err;
    auto const explained = run({"explain", "539"});
    EXPECT_EQ(explained.code, 0);
    EXPECT_NE(explained.out.find("próximo número"), std::string::npos);
    EXPECT_EQ(run({"explain", "7777"}).code, 2);
    for (auto const* name : {"build", "check", "sign", "verify", "danfe", "qr", "event", "explain"}) {
        auto const help = run({name, "--help"});
        EXPECT_EQ(help.code, 0);
        EXPECT_NE(help.out.find("Example:"), std::string::npos) << name;
    }
}

} // namespace
} // namespace balcao::nfce
