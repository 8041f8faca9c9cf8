#include "nfce/danfe.hpp"
#include "nfce/foreign.hpp"
#include "support.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace balcao::nfce {
namespace {

std::string output_of(std::string const& command) {
    std::string text;
    auto* pipe = popen(command.c_str(), "r");
    std::array<char, 4096> buffer;
    for (std::size_t size; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) text.append(buffer.data(), size);
    pclose(pipe);
    return text;
}

/// Text and QR code read back from a drawn PDF.
struct ReadBack {
    std::string text, qr;
};
ReadBack read_back(std::string const& pdf) {
    auto const base = (std::filesystem::temp_directory_path() / ("nfce_danfe_" + std::to_string(getpid()))).string();
    std::ofstream(base + ".pdf", std::ios::binary) << pdf;
    ReadBack back{output_of("pdftotext -layout " + base + ".pdf -"), {}};
    output_of("pdftoppm -r 203 -png " + base + ".pdf " + base);
    back.qr = output_of("zbarimg -q --raw " + base + "*.png 2>/dev/null");
    while (back.qr.ends_with('\n')) back.qr.pop_back();
    output_of("rm -f " + base + "*");
    return back;
}

ForeignReceipt receipt(std::string const& name) {
    return read_receipt(test::file("vectors/out/" + name + ".xml")).value();
}
Protocol protocol() {
    return {.cStat = 100,
            .xMotivo = "Autorizado",
            .chNFe = "",
            .nProt = "135260000000001",
            .digVal = "",
            .dhRecbto = "2026-11-20T10:15:31-03:00",
            .xMsg = ""};
}

TEST(Danfe, SaysEverythingTheManualDemands) {
    auto const read = receipt("v04-ibscbs-2026-consumidor-cpf");
    for (auto const paper : {Paper::roll80, Paper::roll58, Paper::a4}) {
        auto const back = read_back(danfe_pdf(read.nfce, protocol(), {.paper = paper}).value());
        for (auto const* part :
             {"CNPJ: 11.222.333/0001-81", "COMERCIO DE TESTE LTDA", "SABONETE", "3,33", "23,31", "Qtde. total de itens",
              "123,31", "Consulte pela Chave de Acesso em", "3526 1111 2223 3300", "CONSUMIDOR CPF: 529.982.247-25",
              "000000004", "135260000000001", "20/11/2026 10:15:31", "HOMOLOGAÇÃO", "FORMA PAGAMENTO"})
            EXPECT_NE(back.text.find(part), std::string::npos) << part << "\n" << back.text;
        EXPECT_EQ(back.text.find("CONTINGÊNCIA"), std::string::npos);
        EXPECT_EQ(back.qr, read.nfce.infNFeSupl.qrCode);
    }
}

TEST(Danfe, OfflineIsPendingTwiceAndKeepsItsItems) {
    for (auto const* name : {"v05-contingencia-offline-qr2", "v06-contingencia-offline-qr3-cnpj-alfa"}) {
        auto const read = receipt(name);
        for (auto const paper : {Paper::roll80, Paper::roll58}) {
            auto const back =
                read_back(danfe_pdf(read.nfce, std::nullopt,
                                    {.paper = paper, .detail = Detail::summarised, .copy = Copy::establishment})
                              .value());
            auto const first = back.text.find("EMITIDA EM CONTINGÊNCIA");
            ASSERT_NE(first, std::string::npos);
            EXPECT_NE(back.text.find("EMITIDA EM CONTINGÊNCIA", first + 1), std::string::npos);
            EXPECT_NE(back.text.find("Via do Estabelecimento"), std::string::npos);
            EXPECT_NE(back.text.find("Vl Total"), std::string::npos);
            EXPECT_EQ(back.qr, read.nfce.infNFeSupl.qrCode) << name;
        }
    }
}

TEST(Danfe, SummarisedLeavesTheItemsOutAndCancelledSaysSo) {
    auto const read = receipt("v02-simples-csosn500-troco");
    auto const summary = read_back(danfe_pdf(read.nfce, protocol(), {.detail = Detail::summarised}).value());
    EXPECT_EQ(summary.text.find("Vl Unit"), std::string::npos);
    EXPECT_NE(summary.text.find("Troco R$"), std::string::npos);
    EXPECT_NE(summary.text.find("CONSUMIDOR NÃO IDENTIFICADO"), std::string::npos);
    auto const cancelled = read_back(danfe_pdf(read.nfce, protocol(), {.cancelled = true}).value());
    EXPECT_NE(cancelled.text.find("CANCELADA"), std::string::npos);
}

TEST(Danfe, LongReceiptsFillPagesOfA4) {
    auto read = receipt("v01-simples-csosn102-dinheiro");
    read.nfce.det.resize(200, read.nfce.det.front());
    auto const pdf = danfe_pdf(read.nfce, protocol(), {.paper = Paper::a4}).value();
    EXPECT_NE(read_back(pdf).text.find('\f'), std::string::npos);
}

std::string logo(std::string const& name) { return test::file("images/" + name); }

TEST(Danfe, CarriesTheLogoAtTheLeftOfTheHeader) {
    auto const read = receipt("v04-ibscbs-2026-consumidor-cpf");
    for (auto const* name : {"logo.png", "logo.jpg"}) {
        auto const image = logo(name);
        for (auto const paper : {Paper::roll80, Paper::roll58, Paper::a4}) {
            auto const pdf = danfe_pdf(read.nfce, protocol(), {.paper = paper, .logo = image}).value();
            EXPECT_GT(pdf.size(), danfe_pdf(read.nfce, protocol(), {.paper = paper}).value().size());
            auto const back = read_back(pdf);
            EXPECT_NE(back.text.find("CNPJ: 11.222.333/0001-81"), std::string::npos);
            EXPECT_NE(back.text.find("COMERCIO DE TESTE LTDA"), std::string::npos);
            EXPECT_EQ(back.qr, read.nfce.infNFeSupl.qrCode);
        }
    }
}

TEST(Danfe, RefusesWhatIsNoLogo) {
    auto const read = receipt("v01-simples-csosn102-dinheiro");
    auto const png = logo("logo.png"), jpeg = logo("logo.jpg");
    auto huge = png; // the header promises 65,536 by 65,536 pixels; its checksum is the next thing that is wrong
    huge.replace(16, 8, std::string("\0\1\0\0\0\1\0\0", 8));
    auto flipped = png;
    for (std::size_t at = 40; at < flipped.size() - 20; ++at) flipped[at] = static_cast<char>(flipped[at] ^ 0x55);
    for (auto const& bytes :
         {std::string("x"), std::string("<svg/>"), std::string(1, '\0'), png.substr(0, 8),
          png.substr(0, png.size() / 2), jpeg.substr(0, jpeg.size() / 2), huge, flipped,
          std::string("\x89PNG\r\n\x1a\nIEND\xae\x42\x60\x82"), std::string("\xff\xd8\xff\xff\xd9")}) {
        auto const drawn = danfe_pdf(read.nfce, protocol(), {.logo = bytes});
        ASSERT_FALSE(drawn.has_value()) << bytes.size();
        EXPECT_EQ(drawn.error().field, "logo");
        EXPECT_FALSE(drawn.error().message.empty());
    }
}

TEST(Danfe, WithoutAQrCodeThatCanBeDrawnIsAProblem) {
    auto read = receipt("v01-simples-csosn102-dinheiro");
    for (std::size_t const size : {0U, 2'332U, 100'000U}) {
        read.nfce.infNFeSupl.qrCode = std::string(size, 'a');
        EXPECT_EQ(danfe_pdf(read.nfce, protocol(), {}).error().field, "infNFeSupl/qrCode") << size;
        EXPECT_EQ(danfe_escpos(read.nfce, protocol(), {}, 48).error().field, "infNFeSupl/qrCode") << size;
    }
    read.nfce.infNFeSupl.qrCode = std::string(2'331, 'a');
    EXPECT_TRUE(danfe_pdf(read.nfce, protocol(), {}).has_value());
}

/// What ESC/POS prints: the text without commands, line by line.
std::vector<std::string> printed_lines(std::string const& bytes) {
    std::vector<std::string> lines(1);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        if (bytes[at] == '\x1B') at += bytes[at + 1] == '@' ? 1 : 2;
        else if (bytes[at] == '\x1D' && bytes[at + 1] == '(') {
            at += 4 + static_cast<unsigned char>(bytes[at + 3]) + 256 * static_cast<unsigned char>(bytes[at + 4]);
        } else if (bytes[at] == '\x1D') {
            at += 3;
        } else if (bytes[at] == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += bytes[at];
        }
    }
    return lines;
}

TEST(Danfe, EscPosNeverCutsAnAmount) {
    auto read = receipt("v01-simples-csosn102-dinheiro");
    auto& prod = read.nfce.det.front().prod;
    prod.qCom = *Written<4>::parse("12345678901.1234");
    prod.vUnCom = *Written<10>::parse("12345.1234567891");
    prod.vProd = *Valor::parse("9999999999999.99");
    auto const lines = printed_lines(danfe_escpos(read.nfce, protocol(), {}, 32).value());
    std::string all;
    for (auto const& line : lines) {
        EXPECT_LE(line.size(), 32U) << line;
        all += line + "\n";
    }
    for (auto const* part : {"12.345.678.901,1234", "12.345,1234567891", "9.999.999.999.999,99"})
        EXPECT_NE(all.find(part), std::string::npos) << part << "\n" << all;
}

TEST(Danfe, EscPosNeedsPaper) {
    auto const read = receipt("v01-simples-csosn102-dinheiro");
    for (int const columns : {-1, 0, 23})
        EXPECT_THROW((void)danfe_escpos(read.nfce, protocol(), {}, columns), std::invalid_argument);
}

TEST(Danfe, EscPosPrintsNoControlCharactersOfTheText) {
    auto read = receipt("v01-simples-csosn102-dinheiro");
    read.nfce.emit.xNome = "LOJA\nX\tY\x7F";
    auto const lines = printed_lines(danfe_escpos(read.nfce, protocol(), {}, 48).value());
    EXPECT_TRUE(std::ranges::any_of(lines, [](std::string const& line) { return line.starts_with("LOJA X Y"); }));
}

TEST(Danfe, EscPosFitsTheColumns) {
    auto const read = receipt("v04-ibscbs-2026-consumidor-cpf");
    for (int const columns : {48, 32}) {
        auto const bytes = danfe_escpos(read.nfce, protocol(), {}, columns).value();
        EXPECT_TRUE(bytes.starts_with("\x1B@"));
        EXPECT_NE(bytes.find("1P0" + read.nfce.infNFeSupl.qrCode), std::string::npos);
        EXPECT_NE(bytes.find("HOMOLOGA\x80\xC7O"), std::string::npos);
        std::size_t width = 0;
        bool in_qr = false;
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            if (bytes[at] == '\x1B') at += bytes[at + 1] == '@' ? 1 : 2;
            else if (bytes[at] == '\x1D' && bytes[at + 1] == '(') {
                in_qr = true,
                at += 4 + static_cast<unsigned char>(bytes[at + 3]) + 256 * static_cast<unsigned char>(bytes[at + 4]);
            } else if (bytes[at] == '\x1D') {
                at += 3;
            } else if (bytes[at] == '\n') {
                width = 0;
            } else {
                EXPECT_LE(++width, static_cast<std::size_t>(columns));
            }
        }
        EXPECT_TRUE(in_qr);
    }
}

} // namespace
} // namespace balcao::nfce
