#include "base/log.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <spdlog/async_logger.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include "base/json.hpp"
#include "base/text.hpp"

namespace balcao::log {

namespace {

constexpr std::size_t queue_lines = 4096;
constexpr std::size_t batch_bytes = 64 * 1024;

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

using Pool = spdlog::details::thread_pool;

// Runs on the pool's thread. Writes when the queue is empty or the batch is large, so that a line appears at once and
// a busy server needs few system calls.
class StderrSink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
public:
    explicit StderrSink(Pool& pool) : pool_(pool) {} // the pool outlives its thread

private:
    void sink_it_(spdlog::details::log_msg const& message) override {
        batch_.append(message.payload.data(), message.payload.size());
        if (batch_.size() >= batch_bytes || pool_.queue_size() == 0) flush_();
    }

    void flush_() override {
        auto const dropped = pool_.overrun_counter();
        if (dropped != reported_) append_line(batch_, "warning", "log_lines_dropped", {{"count", dropped - reported_}});
        reported_ = dropped;
        write_all(batch_);
        batch_.clear();
    }

    Pool& pool_;
    std::string batch_;
    std::size_t reported_ = 0;
};

struct Running {
    std::shared_ptr<Pool> pool;
    std::shared_ptr<spdlog::async_logger> logger;
};

Running& running() {
    static Running instance;
    return instance;
}

void write(spdlog::level::level_enum level, std::string_view level_name, std::string_view event,
           std::initializer_list<Field> fields) {
    thread_local std::string line;
    line.clear();
    append_line(line, level_name, event, fields);
    if (auto const& logger = running().logger) logger->log(level, spdlog::string_view_t(line.data(), line.size()));
    else write_all(line);
}

} // namespace

void start() {
    auto pool = std::make_shared<Pool>(queue_lines, 1);
    auto sink = std::make_shared<StderrSink>(*pool);
    auto logger = std::make_shared<spdlog::async_logger>("", std::move(sink), pool,
                                                         spdlog::async_overflow_policy::overrun_oldest);
    running() = {std::move(pool), std::move(logger)};
}

void stop() {
    if (auto const& logger = running().logger) logger->flush();
    running().pool.reset(); // works off its queue, then joins
    running().logger.reset();
}

void info(std::string_view event, std::initializer_list<Field> fields) {
    write(spdlog::level::info, "info", event, fields);
}
void warning(std::string_view event, std::initializer_list<Field> fields) {
    write(spdlog::level::warn, "warning", event, fields);
}
void error(std::string_view event, std::initializer_list<Field> fields) {
    write(spdlog::level::err, "error", event, fields);
}

} // namespace balcao::log
