#include "platform/http/http.hpp"

#include <stdexcept>

namespace balcao::http {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

} // namespace

std::string_view Request::param(std::string_view name) const {
    for (auto const& [key, value] : path_params) {
        if (key == name) return value;
    }
    throw std::logic_error("route " + std::string(route) + " has no parameter " + std::string(name));
}

std::optional<std::string_view> Request::query(std::string_view name) const {
    for (auto const& [key, value] : query_params) {
        if (key == name) return value;
    }
    return std::nullopt;
}

std::optional<std::string_view> Request::header(std::string_view lower_case_name) const {
    for (auto const& [key, value] : headers) {
        if (key == lower_case_name) return value;
    }
    return std::nullopt;
}

std::optional<std::string_view> Request::cookie(std::string_view name) const {
    for (auto const& [key, value] : headers) {
        if (key != "cookie") continue;
        std::string_view rest = value;
        while (!rest.empty()) {
            auto const end = rest.find(';');
            auto const pair = trimmed(rest.substr(0, end));
            rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
            auto const equals = pair.find('=');
            if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
        }
    }
    return std::nullopt;
}

} // namespace balcao::http
