#include "registry/people/person.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "platform/base/documents.hpp"
#include "platform/base/email.hpp"
#include "platform/base/inscricao_estadual.hpp"
#include "platform/base/text.hpp"
#include "platform/records/field_rules.hpp"
#include "platform/reference/municipalities.hpp"

namespace balcao::people {

namespace {

constexpr std::string_view brazil = "Brasil";

// The home country always as the default writes it, so that what depends on it need not guess.
std::string normalize_country(std::string_view typed) {
    auto const folded = fold(typed);
    return std::string(folded == "brasil" || folded == "brazil" ? brazil : typed);
}

Scalar municipality_name(void const* entity) {
    auto const& code = static_cast<Person const*>(entity)->municipio;
    auto const* const municipality = code ? reference::find_municipality(*code) : nullptr;
    if (municipality == nullptr) return std::monostate{};
    return municipality->nome;
}

// Made from the code of the municipality: no column, and nothing to set.
constexpr Field municipio_nome{.name = "municipio_nome",
                               .kind = FieldKind::text,
                               .optional = true,
                               .places = -1,
                               .rules = {.derived = "null", .read_only = true},
                               .get = municipality_name,
                               .set = [](void*, Scalar const&) {}};

constexpr Field fields[]{
    field<&Person::id>("id", {.read_only = true}),
    field<&Person::pessoa_tipo>("pessoa_tipo", {.at_least = natural_person, .at_most = legal_person}),
    field<&Person::cpf_cnpj>("cpf_cnpj", {.required = true, .normalize = normalize_cnpj}),
    field<&Person::razao_social>("razao_social", {.required = true, .min = 2, .max = 60, .nfe_text = true}),
    field<&Person::nome_fantasia>("nome_fantasia", {.max = 60, .nfe_text = true}),
    field<&Person::insc_estadual>("insc_estadual", {.normalize = records::normalize_inscricao_estadual,
                                                    .check = records::inscricao_estadual_problem}),
    field<&Person::logradouro>("logradouro", {.min = 2, .max = 60, .nfe_text = true}),
    field<&Person::numero>("numero", {.max = 60, .nfe_text = true}),
    field<&Person::complemento>("complemento", {.max = 60, .nfe_text = true}),
    field<&Person::bairro>("bairro", {.min = 2, .max = 60, .nfe_text = true}),
    field<&Person::municipio>("municipio", {.check = records::codigo_municipio_problem}),
    municipio_nome,
    field<&Person::uf>("uf", {.one_of = records::all_ufs, .normalize = upper_ascii}),
    field<&Person::cep>("cep", {.normalize = records::without_punctuation, .check = records::cep_problem}),
    field<&Person::pais>("pais", {.min = 2, .max = 60, .nfe_text = true, .normalize = normalize_country}),
    field<&Person::telefone>("telefone",
                             {.normalize = records::without_punctuation, .check = records::telefone_problem}),
    field<&Person::email>("email", {.normalize = normalize_email, .check = email_problem}),
    field<&Person::contato>("contato", {.max = 60}),
    field<&Person::observacao>("observacao", {.max = 2000, .multiline = true}),
    field<&Person::ativo>("ativo", {.one_of = "S|N"}),
    field<&Person::created_at>("created_at", {.read_only = true}),
    field<&Person::updated_at>("updated_at", {.read_only = true}),
    field<&Person::deleted_at>("deleted_at", {.read_only = true}),
};

std::optional<std::string> document_problem(Person const& person) {
    auto const& typed = person.cpf_cnpj;
    if (person.pessoa_tipo == legal_person) {
        return is_valid_cpf(typed) ? "Isto é um CPF. Digite o CNPJ ou escolha Pessoa Física."
                                   : records::cnpj_problem(typed);
    }
    return is_valid_cnpj(typed) ? "Isto é um CNPJ. Digite o CPF ou escolha Pessoa Jurídica."
                                : records::cpf_problem(typed);
}

std::optional<std::string> state_registration_problem(Person const& person) {
    if (person.pessoa_tipo != legal_person)
        return "Pessoa física não tem inscrição estadual. Apague-a ou escolha Pessoa Jurídica.";
    if (*person.insc_estadual != "ISENTO" && person.uf && !is_valid_ie(*person.insc_estadual, *person.uf))
        return fmt::format("Esta inscrição estadual não confere para {}. Confira os números e a UF.", *person.uf);
    return std::nullopt;
}

} // namespace

Fields person_fields() { return fields; }

Person read_person(boost::json::object const& json, std::vector<FieldProblem>& problems) {
    auto person = read_entity<Person>(fields, json, problems);
    // Between fields: only what the single fields left standing.
    auto const stands = [&](std::string_view name) {
        return std::ranges::find(problems, name, &FieldProblem::field) == problems.end();
    };
    auto const add = [&](std::string_view name, std::optional<std::string> problem) {
        if (problem) problems.push_back({std::string(name), *std::move(problem)});
    };
    if (person.municipio && !person.uf && stands("uf")) person.uf = reference::find_municipality(*person.municipio)->uf;
    if (person.municipio && person.uf) add("municipio", records::municipality_elsewhere(*person.municipio, *person.uf));
    if (stands("pessoa_tipo")) {
        if (stands("cpf_cnpj")) add("cpf_cnpj", document_problem(person));
        if (person.insc_estadual) add("insc_estadual", state_registration_problem(person));
    }
    return person;
}

std::string_view document_name(Person const& person) { return person.pessoa_tipo == legal_person ? "CNPJ" : "CPF"; }

} // namespace balcao::people
