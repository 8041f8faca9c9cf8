#include "accounts/saved_filters/saved_filters.hpp"

#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "platform/auth/gate.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/base/time.hpp"
#include "platform/db/entity.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"

namespace balcao::saved_filters {

namespace {

using auth::Answer;

struct SavedFilterId : Id<SavedFilterId> {
    using Id::Id;
};

struct SavedFilter {
    SavedFilterId id;
    std::string lista;
    std::string nome;
    Instant created_at;

    std::string valores{}; // JSON
};

constexpr std::string_view lists = "produtos|pessoas|orcamentos|notas|caixas|usuarios|empresas|relatorio_vendas|"
                                   "relatorio_fiscal|relatorio_clientes";
constexpr std::size_t most_values = 20;
constexpr std::size_t most_name_length = 40;
constexpr std::size_t most_value_length = 200;

constexpr Field fields[]{
    field<&SavedFilter::id>("id", {.read_only = true}),
    field<&SavedFilter::lista>("lista", {.required = true, .one_of = lists}),
    field<&SavedFilter::nome>("nome", {.required = true, .max = 60}),
    field<&SavedFilter::created_at>("created_at", {.read_only = true}),
};

std::string const columns = db::columns(fields) + ", valores";
std::string const list_sql =
    "select " + columns + " from filtro_salvo where user_id = :user_id and lista = :lista order by nome limit :most";
db::Query const list_rows{"saved_filters_list", list_sql};
std::string const insert_sql = "insert into filtro_salvo (user_id, valores, " + db::column_names(fields) +
                               ") values (:user_id, :valores, " + db::placeholders(fields) + ")";
db::Query const insert_row{"saved_filters_insert", insert_sql};
constexpr db::Query delete_row{"saved_filters_delete",
                               "delete from filtro_salvo where id = :id and user_id = :user_id"};

SavedFilter read_row(db::Row const& row) {
    auto filter = db::read_row<SavedFilter>(fields, row);
    filter.valores = row.get<std::string>(static_cast<int>(std::size(fields)));
    return filter;
}

std::string to_json(SavedFilter const& filter) {
    auto out = balcao::to_json(fields, filter);
    out.back() = ',';
    return out + R"("valores":)" + filter.valores + '}';
}

std::vector<SavedFilter> find_all(db::Connection& connection, UserId user, std::string_view lista) {
    return connection.all(list_rows, {{"user_id", user}, {"lista", lista}, {"most", most_filters}}, read_row);
}

// Texts by name; which of them a list knows is its own to say.
Result<std::string> read_values(boost::json::value const& typed) {
    std::vector<FieldProblem> problems;
    json::ObjectWriter writer;
    auto const is_fitting = [](std::string_view text, std::size_t most) { return length(text) <= most; };
    if (!typed.is_object() || typed.get_object().empty() || typed.get_object().size() > most_values) {
        problems.push_back({"valores", "Busque, ordene ou filtre a lista antes de guardar o filtro."});
        return invalid(std::move(problems));
    }
    for (auto const& member : typed.get_object()) {
        std::string_view const name = member.key();
        if (!member.value().is_string() || !is_fitting(name, most_name_length) ||
            !is_fitting(member.value().get_string(), most_value_length)) {
            problems.push_back({"valores." + std::string(name.substr(0, most_name_length)),
                                fmt::format("Use um texto de até {} caracteres.", most_value_length)});
        } else {
            writer.text(name, member.value().get_string());
        }
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return writer.take();
}

Result<SavedFilter> read_filter(std::string_view body) {
    auto json = BALCAO_TRY(json::parse_object(body));
    boost::json::value typed;
    if (auto const* const value = json.if_contains("valores")) typed = *value;
    json.erase("valores");
    std::vector<FieldProblem> problems;
    auto filter = read_entity<SavedFilter>(fields, json, problems);
    auto values = read_values(typed);
    if (values) filter.valores = *std::move(values);
    else problems.insert(problems.end(), values.error().fields.begin(), values.error().fields.end());
    if (!problems.empty()) return invalid(std::move(problems));
    return filter;
}

Answer list(auth::ReadCall& call) {
    auto const lista = call.request.query("lista").value_or("");
    std::string items;
    for (auto const& filter : find_all(call.db, call.actor.user, lista))
        items += (items.empty() ? "" : ",") + to_json(filter);
    return http::json(200, R"({"items":[)" + items + "]}");
}

Answer create(auth::WriteCall& call, Clock const& clock) {
    auto filter = BALCAO_TRY(read_filter(call.request.body));
    auto const others = find_all(call.db, call.actor.user, filter.lista).size();
    if (static_cast<std::int64_t>(others) >= most_filters)
        return invalid(fmt::format("O máximo é {} filtros por lista. Exclua um que não usa mais.", most_filters));
    filter.id = SavedFilterId::make();
    filter.created_at = clock.now();
    auto params = db::params(fields, filter);
    params.emplace_back("user_id", call.actor.user);
    params.emplace_back("valores", filter.valores);
    try {
        call.db.execute(insert_row, params);
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "filtro_salvo_nome") throw;
        return invalid(std::vector<FieldProblem>{{"nome", "Você já tem um filtro com este nome. Digite outro."}});
    }
    return http::json(201, to_json(filter));
}

Answer remove(auth::WriteCall& call) {
    auto const id = BALCAO_TRY(records::id_in_path<SavedFilterId>(call.request, "sfid"));
    if (call.db.execute(delete_row, {{"id", id}, {"user_id", call.actor.user}}) == 0) return not_found();
    return records::no_content();
}

} // namespace

void add_saved_filters_routes(auth::Gate& gate, Clock const& clock) {
    auth::BodyRules const small{.limit = 64 * 1024};
    gate.route({.pattern = "/api/saved-filters", .who = auth::Who::signed_in}, list);
    gate.route({.method = http::Method::post,
                .pattern = "/api/saved-filters",
                .who = auth::Who::signed_in,
                .body = small,
                .is_repeatable = true},
               [&clock](auth::WriteCall& call) { return create(call, clock); });
    gate.route({.method = http::Method::del, .pattern = "/api/saved-filters/{sfid}", .who = auth::Who::signed_in},
               remove);
}

} // namespace balcao::saved_filters
