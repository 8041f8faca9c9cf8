#pragma once
// SEFAZ's official schemas, as the judge of what comes in.

#include <optional>
#include <string>
#include <string_view>

namespace balcao::sefaz::simulator {

/// What a schema refuses first.
struct SchemaFault {
    std::string element; // path of names from the root: "enviNFe/NFe/infNFe/ide/nNF"
};

/// Judges a document by one of the schemas built in ("nfe/enviNFe_v4.00.xsd"); std::logic_error for another name.
/// What is no XML at all is a fault of the root. Thread-safe.
std::optional<SchemaFault> schema_fault(std::string const& schema, std::string_view xml);

} // namespace balcao::sefaz::simulator
