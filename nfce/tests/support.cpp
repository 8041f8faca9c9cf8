#include "support.hpp"

#include "nfce/receipt_key.hpp"
#include "nfce/sale_json.hpp"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>

/// fontconfig keeps its cache until the process ends and is not told when that is.
extern "C" char const* __lsan_default_suppressions() { return "leak:libfontconfig"; }

namespace balcao::nfce::test {

std::string file(std::string const& relative_path) {
    std::ifstream in(std::string(NFCE_TEST_DATA) + "/" + relative_path, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + relative_path);
    return {std::istreambuf_iterator<char>(in), {}};
}

Certificate const& certificate(std::string const& name) {
    static std::map<std::string, Certificate> opened;
    auto const known = opened.find(name);
    if (known != opened.end()) return known->second;
    auto certificate = Certificate::open(file("vectors/certs/" + name + ".pfx"), "teste1234");
    if (!certificate) throw std::runtime_error(std::string(describe(certificate.error())));
    return opened.emplace(name, *certificate).first->second;
}

Sale sale(std::string const& vector) {
    for (auto const& entry : std::filesystem::directory_iterator(std::string(NFCE_TEST_DATA) + "/vectors/in")) {
        auto const name = entry.path().filename().string();
        if (!name.starts_with(vector)) continue;
        auto read = read_sale(file("vectors/in/" + name)).value();
        if (read.emit.enderEmit.UF == "SP") read.emit.IE = "110042490114";
        return read;
    }
    throw std::runtime_error("no vector " + vector);
}

bool valid_by_schema(std::string const& schema, std::string const& xml) {
    struct Free {
        void operator()(xmlSchema* compiled) const { xmlSchemaFree(compiled); }
    };
    static std::map<std::string, std::unique_ptr<xmlSchema, Free>> compiled;
    auto& known = compiled[schema];
    if (!known) {
        auto* context = xmlSchemaNewParserCtxt((std::string(NFCE_TEST_DATA) + "/schemas/" + schema).c_str());
        known.reset(xmlSchemaParse(context));
        xmlSchemaFreeParserCtxt(context);
        if (!known) throw std::runtime_error("schema does not compile: " + schema);
    }
    auto* document =
        xmlReadMemory(xml.data(), static_cast<int>(xml.size()), nullptr, nullptr, XML_PARSE_NONET | XML_PARSE_NOERROR);
    auto* context = xmlSchemaNewValidCtxt(known.get());
    bool const valid = document != nullptr && xmlSchemaValidateDoc(context, document) == 0;
    xmlSchemaFreeValidCtxt(context);
    xmlFreeDoc(document);
    return valid;
}

bool valid_by_xmlsec(std::string const& signed_name, std::string const& xml) {
    auto const scratch = (std::filesystem::temp_directory_path() / ("nfce_test_" + std::to_string(getpid()))).string();
    auto const pem = scratch + ".pem", path = scratch + ".xml";
    auto const& der = certificate().der_base64();
    std::string lines = "-----BEGIN CERTIFICATE-----\n";
    for (std::size_t at = 0; at < der.size(); at += 64) lines += der.substr(at, 64) + "\n";
    std::ofstream(pem) << lines << "-----END CERTIFICATE-----\n";
    std::ofstream(path) << xml;
    auto const command = "xmlsec1 --verify --id-attr:Id http://www.portalfiscal.inf.br/nfe:" + signed_name +
                         " --trusted-pem " + pem + " " + path + " >/dev/null 2>&1";
    bool const ok = std::system(command.c_str()) == 0;
    std::remove(pem.c_str());
    std::remove(path.c_str());
    return ok;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    auto const at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("not in the text: " + std::string(from));
    return text.replace(at, from.size(), to);
}

std::string lines(Problems const& problems) {
    std::string text;
    for (auto const& problem : problems) text += to_json(problem) + "\n";
    return text;
}

bool rekey(Nfce& nfce) {
    auto const key = key_of(nfce);
    if (!key) return false;
    nfce.chave = *key;
    nfce.ide.cDV = key->substr(43);
    return true;
}

Money money(std::string_view text) { return Money::parse(text).value(); }

} // namespace balcao::nfce::test
