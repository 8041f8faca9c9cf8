#include "office/reports/names.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "platform/db/value_list.hpp"

namespace balcao::reports {

namespace {

constexpr db::Query people_names{"reports_people", "select id, razao_social from pessoas where id in (:values)"};
constexpr db::Query user_names{"reports_operators", "select id, full_name from users where id in (:values)"};
constexpr db::Query names_of_products{"reports_products", R"sql(
    select id, prod_xProd, prod_cProd, prod_uCOM from produtos
    where id_emit = :emitente_id and id in (:values))sql"};

std::vector<Uuid> uuids_of(std::vector<std::string> const& keys) {
    std::vector<Uuid> ids;
    for (auto const& key : keys)
        if (auto const id = Uuid::parse(key)) ids.push_back(*id);
    return ids;
}

constexpr std::size_t cpf_size = 11;

} // namespace

std::map<Uuid, std::string> operator_names(db::Connection& connection, std::vector<Uuid> const& ids) {
    std::map<Uuid, std::string> names;
    db::run_for_values<Uuid>(connection, user_names, {}, ids, [&](db::Row const& row) {
        names.emplace(row.uuid(0), row.get<std::optional<std::string>>(1).value_or(""));
    });
    return names;
}

std::map<std::string, ProductName> product_names(db::Connection& connection, auth::CompanyScope const& scope,
                                                 std::vector<std::string> const& ids) {
    std::map<std::string, ProductName> names;
    db::run_for_values<Uuid>(
        connection, names_of_products, {{"emitente_id", scope.id()}}, uuids_of(ids), [&](db::Row const& row) {
            names.emplace(row.uuid(0).to_string(), ProductName{.description = row.get<std::string>(1),
                                                               .code = row.get<std::string>(2),
                                                               .unit = row.get<std::optional<std::string>>(3)});
        });
    return names;
}

std::map<std::string, std::string> client_names(db::Connection& connection, std::vector<std::string> const& keys) {
    std::map<std::string, std::string> names;
    db::run_for_values<Uuid>(connection, people_names, {}, uuids_of(keys), [&](db::Row const& row) {
        names.emplace(row.uuid(0).to_string(), row.get<std::string>(1));
    });
    for (auto const& key : keys) {
        if (names.contains(key)) continue;
        bool const is_cpf =
            key.size() == cpf_size && std::ranges::all_of(key, [](char c) { return c >= '0' && c <= '9'; });
        names.emplace(key, is_cpf ? fmt::format("CPF {}.{}.{}-{}", key.substr(0, 3), key.substr(3, 3), key.substr(6, 3),
                                                key.substr(9))
                                  : key);
    }
    return names;
}

} // namespace balcao::reports
