#include "mutator.hpp"

namespace balcao::nfce::test {

namespace {

/// `text` with one character lost, doubled or replaced.
std::string slipped(Dice& dice, std::string text) {
    if (text.empty()) return "x";
    auto const at = static_cast<std::size_t>(dice.between(0, static_cast<std::int64_t>(text.size()) - 1));
    switch (dice.between(0, 2)) {
    case 0: return text.erase(at, 1);
    case 1: return text.insert(at, 1, text[at]);
    default: text[at] = dice.pick<char>({'0', '9', 'A', 'z', ' ', '&', '<', '-', '.', '\t', '\x7f'}); return text;
    }
}

} // namespace

std::string careless_text(Dice& dice, std::string const& before) {
    static std::vector<std::string> const known{"",           " ",           "0",
                                                "1",          "S",           "12345678",
                                                "ISENTO",     "SP",          "EX",
                                                "sp",         "ção & <b>",   " a",
                                                "a ",         "A\tB",        "SEM GTIN",
                                                "2026-02-30", "2026-02-28",  "1058",
                                                "BRASIL",     "SEM CBENEF",  "000",
                                                "€",          "12 45678",    "7891234567895",
                                                "35",         "52998224725", "11222333000181",
                                                "102",        "5102",        "\xC3\xBF",
                                                "\xC2\xA0",   "linha\nlinha"};
    switch (dice.between(0, 3)) {
    case 0: return dice.pick(known);
    case 1: return std::string(static_cast<std::size_t>(dice.between(0, 130)), dice.chance(50) ? '7' : 'x');
    default: return slipped(dice, before);
    }
}

std::string careless_number(Dice& dice) {
    static std::vector<std::string> const known{"0",
                                                "0.0",
                                                "0.00",
                                                "0.000",
                                                "0.0000",
                                                "1",
                                                "1.0",
                                                "1.00",
                                                "1.000",
                                                "1.0000",
                                                "1.00000",
                                                "0.5",
                                                "0.50",
                                                "0.5000",
                                                "99.99",
                                                "100",
                                                "100.00",
                                                "100.01",
                                                "100.1",
                                                "999.9999",
                                                "1000.00",
                                                "-1.00",
                                                "0.01",
                                                "0.001",
                                                "1234567890.12",
                                                "12345678",
                                                "123456789.1",
                                                "12345678901.12",
                                                "99999999999.9999",
                                                "9999999999999.99",
                                                "99999999999999.99",
                                                "0.0000000001",
                                                "1.0000000000"};
    return dice.pick(known);
}

void mutate(Nfce& nfce, Dice& dice, int count) {
    for (; count > 0; --count) {
        Mutator counting(static_cast<std::size_t>(-1), dice);
        layout::describe_infNFe(counting, nfce);
        auto const last = static_cast<std::int64_t>(counting.places()) - 1;
        Mutator changing(static_cast<std::size_t>(dice.between(0, last)), dice);
        layout::describe_infNFe(changing, nfce);
    }
}

} // namespace balcao::nfce::test
