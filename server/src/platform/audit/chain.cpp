#include "platform/audit/chain.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sodium.h>

#include "platform/db/run_again.hpp"
#include "platform/db/value_list.hpp"

namespace balcao::audit {

namespace {

// So that no other writer waits long; the pause between two runs of the task lets others work.
constexpr std::int64_t sealed_at_once = 500;
constexpr int batches_in_a_run = 40;

constexpr db::Query waiting{"audit_waiting", R"sql(
    select action_log_id from action_log_pendentes where action_log_id > :after order by action_log_id limit :limit)sql"};

// By their ids, so that no statistics make a plan read the whole log.
std::string const rows_sql =
    fmt::format("select {} from action_logs l left join action_log_details d on d.action_log_id = l.id"
                " where l.id in (:values)",
                sealed_columns);
db::Query const waiting_rows{"audit_waiting_rows", rows_sql};

constexpr db::Query take{"audit_take",
                         "delete from action_log_pendentes where action_log_id in (:values) returning action_log_id"};

constexpr db::Query chain_end{"audit_chain_end", "select elos, hash from action_log_cadeias where cadeia = :cadeia"};

constexpr db::Query move_end{"audit_move_end", R"sql(
    insert into action_log_cadeias (cadeia, elos, hash) values (:cadeia, :elos, :hash)
    on conflict (cadeia) do update set elos = excluded.elos, hash = excluded.hash)sql"};

struct Link {
    Uuid chain;
    std::int64_t number;
    Uuid row;
    Hash hash;
};

db::BlobView bytes_of(Hash const& hash) { return std::as_bytes(std::span(hash)); }

constexpr db::Query insert_link{"audit_insert_links", R"sql(
    insert into action_log_elos (cadeia, numero, action_log_id, hash) values (:cadeia, :numero, :action_log_id, :hash))sql"};

struct End {
    std::int64_t links = 0;
    Hash hash{};
};

struct WaitingRow {
    Uuid id;
    Uuid chain;
    Hash digest;
};

Hash hash_of(db::BlobView bytes) {
    if (bytes.size() != std::tuple_size_v<Hash>) throw db::Error("audit_chain_end: a hash has another length");
    Hash hash{};
    std::ranges::transform(bytes, hash.begin(), [](std::byte byte) { return static_cast<unsigned char>(byte); });
    return hash;
}

// Links to those rows that no other process took meanwhile.
void seal_rows(db::Transaction& transaction, std::span<WaitingRow const> rows) {
    std::vector<Uuid> ids;
    for (auto const& row : rows) ids.push_back(row.id);
    std::set<Uuid> taken;
    db::run_for_values<Uuid>(transaction, take, {}, ids, [&](db::Row const& row) { taken.insert(row.uuid(0)); });

    std::map<Uuid, End> ends;
    std::vector<Link> links;
    for (auto const& row : rows) {
        if (!taken.contains(row.id)) continue;
        auto [at, is_new] = ends.try_emplace(row.chain);
        auto& end = at->second;
        if (is_new) {
            end = transaction
                      .first(chain_end, {{"cadeia", row.chain}},
                             [](db::Row const& found) {
                                 return End{.links = found.integer(0), .hash = hash_of(found.blob(1))};
                             })
                      .value_or(End{});
        }
        end.hash = link(end.hash, row.digest);
        links.push_back({.chain = row.chain, .number = ++end.links, .row = row.id, .hash = end.hash});
    }
    std::vector<db::Params> rows_of_links;
    for (auto const& each : links) {
        rows_of_links.push_back({{"cadeia", each.chain},
                                 {"numero", each.number},
                                 {"action_log_id", each.row},
                                 {"hash", bytes_of(each.hash)}});
    }
    transaction.execute_each(insert_link, rows_of_links);
    for (auto const& [chain, end] : ends)
        transaction.execute(move_end, {{"cadeia", chain}, {"elos", end.links}, {"hash", bytes_of(end.hash)}});
}

void add_value(std::string& out, std::optional<std::string_view> value) {
    if (value) out.append(std::to_string(value->size())).append(":").append(*value);
    else out += '-';
    out += '\n';
}

void add_value(std::string& out, std::optional<Uuid> const& id) {
    auto const text = id.transform([](Uuid const& each) { return each.to_string(); });
    add_value(out, text.transform([](std::string const& each) { return std::string_view(each); }));
}

} // namespace

SealedRow read_sealed_row(db::Row const& row, int column) {
    return {.id = row.uuid(column),
            .user = row.get<std::optional<Uuid>>(column + 1),
            .action = row.get<std::string>(column + 2),
            .description = row.get<std::string>(column + 3),
            .company = row.get<std::optional<Uuid>>(column + 4),
            .target_user = row.get<std::optional<Uuid>>(column + 5),
            .created_at = row.get<Instant>(column + 6),
            .resultado = row.get<std::string>(column + 7),
            .details = row.get<std::optional<std::string>>(column + 8)};
}

Hash digest(SealedRow const& row) {
    std::string text = "balcao action_logs 1\n";
    add_value(text, std::optional(row.id));
    add_value(text, row.user);
    add_value(text, std::string_view(row.action));
    add_value(text, std::string_view(row.description));
    add_value(text, row.company);
    add_value(text, row.target_user);
    add_value(text, std::string_view(std::to_string(row.created_at.microseconds())));
    add_value(text, std::string_view(row.resultado));
    add_value(text, row.details.transform([](std::string const& each) { return std::string_view(each); }));
    Hash hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<unsigned char const*>(text.data()), text.size());
    return hash;
}

Hash link(Hash const& before, Hash const& digest) {
    std::array<unsigned char, 2 * std::tuple_size_v<Hash>> both{};
    std::ranges::copy(digest, std::ranges::copy(before, both.begin()).out);
    Hash hash{};
    crypto_hash_sha256(hash.data(), both.data(), both.size());
    return hash;
}

std::optional<Uuid> seal_some(db::Database& database, Uuid const& after, std::int64_t limit) {
    std::vector<Uuid> ids;
    std::vector<WaitingRow> rows; // without those removed before they were sealed; `audit verify` tells of them
    // Rows do not change, so reading and hashing keep no writer waiting.
    database.read([&](db::Connection& connection) {
        ids = connection.all(waiting, {{"after", after}, {"limit", limit}},
                             [](db::Row const& row) { return row.uuid(0); });
        db::run_for_values<Uuid>(connection, waiting_rows, {}, ids, [&](db::Row const& row) {
            auto const found = read_sealed_row(row, 0);
            rows.push_back({.id = found.id, .chain = found.chain(), .digest = digest(found)});
        });
    });
    std::ranges::sort(rows, {}, &WaitingRow::id);
    auto const last = ids.empty() ? std::nullopt : std::optional(ids.back());
    if (rows.empty()) return last;
    database.write([&](db::Transaction& transaction) {
        // Two processes at the same chain: the later one goes on where the other ended.
        db::run_again_when_taken("action_log_elos_pkey", [&] { seal_rows(transaction, rows); });
    });
    return last;
}

void seal(db::Database& database) {
    std::optional<Uuid> after = Uuid{};
    for (int i = 0; i < batches_in_a_run && after; ++i) after = seal_some(database, *after, sealed_at_once);
}

} // namespace balcao::audit
