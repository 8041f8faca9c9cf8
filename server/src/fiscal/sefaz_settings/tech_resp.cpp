#include "fiscal/sefaz_settings/tech_resp.hpp"

#include <utility>

#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "platform/base/documents.hpp"
#include "platform/base/email.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/records/field_rules.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::sefaz_settings {

namespace {

// idCSRT has two digits in the layout; the portals show it with and without zeros before it.
std::string two_digits(std::string_view typed) {
    return is_digits(typed) && !typed.empty() ? fmt::format("{:0>2}", typed) : std::string(typed);
}

std::optional<std::string> csrt_id_problem(std::string_view text) {
    if (is_digits(text) && text.size() == 2) return std::nullopt;
    return "Digite 1 ou 2 números, como a SEFAZ informou. Exemplo: 01.";
}

constexpr Field tech_resp_fields[]{
    field<&TechResp::tech_resp_cnpj>("tech_resp_cnpj",
                                     {.required = true, .normalize = normalize_cnpj, .check = records::cnpj_problem}),
    field<&TechResp::tech_resp_contact>("tech_resp_contact", {.required = true, .min = 2, .max = 60, .nfe_text = true}),
    field<&TechResp::tech_resp_email>("tech_resp_email", {.required = true,
                                                          .min = 6,
                                                          .max = 60,
                                                          .nfe_text = true,
                                                          .normalize = normalize_email,
                                                          .check = email_problem}),
    field<&TechResp::tech_resp_phone>(
        "tech_resp_phone",
        {.required = true, .normalize = records::without_punctuation, .check = records::telefone_problem}),
    field<&TechResp::csrt_id>("csrt_id", {.normalize = two_digits, .check = csrt_id_problem}),
};

std::string const find_sql =
    "select " + db::columns(tech_resp_fields) +
    ", csrt_encrypted, tech_resp_updated_at, tech_resp_version from nfce_settings where emitente_id = :emitente_id";
db::Query const find_tech_resp_row{"tech_resp_find", find_sql};

// A company whose row is missing gets one with the defaults of the settings.
constexpr db::Query save_tech_resp{"tech_resp_save", R"sql(
    insert into nfce_settings (emitente_id, updated_at, tech_resp_cnpj, tech_resp_contact, tech_resp_email, tech_resp_phone, csrt_id,
                               csrt_encrypted, tech_resp_updated_at, tech_resp_version)
    values (:emitente_id, :now, :tech_resp_cnpj, :tech_resp_contact, :tech_resp_email, :tech_resp_phone, :csrt_id, :csrt_encrypted, :now,
            :version)
    on conflict (emitente_id) do update set
        tech_resp_cnpj = excluded.tech_resp_cnpj, tech_resp_contact = excluded.tech_resp_contact,
        tech_resp_email = excluded.tech_resp_email, tech_resp_phone = excluded.tech_resp_phone, csrt_id = excluded.csrt_id,
        csrt_encrypted = excluded.csrt_encrypted, tech_resp_updated_at = excluded.tech_resp_updated_at,
        tech_resp_version = excluded.tech_resp_version)sql"};

std::string changes(StoredTechResp const& before, StoredTechResp const& after, bool is_new_csrt) {
    auto text = changes_json(tech_resp_fields, before.fields, after.fields);
    if (!is_new_csrt && before.csrt_encrypted.has_value() == after.csrt_encrypted.has_value()) return text;
    text.pop_back();
    return text + (text.size() > 1 ? "," : "") + R"("csrt":"alterado"})";
}

} // namespace

Result<TechRespInput> read_tech_resp(boost::json::object const& json) {
    std::vector<FieldProblem> problems;
    TechRespInput input;
    auto rest = json;
    if (auto const* const value = json.if_contains("csrt")) {
        if (value->is_string()) {
            if (auto csrt = Secret{trim(value->get_string())}; !csrt.reveal().empty()) input.csrt = std::move(csrt);
        } else if (!value->is_null()) {
            problems.push_back({"csrt", "Este valor veio em formato inesperado. Digite de novo."});
        }
        rest.erase("csrt");
    }
    input.fields = read_entity<TechResp>(tech_resp_fields, rest, problems);
    if (input.csrt) {
        if (auto problem = code_problem("CSRT", input.csrt->reveal()))
            problems.push_back({"csrt", *std::move(problem)});
        auto const* const id = json.if_contains("csrt_id");
        auto const is_missing = id == nullptr || id->is_null() || (id->is_string() && trim(id->get_string()).empty());
        if (is_missing) problems.push_back({"csrt_id", "Digite o identificador do CSRT."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return input;
}

StoredTechResp find_tech_resp(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection
        .first(find_tech_resp_row, {{"emitente_id", scope.id()}},
               [](db::Row const& row) {
                   constexpr int next = std::size(tech_resp_fields);
                   return StoredTechResp{.fields = db::read_row<TechResp>(tech_resp_fields, row),
                                         .csrt_encrypted = row.get<std::optional<db::Blob>>(next),
                                         .updated_at = row.get<std::optional<Instant>>(next + 1),
                                         .version = row.get<std::int64_t>(next + 2)};
               })
        .value_or(StoredTechResp{});
}

std::string to_json(StoredTechResp const& stored) {
    json::ObjectWriter writer;
    writer.boolean("configured", stored.fields.tech_resp_cnpj && stored.fields.tech_resp_contact);
    writer.optional_text("tech_resp_cnpj", stored.fields.tech_resp_cnpj);
    writer.optional_text("tech_resp_contact", stored.fields.tech_resp_contact);
    writer.optional_text("tech_resp_email", stored.fields.tech_resp_email);
    writer.optional_text("tech_resp_phone", stored.fields.tech_resp_phone);
    writer.optional_text("csrt_id", stored.fields.csrt_id);
    writer.boolean("csrt_configurado", stored.csrt_encrypted.has_value());
    writer.optional_text("updated_at", stored.updated_at.transform(&Instant::to_iso));
    return writer.take();
}

Result<StoredTechResp> put_tech_resp(auth::Write const& write, auth::CompanyScope const& scope,
                                     SettingsServices const& services, std::string_view if_match,
                                     TechRespInput const& input) {
    auto const company = companies::find(write.db, scope);
    if (!company) return not_found();
    auto const before = find_tech_resp(write.db, scope);
    BALCAO_TRY(records::check_current(write.db, if_match,
                                      {.topic = "tech-resp",
                                       .id = scope.id().uuid(),
                                       .version = before.version,
                                       .what = "o responsável técnico",
                                       .json = to_json(before)}));
    auto const has_id = input.fields.csrt_id.has_value();
    if (has_id && !input.csrt && !before.csrt_encrypted)
        return invalid(std::vector<FieldProblem>{{"csrt", "Digite o CSRT, ou apague o identificador."}});

    StoredTechResp after{.fields = input.fields,
                         .csrt_encrypted = has_id ? before.csrt_encrypted : std::nullopt,
                         .updated_at = services.records.clock.now(),
                         .version = before.version + 1};
    if (input.csrt) {
        services.secrets.require_current(write.db);
        after.csrt_encrypted = services.secrets.seal(secrets::csrt.at(scope.id().uuid()), input.csrt->reveal());
    }
    auto params = db::params(tech_resp_fields, after.fields);
    params.emplace_back("emitente_id", scope.id());
    params.emplace_back("now", after.updated_at);
    params.emplace_back("csrt_encrypted", after.csrt_encrypted);
    params.emplace_back("version", after.version);
    write.db.execute(save_tech_resp, params);
    records::note(write, services.records,
                  {.topic = "tech-resp",
                   .action = before.version == 0 ? "sefaz_config_create" : "sefaz_config_update",
                   .description = "Salvou o responsável técnico de " + company->company.razao_social,
                   .company = scope.id(),
                   .version = after.version,
                   .details = changes(before, after, input.csrt.has_value())});
    return after;
}

} // namespace balcao::sefaz_settings
