#include "platform/secrets/rotation.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include "platform/secrets/secret_check.hpp"

namespace balcao::secrets {

namespace {

constexpr int at_once = 50; // certificates have up to 64 KiB

struct Sealed {
    Uuid id;
    std::string part;
    db::Blob value;
};

std::string page_sql(EncryptedColumn const& column) {
    auto const place = column.part.empty() ? std::string(column.id) : fmt::format("{}, {}", column.id, column.part);
    auto const after =
        column.part.empty() ? fmt::format("{} > :id", column.id) : fmt::format("({}) > (:id, :part)", place);
    auto const where = column.where.empty() ? "" : fmt::format(" and {}", column.where);
    return fmt::format("select {}, {} from {} where {} is not null{} and {} order by {} limit :at_once", place,
                       column.column, column.table, column.column, where, after, place);
}

std::string update_sql(EncryptedColumn const& column) {
    auto const part = column.part.empty() ? "" : fmt::format(" and {} = :part", column.part);
    auto const hash = column.sha256.empty() ? "" : fmt::format(", {} = :sha256", column.sha256);
    return fmt::format("update {} set {} = :sealed{} where {} = :id{}", column.table, column.column, hash, column.id,
                       part);
}

std::size_t seal_anew(db::Transaction& transaction, EncryptedColumn const& column, Secrets const& from,
                      Secrets const& to) {
    auto const page = page_sql(column);
    auto const update = update_sql(column);
    std::size_t changed = 0;
    Sealed last{};
    while (true) {
        auto const rows =
            transaction.all({"secrets_page_to_seal_anew", page},
                            {{"id", last.id}, {"part", last.part}, {"at_once", at_once}}, [&](db::Row const& row) {
                                return Sealed{.id = row.uuid(0),
                                              .part = column.part.empty() ? "" : row.get<std::string>(1),
                                              .value = row.get<db::Blob>(column.part.empty() ? 1 : 2)};
                            });
        for (auto const& row : rows) {
            auto const place = column.at(row.id, row.part);
            auto const sealed = to.seal(place, from.open(place, row.value).reveal());
            transaction.execute({"secrets_seal_anew", update},
                                {{"id", row.id}, {"part", row.part}, {"sealed", sealed}, {"sha256", sha256(sealed)}});
        }
        changed += rows.size();
        if (rows.size() < at_once) return changed;
        last = {.id = rows.back().id, .part = rows.back().part, .value = {}};
    }
}

} // namespace

Rotation rotate(db::Database& database, KeySource const& source, std::function<void(Key const&)> const& tell) {
    auto const current = open_secrets(database, source);
    auto next = read_key_file(source.next_file());
    if (next && next->bytes() == current.key().bytes()) {
        std::filesystem::remove(source.next_file()); // of a change that ended without its last step
        next.reset();
    }
    if (!next) { // else of one that was interrupted before it changed anything
        next = Key::make();
        write_key_file(source.next_file(), *next);
    }
    Secrets const renewed(*std::move(next));

    Rotation rotation;
    rotation.changed = database.write([&](db::Transaction& transaction) {
        current.require_current(transaction);
        std::size_t changed = 0;
        for (auto const& column : encrypted_columns()) changed += seal_anew(transaction, column, current, renewed);
        store_check(transaction, renewed, true);
        return changed;
    });
    if (source.given) {
        tell(renewed.key());
        std::filesystem::remove(source.next_file());
    } else {
        rotation.old_key = put_next_key_in_place(source, current.key());
    }
    return rotation;
}

} // namespace balcao::secrets
