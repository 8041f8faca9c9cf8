#pragma once
// The SQL of `emitente` and of its logos in `files`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "auth/gate.hpp"
#include "base/result.hpp"
#include "companies/company.hpp"
#include "db/database.hpp"
#include "http/list_query.hpp"

namespace balcao::companies {

std::optional<StoredCompany> find(db::Connection& connection, auth::CompanyScope const& scope);

/// One page and its total. `only_of`: the companies linked to this user; nullopt: all. `ativo`: S, N or both.
struct CompanyFilter {
    std::optional<UserId> only_of{};
    std::optional<std::string> ativo{};
};
http::ListPage list(db::Connection& connection, http::ListQuery const& query, CompanyFilter const& filter);

/// Inserts the row and what belongs to it. A taken CNPJ throws db::UniqueViolation `emitente_cnpj`.
void insert(db::Transaction& transaction, StoredCompany const& stored);
/// Writes the row. A taken CNPJ throws db::UniqueViolation `emitente_cnpj`.
void update(db::Transaction& transaction, auth::CompanyScope const& scope, StoredCompany const& before,
            StoredCompany const& after);
void remove(db::Transaction& transaction, auth::CompanyScope const& scope, StoredCompany const& stored);

/// Id of the company with this CNPJ.
std::optional<CompanyId> find_by_cnpj(db::Connection& connection, std::string_view cnpj);
/// The tone the fewest companies use, the first of those in the order of company_colors.
std::string_view least_used_color(db::Connection& connection);

/// An image as kept in bucket `company_logos`.
struct LogoFile {
    std::string content_type;
    db::Blob bytes;
};
/// `path`: `{userId}/{random}.{ext}`.
void insert_logo(db::Transaction& transaction, auth::CompanyScope const& scope, Instant now, std::string_view path,
                 LogoFile const& file);
void remove_logo(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view path);
/// A logo by its public path; open to anyone who knows it.
std::optional<LogoFile> find_logo(db::Connection& connection, std::string_view path);

} // namespace balcao::companies
