#include "office/versions/versions.hpp"

#include <algorithm>
#include <array>

#include "platform/auth/gate.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/list_query.hpp"

namespace balcao::versions {

namespace {

struct VersionId : Id<VersionId> {
    using Id::Id;
};

struct Version {
    VersionId id;
    std::string version;
    Instant created_at;
    std::optional<std::string> commit_hash;
    std::optional<std::string> description;
};

constexpr Field version_fields[]{
    field<&Version::id>("id"),
    field<&Version::version>("version"),
    field<&Version::created_at>("created_at"),
    field<&Version::commit_hash>("commit_hash"),
    field<&Version::description>("description"),
};

constexpr db::Query known_version{"versions_known", R"sql(
    select 1 from app_versions where version = :version and coalesce(commit_hash, '') = :commit_hash)sql"};

constexpr db::Query insert_version{"versions_insert", R"sql(
    insert into app_versions (id, version, created_at, commit_hash, description)
    values (:id, :version, :created_at, nullif(:commit_hash, ''), :description))sql"};

constexpr db::Query describe_version{"versions_describe", R"sql(
    update app_versions set description = :description where version = :version and coalesce(commit_hash, '') = :commit_hash)sql"};

constexpr db::Query version_page{"versions_page", R"sql(
    select id, version, created_at, commit_hash, description
    from app_versions
    order by created_at desc, id desc
    limit :limit offset :offset)sql"};

constexpr db::Query count_versions{"versions_count", "select count(*) from app_versions"};

} // namespace

std::optional<std::string> changes_of(std::string_view changelog, std::string_view version) {
    std::optional<std::string> found;
    while (!changelog.empty()) {
        auto const end = std::min(changelog.find('\n'), changelog.size());
        auto const line = changelog.substr(0, end);
        changelog.remove_prefix(std::min(end + 1, changelog.size()));
        if (line.starts_with("## ")) {
            if (found) break;
            if (trim(line.substr(3)) == version) found.emplace();
        } else if (found) {
            found->append(line).append("\n");
        }
    }
    if (found) found = trim(*found);
    return found && !found->empty() ? found : std::nullopt;
}

void note_running_version(db::Transaction& transaction, Instant now, std::string_view version,
                          std::string_view commit_hash, std::optional<std::string> const& description) {
    auto const is_known =
        transaction.scalar<std::int64_t>(known_version, {{"version", version}, {"commit_hash", commit_hash}})
            .has_value();
    if (is_known) {
        transaction.execute(describe_version,
                            {{"version", version}, {"commit_hash", commit_hash}, {"description", description}});
    } else {
        transaction.execute(insert_version, {{"id", VersionId::make()},
                                             {"version", version},
                                             {"created_at", now},
                                             {"commit_hash", commit_hash},
                                             {"description", description}});
    }
}

void add_versions_routes(auth::Gate& gate) {
    gate.route({.pattern = "/api/versions", .who = auth::Who::signed_in}, [](auth::ReadCall& call) -> auth::Answer {
        constexpr std::array<std::string_view, 1> sorts{"created_at"};
        auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts));
        records::ListPage const page{
            .items = call.db.all(
                version_page, {{"limit", query.page_size}, {"offset", query.offset()}},
                [](db::Row const& row) { return to_json(version_fields, db::read_row<Version>(version_fields, row)); }),
            .total = call.db.scalar<std::int64_t>(count_versions).value_or(0)};
        return http::json(200, to_json(page, query));
    });
}

} // namespace balcao::versions
