#pragma once

#include <string_view>

/// The simple types of the official schema, as far as an NFC-e uses them (see layout.hpp for where).
namespace balcao::nfce::lexical {

/// TString: printable Latin-1 without blanks at the ends, `min` to `max` characters (not bytes).
struct Text {
    int min, max;
};
/// A code: `min` to `max` characters.
struct Code {
    enum class Kind { digits, any_printable }; ///< any_printable has no blanks
    Kind kind;
    int min, max;
};
/// One of the values listed, with a blank between two of them.
struct OneOf {
    std::string_view values;
};
/// TUf: a state, or "EX" where `abroad`.
struct Uf {
    bool abroad;
};
/// TIeDest: 2 to 14 digits or "ISENTO".
struct IeOrIsento {};
/// cBenef: 8 or 10 characters, or "SEM CBENEF".
struct Cbenef {};
/// A CNPJ: 12 characters 0-9 A-Z and 2 digits.
struct CnpjCode {};
/// cEAN: empty, "SEM GTIN" or 8, 12, 13, 14 digits.
struct Cean {};
/// AAAA-MM-DD.
struct Date {};
/// An address or other text without a pattern, `min` to `max` characters.
struct Uri {
    int min, max;
};
/// TDateTimeUTC.
struct DateAndTime {};
/// A whole number.
struct Integer {
    int min, max;
};
/// A decimal without sign: at most `whole` digits before the dot; decimals are none or `min` to `max`.
struct Number {
    int whole, min, max;
    bool zero = true;        ///< may be zero
    int min_below_one = min; ///< least decimals of a value below one
};

inline constexpr Code digits(int size) { return {Code::Kind::digits, size, size}; }
inline constexpr Code digits(int min, int max) { return {Code::Kind::digits, min, max}; }

inline constexpr Number kMoney{13, 2, 2};               // TDec_1302
inline constexpr Number kMoneyNotZero{13, 2, 2, false}; // TDec_1302Opc
inline constexpr Number kQuantity{11, 1, 4};            // TDec_1104v
inline constexpr Number kUnitValue{11, 1, 10};          // TDec_1110v
inline constexpr Number kQuantity12{12, 1, 4};          // TDec_1204v
inline constexpr Number kPercent{3, 2, 4};              // TDec_0302a04
inline constexpr Number kLot{8, 1, 3, true, 3};         // TDec_0803v
inline constexpr Number kPump{12, 3, 3};                // TDec_1203

} // namespace balcao::nfce::lexical
