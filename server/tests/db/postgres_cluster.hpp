#pragma once
// A private PostgreSQL cluster for tests (scripts/postgres). A test fails when PostgreSQL is missing; it never skips.

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "db/child_process.hpp"

namespace balcao::test {

/// Runs until the end of this object.
class PostgresCluster {
public:
    PostgresCluster() : folder_(script({"start", "fsync=off"})) {}
    ~PostgresCluster() { script({"stop", folder_}); }
    PostgresCluster(PostgresCluster const&) = delete;
    PostgresCluster& operator=(PostgresCluster const&) = delete;

    /// The address of a database in it, which is made when missing.
    std::string url(std::string const& database) const { return script({"url", folder_, database}); }
    /// As an operator would: open connections are cut off.
    void restart() const { script({"restart", folder_}); }

private:
    // The last line the script prints.
    static std::string script(std::vector<std::string> arguments) {
        auto const root = std::filesystem::path(BALCAO_TEST_DATA).parent_path().parent_path().parent_path();
        arguments.insert(arguments.begin(), root / "scripts/postgres");
        std::string last;
        db::run_child({.arguments = std::move(arguments), .line = [&](std::string_view line) { last = line; }});
        return last;
    }

    std::string const folder_;
};

/// A database that exists in a cluster shared by this process's tests: the one of BALCAO_TEST_DATABASE_URL if that is
/// set, else a private one.
inline std::string shared_postgres_url() {
    if (auto const* const url = std::getenv("BALCAO_TEST_DATABASE_URL")) return url;
    static PostgresCluster const cluster;
    static std::string const url = cluster.url("shared");
    return url;
}

} // namespace balcao::test
