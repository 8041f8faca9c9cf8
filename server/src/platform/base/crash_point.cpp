#include "platform/base/crash_point.hpp"

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include <unistd.h>

namespace balcao {

namespace {

struct Armed {
    double probability = 0;
    std::mt19937_64 random;
    std::string held_by{}; // waits there while this file exists, and ends nothing
};

std::mutex mutex;                                // of the generators
std::map<std::string, Armed, std::less<>> armed; // filled before any thread starts

template <class Number>
std::optional<Number> number(std::string_view text) {
    Number value{};
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

void arm(std::string_view one) {
    auto const first = one.find(':');
    auto const second = first == std::string_view::npos ? first : one.find(':', first + 1);
    auto const name = one.substr(0, first);
    if (second == std::string_view::npos || !CrashPoint::is_known(name)) {
        throw std::runtime_error("use nome:probabilidade:semente ou nome:hold:arquivo, com um dos nomes de "
                                 "platform/base/crash_point.hpp.");
    }
    if (auto const file = one.substr(second + 1); one.substr(first + 1, second - first - 1) == "hold") {
        armed.insert_or_assign(std::string(name), Armed{.held_by = std::string(file)});
        return;
    }
    auto const probability = number<double>(one.substr(first + 1, second - first - 1));
    auto const seed = number<std::uint64_t>(one.substr(second + 1));
    if (!probability || *probability < 0 || *probability > 1 || !seed)
        throw std::runtime_error("a probabilidade vai de 0 a 1 e a semente é um número inteiro.");
    armed.insert_or_assign(std::string(name), Armed{.probability = *probability, .random = std::mt19937_64(*seed)});
}

// Who armed several wants to know which one it was; nothing can be done about a message that is lost.
void tell(CrashPoint point) {
    auto const told = "crash_point " + std::string(point.name()) + "\n";
    [[maybe_unused]] auto const written = ::write(STDERR_FILENO, told.data(), told.size());
}

void wait_while(std::string const& file, CrashPoint point) {
    constexpr std::chrono::milliseconds between_looks{5};
    if (!std::filesystem::exists(file)) return;
    tell(point);
    while (std::filesystem::exists(file)) std::this_thread::sleep_for(between_looks);
}

} // namespace

void detail::reached(CrashPoint point) {
    auto const found = armed.find(point.name());
    if (found == armed.end()) return;
    auto& [probability, random, held_by] = found->second;
    if (!held_by.empty()) return wait_while(held_by, point);
    std::lock_guard const lock(mutex);
    if (std::uniform_real_distribution<double>(0, 1)(random) >= probability) return;
    tell(point);
    std::raise(SIGKILL);
}

void arm_crash_points(std::string_view specification) {
    while (!specification.empty()) {
        auto const comma = specification.find(',');
        arm(specification.substr(0, comma));
        specification = comma == std::string_view::npos ? std::string_view() : specification.substr(comma + 1);
    }
    detail::crash_points_armed = !armed.empty();
}

} // namespace balcao
