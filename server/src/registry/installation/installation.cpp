#include "registry/installation/installation.hpp"

#include <utility>
#include <vector>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/field_rules.hpp"

namespace balcao::installation {

namespace {

std::string to_json(Support const& support) {
    json::ObjectWriter contacts;
    contacts.text_or_null("email", support.email);
    contacts.text_or_null("telefone", support.phone);
    json::ObjectWriter writer;
    writer.raw("suporte", contacts.take());
    return writer.take();
}

std::string to_json(CepAddress const& address) {
    json::ObjectWriter writer;
    writer.text_or_null("logradouro", address.logradouro);
    writer.text_or_null("bairro", address.bairro);
    writer.text_or_null("municipio", address.municipio);
    writer.text_or_null("municipio_nome", address.municipio_nome);
    writer.text_or_null("uf", address.uf);
    return writer.take();
}

auth::Answer find_cep(CepDirectory& directory, http::Request const& request) {
    std::string const cep(request.param("cep"));
    if (auto problem = records::cep_problem(cep))
        return invalid(std::vector<FieldProblem>{{"cep", *std::move(problem)}});
    auto const address = BALCAO_TRY(directory.find(cep));
    json::ObjectWriter writer;
    writer.text("cep", cep);
    writer.boolean("consultado", directory.is_on());
    if (address) writer.raw("endereco", to_json(*address));
    else writer.null("endereco");
    return http::json(200, writer.take());
}

} // namespace

void add_installation_routes(auth::Gate& gate, Support const& support, CepDirectory& directory) {
    gate.route({.pattern = "/api/installation", .who = auth::Who::signed_in},
               [body = to_json(support)](http::Request const&, auth::Actor const&) -> auth::Answer {
                   return http::json(200, body);
               });
    // Waits for the service.
    gate.route({.pattern = "/api/cep/{cep}", .who = auth::Who::operador, .lane = http::Lane::outside},
               [&directory](http::Request const& request, auth::Actor const&) -> auth::Answer {
                   return find_cep(directory, request);
               });
}

} // namespace balcao::installation
