#include "sefaz/simulator/schema_judge.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/std.h>
#include <libxml/parser.h>
#include <libxml/xmlIO.h>
#include <libxml/xmlschemas.h>
#include <openssl/evp.h>

#include "nfce/digest.hpp"
#include "platform/base/embedded.hpp"

BALCAO_EMBEDDED(schema_envi_nfe)
BALCAO_EMBEDDED(schema_leiaute_nfe)
BALCAO_EMBEDDED(schema_basic_types)
BALCAO_EMBEDDED(schema_dfe_types)
BALCAO_EMBEDDED(schema_xmldsig)
BALCAO_EMBEDDED(schema_cons_reci)
BALCAO_EMBEDDED(schema_cons_sit)
BALCAO_EMBEDDED(schema_leiaute_cons_sit)
BALCAO_EMBEDDED(schema_cons_stat)
BALCAO_EMBEDDED(schema_leiaute_cons_stat)
BALCAO_EMBEDDED(schema_inut)
BALCAO_EMBEDDED(schema_leiaute_inut)
BALCAO_EMBEDDED(schema_env_evento)
BALCAO_EMBEDDED(schema_leiaute_evento)
BALCAO_EMBEDDED(schema_event_types)
BALCAO_EMBEDDED(schema_event_xmldsig)
BALCAO_EMBEDDED(schema_e110110)
BALCAO_EMBEDDED(schema_e110111)
BALCAO_EMBEDDED(schema_e110112)

namespace balcao::sefaz::simulator {

namespace {

/// Where the schemas include each other: a place of ours, so that nothing is read from disk or network.
constexpr std::string_view place = "balcao-schema:/";

using File = std::pair<std::string_view, std::string_view (*)()>;
constexpr std::array files{File{"nfe/enviNFe_v4.00.xsd", &schema_envi_nfe},
                           File{"nfe/leiauteNFe_v4.00.xsd", &schema_leiaute_nfe},
                           File{"nfe/tiposBasico_v4.00.xsd", &schema_basic_types},
                           File{"nfe/DFeTiposBasicos_v1.00.xsd", &schema_dfe_types},
                           File{"nfe/xmldsig-core-schema_v1.01.xsd", &schema_xmldsig},
                           File{"nfe/consReciNFe_v4.00.xsd", &schema_cons_reci},
                           File{"nfe/consSitNFe_v4.00.xsd", &schema_cons_sit},
                           File{"nfe/leiauteConsSitNFe_v4.00.xsd", &schema_leiaute_cons_sit},
                           File{"nfe/consStatServ_v4.00.xsd", &schema_cons_stat},
                           File{"nfe/leiauteConsStatServ_v4.00.xsd", &schema_leiaute_cons_stat},
                           File{"nfe/inutNFe_v4.00.xsd", &schema_inut},
                           File{"nfe/leiauteInutNFe_v4.00.xsd", &schema_leiaute_inut},
                           File{"evento/envEvento_v1.00.xsd", &schema_env_evento},
                           File{"evento/leiauteEvento_v1.00.xsd", &schema_leiaute_evento},
                           File{"evento/tiposBasico_v1.03.xsd", &schema_event_types},
                           File{"evento/xmldsig-core-schema_v1.01.xsd", &schema_event_xmldsig},
                           File{"evento/e110110_v1.00.xsd", &schema_e110110},
                           File{"evento/e110111_v1.00.xsd", &schema_e110111},
                           File{"evento/e110112_v1.00.xsd", &schema_e110112}};

/// Those that stand in the place of others, by the same names.
std::map<std::string, std::string, std::less<>>& own_files() {
    static std::map<std::string, std::string, std::less<>> own;
    return own;
}

std::optional<std::string_view> file_at(std::string_view address) {
    if (!address.starts_with(place)) return std::nullopt;
    address.remove_prefix(place.size());
    if (auto const own = own_files().find(address); own != own_files().end()) return own->second;
    for (auto const& [name, content] : files)
        if (name == address) return content();
    return std::nullopt;
}

struct Free {
    void operator()(xmlDoc* document) const { xmlFreeDoc(document); }
    void operator()(xmlSchema* schema) const { xmlSchemaFree(schema); }
    void operator()(xmlSchemaParserCtxt* context) const { xmlSchemaFreeParserCtxt(context); }
    void operator()(xmlSchemaValidCtxt* context) const { xmlSchemaFreeValidCtxt(context); }
};
template <class T>
using Libxml = std::unique_ptr<T, Free>;

/// Lets libxml2 read from `place`. For the whole process, and for names of that place only.
void open_place() {
    static int const done =
        xmlRegisterInputCallbacks([](char const* address) { return file_at(address) ? 1 : 0; },
                                  [](char const* address) -> void* { return new std::string_view(*file_at(address)); },
                                  [](void* rest, char* buffer, int size) {
                                      auto& text = *static_cast<std::string_view*>(rest);
                                      auto const count = std::min(text.size(), static_cast<std::size_t>(size));
                                      std::memcpy(buffer, text.data(), count);
                                      text.remove_prefix(count);
                                      return static_cast<int>(count);
                                  },
                                  [](void* rest) {
                                      delete static_cast<std::string_view*>(rest);
                                      return 0;
                                  });
    if (done < 0) throw std::runtime_error("xmlRegisterInputCallbacks");
}

void note_message(void* found, xmlErrorPtr error) {
    auto& message = *static_cast<std::string*>(found);
    if (!message.empty() || error->message == nullptr) return;
    message = fmt::format("{} (linha {})", error->message, error->line);
    std::erase(message, '\n');
}

/// `fault`: what libxml2 says first of a schema that is none.
Libxml<xmlSchema> compile(std::string_view name, std::string& fault) {
    open_place();
    Libxml<xmlSchemaParserCtxt> const context(xmlSchemaNewParserCtxt((std::string(place) + std::string(name)).c_str()));
    if (!context) throw std::bad_alloc();
    xmlSchemaSetParserStructuredErrors(context.get(), &note_message, &fault);
    return Libxml<xmlSchema>(xmlSchemaParse(context.get()));
}

xmlSchema* compiled(std::string const& name) {
    static std::mutex mutex;
    static std::map<std::string, Libxml<xmlSchema>, std::less<>> schemas;
    std::lock_guard const lock(mutex);
    auto& schema = schemas[name];
    if (!schema) {
        std::string fault;
        schema = compile(name, fault);
        if (!schema) throw std::logic_error("schema does not compile: " + name + ": " + fault);
    }
    return schema.get();
}

std::string path_of(xmlNode const* node) {
    std::string path;
    for (; node != nullptr && node->type == XML_ELEMENT_NODE; node = node->parent)
        path = reinterpret_cast<char const*>(node->name) + (path.empty() ? "" : "/" + path);
    return path;
}

void note_first(void* found, xmlErrorPtr error) {
    auto& fault = *static_cast<std::optional<SchemaFault>*>(found);
    if (!fault) fault = SchemaFault{path_of(static_cast<xmlNode const*>(error->node))};
}

constexpr std::uintmax_t largest_schema = 4 << 20; // ten times the largest official one

std::string read_schema(std::filesystem::path const& path) {
    if (std::filesystem::file_size(path) > largest_schema)
        throw std::runtime_error(fmt::format("{} é grande demais para um esquema. Use os do pacote oficial.", path));
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw std::runtime_error(fmt::format("{} não pôde ser lido.", path));
    return content;
}

std::string sha256_of(std::string_view content) {
    std::array<unsigned char, 32> digest{};
    if (EVP_Digest(content.data(), content.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("EVP_Digest");
    return nfce::hex_lower(digest);
}

} // namespace

std::vector<OwnSchema> use_schemas(std::filesystem::path const& folder) {
    constexpr std::string_view of_nfe = "nfe/";
    std::vector<OwnSchema> used;
    if (!std::filesystem::is_directory(folder)) return used;
    for (auto const& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".xsd" || !entry.is_regular_file()) continue;
        auto content = read_schema(entry.path());
        used.push_back({.name = entry.path().filename().string(), .sha256 = sha256_of(content)});
        own_files()[std::string(of_nfe) + used.back().name] = std::move(content);
    }
    std::ranges::sort(used, {}, &OwnSchema::name);
    for (auto const& [name, content] : files) {
        std::string fault;
        if (used.empty() || !name.starts_with(of_nfe) || compile(name, fault)) continue;
        throw std::runtime_error(fmt::format("Os esquemas de {} não servem: {} não pode ser lido: {}. Ponha ali o "
                                             "pacote oficial inteiro, ou tire a pasta.",
                                             folder, name.substr(of_nfe.size()), fault));
    }
    return used;
}

std::optional<SchemaFault> schema_fault(std::string const& schema, std::string_view xml) {
    auto* const judge = compiled(schema);
    Libxml<xmlDoc> const document(xmlReadMemory(xml.data(), static_cast<int>(xml.size()), nullptr, nullptr,
                                                XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING));
    if (!document) return SchemaFault{};
    Libxml<xmlSchemaValidCtxt> const context(xmlSchemaNewValidCtxt(judge));
    if (!context) throw std::bad_alloc();
    std::optional<SchemaFault> fault;
    xmlSchemaSetValidStructuredErrors(context.get(), &note_first, &fault);
    if (xmlSchemaValidateDoc(context.get(), document.get()) != 0 && !fault) fault.emplace();
    return fault;
}

} // namespace balcao::sefaz::simulator
