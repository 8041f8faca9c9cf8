#pragma once
// A company that issues receipts (table `emitente`): its fields and every rule on them.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"

namespace balcao::companies {

struct Company {
    CompanyId id;
    std::string razao_social;
    std::optional<std::string> nome_fantasia;
    std::string cnpj;               // 14 characters, letters possible
    std::string inscricao_estadual; // 2 to 14 digits or ISENTO
    std::optional<std::string> telefone;
    std::int64_t crt = 1; // 1 Simples, 2 Simples with excess, 3 Regime Normal, 4 MEI
    std::string cep;
    std::string codigo_municipio; // IBGE
    std::string logradouro;
    std::string numero;
    std::optional<std::string> complemento;
    std::string bairro;
    std::string municipio; // name
    std::string uf;
    std::optional<std::string> logo_sistema_url;
    std::optional<std::string> logo_documentos_url;
    std::string cor;          // empty: not chosen
    std::string fuso_horario; // empty: not chosen
    std::string ativo = "S";
    std::string ambiente = "homologacao";          // of its SEFAZ settings: homologacao or producao
    std::optional<Instant> certificado_valido_ate; // end of its certificate
    std::optional<Instant> primeiro_numero_em;     // first fiscal number taken
    std::string exemplo = "N";                     // S: the made-up shop (example_shop)
    Instant updated_at;
};

/// The record with what belongs to the row alone.
struct StoredCompany {
    Company company;
    std::int64_t version = 1; // in the ETag
};

/// The eight tones a company may have (visual direction, section 2).
inline constexpr std::array<std::string_view, 8> company_colors{"petroleo", "anil",   "ameixa",  "barro",
                                                                "oliva",    "cereja", "grafite", "mata"};

/// JSON members, columns and rules. Lengths: NF-e layout 4.00, group C (emitente) and enderEmit.
Fields company_fields();

/// Reads and checks a company as typed. Appends every broken rule, also those between fields: municipality, UF and
/// its name. `municipio` gets the official spelling, `fuso_horario` the zone of the UF when none was chosen.
Company read_company(boost::json::object const& json, std::vector<FieldProblem>& problems);

/// The time zone most of a federal unit lives in.
std::string_view time_zone_of(std::string_view uf);

} // namespace balcao::companies
