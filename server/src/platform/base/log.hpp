#pragma once
// JSON lines on standard error. Never bodies, never secrets.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <variant>

namespace balcao::log {

/// One member of a line: `{"route", pattern}` or `{"status", 200}`. Views must live until the call returns.
struct Field {
    Field(std::string_view field_name, std::string_view text) : name(field_name), value(text) {}
    Field(std::string_view field_name, double number) : name(field_name), value(number) {}
    template <std::integral Number>
        requires(!std::same_as<Number, bool>)
    Field(std::string_view field_name, Number number) : name(field_name), value(static_cast<std::int64_t>(number)) {}

    std::string_view name;
    std::variant<std::string_view, std::int64_t, double> value;
};

/// Starts the writer thread: lines are gathered for 100 ms or 64 KiB; warnings and errors, with all lines before them,
/// are written at once. If standard error blocks, 4 MiB are kept; further lines are dropped and counted in a line of
/// their own. Call once, before other threads log; until then lines are written at once.
void start();
/// Flushes; later lines are written at once. Call at exit after other threads stopped logging. An uncaught exception
/// flushes too.
void stop();

/// Thread-safe. Bytes that are not UTF-8 are shown as U+FFFD.
void info(std::string_view event, std::initializer_list<Field> fields = {});
void warning(std::string_view event, std::initializer_list<Field> fields = {});
void error(std::string_view event, std::initializer_list<Field> fields = {});

} // namespace balcao::log
