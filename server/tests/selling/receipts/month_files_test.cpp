// A file of a month, which lies in pieces.

#include "selling/receipts/documents/xml_month_store.hpp"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "company.hpp"

namespace balcao::receipts {
namespace {

using test::now;
using testing::Optional;

class MonthFiles : public testing::TestWithParam<db::Dialect> {
protected:
    MonthFiles() {
        write([&](db::Transaction& t) {
            insert_month(t, scope,
                         {.id = month,
                          .ambiente = "producao",
                          .mes = "2026-10",
                          .estado = "pronta",
                          .user_id = company.user,
                          .created_at = now});
        });
    }

    void write(std::function<void(db::Transaction&)> const& work) { company.database->write(work); }
    std::optional<std::string> file(std::int64_t n) {
        return company.database->read([&](db::Connection& c) { return find_file(c, scope, month, n); });
    }
    bool delete_one() {
        return company.database->write([&](db::Transaction& t) { return delete_piece(t, scope, month); });
    }

    test::Company company{GetParam()};
    auth::CompanyScope const scope = test::scope_of(*company.database, company.id);
    Uuid const month = Uuid::make();
};
INSTANTIATE_TEST_SUITE_P(Engines, MonthFiles, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return balcao::test::engine_name(info.param); });

TEST_P(MonthFiles, AreReadFromTheirPiecesInOrder) {
    write([&](db::Transaction& t) {
        insert_piece(t, scope, month, 1, 2, "c");
        insert_piece(t, scope, month, 1, 1, "ab");
        insert_piece(t, scope, month, 2, 1, "d");
        insert_file(t, scope, month, 1, 3);
        insert_file(t, scope, month, 2, 1);
    });
    EXPECT_THAT(file(1), Optional(std::string("abc")));
    EXPECT_THAT(file(2), Optional(std::string("d")));
}

TEST_P(MonthFiles, AreNotThereBeforeTheirLastPiece) {
    write([&](db::Transaction& t) { insert_piece(t, scope, month, 1, 1, "ab"); });
    EXPECT_EQ(file(1), std::nullopt);
}

TEST_P(MonthFiles, OfAnEarlierVersionLieInTheirRow) {
    db::Blob const bytes{std::byte{'x'}, std::byte{'y'}};
    write([&](db::Transaction& t) {
        t.execute({"earlier_file", "insert into nfce_xml_mes_arquivo (pedido_id, emitente_id, n, tamanho, bytes) "
                                   "values (:id, :emitente_id, 1, 2, :bytes)"},
                  {{"id", month}, {"emitente_id", company.id}, {"bytes", bytes}});
    });
    EXPECT_THAT(file(1), Optional(std::string("xy")));
}

TEST_P(MonthFiles, AreNeverThereByHalfWhileTheyAreDeleted) {
    write([&](db::Transaction& t) {
        insert_piece(t, scope, month, 1, 1, "ab");
        insert_piece(t, scope, month, 1, 2, "c");
        insert_file(t, scope, month, 1, 3);
    });
    EXPECT_TRUE(delete_one());
    EXPECT_EQ(file(1), std::nullopt);
    EXPECT_TRUE(delete_one());
    EXPECT_TRUE(delete_one());
    EXPECT_FALSE(delete_one());
}

} // namespace
} // namespace balcao::receipts
