#include "people/people_routes.hpp"

#include <array>
#include <vector>

#include "base/json.hpp"
#include "http/etag.hpp"
#include "http/problem.hpp"
#include "people/people.hpp"

namespace balcao::people {

namespace {

using enum auth::Who;

http::Response answer(int status, StoredPerson const& stored) {
    return records::answer(status, to_json(person_fields(), stored.person), stored.version);
}

Result<Person> read_body(http::Request const& request) {
    auto const object = json::parse_object(request.body);
    if (!object) return fail(object.error());
    std::vector<FieldProblem> problems;
    auto person = read_person(*object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return person;
}

Result<PersonId> id_of(http::Request const& request) {
    auto const id = PersonId::parse(request.param("pid"));
    if (!id) return not_found();
    return *id;
}

auth::Answer list_people(auth::ReadCall& call) {
    auto const asked = read_people_query(call.request);
    if (!asked) return fail(asked.error());
    return http::json(200, to_json(list(call.db, asked->first, asked->second), asked->first));
}

auth::Answer count_people(auth::ReadCall& call) {
    auto const asked = read_people_query(call.request);
    if (!asked) return fail(asked.error());
    json::ObjectWriter writer;
    writer.integer("total", count(call.db, asked->first, asked->second));
    return http::json(200, writer.take());
}

auth::Answer get_person(auth::ReadCall& call) {
    auto const id = id_of(call.request);
    if (!id) return fail(id.error());
    auto const stored = find(call.db, *id);
    if (!stored) return not_found();
    return answer(200, *stored);
}

} // namespace

Result<std::pair<http::ListQuery, PersonFilter>> read_people_query(http::Request const& request,
                                                                   std::span<std::string_view const> more) {
    constexpr std::array<std::string_view, 3> sorts{"razao_social", "cidade", "created_at"};
    std::vector<std::string_view> filters{"situacao", "pessoa_tipo"};
    filters.insert(filters.end(), more.begin(), more.end());
    auto query = http::read_list_query(request, sorts, filters);
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
    return std::pair{*std::move(query), filter};
}

void add_people_routes(auth::Gate& gate, records::Services services) {
    gate.read("/api/people", with_company, list_people);
    gate.read("/api/people/count", with_company, count_people);
    gate.read("/api/people/{pid}", with_company, get_person);

    gate.create("/api/people", with_company, [services](auth::WriteCall& call) -> auth::Answer {
        auto person = read_body(call.request);
        if (!person) return fail(person.error());
        auto const stored = create(call, services, *std::move(person));
        if (!stored) return fail(stored.error());
        return answer(201, *stored);
    });

    gate.write(http::Method::post, "/api/people/bulk", with_company, [services](auth::WriteCall& call) -> auth::Answer {
        auto const bulk = records::read_bulk(call.request.body, true);
        if (!bulk) return fail(bulk.error());
        auto const outcome = change_many(call, services, *bulk);
        if (!outcome) return fail(outcome.error());
        return records::bulk_answer(*outcome);
    });

    gate.write(http::Method::put, "/api/people/{pid}", with_company, [services](auth::WriteCall& call) -> auth::Answer {
        auto const id = id_of(call.request);
        if (!id) return fail(id.error());
        auto const if_match = http::if_match(call.request);
        if (!if_match) return fail(if_match.error());
        auto person = read_body(call.request);
        if (!person) return fail(person.error());
        auto const stored = update(call, services, *id, *if_match, *std::move(person));
        if (!stored) return fail(stored.error());
        return answer(200, *stored);
    });

    gate.write(http::Method::del, "/api/people/{pid}", with_company, [services](auth::WriteCall& call) -> auth::Answer {
        auto const id = id_of(call.request);
        if (!id) return fail(id.error());
        auto const if_match = http::if_match(call.request);
        if (!if_match) return fail(if_match.error());
        if (auto const removed = remove(call, services, *id, *if_match); !removed) return fail(removed.error());
        return records::no_content();
    });

    gate.write(http::Method::post, "/api/people/{pid}/restore", with_company,
               [services](auth::WriteCall& call) -> auth::Answer {
                   auto const id = id_of(call.request);
                   if (!id) return fail(id.error());
                   auto const stored = restore(call, services, *id);
                   if (!stored) return fail(stored.error());
                   return answer(200, *stored);
               });
}

} // namespace balcao::people
