#include "registry/companies/company.hpp"

#include <algorithm>
#include <utility>

#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"
#include "platform/records/field_rules.hpp"
#include "platform/reference/municipalities.hpp"

namespace balcao::companies {

namespace {

constexpr std::string_view all_colors = "petroleo|anil|ameixa|barro|oliva|cereja|grafite|mata";
constexpr std::string_view all_time_zones =
    "America/Araguaina|America/Bahia|America/Belem|America/Boa_Vista|America/Campo_Grande|America/"
    "Cuiaba|America/Eirunepe|America/Fortaleza|"
    "America/Maceio|America/Manaus|America/Noronha|America/Porto_Velho|America/Recife|America/"
    "Rio_Branco|America/Santarem|America/Sao_Paulo";

constexpr Field fields[]{
    field<&Company::id>("id", {.read_only = true}),
    field<&Company::razao_social>("razao_social", {.required = true, .min = 2, .max = 60, .nfe_text = true}),
    field<&Company::nome_fantasia>("nome_fantasia", {.max = 60, .nfe_text = true}),
    field<&Company::cnpj>("cnpj", {.required = true, .normalize = normalize_cnpj, .check = records::cnpj_problem}),
    field<&Company::inscricao_estadual>("inscricao_estadual", {.required = true,
                                                               .normalize = records::normalize_inscricao_estadual,
                                                               .check = records::inscricao_estadual_problem}),
    field<&Company::telefone>("telefone",
                              {.normalize = records::without_punctuation, .check = records::telefone_problem}),
    field<&Company::crt>("crt", {.at_least = 1, .at_most = 4}),
    field<&Company::cep>("cep",
                         {.required = true, .normalize = records::without_punctuation, .check = records::cep_problem}),
    field<&Company::codigo_municipio>("codigo_municipio",
                                      {.required = true, .check = records::codigo_municipio_problem}),
    field<&Company::logradouro>("logradouro", {.required = true, .min = 2, .max = 60, .nfe_text = true}),
    field<&Company::numero>("numero", {.required = true, .max = 60, .nfe_text = true}),
    field<&Company::complemento>("complemento", {.max = 60, .nfe_text = true}),
    field<&Company::bairro>("bairro", {.required = true, .min = 2, .max = 60, .nfe_text = true}),
    field<&Company::municipio>("municipio", {.required = true, .min = 2, .max = 60, .nfe_text = true}),
    field<&Company::uf>("uf", {.required = true, .one_of = records::all_ufs, .normalize = upper_ascii}),
    field<&Company::logo_sistema_url>("logo_sistema_url", {.read_only = true}),
    field<&Company::logo_documentos_url>("logo_documentos_url", {.read_only = true}),
    field<&Company::cor>("cor", {.one_of = all_colors}),
    field<&Company::fuso_horario>("fuso_horario", {.one_of = all_time_zones}),
    field<&Company::ativo>("ativo", {.one_of = "S|N"}),
    field<&Company::ambiente>(
        "ambiente",
        {.derived =
             "coalesce((select n.ambiente from nfce_settings n where n.emitente_id = emitente.id), 'homologacao')",
         .read_only = true}),
    field<&Company::certificado_valido_ate>(
        "certificado_valido_ate",
        {.derived = "(select d.valid_to from digital_certificates d where d.emitente_id = emitente.id)",
         .read_only = true}),
    field<&Company::primeiro_numero_em>("primeiro_numero_em", {.read_only = true}),
    field<&Company::exemplo>("exemplo",
                             {.derived = "(select case when count(*) > 0 then 'S' else 'N' end from loja_exemplo x "
                                         "where x.emitente_id = emitente.id)",
                              .read_only = true}),
    field<&Company::updated_at>("updated_at", {.read_only = true}),
};

} // namespace

Fields company_fields() { return fields; }

Company read_company(boost::json::object const& json, std::vector<FieldProblem>& problems) {
    auto company = read_entity<Company>(fields, json, problems);
    // Between fields: only what the single fields left standing.
    if (auto const* municipality = reference::find_municipality(company.codigo_municipio)) {
        if (auto problem = records::municipality_elsewhere(company.codigo_municipio, company.uf)) {
            problems.push_back({"codigo_municipio", *std::move(problem)});
        } else if (!company.municipio.empty() && fold(municipality->nome) != fold(company.municipio)) {
            problems.push_back({"municipio", "Pelo código do IBGE o município é " + std::string(municipality->nome) +
                                                 ". Escolha o município na lista."});
        } else {
            company.municipio = municipality->nome;
        }
    }
    if (company.fuso_horario.empty()) company.fuso_horario = time_zone_of(company.uf);
    return company;
}

std::string_view time_zone_of(std::string_view uf) {
    using Zone = std::pair<std::string_view, std::string_view>;
    constexpr std::array zones{
        Zone{"AC", "America/Rio_Branco"}, Zone{"AL", "America/Maceio"},       Zone{"AM", "America/Manaus"},
        Zone{"AP", "America/Belem"},      Zone{"BA", "America/Bahia"},        Zone{"CE", "America/Fortaleza"},
        Zone{"MA", "America/Fortaleza"},  Zone{"MS", "America/Campo_Grande"}, Zone{"MT", "America/Cuiaba"},
        Zone{"PA", "America/Belem"},      Zone{"PB", "America/Fortaleza"},    Zone{"PE", "America/Recife"},
        Zone{"PI", "America/Fortaleza"},  Zone{"RN", "America/Fortaleza"},    Zone{"RO", "America/Porto_Velho"},
        Zone{"RR", "America/Boa_Vista"},  Zone{"SE", "America/Maceio"},       Zone{"TO", "America/Araguaina"},
    };
    auto const at = std::ranges::find(zones, uf, &Zone::first);
    return at == zones.end() ? "America/Sao_Paulo" : at->second;
}

} // namespace balcao::companies
