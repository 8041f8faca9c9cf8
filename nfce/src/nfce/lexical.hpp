#pragma once

#include <string_view>

/// The simple types of the official schema, as far as the documents use them (see layout.hpp for where).
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
/// TCodUfIBGE: two digits.
struct UfCode {};
/// Four digits, the first 1, 2, 3, 5, 6 or 7.
struct CfopCode {};
/// The CST of a group of PIS or COFINS: one of those listed (rule 76).
struct GroupCst {
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
/// AAMM, as in an access key.
struct YearMonth {};
/// TChNFe: an access key by its pattern.
struct AccessKey {};
/// TVeiculo/placa.
struct Plate {};
/// TGuid: the number of a ficha de conteúdo de importação.
struct Guid {};
/// Base64 of a SHA-1: 28 characters.
struct Sha1Base64 {};
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
    bool bare_zero = zero;   ///< zero may be written without decimals
    int most = 0;            ///< largest value; 0: as wide as `whole`
};

inline constexpr Code digits(int size) { return {Code::Kind::digits, size, size}; }
inline constexpr Code digits(int min, int max) { return {Code::Kind::digits, min, max}; }

inline constexpr Number money{13, 2, 2};                 // TDec_1302
inline constexpr Number money_not_zero{13, 2, 2, false}; // TDec_1302Opc
inline constexpr Number quantity{11, 1, 4};              // TDec_1104v
inline constexpr Number unit_value{11, 1, 10};           // TDec_1110v
inline constexpr Number quantity_12{12, 1, 4};           // TDec_1204v
inline constexpr Number percent{3, 2, 4};                // TDec_0302a04, TDec_0302_04RTC
/// TDec_0302a04Opc
inline constexpr Number percent_opc{.whole = 3, .min = 2, .max = 4, .bare_zero = false};
/// A reduction of nothing is not written.
inline constexpr Number percent_not_zero{.whole = 3, .min = 2, .max = 4, .zero = false};
/// TDec_0302a04Max100
inline constexpr Number percent_up_to_100{.whole = 3, .min = 2, .max = 4, .most = 100};
/// TDec_0302Max100
inline constexpr Number percent_2_up_to_100{.whole = 3, .min = 2, .max = 2, .most = 100};
inline constexpr Number unit_tax{11, 4, 4};             // TDec_1104
inline constexpr Number weight{12, 3, 3};               // TDec_1203
inline constexpr Number lot_quantity{8, 1, 3, true, 3}; // TDec_0803v
inline constexpr Number pump_counter{12, 3, 3};         // TDec_1203

} // namespace balcao::nfce::lexical
