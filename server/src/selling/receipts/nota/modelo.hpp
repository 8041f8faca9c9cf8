#pragma once
// What differs between the models of fiscal documents in how their notas are treated. All else is one path; how the
// documents themselves differ is in nfce/modelo.hpp.

#include <chrono>
#include <cstdint>
#include <string_view>

#include "fiscal/numbers/numbers.hpp"

namespace balcao::receipts {

struct Modelo {
    std::int64_t mod;
    std::string_view nome; // feminine
    // Goes out offline (tpEmis 9) while SEFAZ does not answer. What its calls meet tells whether it does.
    bool offline;
    bool has_svc;        // another authoriser stands in for that of its UF (tpEmis 6, 7)
    bool has_csc;        // its QR code needs one
    bool needs_buyer;    // named, with address
    bool outside_uf;     // goes to another UF
    bool prints_on_roll; // its DANFE fits a receipt printer
    bool has_letters;    // of correction (110110)
    // The window for event 110111: a parameter of the UF in minutes; this when the table has none that is a number.
    std::string_view cancel_parameter;
    std::chrono::minutes cancel_window;
};

inline constexpr Modelo nfce_modelo{.mod = numbers::modelo_nfce,
                                    .nome = "NFC-e",
                                    .offline = true,
                                    .has_svc = false,
                                    .has_csc = true,
                                    .needs_buyer = false,
                                    .outside_uf = false,
                                    .prints_on_roll = true,
                                    .has_letters = false,
                                    .cancel_parameter = "cancelamento_minutos",
                                    .cancel_window = std::chrono::minutes{30}};
inline constexpr Modelo nfe_modelo{.mod = numbers::modelo_nfe,
                                   .nome = "NF-e",
                                   .offline = false,
                                   .has_svc = true,
                                   .has_csc = false,
                                   .needs_buyer = true,
                                   .outside_uf = true,
                                   .prints_on_roll = false,
                                   .has_letters = true,
                                   .cancel_parameter = "nfe_cancelamento_minutos",
                                   .cancel_window = std::chrono::hours{24}};

/// Of an emission by the SVC-AN or the SVC-RS.
constexpr bool is_by_svc(std::int64_t tpEmis) { return tpEmis == 6 || tpEmis == 7; }
/// How it was issued, as lists and sheets say it.
constexpr std::string_view emission_name(std::int64_t tpEmis) {
    return tpEmis == 6 ? "SVC-AN" : tpEmis == 7 ? "SVC-RS" : tpEmis == 9 ? "Contingência" : "Normal";
}

/// Who is sent it and judges it, as sentences name it; feminine.
constexpr std::string_view authoriser_name(std::int64_t tpEmis) {
    return is_by_svc(tpEmis) ? emission_name(tpEmis) : "SEFAZ";
}

constexpr Modelo const& modelo_of(std::int64_t mod) { return mod == nfe_modelo.mod ? nfe_modelo : nfce_modelo; }

} // namespace balcao::receipts
