#include "registry/people/people.hpp"

#include <array>
#include <vector>

#include "platform/base/json.hpp"
#include "platform/http/http.hpp"
#include "platform/records/record_routes.hpp"

namespace balcao::people {

namespace {

struct PeopleRoutes {
    using Kind = People;
    using Filter = PersonFilter;
    using ListRequest = records::ListRequest<PersonFilter>;

    static constexpr std::string_view pattern = "/api/people";
    static constexpr std::string_view id_parameter = "pid";
    static constexpr records::Access access{
        .read = auth::Who::operador, .edit = auth::Who::operador, .remove = auth::Who::gerente};

    static Result<Person> read(People const&, db::Connection&, boost::json::object const& body) {
        std::vector<FieldProblem> problems;
        auto person = read_person(body, problems);
        if (!problems.empty()) return invalid(std::move(problems));
        return person;
    }

    static Result<ListRequest> read_list(People const&, db::Connection&, http::Request const& request) {
        return read_people_query(request);
    }

    static records::ListPage list(People const& people, db::Connection& connection, ListRequest const& asked) {
        return people.list(connection, asked.query, asked.filter);
    }

    static void write_count(People const& people, db::Connection& connection, ListRequest const& asked,
                            json::ObjectWriter& writer) {
        writer.integer("total", people.count(connection, asked.query, asked.filter));
    }

    static constexpr auto tabs = std::to_array<records::Tab<PersonFilter>>({
        {"ativas", [](PersonFilter& filter) { filter.situation = Situation::active; }},
        {"inativas", [](PersonFilter& filter) { filter.situation = Situation::inactive; }},
        {"todas", [](PersonFilter& filter) { filter.situation = Situation::all; }},
        {"lixeira", [](PersonFilter& filter) { filter.situation = Situation::bin; }},
    });
    static db::ListTotal count_tab(People const& people, db::Connection& connection, ListRequest const& asked) {
        return people.count_to_most(connection, asked.query, asked.filter);
    }
};

} // namespace

Result<records::ListRequest<PersonFilter>> read_people_query(http::Request const& request,
                                                             std::span<std::string_view const> more) {
    constexpr std::array<std::string_view, 4> sorts{"razao_social", "cpf_cnpj", "cidade", "created_at"};
    std::vector<std::string_view> filters{"situacao", "pessoa_tipo"};
    filters.insert(filters.end(), more.begin(), more.end());
    auto query = records::read_list_query(request, sorts, filters);
    std::vector<FieldProblem> problems;
    if (!query) problems = query.error().fields;

    PersonFilter filter;
    if (auto const situacao = request.query("situacao")) {
        if (*situacao == "ativas") filter.situation = Situation::active;
        else if (*situacao == "inativas") filter.situation = Situation::inactive;
        else if (*situacao == "lixeira") filter.situation = Situation::bin;
        else problems.push_back({"situacao", "Use ativas, inativas ou lixeira."});
    }
    if (auto const type = request.query("pessoa_tipo")) {
        if (*type == "1") filter.pessoa_tipo = natural_person;
        else if (*type == "2") filter.pessoa_tipo = legal_person;
        else problems.push_back({"pessoa_tipo", "Use 1 para físicas ou 2 para jurídicas."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return records::ListRequest<PersonFilter>{.query = *std::move(query), .filter = filter};
}

void add_people_routes(auth::Gate& gate, records::Services services) {
    records::add_record_routes<PeopleRoutes>(gate, services);
}

} // namespace balcao::people
