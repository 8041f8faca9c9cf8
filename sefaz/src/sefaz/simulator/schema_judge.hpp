#pragma once
// SEFAZ's official schemas, as the judge of what comes in.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balcao::sefaz::simulator {

/// What a schema refuses first.
struct SchemaFault {
    std::string element; // path of names from the root: "enviNFe/NFe/infNFe/ide/nNF"
};

/// One that stands in the place of a schema built in.
struct OwnSchema {
    std::string name, sha256; // "leiauteNFe_v4.00.xsd", in hexadecimal
};
/// Takes the .xsd files of the folder, as an official package of the NF-e has them, for those of the NF-e built in: of
/// another version of the layout. Returns them by name; none without the folder. Throws std::runtime_error with a
/// sentence for files that are no schemas, that need one which is not there, or of which a message cannot be judged.
/// Before anything else is judged, of this process.
std::vector<OwnSchema> use_schemas(std::filesystem::path const& folder);

/// Judges a document by one of the schemas built in ("nfe/enviNFe_v4.00.xsd"); std::logic_error for another name.
/// What is no XML at all is a fault of the root. Thread-safe.
std::optional<SchemaFault> schema_fault(std::string const& schema, std::string_view xml);

} // namespace balcao::sefaz::simulator
