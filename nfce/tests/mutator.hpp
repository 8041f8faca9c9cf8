#pragma once

#include "nfce/path_archive.hpp"
#include "random_sale.hpp"

#include <string>

namespace balcao::nfce::test {

/// Values as careless hands write them, or one slip away from what was there.
std::string careless_text(Dice& dice, std::string const& before);
/// A number as text, from what the layout's widths and decimals are about.
std::string careless_number(Dice& dice);

/// Walks a receipt by the layout and changes the place it is told to: a value, whether an optional is there, how long a
/// list is, which group a choice holds. With a place beyond the last one it only counts them.
class Mutator : public PathArchive<Mutator> {
public:
    template <class L>
    static constexpr bool visits = true;

    Mutator(std::size_t place, Dice& dice) : place_(place), dice_(dice) {}
    std::size_t places() const { return seen_; }

    template <class T, class L>
    void value(T& value, L) {
        if (is_here()) change(value);
    }
    template <class T>
    void after_optional(std::optional<T>& value) {
        if (!is_here()) return;
        if (value) value.reset();
        else change(value.emplace());
    }
    template <class O, class Body>
    void optional_element(std::string_view name, O& value, Body&& body) {
        toggle(value);
        PathArchive::optional_element(name, value, body);
    }
    template <class O, class Body>
    void sequence(std::string_view name, O& value, Body&& body) {
        toggle(value);
        PathArchive::sequence(name, value, body);
    }
    template <class T, class Body>
    void list(std::string_view name, std::vector<T>& values, std::size_t most, Body&& body) {
        if (is_here()) {
            auto const size = static_cast<std::size_t>(dice_.pick<std::int64_t>(
                {0, 1, 2, 3, static_cast<std::int64_t>(most), static_cast<std::int64_t>(most) + 1}));
            values.resize(size, values.empty() ? T{} : T(values.front()));
        }
        PathArchive::list(name, values, most, body);
    }
    template <class T, class Body>
    void items(std::string_view name, std::vector<T>& values, Body&& body) {
        list(name, values, 3, body); // 990 items are another test's
    }
    void person(PersonId& id, layout::Kinds kinds) {
        if (is_here()) {
            id.kind =
                dice_.pick<PersonId::Kind>({PersonId::Kind::cnpj, PersonId::Kind::cpf, PersonId::Kind::estrangeiro});
        }
        PathArchive::person(id, kinds);
    }
    void optional_person(std::optional<PersonId>& id, layout::Kinds kinds) {
        toggle(id);
        if (id) person(*id, kinds);
    }
    template <class V, class... Alternatives>
    void choice(V& variant, Alternatives const&... alternatives) {
        if (is_here()) {
            auto const chosen = dice_.between(0, static_cast<std::int64_t>(sizeof...(alternatives)) - 1);
            std::int64_t at = 0;
            ((at++ == chosen ? static_cast<void>(variant.template emplace<typename Alternatives::Type>()) : void()),
             ...);
        }
        PathArchive::choice(variant, alternatives...);
    }

private:
    bool is_here() { return seen_++ == place_; }
    void change(std::string& text) { text = careless_text(dice_, text.empty() ? "1234567" : text); }
    void change(int& number) { number = static_cast<int>(dice_.between(-1, 13)); }
    void change(DateTime& moment) {
        constexpr std::int64_t years_170 = 170LL * 365 * 86'400;
        moment = DateTime::from_epoch(dice_.between(0, years_170), static_cast<int>(dice_.between(-13, 13)));
    }
    template <int P>
    void change(Written<P>& number) {
        if (auto const read = Written<P>::parse(careless_number(dice_))) number = *read;
    }
    template <class T>
    void toggle(std::optional<T>& value) {
        if (!is_here()) return;
        if (value) value.reset();
        else value.emplace();
    }

    std::size_t place_, seen_ = 0;
    Dice& dice_;
};

/// Changes `count` random places of the receipt.
void mutate(Nfce& nfce, Dice& dice, int count);

} // namespace balcao::nfce::test
