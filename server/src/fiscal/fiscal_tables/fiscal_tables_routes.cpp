#include "fiscal/fiscal_tables/fiscal_tables.hpp"

#include "nfce/datetime.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"

namespace balcao::fiscal_tables {

namespace {

using auth::Who;

constexpr std::size_t most_body_bytes = 20U << 20U; // of a file of 8 MB, escaped

struct Typed {
    std::string arquivo, conteudo, nome_arquivo, dados_de;
};
constexpr Field typed_fields[]{
    field<&Typed::arquivo>("arquivo", {.required = true, .max = 60}),
    field<&Typed::conteudo>("conteudo", {.required = true, .max = most_body_bytes, .multiline = true}),
    field<&Typed::nome_arquivo>("nome_arquivo", {.required = true, .max = 200}),
    field<&Typed::dados_de>("dados_de", {.required = true, .max = 10}),
};
constexpr Field value_fields[]{
    field<&Value::parametro>("parametro", {.required = true, .max = 60}),
    field<&Value::uf>("uf", {.required = true, .max = 2}),
    field<&Value::ambiente>("ambiente", {.required = true, .max = 20}),
    field<&Value::alcance>("alcance", {.required = true, .max = 20}),
    field<&Value::desde>("desde", {.required = true, .max = 10}),
    field<&Value::valor>("valor", {.max = 1000}),
    field<&Value::fonte>("fonte", {.required = true, .max = 200}),
};

bool is_date(std::string_view text) {
    return text.size() == 10 && nfce::DateTime::parse(std::string(text) + "T12:00:00-03:00").has_value();
}

Result<Upload> read_upload(std::string_view body) {
    auto const object = BALCAO_TRY(json::parse_object(body));
    std::vector<FieldProblem> problems;
    auto typed = read_entity<Typed>(typed_fields, object, problems);
    auto const file = nfce::table_file_named(typed.arquivo);
    if (!file && problems.empty())
        problems.push_back({"arquivo", "Esta tabela não existe. Confira o nome do arquivo."});
    if (problems.empty() && !is_date(typed.dados_de))
        problems.push_back({"dados_de", "Escreva a data como AAAA-MM-DD."});
    if (!problems.empty()) return invalid(std::move(problems));
    return Upload{.file = *file,
                  .content = nfce::plain_table(typed.conteudo),
                  .as_of = std::move(typed.dados_de),
                  .file_name = std::move(typed.nome_arquivo)};
}

std::string shown(db::Connection& connection) { return to_json(find_changes(connection), find_revision(connection)); }

// The server's other processes see it within two seconds.
void follow(auth::WriteCall& call, Follower& follower) {
    call.db.after_commit([&follower] { follower.look(); });
}

} // namespace

void add_fiscal_tables_routes(auth::Gate& gate, records::Services services, Follower& follower) {
    auth::BodyRules const whole_file{.limit = most_body_bytes};
    gate.route({.pattern = "/api/fiscal-tables", .who = Who::admin},
               [](auth::ReadCall& call) -> auth::Answer { return http::json(200, shown(call.db)); });
    gate.route({.pattern = "/api/fiscal-tables/{arquivo}", .who = Who::admin, .lane = http::Lane::slow},
               [](auth::ReadCall& call) -> auth::Answer {
                   auto const file = nfce::table_file_named(call.request.param("arquivo"));
                   if (!file) return not_found();
                   auto texts = texts_in_force(find_changes(call.db));
                   auto const at = texts.find(*file);
                   json::ObjectWriter writer;
                   writer.text("conteudo", at == texts.end() ? nfce::base_text(*file) : std::string_view(at->second));
                   return http::json(200, writer.take());
               });
    gate.route({.method = http::Method::post,
                .pattern = "/api/fiscal-tables/check",
                .who = Who::admin,
                .lane = http::Lane::slow,
                .body = whole_file},
               [services](auth::ReadCall& call) -> auth::Answer {
                   auto const upload = BALCAO_TRY(read_upload(call.request.body));
                   BALCAO_TRY(check_upload(call.db, upload, services.clock.now()));
                   return http::json(200, preview(call.db, upload));
               });
    gate.route({.method = http::Method::post, .pattern = "/api/fiscal-tables", .who = Who::admin, .body = whole_file},
               [services, &follower](auth::WriteCall& call) -> auth::Answer {
                   auto const upload = BALCAO_TRY(read_upload(call.request.body));
                   BALCAO_TRY(check_upload(call.db, upload, services.clock.now()));
                   take_over(call.db, services, call.actor.user, upload, Kind::file);
                   follow(call, follower);
                   return http::json(201, shown(call.db));
               });
    gate.route({.method = http::Method::post, .pattern = "/api/fiscal-tables/values", .who = Who::admin},
               [services, &follower](auth::WriteCall& call) -> auth::Answer {
                   auto const object = BALCAO_TRY(json::parse_object(call.request.body));
                   std::vector<FieldProblem> problems;
                   auto const value = read_entity<Value>(value_fields, object, problems);
                   if (!problems.empty()) return invalid(std::move(problems));
                   auto const upload = BALCAO_TRY(upload_of(call.db, value));
                   take_over(call.db, services, call.actor.user, upload, Kind::value);
                   follow(call, follower);
                   return http::json(201, shown(call.db));
               });
    gate.route(
        {.method = http::Method::post, .pattern = "/api/fiscal-tables/changes/{mudanca}/undo", .who = Who::admin},
        [services, &follower](auth::WriteCall& call) -> auth::Answer {
            auto const id = Uuid::parse(call.request.param("mudanca"));
            if (!id) return not_found();
            BALCAO_TRY(undo(call, services, *id));
            follow(call, follower);
            return http::json(200, shown(call.db));
        });
}

} // namespace balcao::fiscal_tables
