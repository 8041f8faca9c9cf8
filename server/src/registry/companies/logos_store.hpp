#pragma once
// The SQL of logos: drawn pictures and the uploads they come from, in `files`; `logos_retirados`.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/pictures/picture.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::companies {

/// `{owner}/{random}` and the picture's extension: the path of the picture and of its upload.
std::string new_logo_path(std::string_view owner, pictures::Picture const& picture);

void insert_logo(db::Transaction& transaction, auth::CompanyScope const& scope, Instant now, std::string_view path,
                 std::string_view upload, pictures::Picture const& picture);
/// The picture and its upload.
void remove_logo(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view path);
/// A picture by its public path; open to anyone who knows it.
std::optional<pictures::Picture> find_logo(db::Connection& connection, std::string_view path);
/// The company has a new logo of this kind, or wants none: the one taken off needs no notice any more.
void forget_withdrawn(db::Transaction& transaction, auth::CompanyScope const& scope, LogoKind kind);

/// An upload of an earlier version that was served as it was.
struct UndrawnLogo {
    CompanyId company;
    LogoKind kind{};
    std::string path;
};
std::vector<UndrawnLogo> undrawn_logos(db::Connection& connection);
std::optional<db::Blob> undrawn_bytes(db::Connection& connection, CompanyId company, std::string_view path);
/// False when the company has another logo by now.
bool replace_undrawn(db::Transaction& transaction, UndrawnLogo const& logo, Instant now, std::string_view path,
                     pictures::Picture const& picture);
bool withdraw_undrawn(db::Transaction& transaction, UndrawnLogo const& logo, Instant now, std::string_view why);

} // namespace balcao::companies
