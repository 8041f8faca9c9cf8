#pragma once

#include "nfce/layout.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

namespace balcao::nfce {

/// Base of archives that visit every value of a model with its path ("det[2]/prod/NCM", items counted from 1).
/// `Visitor` (the deriving class) has value(value, lexical) for each lexical type L with visits<L>, and may have
/// after_optional(optional) and count(size, most) of each repeated group. Not for concurrent use.
template <class Visitor>
class PathArchive {
public:
    template <class T, class L>
    void field(std::string_view name, T& value, L lexical) {
        if constexpr (Visitor::template visits<L>) {
            Step const step(*this, name);
            visit(value, lexical);
        }
    }
    void constant(std::string_view, std::string_view) {}
    template <class Body>
    void element(std::string_view name, Body&& body) {
        Step const step(*this, name);
        body();
    }
    template <class O, class Body>
    void optional_element(std::string_view name, O& value, Body&& body) {
        if (value) element(name, [&] { body(*value); });
    }
    template <class O, class Body>
    void sequence(std::string_view, O& value, Body&& body) {
        if (value) body(*value);
    }
    template <class V, class Body>
    void list(std::string_view name, V& values, std::size_t most, Body&& body) {
        if constexpr (requires { static_cast<Visitor*>(this)->count(values.size(), most); }) {
            Step const step(*this, name);
            static_cast<Visitor*>(this)->count(values.size(), most);
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            Step const step(*this, name, i + 1);
            body(values[i]);
        }
    }
    template <class V, class Body>
    void items(std::string_view name, V& values, Body&& body) {
        list(name, values, 990, body);
    }
    template <class T, class L>
    void attribute(std::string_view name, T& value, L lexical) {
        Step const step(*this, name, attribute_step);
        visit(value, lexical);
    }
    template <class P>
    void person(P& id, layout::Kinds) {
        switch (id.kind) {
        case PersonId::Kind::cnpj: return field("CNPJ", id.value, lexical::CnpjCode{});
        case PersonId::Kind::cpf: return field("CPF", id.value, lexical::digits(11));
        case PersonId::Kind::estrangeiro:
            return field("idEstrangeiro", id.value, lexical::Code{lexical::Code::Kind::any_printable, 5, 20});
        }
    }
    template <class O>
    void optional_person(O& id, layout::Kinds kinds) {
        if (id) static_cast<Visitor*>(this)->person(*id, kinds);
    }
    template <class V, class... Alternatives>
    void choice(V& variant, Alternatives const&... alternatives) {
        (visit_if_held(variant, alternatives), ...);
    }

protected:
    /// Where the visitor stands. Put together on demand: most values are in order and never named.
    std::string path() const {
        std::string text;
        for (std::size_t i = 0; i < depth_; ++i) {
            if (i != 0) text += '/';
            if (steps_[i].index == attribute_step) text += '@';
            text += steps_[i].name;
            if (steps_[i].index != plain_step && steps_[i].index != attribute_step)
                text += fmt::format("[{}]", steps_[i].index);
        }
        return text;
    }

private:
    static constexpr std::size_t plain_step = 0;
    static constexpr std::size_t attribute_step = static_cast<std::size_t>(-1);
    static constexpr std::size_t most_depth = 16; // the layout's deepest value is at 8

    /// A step of the path for as long as it lives.
    class Step {
    public:
        Step(PathArchive& archive, std::string_view name, std::size_t index = plain_step) : archive_(archive) {
            archive_.steps_.at(archive_.depth_++) = {name, index};
        }
        ~Step() { --archive_.depth_; }
        Step(Step const&) = delete;
        Step& operator=(Step const&) = delete;

    private:
        PathArchive& archive_;
    };

    template <class V, class T, class Body>
    void visit_if_held(V& variant, layout::Alternative<T, Body> const& alternative) {
        auto* held = std::get_if<T>(&variant);
        if (held == nullptr) return;
        if (alternative.has_element) element(alternative.name, [&] { alternative.body(*held); });
        else alternative.body(*held);
    }
    template <class T, class L>
    void visit(T& value, L lexical) {
        if constexpr (requires { value.has_value(); }) {
            if (value) static_cast<Visitor*>(this)->value(*value, lexical);
            if constexpr (requires { static_cast<Visitor*>(this)->after_optional(value); })
                static_cast<Visitor*>(this)->after_optional(value);
        } else {
            static_cast<Visitor*>(this)->value(value, lexical);
        }
    }

    struct StepName {
        std::string_view name;
        std::size_t index;
    };
    std::array<StepName, most_depth> steps_{};
    std::size_t depth_ = 0;
};

} // namespace balcao::nfce
