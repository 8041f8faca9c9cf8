#pragma once
// One visitor of a variant made of a lambda for each case.

namespace balcao {

/// `std::visit(Overloaded{[](A const&) { … }, [](auto const&) { … }}, variant)`
template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

} // namespace balcao
