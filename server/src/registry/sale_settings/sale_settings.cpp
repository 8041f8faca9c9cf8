#include "registry/sale_settings/sale_settings.hpp"

#include <algorithm>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "platform/auth/gate.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/etag.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/field_rules.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::sale_settings {

namespace {

constexpr std::size_t most_patterns = 20;
constexpr std::size_t most_acquirers = 50;
constexpr std::string_view unexpected = "Este valor veio em formato inesperado. Digite de novo.";

// First what the counter needs, which an operador is told too; then what only a gerente is.
constexpr Field fields[]{
    field<&SaleSettings::contingencia_apos_s>("contingencia_apos_s", {.at_least = 5, .at_most = 30}),
    field<&SaleSettings::exige_caixa>("exige_caixa", {.one_of = "S|N"}),
    field<&SaleSettings::desconto_operador>("desconto_operador", {.at_least = 0, .at_most = 10'000}),
    field<&SaleSettings::operador_cancela>("operador_cancela", {.one_of = "S|N"}),
    field<&SaleSettings::imprimir_sempre>("imprimir_sempre", {.one_of = "S|N"}),
    field<&SaleSettings::vias_contingencia>("vias_contingencia", {.at_least = 1, .at_most = 2}),
    field<&SaleSettings::ind_pres>("ind_pres", {.at_least = 1, .at_most = 4}),
    field<&SaleSettings::inutilizar_auto>("inutilizar_auto", {.one_of = "S|N"}),
    field<&SaleSettings::nfe_por_email>("nfe_por_email", {.one_of = "S|N"}),
    field<&SaleSettings::qr>("qr", {.at_least = 2, .at_most = 3}),
};
constexpr Fields counter_fields = Fields(fields).first(7);

constexpr Field pix_fields[]{
    field<&Pix::chave>("chave", {.required = true, .max = 77}),
    field<&Pix::nome>("nome", {.required = true, .max = 25}),
    field<&Pix::cidade>("cidade", {.required = true, .max = 15}),
};

constexpr Field acquirer_fields[]{
    field<&Credenciadora::nome>("nome", {.required = true, .max = 60}),
    field<&Credenciadora::cnpj>("cnpj",
                                {.required = true, .normalize = normalize_cnpj, .check = records::cnpj_problem}),
};

constexpr db::Query find_row{"sale_settings_find", R"sql(
    select config, version from vender_config where emitente_id = :emitente_id)sql"};
constexpr db::Query save{"sale_settings_save", R"sql(
    insert into vender_config (emitente_id, config, updated_at, version)
    values (:emitente_id, :config, :updated_at, :version)
    on conflict (emitente_id) do update set
        config = excluded.config, updated_at = excluded.updated_at, version = excluded.version)sql"};

struct Stored {
    SaleSettings settings{};
    std::int64_t version = 0; // 0: nothing was saved yet
};

// Takes the member out; the array when there is one.
std::optional<boost::json::array> take_array(boost::json::object& json, std::string_view name, std::size_t most,
                                             std::vector<FieldProblem>& problems) {
    auto const* const value = json.if_contains(name);
    std::optional<boost::json::array> found;
    if (value != nullptr && value->is_array()) found = value->get_array();
    else if (value != nullptr && !value->is_null()) problems.push_back({std::string(name), std::string(unexpected)});
    if (found && found->size() > most) problems.push_back({std::string(name), fmt::format("O máximo é {}.", most)});
    json.erase(name);
    return found;
}

template <class Part>
std::optional<Part> read_part(boost::json::value const& value, Fields part_fields, std::string const& path,
                              std::vector<FieldProblem>& problems) {
    if (!value.is_object()) {
        problems.push_back({path, std::string(unexpected)});
        return std::nullopt;
    }
    std::vector<FieldProblem> found;
    auto part = read_entity<Part>(part_fields, value.get_object(), found);
    for (auto& problem : found) problems.push_back({path + '.' + problem.field, std::move(problem.message)});
    return part;
}

std::vector<std::string> read_patterns(boost::json::array const& typed, std::vector<FieldProblem>& problems) {
    std::vector<std::string> patterns;
    for (std::size_t i = 0; i < typed.size(); ++i) {
        auto const path = fmt::format("padroes_balanca.{}", i);
        if (!typed[i].is_string()) {
            problems.push_back({path, std::string(unexpected)});
            continue;
        }
        auto const& pattern = patterns.emplace_back(trim(typed[i].get_string()));
        if (auto problem = pattern_problem(pattern)) problems.push_back({path, *std::move(problem)});
    }
    return patterns;
}

Stored find_stored(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection
        .first(find_row, {{"emitente_id", scope.id()}},
               [](db::Row const& row) {
                   auto json = json::parse_object(row.text(0)).value();
                   return Stored{.settings = read_sale_settings(std::move(json)).value(),
                                 .version = row.get<std::int64_t>(1)};
               })
        .value_or(Stored{});
}

// `,"pix":…,"credenciadoras":[…]}`
void append_receivers(std::string& out, SaleSettings const& settings) {
    out += R"(,"pix":)" + (settings.pix ? balcao::to_json(pix_fields, *settings.pix) : "null");
    out += R"(,"credenciadoras":[)";
    for (auto const& acquirer : settings.credenciadoras) {
        append_json(out, acquirer_fields, acquirer);
        out += ',';
    }
    if (out.back() == ',') out.pop_back();
    out += "]}";
}

// What an operador sells by.
std::string counter_json(SaleSettings const& settings) {
    auto out = balcao::to_json(counter_fields, settings);
    out.pop_back();
    append_receivers(out, settings);
    return out;
}

auth::Answer put(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto const if_match = BALCAO_TRY(http::if_match(call.request));
    auto body = BALCAO_TRY(json::parse_object(call.request.body));
    auto const typed = BALCAO_TRY(read_sale_settings(std::move(body)));
    auto const company = companies::find(call.db, scope);
    if (!company) return not_found();
    auto const before = find_stored(call.db, scope);
    BALCAO_TRY(records::check_current(call.db, if_match,
                                      {.topic = "sale-settings",
                                       .id = scope.id().uuid(),
                                       .version = before.version,
                                       .what = "estas configurações",
                                       .json = to_json(before.settings)}));
    auto const config = to_json(typed);
    auto const version = before.version + 1;
    call.db.execute(
        save,
        {{"emitente_id", scope.id()}, {"config", config}, {"updated_at", services.clock.now()}, {"version", version}});
    json::ObjectWriter details;
    details.raw("antes", to_json(before.settings));
    details.raw("depois", config);
    records::note(call, services,
                  {.topic = "sale-settings",
                   .action = "sale_config_update",
                   .description = "Salvou as configurações de venda de " + company->company.razao_social,
                   .company = scope.id(),
                   .version = version,
                   .details = details.take()});
    return records::answer(200, config, version);
}

} // namespace

std::optional<std::string> pattern_problem(std::string_view pattern) {
    auto const after = [&](std::size_t from, std::string_view letters) {
        auto const end = pattern.find_first_not_of(letters, from);
        return end == std::string_view::npos ? pattern.size() : end;
    };
    auto const code = after(0, "0123456789");
    auto const amount = after(code, "C");
    auto const letter = amount < pattern.size() ? pattern.substr(amount, 1) : std::string_view{};
    auto const check = letter == "P" || letter == "V" ? after(amount, letter) : amount;
    bool const is_good = pattern.size() == 13 && pattern.starts_with('2') && amount > code && check > amount &&
                         pattern.substr(check) == "D";
    if (is_good) return std::nullopt;
    return "Um padrão tem 13 posições: começa com 2, depois C para o código, P para o peso em gramas ou V para o valor "
           "em centavos, e D no fim. Exemplo: 2CCCCCCPPPPPD.";
}

Result<SaleSettings> read_sale_settings(boost::json::object json) {
    std::vector<FieldProblem> problems;
    auto const patterns = take_array(json, "padroes_balanca", most_patterns, problems);
    auto const acquirers = take_array(json, "credenciadoras", most_acquirers, problems);
    boost::json::value pix;
    if (auto const* const value = json.if_contains("pix")) pix = *value;
    json.erase("pix");

    auto settings = read_entity<SaleSettings>(fields, json, problems);
    if (settings.ind_pres != 1 && settings.ind_pres != 4)
        problems.push_back({"ind_pres", "Escolha uma das opções da lista."});
    if (patterns) settings.padroes_balanca = read_patterns(*patterns, problems);
    if (!pix.is_null()) settings.pix = read_part<Pix>(pix, pix_fields, "pix", problems);
    for (std::size_t i = 0; acquirers && i < acquirers->size(); ++i) {
        auto one =
            read_part<Credenciadora>((*acquirers)[i], acquirer_fields, fmt::format("credenciadoras.{}", i), problems);
        if (one) settings.credenciadoras.push_back(*std::move(one));
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return settings;
}

std::string to_json(SaleSettings const& settings) {
    auto out = balcao::to_json(fields, settings);
    out.back() = ',';
    out += R"("padroes_balanca":[)";
    for (auto const& pattern : settings.padroes_balanca) {
        json::append_string(out, pattern);
        out += ',';
    }
    if (out.back() == ',') out.pop_back();
    out += ']';
    append_receivers(out, settings);
    return out;
}

SaleSettings find_sale_settings(db::Connection& connection, auth::CompanyScope const& scope) {
    return find_stored(connection, scope).settings;
}

void demand_till(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services) {
    auto [settings, version] = find_stored(write.db, scope);
    if (settings.exige_caixa == "S") return;
    settings.exige_caixa = "S";
    ++version;
    auto const config = to_json(settings);
    write.db.execute(
        save,
        {{"emitente_id", scope.id()}, {"config", config}, {"updated_at", services.clock.now()}, {"version", version}});
    services.events.publish(
        write.db, {.topic = "sale-settings", .company = scope.id(), .version = version, .made_by = write.actor.user});
}

void add_sale_settings_routes(auth::Gate& gate, records::Services services) {
    gate.route({.pattern = "/api/companies/{id}/sale-settings", .who = auth::Who::operador},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   if (!companies::find(call.db, scope)) return not_found();
                   auto const [settings, version] = find_stored(call.db, scope);
                   return records::answer(200, scope.is_gerente() ? to_json(settings) : counter_json(settings),
                                          version);
               });
    gate.route(
        {.method = http::Method::put, .pattern = "/api/companies/{id}/sale-settings", .who = auth::Who::gerente},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return put(call, scope, services); });
}

} // namespace balcao::sale_settings
