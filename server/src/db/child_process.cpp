#include "db/child_process.hpp"

#include <array>
#include <cerrno>
#include <system_error>
#include <tuple>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/database.hpp"

namespace balcao::db {

namespace {

class Pipe {
public:
    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            throw Error(fmt::format("pipe: {}", std::generic_category().message(errno)));
        std::tie(read_end, write_end) = std::tie(ends[0], ends[1]);
    }
    ~Pipe() {
        ::close(read_end);
        close_write_end();
    }
    Pipe(Pipe const&) = delete;
    Pipe& operator=(Pipe const&) = delete;

    void close_write_end() {
        if (write_end >= 0) ::close(write_end);
        write_end = -1;
    }

    int read_end = -1;
    int write_end = -1;
};

// Hands out whole lines of what arrives in pieces.
class Lines {
public:
    explicit Lines(std::function<void(std::string_view)> const& line) : line_(line) {}

    void add(std::string_view piece) {
        if (!line_) return;
        pending_ += piece;
        std::size_t start = 0;
        for (auto end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n', start)) {
            line_(std::string_view(pending_).substr(start, end - start));
            start = end + 1;
        }
        pending_.erase(0, start);
    }
    void finish() {
        if (!pending_.empty()) line_(pending_);
    }

private:
    std::function<void(std::string_view)> const& line_;
    std::string pending_;
};

std::vector<std::string> environment_with(std::vector<std::pair<std::string, std::string>> const& added) {
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
    for (auto const& [name, value] : added) {
        std::erase_if(all, [&](std::string const& entry) { return entry.starts_with(name + "="); });
        all.push_back(name + "=" + value);
    }
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (auto& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

pid_t start(ChildProcess const& child, Pipe& output, Pipe& errors) {
    auto arguments = child.arguments;
    auto environment = environment_with(child.environment);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output.write_end, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors.write_end, STDERR_FILENO);
    pid_t pid = 0;
    auto const result = ::posix_spawnp(&pid, arguments[0].c_str(), &actions, nullptr, pointers(arguments).data(),
                                       pointers(environment).data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (result == ENOENT)
        throw Error(fmt::format("O programa {} não foi encontrado: instale o pacote postgresql-client.", arguments[0]));
    if (result != 0) {
        throw Error(fmt::format("O programa {} não pôde ser iniciado: {}", arguments[0],
                                std::generic_category().message(result)));
    }
    output.close_write_end();
    errors.close_write_end();
    return pid;
}

// Reads both pipes to their ends, so that neither makes the program wait for ever.
void read_all(Pipe& output, Pipe& errors, Lines& lines, std::string& error_text) {
    std::array<pollfd, 2> open{pollfd{.fd = output.read_end, .events = POLLIN, .revents = 0},
                               pollfd{.fd = errors.read_end, .events = POLLIN, .revents = 0}};
    std::array<char, 65536> buffer;
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        if (::poll(open.data(), open.size(), -1) < 0 && errno != EINTR)
            throw Error(fmt::format("poll: {}", std::generic_category().message(errno)));
        for (auto& descriptor : open) {
            if (descriptor.fd < 0 || descriptor.revents == 0) continue;
            auto const count = ::read(descriptor.fd, buffer.data(), buffer.size());
            if (count <= 0) {
                descriptor.fd = -1;
                continue;
            }
            std::string_view const piece(buffer.data(), static_cast<std::size_t>(count));
            if (descriptor.fd == output.read_end) lines.add(piece);
            else error_text += piece;
        }
    }
}

} // namespace

void run_child(ChildProcess const& child) {
    Pipe output;
    Pipe errors;
    auto const pid = start(child, output, errors);
    Lines lines(child.line);
    std::string error_text;
    try {
        read_all(output, errors, lines, error_text);
        lines.finish();
    } catch (...) {
        ::kill(pid, SIGTERM);
        ::waitpid(pid, nullptr, 0);
        throw;
    }
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw Error(fmt::format("O programa {} falhou: {}", child.arguments[0], error_text));
}

} // namespace balcao::db
