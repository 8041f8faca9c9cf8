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

/// From now on one thread writes: lines are gathered for 100 ms or 64 KiB, so that a busy server needs few system calls
/// and a request wakes nobody; warnings and errors, and what came before them, at once. When standard error takes
/// nothing, 4 MiB are kept; lines beyond are dropped and counted in a line of their own. Call once, before other
/// threads log; until then lines are written at once.
void start();
/// Writes what is gathered; later lines are written at once. Call before the process ends, after other threads stopped
/// logging. An exception that nobody catches writes what is gathered too.
void stop();

/// Thread-safe. Bytes that are not UTF-8 are shown as U+FFFD.
void info(std::string_view event, std::initializer_list<Field> fields = {});
void warning(std::string_view event, std::initializer_list<Field> fields = {});
void error(std::string_view event, std::initializer_list<Field> fields = {});

} // namespace balcao::log
