#pragma once
// A private PostgreSQL cluster for tests (scripts/postgres). A test fails when PostgreSQL is missing; it never skips.

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "platform/base/child_process.hpp"

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

    /// From now until thaw() it takes connections and answers none, as a machine that swaps or a disk that hangs.
    void freeze() const { signal_all(SIGSTOP); }
    void thaw() const { signal_all(SIGCONT); }

private:
    void signal_all(int signal) const {
        pid_t postmaster = 0;
        std::ifstream(folder_ + "/data/postmaster.pid") >> postmaster;
        if (postmaster <= 0) throw std::runtime_error("no postmaster.pid");
        ::kill(postmaster, signal);
        std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", postmaster));
        for (pid_t child = 0; children >> child;) ::kill(child, signal);
    }

    // The last line the script prints.
    static std::string script(std::vector<std::string> arguments) {
        auto const root = std::filesystem::path(BALCAO_TEST_DATA).parent_path().parent_path().parent_path();
        arguments.insert(arguments.begin(), root / "scripts/postgres");
        std::string last;
        run_child({.arguments = std::move(arguments), .line = [&](std::string_view line) { last = line; }});
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
