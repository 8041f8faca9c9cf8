#include "sefaz/tables_file.hpp"

#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "platform/base/json.hpp"
#include "platform/base/log.hpp"

namespace balcao::sefaz {

namespace {

constexpr std::string_view addresses_of_operator = "enderecos_do_operador";

std::filesystem::path file_in(std::filesystem::path const& folder) { return folder / "tabelas.json"; }

// nullopt: it is no file of write_tables, or of another version's.
std::optional<std::shared_ptr<nfce::Tables const>> read(std::filesystem::path const& file) {
    std::ifstream input(file);
    auto const object = json::parse_object(std::string(std::istreambuf_iterator(input), {}));
    if (!object) return std::nullopt;
    nfce::TableTexts texts;
    std::string addresses;
    for (auto const& [name, value] : *object) {
        auto const table = nfce::table_file_named(name);
        if (!value.is_string() || (!table && name != addresses_of_operator)) return std::nullopt;
        (table ? texts[*table] : addresses) = value.get_string();
    }
    if (texts.empty() && addresses.empty()) return nfce::Tables::base();
    auto made = nfce::Tables::make(std::move(texts), addresses);
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

} // namespace

bool write_tables(std::filesystem::path const& folder, nfce::Tables const& tables) {
    json::ObjectWriter object;
    for (auto const& [file, text] : tables.own()) object.text(nfce::name_of(file), text);
    if (!tables.addresses().empty()) object.text(addresses_of_operator, tables.addresses());
    // Several servers may share the folder.
    auto const partial = folder / fmt::format("tabelas.{}", ::getpid());
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::ofstream output(partial, std::ios::trunc);
    output << object.take();
    output.close();
    if (output) std::filesystem::rename(partial, file_in(folder), error);
    return output && !error;
}

TablesFile::TablesFile(std::filesystem::path const& folder) : file_(file_in(folder)) {}

std::shared_ptr<nfce::Tables const> const& TablesFile::current() {
    std::error_code error;
    auto const written = std::filesystem::last_write_time(file_, error);
    if (error || written == written_) return tables_;
    written_ = written;
    if (auto read_tables = read(file_)) tables_ = *std::move(read_tables);
    else log::warning("simulator_tables_unusable", {{"file", file_.string()}});
    return tables_;
}

} // namespace balcao::sefaz
