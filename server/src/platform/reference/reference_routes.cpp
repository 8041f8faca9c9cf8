#include "platform/reference/reference_routes.hpp"

#include <string>

#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/problem.hpp"
#include "platform/reference/municipalities.hpp"
#include "platform/reference/tables.hpp"

namespace balcao::reference {

namespace {

template <class Rows, class Each>
http::Response json_list(Rows const& rows, Each each) {
    std::string body = "[";
    for (auto const& row : rows) {
        if (body.size() > 1) body += ',';
        json::ObjectWriter writer;
        each(writer, row);
        body += writer.take();
    }
    body += ']';
    auto response = http::json(200, std::move(body));
    // Changes only with a new version of the program.
    response.headers.emplace_back("Cache-Control", "private, max-age=3600");
    return response;
}

auth::Answer search_reference(http::Request const& request, auth::Actor const&) {
    auto const table = table_named(request.param("table"));
    if (!table) return not_found();
    auto const wanted = BALCAO_TRY(read_search(request));
    auto response = http::json(200, to_json(*table, search(*table, wanted)));
    response.headers.emplace_back("Cache-Control", "private, max-age=3600");
    return response;
}

} // namespace

Result<Search> read_search(http::Request const& request) {
    Search search;
    std::vector<FieldProblem> problems;
    for (auto const& [name, value] : request.query_params) {
        if (name == "search") {
            search.text = value;
            if (length(value) > 200) problems.push_back({name, "Digite no máximo 200 caracteres."});
        } else if (name == "ncm") {
            search.ncm = value;
            if (!value.empty() && (!is_digits(value) || value.size() != 8))
                problems.push_back({name, "O NCM tem 8 números."});
        } else if (name == "cst") {
            search.cst = value;
            if (!value.empty() && (!is_digits(value) || value.size() > 3))
                problems.push_back({name, "O CST tem só números."});
        } else if (name == "limit") {
            auto const limit = parse_int(value);
            if (!limit || *limit < 1 || *limit > 100) problems.push_back({name, "Use um número de 1 a 100."});
            else search.limit = static_cast<std::size_t>(*limit);
        } else {
            problems.push_back({name, "Este filtro não existe."});
        }
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return search;
}

std::string to_json(Table table, std::vector<Entry const*> const& found) {
    std::string items = "[";
    for (auto const* entry : found) {
        if (items.size() > 1) items += ',';
        auto const detail = detail_of(table, *entry);
        json::ObjectWriter writer;
        writer.text("codigo", entry->codigo);
        writer.text("descricao", entry->descricao);
        writer.text_or_null("detalhe", detail);
        items += writer.take();
    }
    json::ObjectWriter writer;
    writer.raw("items", items + ']');
    return writer.take();
}

void add_reference_routes(auth::Gate& gate) {
    gate.route({.pattern = "/api/states", .who = auth::Who::signed_in},
               [](http::Request const&, auth::Actor const&) -> auth::Answer {
                   return json_list(states(), [](json::ObjectWriter& writer, State const& state) {
                       writer.text("uf", state.uf);
                       writer.text("codigo", state.codigo);
                       writer.text("nome", state.nome);
                   });
               });

    gate.route({.pattern = "/api/states/{uf}/municipalities", .who = auth::Who::signed_in},
               [](http::Request const& request, auth::Actor const&) -> auth::Answer {
                   auto const list = municipalities(request.param("uf"));
                   if (list.empty()) return not_found();
                   return json_list(list, [](json::ObjectWriter& writer, Municipality const& municipality) {
                       writer.text("codigo", municipality.codigo);
                       writer.text("nome", municipality.nome);
                   });
               });

    gate.route({.pattern = "/api/reference/{table}", .who = auth::Who::signed_in}, search_reference);
}

} // namespace balcao::reference
