#include "platform/base/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <tuple>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/base/shadow_memory.hpp"

namespace balcao {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Deadline = std::optional<SteadyClock::time_point>;

constexpr std::size_t most_error_text = 16 * 1024;
constexpr std::chrono::seconds ending_time{5};

[[noreturn]] void throw_system_error(std::string_view call) {
    throw ChildError(fmt::format("{}: {}", call, std::generic_category().message(errno)));
}

class Pipe {
public:
    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_system_error("pipe");
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

// The whole input as a file in memory, so that nothing waits until the program reads it.
class Input {
public:
    explicit Input(std::string_view bytes) : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
        if (descriptor_ < 0) throw_system_error("memfd_create");
        while (!bytes.empty()) {
            auto const count = ::write(descriptor_, bytes.data(), bytes.size());
            if (count < 0) {
                if (errno == EINTR) continue;
                ::close(descriptor_);
                throw_system_error("write");
            }
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        ::lseek(descriptor_, 0, SEEK_SET);
    }
    ~Input() { ::close(descriptor_); }
    Input(Input const&) = delete;
    Input& operator=(Input const&) = delete;

    int descriptor() const { return descriptor_; }

private:
    int const descriptor_;
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

std::vector<std::string> environment_of(ChildProcess const& child) {
    std::vector<std::string> all;
    for (char** entry = environ; child.inherits_environment && *entry != nullptr; ++entry) all.emplace_back(*entry);
    for (auto const& [name, value] : child.environment) {
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
    Input const input(child.input);
    auto arguments = child.arguments;
    auto environment = environment_of(child);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input.descriptor(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.write_end, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors.write_end, STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1); // sockets of clients, for example
    pid_t pid = 0;
    auto const result = ::posix_spawnp(&pid, arguments[0].c_str(), &actions, nullptr, pointers(arguments).data(),
                                       pointers(environment).data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (result == ENOENT && !child.package.empty()) {
        throw ChildError(
            fmt::format("O programa {} não foi encontrado: instale o pacote {}.", arguments[0], child.package));
    }
    if (result != 0) {
        throw ChildError(fmt::format("O programa {} não pôde ser iniciado: {}", arguments[0],
                                     std::generic_category().message(result)));
    }
    output.close_write_end();
    errors.close_write_end();
    return pid;
}

// Milliseconds as poll() wants them.
int left_until(Deadline const& deadline) {
    if (!deadline) return -1;
    auto const left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - SteadyClock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

// Wakes a poll() when the stop is asked for.
class StopEvent {
public:
    explicit StopEvent(std::stop_token const& token)
        : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), callback_(token, Ring{descriptor_}) {
        if (descriptor_ < 0) throw_system_error("eventfd");
    }
    ~StopEvent() { ::close(descriptor_); }
    StopEvent(StopEvent const&) = delete;
    StopEvent& operator=(StopEvent const&) = delete;

    int descriptor() const { return descriptor_; }

private:
    struct Ring {
        int descriptor;
        void operator()() const noexcept { (void)::eventfd_write(descriptor, 1); }
    };
    int const descriptor_;
    std::stop_callback<Ring> callback_; // ends before the descriptor does
};

// Until when the program may run, which a stop brings forward.
class Patience {
public:
    Patience(pid_t pid, ChildProcess const& child)
        : pid_(pid), deadline_(child.time_limit.transform(
                         [](std::chrono::milliseconds limit) { return SteadyClock::now() + limit; })),
          stop_(child.stop) {}

    // Of what poll() waits for besides.
    pollfd stop() const { return {.fd = asked_ ? -1 : stop_.descriptor(), .events = POLLIN, .revents = 0}; }
    int left() const { return left_until(deadline_); }
    bool is_over() const { return deadline_ && SteadyClock::now() >= *deadline_; }
    bool was_asked_to_end() const { return asked_; }

    void ask_to_end() {
        asked_ = true;
        ::kill(pid_, SIGTERM);
        auto const last = SteadyClock::now() + ending_time;
        deadline_ = deadline_ ? std::min(*deadline_, last) : last;
    }

private:
    pid_t const pid_;
    Deadline deadline_;
    StopEvent const stop_;
    bool asked_ = false;
};

// Reads both pipes to their ends, so that neither makes the program wait for ever. False: the time was over before.
bool read_all(Pipe& output, Pipe& errors, Patience& patience, std::function<void(std::string_view)> const& take,
              std::string& error_text) {
    std::array<pollfd, 3> open{pollfd{.fd = output.read_end, .events = POLLIN, .revents = 0},
                               pollfd{.fd = errors.read_end, .events = POLLIN, .revents = 0}, patience.stop()};
    std::array<char, 65536> buffer;
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        auto const ready = ::poll(open.data(), open.size(), patience.left());
        if (ready < 0 && errno != EINTR) throw_system_error("poll");
        if (patience.is_over()) return false;
        if (ready <= 0) continue;
        if (open[2].revents != 0) {
            patience.ask_to_end();
            open[2] = patience.stop();
        }
        for (auto* const descriptor : {&open[0], &open[1]}) {
            if (descriptor->fd < 0 || descriptor->revents == 0) continue;
            auto const count = ::read(descriptor->fd, buffer.data(), buffer.size());
            if (count <= 0) {
                descriptor->fd = -1;
                continue;
            }
            std::string_view const piece(buffer.data(), static_cast<std::size_t>(count));
            if (descriptor->fd == output.read_end) take(piece);
            else error_text += piece.substr(0, most_error_text - std::min(most_error_text, error_text.size()));
        }
    }
    return true;
}

// False: it still runs when the time is over, although it closed both pipes.
bool ends_in_time(pid_t pid, Patience& patience) {
    pollfd const end{.fd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)), .events = POLLIN, .revents = 0};
    if (end.fd < 0) throw_system_error("pidfd_open");
    std::array<pollfd, 2> waited{end, patience.stop()};
    while (waited[0].revents == 0 && !patience.is_over()) {
        if (::poll(waited.data(), waited.size(), patience.left()) <= 0) continue;
        if (waited[1].revents == 0) continue;
        patience.ask_to_end();
        waited[1] = patience.stop();
    }
    ::close(end.fd);
    return waited[0].revents != 0;
}

void limit_memory(pid_t pid, ChildProcess const& child) {
    if (!child.memory_limit || !child_process_limits_memory()) return;
    rlimit const value{.rlim_cur = *child.memory_limit, .rlim_max = *child.memory_limit};
    // ESRCH: it has ended, which its output tells.
    if (::prlimit(pid, RLIMIT_AS, &value, nullptr) != 0 && errno != ESRCH) throw_system_error("prlimit");
}

int wait_for(pid_t pid) {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

} // namespace

void run_child(ChildProcess const& child) {
    Pipe output;
    Pipe errors;
    auto const pid = start(child, output, errors);
    Lines lines(child.line);
    auto const take = child.output ? child.output : [&lines](std::string_view piece) { lines.add(piece); };
    std::string error_text;
    bool in_time = false;
    bool was_asked = false;
    try {
        limit_memory(pid, child);
        Patience patience(pid, child);
        in_time = read_all(output, errors, patience, take, error_text) && ends_in_time(pid, patience);
        was_asked = patience.was_asked_to_end();
        lines.finish();
    } catch (...) {
        ::kill(pid, SIGKILL);
        wait_for(pid);
        throw;
    }
    if (!in_time) ::kill(pid, SIGKILL);
    auto const status = wait_for(pid);
    if (was_asked) return;
    if (!in_time) throw ChildFailed(fmt::format("O programa {} demorou demais e foi encerrado.", child.arguments[0]));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw ChildFailed(fmt::format("O programa {} falhou: {}", child.arguments[0], error_text));
}

bool child_process_limits_memory() { return !has_shadow_memory; }

} // namespace balcao
