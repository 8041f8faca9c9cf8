#include "reference/reference_routes.hpp"

#include <string>

#include "base/json.hpp"
#include "http/problem.hpp"
#include "reference/municipalities.hpp"

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

} // namespace

void add_reference_routes(auth::Gate& gate) {
    gate.signed_in(http::Method::get, "/api/states", http::Lane::read, [](http::Request const&, auth::Caller const&) -> auth::Answer {
        return json_list(states(), [](json::ObjectWriter& writer, State const& state) {
            writer.text("uf", state.uf);
            writer.text("codigo", state.codigo);
            writer.text("nome", state.nome);
        });
    });

    gate.signed_in(http::Method::get, "/api/states/{uf}/municipalities", http::Lane::read,
                   [](http::Request const& request, auth::Caller const&) -> auth::Answer {
                       auto const list = municipalities(request.param("uf"));
                       if (list.empty()) return not_found();
                       return json_list(list, [](json::ObjectWriter& writer, Municipality const& municipality) {
                           writer.text("codigo", municipality.codigo);
                           writer.text("nome", municipality.nome);
                       });
                   });
}

} // namespace balcao::reference
