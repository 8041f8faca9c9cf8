#include "platform/db/server_lock.hpp"

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "platform/db/engine.hpp"

namespace balcao::db {

ServerLock::ServerLock(Options const& options) {
    if (dialect_of(options.url) != Dialect::sqlite) return;
    auto const path = sqlite_path(options.url);
    if (std::string where; std::getline(std::ifstream(path + ".moved"), where)) {
        throw Error(
            fmt::format("O banco de dados {} foi mudado para {}: use esse em BALCAO_DATABASE_URL. Só se a mudança não "
                        "valeu, apague {}.moved.",
                        path, where, path));
    }
    // Beside the database: SQLite's own locks end when any of its files is closed.
    file_ = ::open((path + ".server").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    auto const is_locked = file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) == 0;
    if (is_locked) return;
    auto const reason = errno;
    if (file_ >= 0) ::close(file_);
    if (reason == EWOULDBLOCK) {
        throw Error(fmt::format(
            "Outro Balcão já usa o banco de dados {}. Pare-o primeiro, ou use PostgreSQL para mais de um.", path));
    }
    throw Away(fmt::format("Não foi possível criar {}.server: {}", path, std::generic_category().message(reason)));
}

ServerLock::~ServerLock() {
    if (file_ >= 0) ::close(file_);
}

} // namespace balcao::db
