#pragma once
// A taxpayer as the form of a person takes it. Pure, any thread.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nfce/answers.hpp"

namespace balcao::taxpayers {

/// One inscrição. Texts have at most 60 characters; empty: the registry does not tell.
struct Taxpayer {
    std::string insc_estadual{}; // 2 to 14 digits
    bool habilitado = false;     // may issue and receive documents (cSit)
    std::string razao_social{};
    std::string nome_fantasia{};
    std::string cep{}; // eight digits, as the rest of the address
    std::string logradouro{};
    std::string numero{};
    std::string complemento{};
    std::string bairro{};
    std::string uf{};        // of the municipality
    std::string municipio{}; // seven digits (IBGE)
    std::string municipio_nome{};
};

/// Those of `cnpj`; nullopt when the registry told of others alone. Those who may issue come first.
std::optional<std::vector<Taxpayer>> read_taxpayers(nfce::Registrations const& answer, std::string_view cnpj);

/// The contract's schema Taxpayer.
std::string to_json(Taxpayer const& taxpayer);

} // namespace balcao::taxpayers
