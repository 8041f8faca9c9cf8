#pragma once

#include "nfce/layout.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#define NFCE_INLINE [[gnu::always_inline]] inline

namespace balcao::nfce {

/// Writes XML in canonical form (C14N 1.0) in one pass: no white space, no self-closing elements, only & < > escaped.
/// It is an archive of layout.hpp. What canonical XML or the schema's types cannot carry at all (control characters,
/// letters outside Latin-1, a sign, more decimals than the layout) is not written; `refused` then names the element.
/// Not for concurrent use.
///
/// With names known at compile time an element costs a few moves into the buffer, which is why the small members are
/// always inlined: without its signature a receipt is mostly these.
class XmlWriter {
public:
    /// `expected_size` in bytes saves growing on the way.
    explicit XmlWriter(std::size_t expected_size = 4'096) {
        resize(expected_size);
        at_ = buffer_.data();
    }

    std::optional<std::string> const& refused() const { return refused_; }
    std::size_t size() const { return static_cast<std::size_t>(at_ - buffer_.data()); }
    /// What was written from that position on; valid until the next write.
    std::string_view since(std::size_t position) const { return {buffer_.data() + position, size() - position}; }
    /// Everything written; ends the writer's use.
    std::string take() {
        buffer_.resize(size());
        return std::move(buffer_);
    }

    // --- building blocks, also used for messages other than infNFe

    /// As it is, without escaping.
    NFCE_INLINE void raw(std::string_view piece) {
        reserve(piece.size());
        put(piece);
    }
    NFCE_INLINE void open(std::string_view name) {
        reserve(name.size() + 2);
        put("<");
        put(name);
        put(">");
    }
    NFCE_INLINE void close(std::string_view name) {
        reserve(name.size() + 3);
        put("</");
        put(name);
        put(">");
    }
    NFCE_INLINE void text(std::string_view name, std::string_view value) {
        open(name);
        if (!append_escaped(value, '>', "&gt;")) refuse(name);
        close(name);
    }

    // --- archive

    template <class L>
    NFCE_INLINE void field(std::string_view name, std::string const& value, L) {
        text(name, value);
    }
    template <class L>
    NFCE_INLINE void field(std::string_view name, int value, L) {
        if (value < 0) refuse(name);
        reserve(longest_number);
        open(name);
        at_ = std::to_chars(at_, at_ + 12, value).ptr;
        close(name);
    }
    template <int P, class L>
    NFCE_INLINE void field(std::string_view name, Written<P> const& value, L) {
        if (value.value.raw() < 0 || value.places > P) refuse(name);
        reserve(longest_number);
        open(name);
        at_ = value.write(at_);
        close(name);
    }
    template <class L>
    void field(std::string_view name, DateTime const& value, L) {
        constant(name, value.to_string());
    }
    template <class T, class L>
    NFCE_INLINE void field(std::string_view name, std::optional<T> const& value, L lexical) {
        if (value) field(name, *value, lexical);
    }
    NFCE_INLINE void constant(std::string_view name, std::string_view value) {
        open(name);
        raw(value);
        close(name);
    }

    template <class Body>
    void element(std::string_view name, Body&& body) {
        open(name);
        body();
        close(name);
    }
    template <class T, class Body>
    void optional_element(std::string_view name, std::optional<T> const& value, Body&& body) {
        if (value) element(name, [&] { body(*value); });
    }
    template <class T, class Body>
    void sequence(std::string_view, std::optional<T> const& value, Body&& body) {
        if (value) body(*value);
    }
    template <class T, class Body>
    void list(std::string_view name, std::vector<T> const& values, std::size_t, Body&& body) {
        for (auto const& value : values) element(name, [&] { body(value); });
    }
    template <class T, class Body>
    void items(std::string_view name, std::vector<T> const& values, Body&& body) {
        int number = 0;
        for (auto const& value : values) {
            element(name, [&] {
                attribute("nItem", std::to_string(++number), lexical::Integer{1, 990});
                body(value);
            });
        }
    }
    template <class L>
    void attribute(std::string_view name, std::string_view value, L) {
        --at_; // the '>' of the open tag
        raw(" ");
        raw(name);
        raw("=\"");
        if (!append_escaped(value, '"', "&quot;")) refuse(name);
        raw("\">");
    }
    void person(PersonId const& id, layout::Kinds) {
        switch (id.kind) {
        case PersonId::Kind::cnpj: return text("CNPJ", id.value);
        case PersonId::Kind::cpf: return text("CPF", id.value);
        case PersonId::Kind::estrangeiro: return text("idEstrangeiro", id.value);
        }
    }
    void optional_person(std::optional<PersonId> const& id, layout::Kinds kinds) {
        if (id) person(*id, kinds);
    }
    template <class V, class... Alternatives>
    void choice(V const& variant, Alternatives const&... alternatives) {
        (write_if_held(variant, alternatives), ...);
    }

private:
    template <class V, class T, class Body>
    void write_if_held(V const& variant, layout::Alternative<T, Body> const& alternative) {
        auto const* held = std::get_if<T>(&variant);
        if (held == nullptr) return;
        if (alternative.has_element) element(alternative.name, [&] { alternative.body(*held); });
        else alternative.body(*held);
    }
    static constexpr std::size_t longest_number = 128; // digits and both tags of any name of the layout

    NFCE_INLINE void reserve(std::size_t more) {
        if (static_cast<std::size_t>(buffer_.data() + buffer_.size() - at_) < more) grow(more);
    }
    /// Copies without looking at the room. Most values are short: two moves that may overlap are quicker than a call.
    /// Not std::memcpy: inlined with fortified calls, GCC 12 takes what one move writes as untouched by the next.
    NFCE_INLINE void put(std::string_view piece) {
        auto const* from = piece.data();
        auto const size = piece.size();
        if (__builtin_constant_p(size) || size > 32) __builtin_memcpy(at_, from, size);
        else if (size >= 16) put_ends<16>(from, size);
        else if (size >= 8) put_ends<8>(from, size);
        else if (size >= 4) put_ends<4>(from, size);
        else
            for (std::size_t i = 0; i < size; ++i) at_[i] = from[i];
        at_ += size;
    }
    template <std::size_t N>
    NFCE_INLINE void put_ends(char const* from, std::size_t size) {
        __builtin_memcpy(at_, from, N);
        __builtin_memcpy(at_ + size - N, from + size - N, N);
    }
    void grow(std::size_t more);
    /// What is not written yet stays as it comes.
    void resize(std::size_t size) {
        buffer_.resize_and_overwrite(size, [](char*, std::size_t all) { return all; });
    }
    void refuse(std::string_view name) {
        if (!refused_) refused_ = name;
    }
    /// Text and attribute values differ in one escaped character; false when a character cannot be written.
    bool append_escaped(std::string_view value, char special, std::string_view escape);

    std::string buffer_;
    char* at_ = nullptr; // end of what is written
    std::optional<std::string> refused_;
};

#undef NFCE_INLINE

/// What is inside infNFe (layout.hpp). Compiled in one place: with all its small members inlined it takes a compiler
/// long.
void write_infNFe(XmlWriter& writer, Nfce const& nfce);

} // namespace balcao::nfce
