#pragma once
// Somebody a company deals with (table `pessoas`), shared by the companies of an installation: fields and every rule
// on them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/records/stored.hpp"

namespace balcao::people {

/// `pessoa_tipo`
inline constexpr std::int64_t natural_person = 1;
inline constexpr std::int64_t legal_person = 2;

struct Person {
    PersonId id;
    std::int64_t pessoa_tipo = natural_person;
    std::string cpf_cnpj; // 11 digits, or 14 characters with letters possible
    std::string razao_social;
    std::optional<std::string> nome_fantasia;
    std::optional<std::string> insc_estadual; // legal persons only: 2 to 14 digits or ISENTO
    std::optional<std::string> logradouro;
    std::optional<std::string> numero;
    std::optional<std::string> complemento;
    std::optional<std::string> bairro;
    std::optional<std::string> municipio; // IBGE code
    std::optional<std::string> uf;
    std::optional<std::string> cep;
    std::string pais = "Brasil";
    std::optional<std::string> telefone;
    std::optional<std::string> email;
    std::optional<std::string> contato;
    std::optional<std::string> observacao;
    std::string ativo = "S";
    Instant created_at;
    Instant updated_at;
    std::optional<Instant> deleted_at; // in the bin since
};

using StoredPerson = records::Stored<Person>;
using PersonRevision = records::Revision<Person>;

/// JSON members, columns and rules; `municipio_nome` is made from the code. Lengths: NF-e layout 4.00, group E (dest)
/// and enderDest.
Fields person_fields();

/// Reads and checks a person as typed. Appends every broken rule, also those between fields. The municipality's UF is
/// filled in when none was typed. Thread-safe; needs no database, so imports check their rows with it too.
Person read_person(boost::json::object const& json, std::vector<FieldProblem>& problems);

/// "CPF" or "CNPJ".
std::string_view document_name(Person const& person);

} // namespace balcao::people
