// Tills: what a session should hold is the sum of what went in and out of it, whatever happened in between.

#include "selling/cash/sessions.hpp"

#include <array>
#include <map>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "../receipts/company.hpp"
#include "platform/events/events.hpp"

namespace balcao::cash {
namespace {

using receipts::test::Company;
using testing::ElementsAre;

Money cents(std::int64_t amount) { return Money::from_raw(amount); }

sales::Sale paid(std::vector<sales::SalePayment> payments, std::int64_t change) {
    sales::Sale sale;
    sale.id = sales::VendaId::make();
    sale.ambiente = "homologacao";
    sale.pagamentos = std::move(payments);
    sale.troco = cents(change);
    return sale;
}
sales::SalePayment payment(std::string tPag, std::int64_t amount) {
    sales::SalePayment one;
    one.tPag = std::move(tPag);
    one.valor = cents(amount);
    return one;
}

TEST(Cash, CountsFiveKinds) {
    std::map<std::string, std::string_view> const table{
        {"01", "01"}, {"02", "99"}, {"03", "03"}, {"04", "04"}, {"05", "99"}, {"10", "99"}, {"15", "99"},
        {"17", "20"}, {"18", "99"}, {"19", "99"}, {"20", "20"}, {"21", "99"}, {"91", "99"}, {"99", "99"}};
    for (auto const& [tPag, kind] : table) EXPECT_EQ(kinds[kind_of(tPag)], kind) << tPag;
}

struct SetClock final : Clock {
    Instant now() const override { return at; }
    Instant at = receipts::test::now;
};

MATCHER_P2(Moves, tPag, raw, "") { return arg.tPag == tPag && arg.valor == cents(raw) && arg.tipo == venda; }

TEST(Cash, ASaleMovesWhatWasHandedOverLessTheChange) {
    EXPECT_THAT(moved_by(paid({payment("01", 10000)}, 1800)), ElementsAre(Moves("01", 8200)));
    EXPECT_THAT(moved_by(paid({payment("03", 2000), payment("01", 5000), payment("01", 5000)}, 3800)),
                ElementsAre(Moves("03", 2000), Moves("01", 6200)));
    // The change for a cheque is cash.
    EXPECT_THAT(moved_by(paid({payment("02", 10000)}, 1800)), ElementsAre(Moves("02", 10000), Moves("01", -1800)));
    EXPECT_THAT(moved_by(paid({payment("01", 1000), payment("02", 10000)}, 1000)), ElementsAre(Moves("02", 10000)));
    // A store credit is no money of the till.
    EXPECT_THAT(moved_by(paid({payment("21", 4000), payment("01", 5000)}, 800)), ElementsAre(Moves("01", 4200)));
    EXPECT_THAT(moved_by(paid({}, 0)), ElementsAre());
}

class Tills : public testing::TestWithParam<db::Dialect> {
protected:
    struct Station {
        StationId id = StationId::make();
        std::optional<Session> open{};
        std::array<std::int64_t, kinds.size()> holds{}; // of the open session, counted here
        std::vector<sales::Sale> sold{};
        std::vector<sales::Sale> put_off{}; // undone while none was open
    };

    Tills() {
        for (auto& station : stations) {
            company.database->write([&](db::Transaction& t) {
                t.execute({"insert_station",
                           "insert into estacao (id, emitente_id, nome, impressora, created_at, updated_at) "
                           "values (:id, :emitente_id, :nome, '{\"caminho\":\"navegador\"}', 0, 0)"},
                          {{"id", station.id}, {"emitente_id", company.id}, {"nome", station.id.to_string()}});
            });
        }
    }

    /// From `first` to the one before `end`. Of the engine's own thread, where rapidcheck's generators are not at hand.
    std::int64_t pick(std::int64_t first, std::int64_t end) {
        return std::uniform_int_distribution<std::int64_t>(first, end - 1)(dice);
    }
    static std::size_t place_of(std::string_view tPag) {
        if (tPag == "01") return 0;
        if (tPag == "20" || tPag == "17") return 1;
        if (tPag == "04") return 2;
        return tPag == "03" ? 3 : 4;
    }
    static void count(Station& station, sales::Sale const& sale, std::int64_t sign) {
        for (auto const& one : sale.pagamentos) station.holds[place_of(one.tPag)] += sign * one.valor.raw();
        station.holds[0] -= sign * sale.troco.raw();
    }

    void open_till(auth::Write const& write, Station& station, std::int64_t fundo) {
        station.open =
            open(write, scope, services, {.ambiente = "homologacao", .estacao_id = station.id, .fundo = cents(fundo)})
                .value();
        station.holds = {fundo};
        for (auto const& sale : station.put_off) count(station, sale, -1);
        station.put_off.clear();
    }
    void sell(auth::Write const& write, Station& station) {
        static constexpr std::array<char const*, 11> means{"01", "01", "01", "02", "03", "04",
                                                           "10", "15", "17", "20", "99"};
        std::vector<sales::SalePayment> payments;
        std::int64_t changeable = 0;
        for (auto i = pick(1, 4); i > 0; --i) {
            auto& one = payments.emplace_back(
                payment(means[static_cast<std::size_t>(pick(0, std::ssize(means)))], pick(1, 1'000'00)));
            if (one.tPag == "01" || one.tPag == "02") changeable += one.valor.raw();
        }
        auto sale = paid(std::move(payments), changeable == 0 ? 0 : pick(0, changeable));
        sale.estacao_id = station.id;
        sale.sessao_id = station.open->id;
        sale.operador_id = company.user;
        write.db.execute(
            {"insert_sale",
             "insert into venda (id, emitente_id, ambiente, estado, corpo_sha256, operador_id, ind_pres, total, "
             "created_at, updated_at) values (:id, :emitente_id, 'homologacao', 'emitida', :sha, :user, 1, 1, 0, 0)"},
            {{"id", sale.id}, {"emitente_id", company.id}, {"sha", db::BlobView{}}, {"user", company.user}});
        EXPECT_TRUE(take_payment(write.db, scope, sale, clock.now()).has_value());
        count(station, sale, 1);
        station.sold.push_back(std::move(sale));
    }
    void undo(auth::Write const& write, Station& station) {
        if (station.sold.empty()) return;
        auto const at = static_cast<std::size_t>(pick(0, std::ssize(station.sold)));
        auto sale = station.sold[at];
        station.sold.erase(station.sold.begin() + static_cast<std::ptrdiff_t>(at));
        give_back(write.db, scope, sale, clock.now());
        if (station.open) count(station, sale, -1);
        else station.put_off.push_back(std::move(sale));
    }
    void move_by_hand(auth::Write const& write, Station& station) {
        bool const out = pick(0, 2) == 1;
        auto const amount = pick(1, 500'00);
        EXPECT_TRUE(move(write, scope, services, *station.open,
                         {.tipo = std::string(out ? sangria : suprimento), .valor = cents(amount), .motivo = "Cofre"})
                        .has_value());
        station.holds[0] += out ? -amount : amount;
    }
    void close_till(auth::Write const& write, Station& station) {
        Amounts counted{};
        for (auto& one : counted) one = cents(pick(0, 2'000'00));
        auto const closed = close(write, scope, services, *station.open, counted);
        ASSERT_TRUE(closed.has_value());
        std::int64_t total = 0, in_all = 0;
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            total += station.holds[i];
            in_all += counted[i].raw();
        }
        EXPECT_TRUE(closed->esperado == cents(total));
        EXPECT_TRUE(closed->diferenca == cents(in_all - total));
        auto const reported = expected(find_sums(write.db, scope, closed->id));
        for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_TRUE(reported[i] == cents(station.holds[i]));
        EXPECT_TRUE(count_movements(write.db, scope, closed->id, Which::all) == closed->movimentos);
        // It is closed for good.
        std::array<Movement, 1> late{
            {{.tipo = std::string(suprimento), .tPag = "01", .valor = cents(1), .created_at = {}}}};
        EXPECT_TRUE(!append(write.db, scope, closed->id, "homologacao", late));
        station.open.reset();
    }

    Company const company{GetParam()};
    auth::CompanyScope const scope = receipts::test::scope_of(*company.database, company.id);
    SetClock clock;
    events::Events events{*company.database, clock};
    records::Services const services{events, clock};
    auth::Actor const actor{.user = company.user, .email = "a@exemplo.com", .full_name = "Ana", .role = "user"};
    std::array<Station, 3> stations{};
    std::mt19937_64 dice;
};

TEST_P(Tills, ClosingSaysTheSumOfTheMovements) {
    // 100 runs of 100 sessions; the slower engine runs the same statements less often.
    int const sessions = GetParam() == db::Dialect::sqlite ? 100 : 3;
    ASSERT_TRUE(rc::check("what is expected is the sum of the movements", [&] {
        dice.seed(*rc::gen::arbitrary<std::uint64_t>());
        company.database->write([&](db::Transaction& t) {
            auth::Write const write{t, actor};
            for (int closed = 0; closed < sessions;) {
                auto& station = stations[static_cast<std::size_t>(pick(0, std::ssize(stations)))];
                clock.at = clock.at + std::chrono::minutes{pick(-30, 60)};
                if (!station.open) {
                    if (pick(0, 4) == 0) undo(write, station);
                    else open_till(write, station, pick(0, 300'00));
                    continue;
                }
                switch (pick(0, 8)) {
                case 0:
                case 1:
                case 2: sell(write, station); break;
                case 3: undo(write, station); break;
                case 4:
                case 5: move_by_hand(write, station); break;
                default: close_till(write, station); ++closed;
                }
            }
        });
        RC_ASSERT(!HasFailure());
    }));
    auto const found = company.database->read([&](db::Connection& connection) {
        return find_reported(connection, scope, "homologacao", Instant{0}, Instant{4'000'000'000'000'000});
    });
    EXPECT_GE(found.size(), static_cast<std::size_t>(100 * sessions));
}

TEST_P(Tills, OnlyPracticeMayBeThrownAway) {
    company.database->write([&](db::Transaction& t) {
        auth::Write const write{t, actor};
        open_till(write, stations[0], 100);
    });
    for (auto const* const sql : {"update caixa_movimento set valor = 0 where emitente_id = :emitente_id",
                                  "delete from caixa_movimento where emitente_id = :emitente_id"}) {
        EXPECT_THROW(company.database->write(
                         [&](db::Transaction& t) { t.execute({"spoil", sql}, {{"emitente_id", company.id}}); }),
                     db::Error)
            << sql;
    }
    company.database->write([&](db::Transaction& t) {
        t.execute({"practice", "insert into caixa_movimento (emitente_id, ambiente, sessao_id, tipo, tPag, valor, "
                               "created_at) values (:emitente_id, 'simulador', :id, 'suprimento', '01', 1, 0)"},
                  {{"emitente_id", company.id}, {"id", stations[0].open->id}});
        EXPECT_EQ(t.execute({"wipe", "delete from caixa_movimento where emitente_id = :emitente_id and "
                                     "ambiente = 'simulador'"},
                            {{"emitente_id", company.id}}),
                  1);
    });
}

INSTANTIATE_TEST_SUITE_P(Engines, Tills, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return balcao::test::engine_name(info.param); });

} // namespace
} // namespace balcao::cash
