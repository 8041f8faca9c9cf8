#include "platform/audit/verify.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "platform/audit/chain.hpp"

namespace balcao::audit {

namespace {

constexpr std::int64_t links_at_once = 1000;

constexpr db::Query next_chain{"audit_verify_next_chain",
                               "select cadeia from action_log_elos where cadeia > :after order by cadeia limit 1"};
constexpr db::Query first_chain{"audit_verify_first_chain",
                                "select cadeia from action_log_elos order by cadeia limit 1"};

constexpr db::Query ends{"audit_verify_ends", "select cadeia, elos, hash from action_log_cadeias"};

std::string const links_sql = fmt::format("select e.numero, e.action_log_id, e.hash, {} from action_log_elos e"
                                          " left join action_logs l on l.id = e.action_log_id"
                                          " left join action_log_details d on d.action_log_id = e.action_log_id"
                                          " where e.cadeia = :cadeia and e.numero > :after and e.numero <= :last"
                                          " order by e.numero limit :limit",
                                          sealed_columns);
db::Query const links_of_chain{"audit_verify_links", links_sql};

// In one statement, so that a link which is made meanwhile is no surplus.
constexpr db::Query surplus{"audit_verify_surplus", R"sql(
    select e.numero, e.action_log_id from action_log_elos e
    where e.cadeia = :cadeia
      and (e.numero < 1 or e.numero > coalesce((select c.elos from action_log_cadeias c where c.cadeia = :cadeia), 0))
    order by e.numero limit 1)sql"};

constexpr db::Query waiting_by_chain{"audit_verify_waiting", R"sql(
    select l.company_id, count(*) from action_log_pendentes p join action_logs l on l.id = p.action_log_id group by l.company_id)sql"};

constexpr db::Query lost_waiting{"audit_verify_lost", R"sql(
    select p.action_log_id from action_log_pendentes p
    where not exists (select 1 from action_logs l where l.id = p.action_log_id) order by p.action_log_id limit 1)sql"};

constexpr db::Query without_link{"audit_verify_without_link", R"sql(
    select l.id, l.company_id, l.created_at, l.action_type from action_logs l
    where not exists (select 1 from action_log_elos e where e.action_log_id = l.id)
      and not exists (select 1 from action_log_pendentes p where p.action_log_id = l.id)
    order by l.created_at, l.id)sql"};

constexpr db::Query company_name{"audit_verify_company", "select razao_social from emitente where id = :emitente_id"};

struct ChainEnd {
    std::int64_t links = 0;
    db::Blob hash{};
};

std::string row_text(Uuid const& id, Instant at, std::string_view action) {
    return fmt::format("{} ({}, {})", id.to_string(), local_date_time_text(at, "America/Sao_Paulo"), action);
}

bool same(db::BlobView stored, Hash const& hash) { return std::ranges::equal(stored, std::as_bytes(std::span(hash))); }

// Walks one chain up to its end.
class Walk {
public:
    Walk(db::Connection& connection, Uuid const& chain, ChainEnd const& end)
        : connection_(connection), chain_(chain), end_(end) {}

    std::int64_t links() const { return number_; }

    std::optional<std::string> run() {
        while (!broken_ && number_ < end_.links) {
            auto const before = number_;
            read_batch();
            if (number_ == before && !broken_) broken_ = removed(number_ + 1);
        }
        if (!broken_ && !same(end_.hash, hash_)) {
            broken_ = end_.links == 0 ? "O fim da cadeia foi alterado."
                                      : fmt::format("Elo {}: ele ou o fim da cadeia foi alterado.", number_);
        }
        if (!broken_) check_surplus();
        return std::move(broken_);
    }

private:
    static std::string removed(std::int64_t number) { return fmt::format("Elo {}: o elo foi removido.", number); }

    void read_batch() {
        db::Params const params{{"cadeia", chain_}, {"after", number_}, {"last", end_.links}, {"limit", links_at_once}};
        connection_.run(links_of_chain, params, [&](db::Row const& row) {
            if (!broken_) broken_ = problem_of(row);
        });
    }

    std::optional<std::string> problem_of(db::Row const& row) {
        auto const number = row.integer(0);
        if (number != number_ + 1) return removed(number_ + 1);
        if (row.is_null(3)) return fmt::format("Elo {}: o registro {} foi removido.", number, row.uuid(1).to_string());
        auto const found = read_sealed_row(row, 3);
        auto const named = row_text(found.id, found.created_at, found.action);
        if (found.chain() != chain_) return fmt::format("Elo {}: o registro {} não é desta cadeia.", number, named);
        auto const hash = link(hash_, digest(found));
        if (!same(row.blob(2), hash)) {
            return fmt::format("Elo {}: o registro {}, seus detalhes ou o elo foram alterados ou inseridos depois.",
                               number, named);
        }
        number_ = number;
        hash_ = hash;
        return std::nullopt;
    }

    void check_surplus() {
        connection_.run(surplus, {{"cadeia", chain_}}, [&](db::Row const& row) {
            broken_ = fmt::format("Elo {}: o elo do registro {} foi inserido depois.", row.integer(0),
                                  row.uuid(1).to_string());
        });
    }

    db::Connection& connection_;
    Uuid const chain_;
    ChainEnd const& end_;
    std::int64_t number_ = 0;
    Hash hash_{};
    std::optional<std::string> broken_;
};

std::string name_of(db::Connection& connection, Uuid const& chain) {
    if (chain == Uuid{}) return "Instalação";
    auto const name = connection.scalar<std::string>(company_name, {{"emitente_id", chain}});
    return fmt::format("{} ({})", name.value_or("Empresa excluída"), chain.to_string());
}

} // namespace

bool VerifyReport::is_whole() const {
    return !broken && std::ranges::none_of(chains, [](ChainReport const& chain) { return chain.broken.has_value(); });
}

VerifyReport verify(db::Connection& connection) {
    VerifyReport report;
    std::map<Uuid, ChainReport> chains;
    // Ends first: links made after this are beyond them.
    std::map<Uuid, ChainEnd> known;
    connection.run(ends, {}, [&](db::Row const& row) {
        known[row.uuid(0)] = {.links = row.integer(1), .hash = row.get<db::Blob>(2)};
        chains[row.uuid(0)];
    });
    for (auto chain = connection.scalar<Uuid>(first_chain); chain;
         chain = connection.scalar<Uuid>(next_chain, {{"after", *chain}}))
        chains[*chain];
    connection.run(waiting_by_chain, {}, [&](db::Row const& row) {
        chains[row.get<std::optional<Uuid>>(0).value_or(Uuid{})].waiting = row.integer(1);
    });

    for (auto& [chain, found] : chains) {
        auto const at = known.find(chain);
        // Without an end: nothing was ever sealed, and the hash before the first link is all zeros.
        ChainEnd const end =
            at == known.end() ? ChainEnd{.links = 0, .hash = db::Blob(std::tuple_size_v<Hash>)} : at->second;
        Walk walk(connection, chain, end);
        found.broken = walk.run();
        found.sealed = walk.links();
    }
    connection.run(without_link, {}, [&](db::Row const& row) {
        auto& found = chains[row.get<std::optional<Uuid>>(1).value_or(Uuid{})];
        if (!found.broken) {
            found.broken =
                fmt::format("O registro {} não tem mais elo.", row_text(row.uuid(0), row.get<Instant>(2), row.text(3)));
        }
    });
    connection.run(lost_waiting, {}, [&](db::Row const& row) {
        report.broken = fmt::format("O registro {} foi removido antes de receber seu elo.", row.uuid(0).to_string());
    });

    for (auto& [chain, found] : chains) {
        found.chain = chain;
        found.name = name_of(connection, chain);
        report.chains.push_back(std::move(found));
    }
    return report;
}

} // namespace balcao::audit
