#pragma once
// What the simulator is told of a company as SEFAZ has it in its registers. A company it was told nothing of is one
// without fault.

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/database.hpp"

namespace balcao::sefaz::simulator {

struct Registration {
    struct Inscricao {
        std::string IE; // 2 to 14 digits
        std::string UF;
        bool habilitada = true; // cSit 1
        bool bloqueada = false; // as a receiver of an NF-e
        std::string xNome;
        std::string xFant{}; // empty: not told, as all of the address
        std::string xLgr{}, nro{}, xCpl{}, xBairro{}, cMun{}, xMun{}, CEP{};
    };
    struct Csc {
        std::string idCSC; // without leading zeros
        std::string CSC;
        bool revogado = false;
    };
    std::vector<Inscricao> inscricoes;     // at least one
    std::optional<std::vector<Csc>> csc{}; // nullopt: QR codes of version 2 are not verified
    bool own_authority = false;            // its certificates must be of the simulator's authority
};

/// The body of PUT /simulador/empresas/CNPJ. The error is a sentence.
std::expected<Registration, std::string> read_registration(std::string_view json);
std::string to_json(Registration const& registration);

/// Replaces what was told before.
void put_registration(db::Transaction& memory, std::string_view CNPJ, Registration const& registration);
std::optional<Registration> find_registration(db::Connection& memory, std::string_view CNPJ);
/// Whether another company than this one was registered with the inscrição.
bool is_ie_of_another(db::Connection& memory, std::string_view IE, std::string_view UF, std::string_view CNPJ);

} // namespace balcao::sefaz::simulator
