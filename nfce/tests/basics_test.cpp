#include "nfce/certificate.hpp"
#include "nfce/datetime.hpp"
#include "nfce/digest.hpp"
#include "nfce/key.hpp"
#include "nfce/qr.hpp"
#include "nfce/text.hpp"
#include "nfce/written.hpp"
#include "support.hpp"

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>
#include <openssl/pkcs12.h>
#include <rapidcheck/gtest.h>

#include <functional>

namespace balcao::nfce {
namespace {

boost::json::array vectors(std::string const& name) {
    return boost::json::parse(test::file("vectors/" + name)).as_array();
}
std::string text(boost::json::value const& object, std::string_view name) {
    return std::string(object.at(name).as_string());
}

TEST(Key, TwentyVectors) {
    int count = 0;
    for (auto const& row : vectors("chaves.json")) {
        KeyParts const parts{.cUF = text(row, "cUF"),
                             .aamm = text(row, "AAMM"),
                             .CNPJ = text(row, "CNPJ"),
                             .serie = static_cast<int>(row.at("serie").as_int64()),
                             .nNF = static_cast<int>(row.at("nNF").as_int64()),
                             .tpEmis = static_cast<int>(row.at("tpEmis").as_int64()),
                             .cNF = text(row, "cNF")};
        auto const key = text(row, "chave");
        EXPECT_EQ(make_key(parts), key);
        EXPECT_TRUE(is_valid_key(key));
        EXPECT_EQ(parse_key(key), parts);
        ++count;
    }
    EXPECT_EQ(count, 20);
}

TEST(Key, RefusesWhatDoesNotFit) {
    std::string const key = "35261111222333000181650010000000041172635497";
    for (char digit = '0'; digit <= '9'; ++digit) EXPECT_EQ(is_valid_key(key.substr(0, 43) + digit), digit == '7');
    EXPECT_FALSE(is_valid_key(key.substr(1)));
    EXPECT_FALSE(is_valid_key(""));
    KeyParts const good = *parse_key(key);
    auto of_55 = good;
    of_55.mod = 55;
    EXPECT_EQ(parse_key(*make_key(of_55)), of_55);
    for (auto const& change : std::vector<std::function<void(KeyParts&)>>{
             [](auto& p) { p.cUF = "3"; }, [](auto& p) { p.CNPJ = "1122233300018A"; },
             [](auto& p) { p.CNPJ = "1122233300018"; }, [](auto& p) { p.serie = 1000; },
             [](auto& p) { p.nNF = 1'000'000'000; }, [](auto& p) { p.cNF = "1234567"; }, [](auto& p) { p.tpEmis = 10; },
             [](auto& p) { p.aamm = "26-1"; }, [](auto& p) { p.serie = -1; }}) {
        auto parts = good;
        change(parts);
        EXPECT_FALSE(make_key(parts));
    }
}

TEST(Key, ForbiddenCnf) {
    for (auto const* cnf :
         {"00000000", "11111111", "99999999", "12345678", "23456789", "34567890", "90123456", "01234567", "00000042"})
        EXPECT_FALSE(is_allowed_cnf(cnf, 42)) << cnf;
    EXPECT_TRUE(is_allowed_cnf("00000043", 42));
    EXPECT_TRUE(is_allowed_cnf("12345679", 42));
    EXPECT_FALSE(is_allowed_cnf("1234567", 42));
}

TEST(Qr, FourteenVectors) {
    int count = 0;
    for (auto const& row : vectors("qr-v2.json")) {
        QrFacts facts{.chave = text(row, "chave"),
                      .tpAmb = static_cast<int>(row.at("tpAmb").as_int64()),
                      .offline = text(row, "modo") == "offline",
                      .day = {},
                      .vNF = {},
                      .digest_value = {},
                      .consumer = {}};
        if (facts.offline) {
            facts.day = text(row, "dia");
            facts.vNF = text(row, "vNF");
            facts.digest_value = text(row, "digestValueBase64");
        }
        EXPECT_EQ(qr_parameter(facts, QrV2{text(row, "CSC"), text(row, "idCSC")}, test::certificate()), text(row, "p"));
        ++count;
    }
    EXPECT_EQ(count, 14);
}

TEST(Qr, Version3Offline) {
    QrFacts facts{.chave = "35261111222333000181650010000000041172635497",
                  .tpAmb = 2,
                  .offline = true,
                  .day = "20",
                  .vNF = "10.00",
                  .digest_value = {},
                  .consumer = {}};
    auto const signed_part = [&] {
        auto const parameter = qr_parameter(facts, QrV3{}, test::certificate());
        auto const at = parameter.rfind('|');
        EXPECT_TRUE(verify_sha1(*base64_decode(test::certificate().der_base64()), parameter.substr(0, at),
                                *base64_decode(parameter.substr(at + 1))));
        return parameter.substr(0, at);
    };
    EXPECT_EQ(signed_part(), facts.chave + "|3|2|20|10.00||");
    facts.consumer = PersonId{PersonId::Kind::estrangeiro, "AB12345"};
    EXPECT_EQ(signed_part(), facts.chave + "|3|2|20|10.00|3|");
    facts.consumer = PersonId{PersonId::Kind::cpf, "52998224725"};
    EXPECT_EQ(signed_part(), facts.chave + "|3|2|20|10.00|2|52998224725");
}

TEST(Qr, UrlKeepsAParameterThatIsThere) {
    EXPECT_EQ(qr_url("https://x/qr", "K|3|2"), "https://x/qr?p=K|3|2");
    EXPECT_EQ(qr_url("https://x/qr?p=", "K|3|2"), "https://x/qr?p=K|3|2");
}

TEST(Csrt, CheckValue) {
    EXPECT_EQ(hash_csrt("G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO", "41180678393592000146558900000006041028190697"),
              "aWv6LeEM4X6u4+qBI2OYZ8grigw=");
}

TEST(Certificate, OpensNewAndOldExports) {
    for (auto const* name : {"a1-numerico", "a1-numerico-legacy", "a1-alfa", "a1-alfa-legacy"}) {
        auto const& certificate = test::certificate(name);
        EXPECT_EQ(certificate.cnpj(), std::string_view(name).contains("alfa") ? "12ABC34501DE35" : "11222333000181");
        EXPECT_LT(certificate.valid_from(), certificate.valid_to());
        EXPECT_FALSE(certificate.subject().empty());
        EXPECT_FALSE(certificate.issuer().empty());
        EXPECT_FALSE(certificate.serial().empty());
    }
}

TEST(Certificate, TellsAWrongPasswordFromADamagedFile) {
    auto const pfx = test::file("vectors/certs/a1-numerico.pfx");
    EXPECT_EQ(Certificate::open(pfx, "errada").error(), CertificateError::wrong_password);
    EXPECT_EQ(Certificate::open(pfx, "").error(), CertificateError::wrong_password);
    EXPECT_EQ(Certificate::open("", "x").error(), CertificateError::damaged);
    EXPECT_EQ(Certificate::open("not a pfx", "x").error(), CertificateError::damaged);
    for (std::size_t size = 0; size < pfx.size(); size += 97) {
        EXPECT_EQ(Certificate::open(std::string_view(pfx).substr(0, size), "teste1234").error(),
                  CertificateError::damaged)
            << size;
    }
}

/// A key store without a key whose MAC and `safes` encrypted parts ask for `rounds` of hashing each.
std::string demanding_pfx(int safes, int rounds) {
    STACK_OF(PKCS7)* parts = nullptr;
    auto* bags = sk_PKCS12_SAFEBAG_new_null();
    for (int i = 0; i < safes; ++i) PKCS12_add_safe(&parts, bags, NID_aes_256_cbc, rounds, "teste1234");
    auto* file = PKCS12_add_safes(parts, NID_pkcs7_data);
    PKCS12_set_mac(file, "teste1234", -1, nullptr, 0, 1, EVP_sha256());
    unsigned char* der = nullptr;
    int const size = i2d_PKCS12(file, &der);
    std::string bytes(reinterpret_cast<char*>(der), static_cast<std::size_t>(size));
    OPENSSL_free(der);
    PKCS12_free(file);
    sk_PKCS7_pop_free(parts, PKCS7_free);
    sk_PKCS12_SAFEBAG_free(bags);
    return bytes;
}

TEST(Certificate, LimitsTheWorkOfAWholeFile) {
    EXPECT_EQ(Certificate::open(demanding_pfx(2, 1'000), "teste1234").error(), CertificateError::no_key);
    EXPECT_EQ(Certificate::open(demanding_pfx(1, 1'000'001), "teste1234").error(), CertificateError::damaged);
    EXPECT_EQ(Certificate::open(demanding_pfx(3, 400'000), "teste1234").error(), CertificateError::damaged);
}

TEST(Certificate, TakesAPasswordThatIsPartOfALongerText) {
    auto const pfx = test::file("vectors/certs/a1-numerico.pfx");
    std::string const longer = "teste12345";
    EXPECT_TRUE(Certificate::open(pfx, std::string_view(longer).substr(0, 9)).has_value());
    EXPECT_FALSE(Certificate::open(pfx, longer).has_value());
}

TEST(Text, BecomesFitForTheLayout) {
    EXPECT_EQ(normalise_text("  Açúcar \t refinado\n", 60).text, "Açúcar refinado");
    EXPECT_EQ(normalise_text("“A” – B… ™€😀", 60).text, "\"A\" - B...");
    EXPECT_EQ(normalise_text("Cafe\xCC\x81", 60).text, "Café");
    EXPECT_EQ(normalise_text("a\xC2\xA0"
                             "b",
                             60)
                  .text,
              "a b");
    auto const cut = normalise_text("ééé ééé", 4);
    EXPECT_EQ(cut.text, "ééé");
    EXPECT_TRUE(cut.cut);
    EXPECT_TRUE(normalise_text(std::string_view("a\x01"
                                                "b",
                                                3),
                               60)
                    .had_control);
    EXPECT_TRUE(normalise_text("\xFF", 60).invalid_utf8);
    EXPECT_EQ(normalise_text("\xF0\x9F\x98\x80", 60).text, "");
}

TEST(Text, KnowsTheLayoutsCharacters) {
    EXPECT_TRUE(is_layout_text("Ção ÿ"));
    for (auto const* bad : {"", " a", "a ", "a\tb", "€", "\xC2\xA0", "a\xC2", "\xC3"})
        EXPECT_FALSE(is_layout_text(bad)) << bad;
}

RC_GTEST_PROP(TextProperty, NormalisedTextFits, (std::string const& raw)) {
    auto const once = normalise_text(raw, 40);
    RC_ASSERT(once.text.empty() || is_layout_text(once.text));
    RC_ASSERT(normalise_text(once.text, 40).text == once.text);
}

TEST(DateTime, RoundTripsAndKnowsItsOffset) {
    auto const moment = *DateTime::parse("2026-11-20T23:15:30-03:00");
    EXPECT_EQ(moment.to_string(), "2026-11-20T23:15:30-03:00");
    EXPECT_EQ(moment.aamm(), "2611");
    EXPECT_EQ(moment.day(), "20");
    EXPECT_EQ(moment.printed(), "20/11/2026 23:15:30");
    EXPECT_EQ(moment.epoch(), DateTime::parse("2026-11-21T02:15:30+00:00")->epoch());
    EXPECT_EQ(DateTime::from_epoch(moment.epoch(), -3), moment);
    for (auto const* bad : {"", "2026-02-29T00:00:00-03:00", "2026-11-20T24:00:00-03:00", "2026-11-20T10:15:30-03:30",
                            "2026-11-20 10:15:30-03:00", "2026-11-20T10:15:30Z", "2026-11-20T10:15:30.1-03:00",
                            "1999-01-01T00:00:00-03:00", "2026-11-20T10:15:30-12:00", "2026-1a-20T10:15:30-03:00"})
        EXPECT_FALSE(DateTime::parse(bad)) << bad;
}

TEST(Written, KeepsTheDecimalsOfItsText) {
    for (auto const* number : {"1", "1.0", "1.50", "0.0000", "12.3456"})
        EXPECT_EQ(Written<4>::parse(number)->to_string(), number);
    EXPECT_EQ(Written<4>::parse("1.23456")->places, 5);
    EXPECT_EQ(Written<4>::parse("1.23456")->value.to_string(), "1.2345");
    EXPECT_FALSE(Written<4>::parse("1.2345x"));
    EXPECT_FALSE(Written<4>::parse("1,5"));
}

} // namespace
} // namespace balcao::nfce
