#include "platform/base/log.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "platform/base/json.hpp"
#include "platform/base/text.hpp"

namespace balcao::log {

namespace {

constexpr std::chrono::milliseconds gather_time{100};
constexpr std::size_t batch_bytes = 64UL * 1024;
constexpr std::size_t most_bytes = 4UL * 1024 * 1024;

void write_all(std::string_view text) {
    while (!text.empty()) {
        auto const written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return; // standard error is gone: there is nowhere left to say so
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void append_text(std::string& line, std::string_view text) {
    auto const plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (std::ranges::all_of(text, plain)) {
        line += '"';
        line += text;
        line += '"';
    } else if (is_utf8(text)) {
        json::append_string(line, text);
    } else {
        std::string readable;
        for (char const c : text) {
            if (static_cast<unsigned char>(c) < 0x80) readable += c;
            else readable += "\xEF\xBF\xBD";
        }
        json::append_string(line, readable);
    }
}

void append_time(std::string& line) {
    using namespace std::chrono;
    auto const now = system_clock::now().time_since_epoch();
    auto const second = duration_cast<seconds>(now).count();
    thread_local std::int64_t formatted_second = -1;
    thread_local std::string formatted;
    if (second != formatted_second) {
        std::time_t const time = second;
        std::tm parts{};
        ::gmtime_r(&time, &parts);
        formatted = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                                parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
        formatted_second = second;
    }
    line += formatted;
    fmt::format_to(std::back_inserter(line), ".{:03}Z", duration_cast<milliseconds>(now).count() % 1000);
}

void append_line(std::string& line, std::string_view level, std::string_view event,
                 std::initializer_list<Field> fields) {
    line += R"({"time":")";
    append_time(line);
    line += R"(","level":")";
    line += level;
    line += R"(","event":)";
    append_text(line, event);
    for (auto const& field : fields) {
        line += ",\"";
        line += field.name;
        line += "\":";
        if (auto const* text = std::get_if<std::string_view>(&field.value)) append_text(line, *text);
        else if (auto const* whole = std::get_if<std::int64_t>(&field.value)) {
            fmt::format_to(std::back_inserter(line), "{}", *whole);
        } else {
            fmt::format_to(std::back_inserter(line), "{:.3f}", std::get<double>(field.value));
        }
    }
    line += "}\n";
}

// Gathers lines, and writes them on a thread of its own.
class Writer {
public:
    Writer() : thread_([this] { run(); }) {}
    ~Writer() {
        {
            std::lock_guard const lock(mutex_);
            is_ending_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    Writer(Writer const&) = delete;
    Writer& operator=(Writer const&) = delete;

    void add(std::string_view line, bool is_urgent) {
        std::unique_lock lock(mutex_);
        if (gathered_.size() + line.size() > most_bytes) {
            ++dropped_;
            return;
        }
        auto const was_empty = gathered_.empty();
        auto const was_due = is_due_;
        gathered_ += line;
        is_due_ = is_due_ || is_urgent || gathered_.size() >= batch_bytes;
        auto const wakes = was_empty || is_due_ != was_due; // at most twice a batch
        lock.unlock();
        if (wakes) changed_.notify_one();
    }

    // By whoever is about to end the process.
    void write_rest() {
        std::lock_guard const lock(mutex_);
        write_all(gathered_);
        gathered_.clear();
    }

private:
    void run() {
        std::string batch;
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return !gathered_.empty() || is_ending_; });
            changed_.wait_for(lock, gather_time, [this] { return is_due_ || is_ending_; });
            if (gathered_.empty() && is_ending_) return;
            gathered_.swap(batch);
            is_due_ = false;
            auto const dropped = std::exchange(dropped_, 0);
            lock.unlock();
            if (dropped > 0) append_line(batch, "warning", "log_lines_dropped", {{"count", dropped}});
            write_all(batch);
            batch.clear();
            if (batch.capacity() > 2 * batch_bytes) batch.shrink_to_fit();
            lock.lock();
        }
    }

    std::mutex mutex_; // guards the members below, but for the thread
    std::condition_variable changed_;
    std::string gathered_;
    std::size_t dropped_ = 0;
    bool is_due_ = false;
    bool is_ending_ = false;
    std::thread thread_; // last: it uses the others
};

std::unique_ptr<Writer>& writer() {
    static std::unique_ptr<Writer> instance;
    return instance;
}

// What to do when nobody catches an exception, before we were asked.
std::terminate_handler terminate_otherwise = nullptr;

[[noreturn]] void write_rest_and_terminate() {
    if (writer()) writer()->write_rest();
    if (terminate_otherwise != nullptr) terminate_otherwise();
    std::abort();
}

void write(std::string_view level, std::string_view event, std::initializer_list<Field> fields, bool is_urgent) {
    thread_local std::string line;
    line.clear();
    append_line(line, level, event, fields);
    if (writer()) writer()->add(line, is_urgent);
    else write_all(line);
}

} // namespace

void start() {
    writer() = std::make_unique<Writer>();
    auto const before = std::set_terminate(write_rest_and_terminate);
    if (before != write_rest_and_terminate) terminate_otherwise = before;
}

void stop() { writer().reset(); }

void info(std::string_view event, std::initializer_list<Field> fields) { write("info", event, fields, false); }
void warning(std::string_view event, std::initializer_list<Field> fields) { write("warning", event, fields, true); }
void error(std::string_view event, std::initializer_list<Field> fields) { write("error", event, fields, true); }

} // namespace balcao::log
