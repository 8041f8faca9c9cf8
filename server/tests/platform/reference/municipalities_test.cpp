#include "platform/reference/municipalities.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace balcao::reference {
namespace {

TEST(Municipalities, AllOfBrazilAreThere) {
    ASSERT_EQ(states().size(), 27U);
    std::size_t count = 0;
    for (auto const& state : states()) {
        for (auto const& municipality : municipalities(state.uf)) {
            EXPECT_TRUE(municipality.codigo.starts_with(state.codigo)) << municipality.nome;
            EXPECT_EQ(find_municipality(municipality.codigo)->nome, municipality.nome);
            ++count;
        }
    }
    EXPECT_EQ(count, 5571U);
}

TEST(Municipalities, AreSortedAsPeopleLookForThem) {
    auto const list = municipalities("SP");
    auto const position = [&](std::string_view name) {
        return std::ranges::find(list, name, &Municipality::nome) - list.begin();
    };
    EXPECT_LT(position("Águas de Lindóia"), position("Americana")) << "an accent does not send a name to the end";
    EXPECT_EQ(states().front().nome, "Acre");
}

TEST(Municipalities, UnknownOnesAreNot) {
    EXPECT_TRUE(municipalities("XX").empty());
    EXPECT_EQ(find_municipality("0000000"), nullptr);
    EXPECT_EQ(find_municipality(""), nullptr);
    EXPECT_EQ(find_municipality("SP", "Pasárgada"), nullptr);
    EXPECT_EQ(find_municipality("XX", "Campinas"), nullptr);
}

TEST(Municipalities, AreFoundByNameInTheirUf) {
    EXPECT_EQ(find_municipality("SP", "sao jose do rio preto")->codigo, "3549805");
    EXPECT_EQ(find_municipality("PR", "CAMPINAS"), nullptr);
}

} // namespace
} // namespace balcao::reference
