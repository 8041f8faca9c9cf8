#pragma once

#include "nfce/layout.hpp"
#include "nfce/problem.hpp"
#include "nfce/xml_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace balcao::nfce {

/// Archive of layout.hpp that takes XML apart. Elements must come in the layout's order; what the model has no place
/// for is skipped and reported. Reading goes on after a fault, so all of them are found. Not for concurrent use.
class XmlReader {
public:
    XmlReader(XmlElement const& element, std::string path) : path_(std::move(path)) { enter(element); }

    /// Reports what is left of the outermost element.
    Problems finish() {
        leave();
        return std::move(problems_);
    }

    template <class T, class L>
    void field(std::string_view name, T& value, L lexical) {
        auto const* element = next(name);
        if constexpr (requires { value.has_value(); }) {
            if (element != nullptr) read(name, *element, value.emplace(), lexical);
        } else if (element != nullptr) {
            read(name, *element, value, lexical);
        } else {
            missing(name);
        }
    }
    void constant(std::string_view name, std::string_view value);

    template <class Body>
    void element(std::string_view name, Body&& body) {
        auto const* found = next(name);
        if (found == nullptr) return missing(name);
        inside(*found, name, body);
    }
    template <class T, class Body>
    void optional_element(std::string_view name, std::optional<T>& value, Body&& body) {
        if (auto const* found = next(name)) inside(*found, name, [&] { body(value.emplace()); });
    }
    template <class T, class Body>
    void sequence(std::string_view first, std::optional<T>& value, Body&& body) {
        if (peek(first) != nullptr) body(value.emplace());
    }
    template <class T, class Body>
    void list(std::string_view name, std::vector<T>& values, std::size_t, Body&& body) {
        while (auto const* found = next(name))
            inside(*found, fmt::format("{}[{}]", name, values.size() + 1), [&] { body(values.emplace_back()); });
    }
    template <class T, class Body>
    void items(std::string_view name, std::vector<T>& values, Body&& body) {
        while (auto const* found = next(name)) {
            auto const number = std::to_string(values.size() + 1);
            inside(*found, fmt::format("{}[{}]", name, number), [&] {
                check_item_number(number);
                body(values.emplace_back());
            });
        }
    }
    template <class L>
    void attribute(std::string_view name, std::string& value, L) {
        value = levels_.back().element.attribute(std::string(name).c_str()).value_or("");
    }
    void person(PersonId& id, layout::Kinds kinds);
    void optional_person(std::optional<PersonId>& id, layout::Kinds kinds) {
        if (peek("CNPJ") != nullptr || peek("CPF") != nullptr) person(id.emplace(), kinds);
    }
    template <class V, class... Alternatives>
    void choice(V& variant, Alternatives const&... alternatives) {
        if (!(read_if_there(variant, alternatives) || ...)) missing_choice();
    }

private:
    struct Level {
        XmlElement element;
        std::vector<XmlElement> children;
        std::size_t at = 0;
    };

    void enter(XmlElement const& element);
    void leave();
    template <class Body>
    void inside(XmlElement const& element, std::string_view step, Body&& body) {
        XmlElement const copy = element; // the vector it lives in may grow
        auto const length = path_.size();
        path_ += '/';
        path_ += step;
        enter(copy);
        body();
        leave();
        path_.resize(length);
    }
    template <class V, class T, class Body>
    bool read_if_there(V& variant, layout::Alternative<T, Body> const& alternative) {
        if (alternative.has_element) {
            auto const* found = next(alternative.name);
            if (found == nullptr) return false;
            inside(*found, alternative.name, [&] { alternative.body(variant.template emplace<T>()); });
            return true;
        }
        if (peek(alternative.name) == nullptr) return false;
        alternative.body(variant.template emplace<T>());
        return true;
    }
    /// The next child of that name; those before it are reported and skipped.
    XmlElement const* next(std::string_view name);
    XmlElement const* peek(std::string_view name) const;

    template <class L>
    void read(std::string_view name, XmlElement const& element, std::string& value, L) {
        read_text(name, element, value);
    }
    template <class L>
    void read(std::string_view name, XmlElement const& element, int& value, L) {
        read_integer(name, element, value);
    }
    void read_integer(std::string_view name, XmlElement const& element, int& value);
    void read(std::string_view name, XmlElement const& element, DateTime& value, lexical::DateAndTime);
    /// Within the layout's width no sum of a receipt leaves 64 bits.
    template <int P>
    void read(std::string_view name, XmlElement const& element, Written<P>& value, lexical::Number shape) {
        auto const text = element.text().value_or("");
        auto const number = Written<P>::parse(text);
        bool const fits = std::min(text.find('.'), text.size()) <= static_cast<std::size_t>(shape.whole);
        if (number && fits && number->value.raw() >= 0 && number->places <= P) value = *number;
        else malformed(name);
    }
    void read_text(std::string_view name, XmlElement const& element, std::string& value);

    void report(int rule, int cStat, std::string_view name, std::string message);
    void missing(std::string_view name);
    void missing_choice();
    void malformed(std::string_view name);
    void undue(std::string_view name);
    void check_item_number(std::string_view expected);

    std::string path_;
    std::vector<Level> levels_;
    Problems problems_;
};

} // namespace balcao::nfce
