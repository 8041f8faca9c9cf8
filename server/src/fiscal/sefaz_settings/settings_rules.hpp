#pragma once
// The forms of SEFAZ settings, and the rules of their single fields. Pure, any thread.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"

namespace balcao::sefaz_settings {

inline constexpr std::string_view homologacao = "homologacao";
inline constexpr std::string_view producao = "producao";
inline constexpr std::string_view sefaz = "sefaz";
inline constexpr std::string_view simulador = "simulador";

/// Rule 266: 890 to 999 are of the tax office's own programs and of issuers without CNPJ.
inline constexpr std::int64_t highest_serie = 889;

/// A series of a model and its next number.
struct SeriesInput {
    std::int64_t serie = 0;
    std::int64_t numero_inicial = 0;
    std::optional<std::int64_t> proximo_lido{};
};

struct SettingsInput {
    std::string ambiente;
    std::string destino;
    SeriesInput nfce{};
    std::optional<SeriesInput> nfe{}; // nullopt: as it is
    std::optional<Secret> csc{};      // nullopt: as it is
    std::string csc_id;               // six digits
};
/// Every rule of a single field, each with its sentence. `has_csc`: whether a CSC is kept for an environment, without
/// which one is required.
Result<SettingsInput> read_settings(boost::json::object const& json,
                                    std::function<bool(std::string_view ambiente)> const& has_csc);

struct RevealInput {
    std::string ambiente;
    Secret password;
};
Result<RevealInput> read_reveal(boost::json::object const& json);

/// The sentence when it is no CSC or CSRT: 16 to 36 letters, digits and hyphens (fiscal reference, QR code).
std::optional<std::string> code_problem(std::string_view name, std::string_view code);
/// Dots and the last four characters.
std::string masked(std::string_view code);

} // namespace balcao::sefaz_settings
