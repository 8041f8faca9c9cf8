#pragma once
// Approximate taxes of Lei 12.741/2012: the table that a company gets from IBPT, as it uploaded it (tables
// `ibpt_tabela`, `ibpt_capitulo`), and the percentages that products have of their own. What a receipt used of it
// stands in the receipt.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nfce/sale.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "registry/products/products.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::ibpt {

/// Percentages of one NCM, or of one exception (EX of TIPI) to it.
struct Row {
    std::string ncm, ex; // ex: without leading zeros, mostly empty
    Decimal<4> nacional, importado, estadual, municipal;
};

/// What the table says of itself; dates are YYYY-MM-DD, both within.
struct Heading {
    std::string uf, versao, chave, fonte, inicio, fim;
};

struct File {
    Heading heading;
    std::vector<Row> rows; // by NCM and EX
};

/// Reads the CSV as IBPT delivers it (TabelaIBPTaxUF…csv). Refused as a whole, in one sentence: another UF than the
/// company's, not in force on that day, something else than this table. Pure.
Result<File> read_file(std::string_view name, std::string_view content, std::string_view company_uf,
                       std::string_view today);

struct StoredTable {
    Heading heading;
    std::string file_name;
    std::int64_t rows = 0;
    Instant created_at;
    std::int64_t version = 0;

    /// Whether it counts for a company of that UF on that day.
    bool is_in_force(std::string_view uf, std::string_view day) const {
        return heading.uf == uf && heading.inicio <= day && day <= heading.fim;
    }
};
std::optional<StoredTable> find_table(db::Connection& connection, auth::CompanyScope const& scope);

/// Days before the end from which people are reminded.
inline constexpr int notice_days = 15;

/// Of each product, in their order: from the table while it is in force, and for an NCM that it does not have the
/// percentages typed in the product; nothing without either.
std::vector<std::optional<nfce::ApproximateTaxes>> taxes_of(db::Connection& connection, auth::CompanyScope const& scope,
                                                            std::string_view uf, std::string_view day,
                                                            std::span<products::Product const> products);

/// /api/companies/{id}/ibpt
void add_ibpt_routes(auth::Gate& gate, records::Services services, db::Database& database);

} // namespace balcao::ibpt
