#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "platform/db/database.hpp"
#include "platform/db/postgres.hpp"

namespace balcao::db {

namespace {

constexpr int oldest_version = 15; // older ones are not tested

std::vector<std::string> parts_of(std::string_view list) {
    std::vector<std::string> parts;
    for (;;) {
        auto const comma = list.find(',');
        parts.emplace_back(list.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        list.remove_prefix(comma + 1);
    }
}

} // namespace

void ClosePostgres::operator()(pg_conn* connection) const { PQfinish(connection); }
void FreePostgresAddress::operator()(PQconninfoOption* options) const { PQconninfoFree(options); }

PostgresAddress parse_postgres(std::string const& url) {
    // libpq's own message would show the part it stumbled on, which may be the password.
    PostgresAddress address(PQconninfoParse(url.c_str(), nullptr));
    if (!address) throw Error("O endereço do banco de dados PostgreSQL não é válido.");
    return address;
}

std::vector<PostgresHost> postgres_hosts(std::string const& url) {
    std::vector<std::string> hosts{""}, addresses{""}, ports{""};
    auto const options = parse_postgres(url);
    for (auto const* option = options.get(); option->keyword != nullptr; ++option) {
        if (option->val == nullptr) continue;
        std::string_view const keyword = option->keyword;
        if (keyword == "host") hosts = parts_of(option->val);
        if (keyword == "hostaddr") addresses = parts_of(option->val);
        if (keyword == "port") ports = parts_of(option->val);
    }
    auto const count = std::max(hosts.size(), addresses.size());
    // One port is that of all; what else does not fit, libpq refuses with its own words.
    auto const fits = [&](std::vector<std::string> const& list) { return list.size() == 1 || list.size() == count; };
    if (!fits(hosts) || !fits(addresses) || !fits(ports)) return {PostgresHost{}};
    auto const part = [](std::vector<std::string> const& list, std::size_t i) {
        return list[list.size() == 1 ? 0 : i];
    };
    std::vector<PostgresHost> all;
    for (std::size_t i = 0; i < count; ++i)
        all.push_back({.host = part(hosts, i), .address = part(addresses, i), .port = part(ports, i)});
    return all;
}

PostgresHandle connect_postgres(std::string const& url, PostgresHost const& host) {
    parse_postgres(url);
    // What stands in the address wins over what comes before it here, and what comes after it over the address; what is
    // empty counts for nothing.
    constexpr std::array keywords{"connect_timeout",
                                  "keepalives_idle",
                                  "keepalives_interval",
                                  "keepalives_count",
                                  "tcp_user_timeout",
                                  "fallback_application_name",
                                  "dbname",
                                  "client_encoding",
                                  "host",
                                  "hostaddr",
                                  "port",
                                  static_cast<char const*>(nullptr)};
    std::array<char const*, keywords.size()> const values{"2",
                                                          "15",
                                                          "5",
                                                          "3",
                                                          "10000",
                                                          "balcao",
                                                          url.c_str(),
                                                          "UTF8",
                                                          host.host.c_str(),
                                                          host.address.c_str(),
                                                          host.port.c_str(),
                                                          nullptr};
    PostgresHandle connection(PQconnectdbParams(keywords.data(), values.data(), 1));
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        std::string message = PQerrorMessage(connection.get());
        while (message.ends_with('\n')) message.pop_back();
        throw Away(fmt::format("Não foi possível conectar ao PostgreSQL: {}", message));
    }
    if (auto const version = PQserverVersion(connection.get()) / 10'000; version < oldest_version) {
        throw Error(fmt::format("Este PostgreSQL é da versão {}, e o Balcão precisa da {} ou de uma mais nova. "
                                "Atualize o PostgreSQL, ou indique outro em BALCAO_DATABASE_URL.",
                                version, oldest_version));
    }
    PQsetNoticeProcessor(
        connection.get(), [](void*, char const*) {}, nullptr); // would go to standard error as plain text
    return connection;
}

} // namespace balcao::db
