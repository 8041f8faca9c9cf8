#pragma once

#include "nfce/datetime.hpp"
#include "nfce/problem.hpp"
#include "nfce/written.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace balcao::nfce {

/// Reads the members of one JSON object by name and collects every fault with its path. What is absent or faulty is
/// read as empty or zero, so reading goes on; finish() adds the members nobody asked for. Not for concurrent use.
class JsonFields {
    using Value = boost::json::value;

public:
    JsonFields(boost::json::object const& object, std::string path, Problems& problems)
        : object_(object), path_(std::move(path)), problems_(problems) {}

    void finish() {
        for (auto const& member : object_)
            if (!known_.contains(member.key())) add(member.key(), "Campo desconhecido.");
    }

    bool has(std::string_view name) { return find(name) != nullptr; }
    void ignore(std::string_view name) { find(name); }

    void read(std::string_view name, std::string& to) {
        required(name, [&](Value const& json) { read_text(name, json, to); });
    }
    void read(std::string_view name, int& to) {
        required(name, [&](Value const& json) { read_integer(name, json, to); });
    }
    void read(std::string_view name, DateTime& to) {
        required(name, [&](Value const& json) { read_moment(name, json, to); });
    }
    template <int P>
    void read(std::string_view name, Written<P>& to) {
        required(name, [&](Value const& json) { read_decimal(name, json, to); });
    }

    void read(std::string_view name, std::optional<std::string>& to) {
        optional(name, [&](Value const& json) { read_text(name, json, to.emplace()); });
    }
    void read(std::string_view name, std::optional<int>& to) {
        optional(name, [&](Value const& json) { read_integer(name, json, to.emplace()); });
    }
    void read(std::string_view name, std::optional<DateTime>& to) {
        optional(name, [&](Value const& json) { read_moment(name, json, to.emplace()); });
    }
    template <int P>
    void read(std::string_view name, std::optional<Written<P>>& to) {
        optional(name, [&](Value const& json) { read_decimal(name, json, to.emplace()); });
    }
    void read_flag(std::string_view name, bool& to) {
        optional(name, [&](Value const& json) {
            if (auto const* flag = json.if_bool()) to = *flag;
            else add(name, "Deve ser true ou false.");
        });
    }
    /// An integer that is `fallback` when absent.
    void read_or(std::string_view name, int& to, int fallback) {
        to = fallback;
        optional(name, [&](Value const& json) { read_integer(name, json, to); });
    }

    /// body(JsonFields&) for the members of an object.
    template <class Body>
    void object(std::string_view name, Body&& body) {
        required(name, [&](Value const& json) { nested(json, sub_path(name), body); });
    }
    template <class Body>
    void optional_object(std::string_view name, Body&& body) {
        optional(name, [&](Value const& json) { nested(json, sub_path(name), body); });
    }
    /// body(JsonFields&) for each object of an array.
    template <class Body>
    void array(std::string_view name, Body&& body) {
        required(name, [&](Value const& json) { each(name, json, body); });
    }
    template <class Body>
    void optional_array(std::string_view name, Body&& body) {
        optional(name, [&](Value const& json) { each(name, json, body); });
    }

    void add(std::string_view name, std::string message) {
        problems_.push_back({.rule = 0, .cStat = 0, .field = sub_path(name), .message = std::move(message)});
    }

private:
    Value const* find(std::string_view name) {
        known_.insert(name);
        return object_.if_contains(name);
    }
    template <class Read>
    void required(std::string_view name, Read&& read) {
        if (auto const* json = find(name)) read(*json);
        else add(name, "Campo obrigatório.");
    }
    template <class Read>
    void optional(std::string_view name, Read&& read) {
        if (auto const* json = find(name)) read(*json);
    }
    template <class Body>
    void nested(Value const& json, std::string path, Body&& body) {
        auto const* object = json.if_object();
        if (object == nullptr) {
            problems_.push_back({.rule = 0, .cStat = 0, .field = std::move(path), .message = "Deve ser um objeto."});
            return;
        }
        JsonFields fields(*object, std::move(path), problems_);
        body(fields);
        fields.finish();
    }
    template <class Body>
    void each(std::string_view name, Value const& json, Body&& body) {
        auto const* array = json.if_array();
        if (array == nullptr) return add(name, "Deve ser uma lista.");
        for (std::size_t i = 0; i < array->size(); ++i)
            nested((*array)[i], fmt::format("{}.{}", sub_path(name), i), body);
    }
    std::string sub_path(std::string_view name) const {
        if (path_.empty()) return std::string(name);
        return name.empty() ? path_ : fmt::format("{}.{}", path_, name);
    }
    void read_text(std::string_view name, Value const& json, std::string& to) {
        if (auto const* text = json.if_string()) to.assign(text->data(), text->size());
        else add(name, "Deve ser um texto entre aspas.");
    }
    void read_integer(std::string_view name, Value const& json, int& to) {
        auto const* number = json.if_int64();
        if (number != nullptr && *number >= 0 && *number <= 999'999'999) to = static_cast<int>(*number);
        else add(name, "Deve ser um número inteiro de 0 a 999999999, sem aspas.");
    }
    void read_moment(std::string_view name, Value const& json, DateTime& to) {
        auto const* text = json.if_string();
        auto const moment = text != nullptr ? DateTime::parse(*text) : std::nullopt;
        if (moment) to = *moment;
        else add(name, "Deve ser data e hora com fuso, como \"2026-11-20T10:15:30-03:00\".");
    }
    template <int P>
    void read_decimal(std::string_view name, Value const& json, Written<P>& to) {
        auto const* text = json.if_string();
        if (text == nullptr) return add(name, "Deve ser um número decimal entre aspas, como \"12.34\".");
        auto const number = Written<P>::parse(*text);
        if (number) to = *number;
        else if (number.error() == DecimalError::too_large) add(name, "Valor acima do que o leiaute permite.");
        else add(name, "Deve ser um número decimal entre aspas, como \"12.34\".");
    }

    boost::json::object const& object_;
    std::string path_;
    Problems& problems_;
    std::set<std::string_view> known_;
};

} // namespace balcao::nfce
