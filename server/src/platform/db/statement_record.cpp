#include "platform/db/statement_record.hpp"

#include <atomic>
#include <cerrno>
#include <mutex>
#include <string>
#include <system_error>
#include <unordered_set>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "platform/base/json.hpp"

namespace balcao::db {

namespace {

std::atomic<int> descriptor = -1; // open until the process ends
std::mutex mutex;
std::unordered_set<std::string> written; // guarded by mutex

std::string line_of(Query const& query, std::string_view sql, std::span<std::uint32_t const> types) {
    json::ObjectWriter line;
    line.text("name", query.name);
    line.text("sql", sql);
    line.raw("types", fmt::format("[{}]", fmt::join(types, ",")));
    return line.take() + '\n';
}

} // namespace

void record_statements(std::filesystem::path const& file) {
    descriptor = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        throw Error(fmt::format("Não foi possível abrir {}: {}", file.string(), //
                                std::generic_category().message(errno)));
    }
}

void record_statement(Query const& query, std::string_view sql, std::span<std::uint32_t const> types) {
    if (descriptor.load(std::memory_order_relaxed) < 0) return;
    std::lock_guard const lock(mutex);
    if (!written.insert(fmt::format("{} {}", query.name, sql)).second) return;
    auto const line = line_of(query, sql, types);
    // One write a line, or those of other processes would come between.
    if (::write(descriptor, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        throw Error(fmt::format("the statement '{}' could not be recorded", query.name));
}

} // namespace balcao::db
