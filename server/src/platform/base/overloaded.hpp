#pragma once
// A variant visitor made of lambdas.

namespace balcao {

/// `std::visit(Overloaded{[](A const&) { … }, [](auto const&) { … }}, variant)`
template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

} // namespace balcao
