#include "danfe_reading.hpp"
#include "nfce/danfe.hpp"
#include "nfce/foreign.hpp"
#include "support.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <vector>

namespace balcao::nfce {
namespace {

using test::authorised;
using test::output_of;
using test::pages_of;
using test::read_back;

ForeignReceipt receipt(std::string const& name) {
    return read_receipt(test::file("vectors/out/" + name + ".xml")).value();
}

/// A receipt of so many items of different lengths.
ForeignReceipt with_items(std::size_t count) {
    auto read = receipt("v04-ibscbs-2026-consumidor-cpf");
    read.nfce.det.resize(count, read.nfce.det.back());
    for (std::size_t i = 0; i < count; ++i) {
        auto& prod = read.nfce.det[i].prod;
        prod.cProd = std::to_string(1000 + i);
        prod.xProd = i % 9 == 0 ? "CIMENTO PORTLAND CP II F 32 SACO DE 50 KG COM VALIDADE DE 90 DIAS" : "SABONETE 90 G";
    }
    return read;
}

TEST(Danfe, SaysEverythingTheManualDemands) {
    auto const read = receipt("v04-ibscbs-2026-consumidor-cpf");
    for (auto const paper : {Paper::roll80, Paper::roll58, Paper::a4}) {
        auto const back = read_back(danfe_pdf(authorised(read), {.paper = paper}).value());
        for (auto const* part :
             {"CNPJ: 11.222.333/0001-81", "COMERCIO DE TESTE LTDA", "SABONETE", "3,33", "23,31", "Qtde. total de itens",
              "123,31", "Consulte pela Chave de Acesso em", "3526 1111 2223 3300", "CONSUMIDOR CPF: 529.982.247-25",
              "000000004", "135260000000001", "20/11/2026 10:15:31", "HOMOLOGAÇÃO", "FORMA PAGAMENTO"})
            EXPECT_NE(back.text.find(part), std::string::npos) << part << "\n" << back.text;
        EXPECT_EQ(back.text.find("CONTINGÊNCIA"), std::string::npos);
        EXPECT_EQ(back.codes, read.nfce.infNFeSupl.qrCode);
    }
}

TEST(Danfe, ShowsTheShopAsItsCustomersKnowIt) {
    auto read = receipt("v01-simples-csosn102-dinheiro");
    auto const text = read_back(danfe_pdf(authorised(read), {}).value()).text;
    for (auto const* part : {"LOJA TESTE", "COMERCIO DE TESTE LTDA", "CEP 01001-000", "Telefone (11) 3333-4444"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    EXPECT_LT(text.find("LOJA TESTE"), text.find("COMERCIO DE TESTE LTDA"));
    // A company that has no other name than the registered one is named once.
    read.nfce.emit.xFant = read.nfce.emit.xNome;
    auto const once = read_back(danfe_pdf(authorised(read), {}).value()).text;
    EXPECT_EQ(once.find("COMERCIO DE TESTE LTDA"), once.rfind("COMERCIO DE TESTE LTDA"));
}

TEST(Danfe, OfflineIsPendingTwiceAndKeepsItsItems) {
    for (auto const* name : {"v05-contingencia-offline-qr2", "v06-contingencia-offline-qr3-cnpj-alfa"}) {
        auto const read = receipt(name);
        for (auto const paper : {Paper::roll80, Paper::roll58}) {
            auto const back = read_back(
                danfe_pdf(read, {.paper = paper, .detail = Detail::summarised, .copy = Copy::establishment}).value());
            auto const first = back.text.find("EMITIDA EM CONTINGÊNCIA");
            ASSERT_NE(first, std::string::npos);
            EXPECT_NE(back.text.find("EMITIDA EM CONTINGÊNCIA", first + 1), std::string::npos);
            EXPECT_NE(back.text.find("Via do Estabelecimento"), std::string::npos);
            EXPECT_NE(back.text.find("Vl Total"), std::string::npos);
            EXPECT_EQ(back.codes, read.nfce.infNFeSupl.qrCode) << name;
        }
    }
}

TEST(Danfe, SummarisedLeavesTheItemsOutAndCancelledSaysSo) {
    auto const read = receipt("v02-simples-csosn500-troco");
    auto const summary = read_back(danfe_pdf(authorised(read), {.detail = Detail::summarised}).value());
    EXPECT_EQ(summary.text.find("Vl Unit"), std::string::npos);
    EXPECT_NE(summary.text.find("Troco R$"), std::string::npos);
    EXPECT_NE(summary.text.find("CONSUMIDOR NÃO IDENTIFICADO"), std::string::npos);
    auto const cancelled = read_back(danfe_pdf(authorised(read), {.cancelled = true}).value());
    EXPECT_NE(cancelled.text.find("CANCELADA"), std::string::npos);
}

TEST(Danfe, ASheetCountsItsPagesAndRepeatsHeadAndKey) {
    for (std::size_t const count : {50U, 300U, 990U}) {
        auto const read = with_items(count);
        auto const back = read_back(danfe_pdf(authorised(read), {.paper = Paper::a4}).value());
        auto const pages = pages_of(back.text);
        EXPECT_LE(pages.size(), (count + 59) / 60 + 1) << count; // sixty items a page, and one for the rest
        for (std::size_t i = 0; i < pages.size(); ++i) {
            auto const number = "Página " + std::to_string(i + 1) + "/" + std::to_string(pages.size());
            EXPECT_NE(pages[i].find(number), std::string::npos) << pages[i];
            EXPECT_NE(pages[i].find("11.222.333/0001-81"), std::string::npos);
            bool const first_of_many = i == 0 && pages.size() > 1;
            EXPECT_EQ(pages[i].find("3526 1111 2223 3300") == std::string::npos, first_of_many) << pages[i];
        }
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_NE(back.text.find(std::to_string(1000 + i) + " "), std::string::npos) << i;
        EXPECT_EQ(back.codes, read.nfce.infNFeSupl.qrCode);
    }
}

TEST(Danfe, ARollLongerThanAPdfPageIsSplit) {
    auto const pdf = danfe_pdf(authorised(with_items(990)), {.paper = Paper::roll58}).value();
    auto const base = (std::filesystem::temp_directory_path() / ("nfce_roll_" + std::to_string(getpid()))).string();
    std::ofstream(base + ".pdf", std::ios::binary) << pdf;
    auto const sizes = output_of("pdfinfo -f 1 -l 9 " + base + ".pdf | grep 'size:'");
    auto const text = output_of("pdftotext -layout " + base + ".pdf -");
    output_of("rm -f " + base + ".pdf");
    EXPECT_GE(pages_of(text).size(), 2U);
    int measured = 0;
    for (auto at = sizes.find(" x "); at != std::string::npos; at = sizes.find(" x ", at + 1), ++measured)
        EXPECT_LE(std::stod(sizes.substr(at + 3)), 14'400.0) << sizes;
    EXPECT_EQ(measured, static_cast<int>(pages_of(text).size()));
    for (auto const* part : {"1000 CIMENTO", "1989 ", "Qtde. total de itens", "Protocolo de autorização"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(Danfe, WithoutAuthorisationSaysThatItIsWorthNothing) {
    auto const worthless = [](ForeignReceipt const& receipt) {
        auto const text = read_back(danfe_pdf(receipt, {}).value()).text;
        EXPECT_EQ(text.find("Protocolo de autorização"), std::string::npos);
        auto const first = text.find("NÃO AUTORIZADA, SEM VALOR FISCAL");
        return first != std::string::npos &&
               text.find("NÃO AUTORIZADA, SEM VALOR FISCAL", first + 1) != std::string::npos;
    };
    auto const online = receipt("v01-simples-csosn102-dinheiro"), offline = receipt("v05-contingencia-offline-qr2");
    EXPECT_TRUE(worthless(online));
    for (auto const& read : {online, offline}) {
        auto rejected = authorised(read);
        rejected.protocol->cStat = 301;
        EXPECT_TRUE(worthless(rejected));
    }
    auto const escpos = danfe_escpos(online, {}, 48).value();
    EXPECT_NE(escpos.find("AUTORIZADA, SEM VALOR FISCAL"), std::string::npos);
    EXPECT_EQ(danfe_escpos(authorised(online), {}, 48).value().find("AUTORIZADA, SEM"), std::string::npos);
}

TEST(Danfe, RefusesTheProtocolOfAnotherReceipt) {
    auto const read = receipt("v01-simples-csosn102-dinheiro");
    for (auto const& change : std::vector<std::function<void(ForeignReceipt&)>>{
             [](auto& r) { r.protocol->chNFe[30] = r.protocol->chNFe[30] == '1' ? '2' : '1'; },
             [](auto& r) { r.protocol->digVal = "INWOoT340iOjikiWQaXOeATZywE="; },
             [](auto& r) { r.protocol->digVal.clear(); }, [](auto& r) { r.protocol->tpAmb = 1; },
             [](auto& r) {
                 // Its content was changed after SEFAZ authorised it; what the signature claims does not count.
                 auto xml = test::file("vectors/out/v01-simples-csosn102-dinheiro.xml");
                 xml.replace(xml.find("<vPag>11.00"), 11, "<vPag>12.00");
                 auto const protocol = r.protocol;
                 r = read_receipt(xml).value();
                 r.protocol = protocol;
             }}) {
        auto other = authorised(read);
        change(other);
        EXPECT_EQ(danfe_pdf(other, {}).error().field, "protNFe");
        EXPECT_EQ(danfe_escpos(other, {}, 48).error().field, "protNFe");
    }
}

/// Dots a module that the printer is told, of 8 to the millimetre.
int dots_of(std::string const& bytes) {
    auto const at = bytes.find("1C");
    return static_cast<unsigned char>(bytes.at(at + 2));
}

TEST(Danfe, EscPosQrCodeIsLargeEnoughAndFitsThePaper) {
    struct Case {
        std::size_t bytes;
        int modules; ///< at level M, bytes
    };
    for (auto const& [bytes, modules] :
         {Case{60, 33}, {106, 41}, {140, 49}, {152, 49}, {153, 53}, {213, 57}, {480, 85}, {1000, 121}}) {
        auto read = receipt("v01-simples-csosn102-dinheiro");
        read.nfce.infNFeSupl.qrCode = std::string(bytes, 'a');
        for (int const columns : {32, 48}) {
            auto const printed = danfe_escpos(read, {}, columns).value();
            int const dots = dots_of(printed);
            EXPECT_GE(dots * modules, 22 * 8) << bytes << " " << columns;
            EXPECT_LE(dots * modules, columns * 12) << bytes << " " << columns;
            // One empty line above and below, of 1/6 inch after a reset: 25 mm with the quiet zone.
            constexpr int empty_line = 33;
            EXPECT_GE(dots * modules + 2 * empty_line, 25 * 8) << bytes << " " << columns;
            EXPECT_NE(printed.find("\x1B"
                                   "a\x01\n\x1D(k"),
                      std::string::npos);
            EXPECT_NE(printed.find("1Q0\n\x1B"
                                   "a"),
                      std::string::npos);
        }
    }
}

std::string logo(std::string const& name) { return test::file("images/" + name); }

TEST(Danfe, CarriesTheLogoAtTheLeftOfTheHeader) {
    auto const read = receipt("v04-ibscbs-2026-consumidor-cpf");
    for (auto const* name : {"logo.png", "logo.jpg"}) {
        auto const image = logo(name);
        for (auto const paper : {Paper::roll80, Paper::roll58, Paper::a4}) {
            auto const pdf = danfe_pdf(authorised(read), {.paper = paper, .logo = image}).value();
            EXPECT_GT(pdf.size(), danfe_pdf(authorised(read), {.paper = paper}).value().size());
            auto const back = read_back(pdf);
            EXPECT_NE(back.text.find("CNPJ: 11.222.333/0001-81"), std::string::npos);
            EXPECT_NE(back.text.find("COMERCIO DE TESTE LTDA"), std::string::npos);
            EXPECT_EQ(back.codes, read.nfce.infNFeSupl.qrCode);
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
        auto const drawn = danfe_pdf(authorised(read), {.logo = bytes});
        ASSERT_FALSE(drawn.has_value()) << bytes.size();
        EXPECT_EQ(drawn.error().field, "logo");
        EXPECT_FALSE(drawn.error().message.empty());
    }
}

TEST(Danfe, WithoutAQrCodeThatCanBeDrawnIsAProblem) {
    auto read = receipt("v01-simples-csosn102-dinheiro");
    for (std::size_t const size : {0U, 2'332U, 100'000U}) {
        read.nfce.infNFeSupl.qrCode = std::string(size, 'a');
        EXPECT_EQ(danfe_pdf(authorised(read), {}).error().field, "infNFeSupl/qrCode") << size;
        EXPECT_EQ(danfe_escpos(authorised(read), {}, 48).error().field, "infNFeSupl/qrCode") << size;
    }
    read.nfce.infNFeSupl.qrCode = std::string(2'331, 'a');
    EXPECT_TRUE(danfe_pdf(authorised(read), {}).has_value());
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
    auto const lines = printed_lines(danfe_escpos(authorised(read), {}, 32).value());
    std::string all;
    for (auto const& line : lines) {
        EXPECT_LE(line.size(), 32U) << line;
        all += line + "\n";
    }
    for (auto const* part : {"12.345.678.901,1234", "12.345,1234567891", "9.999.999.999.999,99"})
        EXPECT_NE(all.find(part), std::string::npos) << part << "\n" << all;
}

TEST(Danfe, SaysThatItWasPrintedBefore) {
    auto const read = receipt("v01-simples-csosn102-dinheiro");
    auto const mark = "REIMPRESS\xC7O"; // code page 850
    EXPECT_EQ(printed_lines(danfe_escpos(authorised(read), {.reprint = true}, 48).value()).at(0), mark);
    EXPECT_EQ(danfe_escpos(authorised(read), {}, 48).value().find(mark), std::string::npos);
    EXPECT_NE(read_back(danfe_pdf(authorised(read), {.reprint = true}).value()).text.find("REIMPRESSÃO"),
              std::string::npos);
}

TEST(Danfe, EscPosNeedsPaper) {
    auto const read = receipt("v01-simples-csosn102-dinheiro");
    for (int const columns : {-1, 0, 23})
        EXPECT_THROW((void)danfe_escpos(authorised(read), {}, columns), std::invalid_argument);
}

TEST(Danfe, EscPosPrintsNoControlCharactersOfTheText) {
    auto read = receipt("v01-simples-csosn102-dinheiro");
    read.nfce.emit.xNome = "LOJA\nX\tY\x7F";
    auto const lines = printed_lines(danfe_escpos(authorised(read), {}, 48).value());
    EXPECT_TRUE(std::ranges::any_of(lines, [](std::string const& line) { return line.starts_with("LOJA X Y"); }));
}

TEST(Danfe, EscPosFitsTheColumns) {
    auto const read = receipt("v04-ibscbs-2026-consumidor-cpf");
    for (int const columns : {48, 32}) {
        auto const bytes = danfe_escpos(authorised(read), {}, columns).value();
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
