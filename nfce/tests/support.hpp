#pragma once

#include "nfce/certificate.hpp"
#include "nfce/model.hpp"
#include "nfce/problem.hpp"
#include "nfce/sale.hpp"

#include <string>
#include <string_view>

/// What several test files need.
namespace balcao::nfce::test {

/// Content of a file under nfce/tests; throws when it cannot be read.
std::string file(std::string const& relative_path);

/// A test certificate by name ("a1-numerico"), opened once.
Certificate const& certificate(std::string const& name = "a1-numerico");

/// The sale of a golden vector ("v01", "v03" …), with a valid SP inscrição estadual in place of the fictitious one.
Sale sale(std::string const& vector);

/// The schema of a document, for the judge below.
inline constexpr auto* nfe_schema = "nfe/nfe_v4.00.xsd";

/// Judge: an official schema of tests/schemas ("nfe/nfe_v4.00.xsd"), by libxml2.
bool valid_by_schema(std::string const& schema, std::string const& xml);
/// Judge: the signature over the element of that name, made with certificate("a1-numerico"), by xmlsec1.
bool valid_by_xmlsec(std::string const& signed_name, std::string const& xml);

/// A valid access key of certificate("a1-numerico").
inline std::string const some_key = "35261111222333000181650010000000041172635497";

/// The text with the first `from` replaced; throws when it is not there.
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// Problems for a failure message, one per line.
std::string lines(Problems const& problems);

/// Gives the document the key of its own values; false when they make none.
bool rekey(Nfce& nfce);

/// `1234.50`, which must be an amount.
Money money(std::string_view text);

} // namespace balcao::nfce::test
