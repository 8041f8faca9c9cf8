// Notas and their exchanges in the database: one writer, which only changes what it has seen.

#include "selling/receipts/nota/store.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "company.hpp"
#include "selling/receipts/planning/planning.hpp"

namespace balcao::receipts {
namespace {

using namespace std::chrono_literals;
using nfce::Service;
using test::now;
using testing::ElementsAre;

class ReceiptsStore : public testing::TestWithParam<db::Dialect> {
protected:
    ReceiptsStore() {
        nota = {.id = NotaId::make(),
                .venda_id = VendaId::make(),
                .ambiente = "homologacao",
                .serie = 1,
                .numero = 1284,
                .cNF = "12345678",
                .chave = "A",
                .estado = "enviando",
                // 23:30 of the day before in São Paulo.
                .dhEmi = now - 9h - 30min,
                .fuso = -3,
                .vNF = Money::parse("41.00").value(),
                .operador_id = company.user,
                .created_at = now - 1s,
                .busca = "1284"};
        company.database->write([&](db::Transaction& t) {
            t.execute(
                {"insert_sale",
                 "insert into venda (id, emitente_id, ambiente, estado, corpo_sha256, operador_id, ind_pres, total, "
                 "created_at, updated_at) values (:id, :emitente_id, 'homologacao', 'emitida', :sha, :user, 1, 4100, "
                 "0, 0)"},
                {{"id", nota.venda_id}, {"emitente_id", company.id}, {"sha", db::BlobView{}}, {"user", company.user}});
            insert_nota(t, scope, nota);
            insert_version(t, scope, nota, version(1, "A"), now);
        });
    }

    static SignedVersion version(int versao, std::string chave) {
        return {.version = {.versao = versao,
                            .chave = std::move(chave),
                            .digest = "d" + std::to_string(versao),
                            .dhEmi = now - 1s,
                            .signer_valid_to = now + 24h},
                .xml = "<NFe>" + std::to_string(versao) + "</NFe>",
                .sha256 = db::Blob(32)};
    }
    bool save(Nota const& before, Nota const& after) {
        return company.database->write([&](db::Transaction& t) { return save_nota(t, scope, before, after); });
    }
    Nota stored() {
        return company.database->read([&](db::Connection& c) { return find_nota(c, scope, nota.id).value(); });
    }
    bool change(std::string_view estado) {
        auto const before = stored();
        auto after = before;
        after.estado = estado;
        return save(before, after);
    }
    std::vector<std::string> sums() {
        return company.database->read([&](db::Connection& c) {
            return c.all(
                {"sums",
                 "select dia, grupo, sum(quantidade), sum(total) from nfce_dia where emitente_id = :emitente_id "
                 "group by dia, grupo order by dia, grupo"},
                {{"emitente_id", company.id}}, [](db::Row const& row) {
                    return row.get<std::string>(0) + " " + row.get<std::string>(1) + " " +
                           std::to_string(row.integer(2)) + " " + std::to_string(row.integer(3));
                });
        });
    }
    std::optional<std::int64_t> announce(Nota const& seen, Service service, std::string_view run) {
        return company.database->write(
            [&](db::Transaction& t) { return announce_exchange(t, scope, seen, service, 1, run, now); });
    }
    bool end(std::int64_t seq, Exchange const& ended) {
        return company.database->write(
            [&](db::Transaction& t) { return end_exchange(t, scope, seq, ended, "Motivo"); });
    }
    Facts facts(std::string_view run) {
        return company.database->read(
            [&](db::Connection& c) { return find_facts(c, scope, find_nota(c, scope, nota.id).value(), run); });
    }

    test::Company company{GetParam()};
    auth::CompanyScope const scope = test::scope_of(*company.database, company.id);
    Nota nota;
};
INSTANTIATE_TEST_SUITE_P(Engines, ReceiptsStore, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return balcao::test::engine_name(info.param); });

TEST_P(ReceiptsStore, GivesBackANotaAsItWasStored) {
    auto const found = stored();
    EXPECT_EQ(to_json(nota_fields, found), to_json(nota_fields, nota));
    EXPECT_EQ(found.state(), Estado::enviando);
}

TEST_P(ReceiptsStore, ChangesOnlyTheNotaThatWasSeen) {
    auto const seen = stored();
    auto rejected = seen, undecided = seen;
    rejected.estado = "rejeitada";
    rejected.cStat = 778;
    rejected.item = 2;
    undecided.estado = "indefinida";
    EXPECT_TRUE(save(seen, rejected));
    EXPECT_FALSE(save(seen, undecided)) << "somebody was first";
    EXPECT_EQ(stored().estado, "rejeitada");
    EXPECT_EQ(stored().item, 2);
    EXPECT_EQ(stored().version, 2);
}

TEST_P(ReceiptsStore, CountsEachStateInItsDay) {
    EXPECT_THAT(sums(), ElementsAre());
    ASSERT_TRUE(change("indefinida"));
    EXPECT_THAT(sums(), ElementsAre());
    ASSERT_TRUE(change("autorizada"));
    EXPECT_THAT(sums(), ElementsAre("2026-11-22 autorizada 1 4100"));
    ASSERT_TRUE(change("cancelada"));
    EXPECT_THAT(sums(), ElementsAre("2026-11-22 autorizada 0 0", "2026-11-22 cancelada 1 4100"));
}

TEST_P(ReceiptsStore, MovesTheSumWithTheDayOfTheVersion) {
    ASSERT_TRUE(change("contingencia"));
    auto const before = stored();
    auto after = before;
    after.dhEmi = now;
    ASSERT_TRUE(save(before, after));
    EXPECT_THAT(sums(), ElementsAre("2026-11-22 contingencia 0 0", "2026-11-23 contingencia 1 4100"));
}

TEST_P(ReceiptsStore, KeepsEveryVersionAsItWasSigned) {
    company.database->write([&](db::Transaction& t) { insert_version(t, scope, nota, version(2, "B"), now); });
    auto const xml = [&](int versao) {
        return company.database->read([&](db::Connection& c) { return find_version_xml(c, scope, nota.id, versao); });
    };
    EXPECT_EQ(xml(1), "<NFe>1</NFe>");
    EXPECT_EQ(xml(2), "<NFe>2</NFe>");
    EXPECT_EQ(xml(3), std::nullopt);
    auto const versions = facts("r").versions;
    ASSERT_EQ(versions.size(), 2U);
    EXPECT_EQ(versions[1].chave, "B");
    EXPECT_EQ(versions[1].digest, "d2");
    EXPECT_EQ(versions[1].dhEmi, now - 1s);
    EXPECT_EQ(versions[1].signer_valid_to, now + 24h);
}

TEST_P(ReceiptsStore, LetsAnExchangeBeOverlookedByNobody) {
    auto const seen = stored();
    auto const seq = announce(seen, Service::authorisation, "run 1");
    ASSERT_TRUE(seq);
    auto offline = seen;
    offline.estado = "indefinida";
    EXPECT_FALSE(save(seen, offline)) << "planned before it was announced";
    EXPECT_EQ(announce(seen, Service::authorisation, "run 2"), std::nullopt);

    EXPECT_TRUE(std::holds_alternative<SendAnnounced>(plan(facts("run 1"))));
    EXPECT_TRUE(std::holds_alternative<GiveUpOpen>(plan(facts("run 2")))) << "its run is gone";
}

TEST_P(ReceiptsStore, EndsAnExchangeOnce) {
    auto const seq = announce(stored(), Service::authorisation, "run 1").value();
    Exchange const answered{.ended = now + 1s,
                            .resultado = Resultado::answered,
                            .cStat = 103,
                            .saiu = Saiu::sent,
                            .nRec = "123456789012345",
                            .tMed = 20s};
    EXPECT_TRUE(end(seq, answered));
    EXPECT_FALSE(end(seq, {.ended = now + 9s, .resultado = Resultado::unanswered})) << "a late one says nothing more";
    auto const lost = announce(stored(), Service::query, "run 1").value();
    EXPECT_GT(lost, seq);
    EXPECT_TRUE(end(lost, {.ended = now + 2s, .resultado = Resultado::unanswered, .saiu = Saiu::unsent}));

    auto const exchanges = facts("run 1").exchanges;
    ASSERT_EQ(exchanges.size(), 2U);
    EXPECT_EQ(exchanges[0].service, Service::authorisation);
    EXPECT_EQ(exchanges[0].announced, now);
    EXPECT_EQ(exchanges[0].ended, now + 1s);
    EXPECT_EQ(exchanges[0].resultado, Resultado::answered);
    EXPECT_EQ(exchanges[0].cStat, 103);
    EXPECT_EQ(exchanges[0].nRec, "123456789012345");
    EXPECT_EQ(exchanges[0].tMed, 20s);
    EXPECT_EQ(exchanges[0].saiu, Saiu::sent);
    EXPECT_FALSE(exchanges[0].by_this_run);
    EXPECT_EQ(exchanges[1].service, Service::query);
    EXPECT_EQ(exchanges[1].resultado, Resultado::unanswered);
    EXPECT_EQ(exchanges[1].cStat, 0);
    EXPECT_EQ(exchanges[1].saiu, Saiu::unsent);
}

TEST_P(ReceiptsStore, KnowsEventsAndTheSale) {
    auto const insert_event = [&](std::string_view tipo, std::string_view estado, std::optional<std::int64_t> cStat) {
        company.database->write([&](db::Transaction& t) {
            t.execute({"insert_event",
                       "insert into nfce_evento (id, emitente_id, nfce_id, tipo, estado, cStat, xJust, created_at) "
                       "values (:id, :emitente_id, :nfce_id, :tipo, :estado, :cStat, 'x', 0)"},
                      {{"id", Uuid::make()},
                       {"emitente_id", company.id},
                       {"nfce_id", nota.id},
                       {"tipo", tipo},
                       {"estado", estado},
                       {"cStat", cStat}});
        });
    };
    insert_event("110111", "recusado", 501);
    insert_event("110112", "indefinido", 573);
    auto found = facts("r");
    ASSERT_EQ(found.events.size(), 2U);
    std::ranges::sort(found.events, {}, &OwnEvent::tipo);
    EXPECT_EQ(found.events[0].estado, EventEstado::recusado);
    EXPECT_EQ(found.events[1].tipo, "110112");
    EXPECT_EQ(found.events[1].estado, EventEstado::indefinido);
    EXPECT_EQ(found.events[1].cStat, 573);
    EXPECT_FALSE(found.venda_desfeita);
    EXPECT_FALSE(found.replaced);
    EXPECT_EQ(found.tpAmb, 2);
    company.spoil("update venda set estado = 'desfeita'");
    EXPECT_TRUE(facts("r").venda_desfeita);
}

} // namespace
} // namespace balcao::receipts
