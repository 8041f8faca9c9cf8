// From a sale that was sent to a committed nota: one number for one sale, whatever is repeated or races.

#include "selling/receipts/issuing/issuing.hpp"

#include <atomic>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fiscal/numbers/stopped_series.hpp"
#include "fiscal/sefaz_calls/situation.hpp"
#include "selling/receipts/nota/store.hpp"
#include "shop.hpp"

namespace balcao::receipts {
namespace {

using namespace std::chrono_literals;
using sales::VendaId;
using testing::HasSubstr;

numbers::Series const series{.ambiente = "homologacao", .serie = 1};

// A database whose connection is lost while the first sale is committed: before it was done, or after.
class LosesACommit final : public db::Database {
public:
    LosesACommit(db::Database& inner, CompanyId company, bool is_done)
        : inner_(inner), company_(company), is_done_(is_done) {}

    db::Dialect dialect() const override { return inner_.dialect(); }
    void ping() override { inner_.ping(); }
    void stop_waiting() override { inner_.stop_waiting(); }

protected:
    void with_reader(std::function<void(db::Connection&)> const& work) override {
        inner_.read([&](db::Connection& connection) { work(connection); });
    }
    void with_writer(std::function<bool(db::Transaction&)> const& work) override {
        bool takes_a_number = false;
        auto const done = inner_.write([&](db::Transaction& transaction) -> Result<void> {
            auto const before = notas(transaction);
            if (!work(transaction)) return not_found();
            takes_a_number = !was_lost_ && notas(transaction) > before;
            if (takes_a_number && !is_done_) return not_found();
            return {};
        });
        static_cast<void>(done);
        if (!takes_a_number) return;
        was_lost_ = true;
        throw db::OutcomeUnknown("the connection was lost");
    }

private:
    std::int64_t notas(db::Connection& connection) const {
        return connection
            .scalar<std::int64_t>({"notas", "select count(*) from nfce where emitente_id = :emitente_id"},
                                  {{"emitente_id", company_}})
            .value_or(0);
    }

    db::Database& inner_;
    CompanyId const company_;
    bool const is_done_;
    bool was_lost_ = false;
};

class Issue : public testing::TestWithParam<db::Dialect> {
protected:
    std::int64_t next_number() {
        return shop.database().read([&](db::Connection& c) {
            return numbers::find_counter(c, shop.scope, series).value_or(numbers::Counter{}).proximo;
        });
    }
    std::int64_t notas() { return shop.number("select count(*) from nfce where emitente_id = :emitente_id"); }
    std::int64_t vendas() { return shop.number("select count(*) from venda where emitente_id = :emitente_id"); }
    void expect_every_number_accounted() {
        auto const fault =
            shop.database().read([&](db::Connection& c) { return numbers::ledger_fault(c, shop.scope, series, 0); });
        EXPECT_FALSE(fault.has_value());
    }
    // Nothing of a refused sale is left.
    void expect_refused(std::string const& body, FailureKind kind, std::string const& sentence) {
        auto const vendas_before = vendas(), notas_before = notas();
        auto const refused = shop.post(body);
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().kind, kind);
        auto told = refused.error().detail;
        for (auto const& field : refused.error().fields) told += "\n" + field.field + ": " + field.message;
        EXPECT_THAT(told, HasSubstr(sentence));
        EXPECT_EQ(vendas(), vendas_before);
        EXPECT_EQ(notas(), notas_before);
    }

    test::Shop shop{GetParam()};
    VendaId const id = VendaId::make();
};
INSTANTIATE_TEST_SUITE_P(Engines, Issue, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return balcao::test::engine_name(info.param); });

TEST_P(Issue, StoresSaleNotaVersionAndJobTogether) {
    auto const issued = shop.post(shop.sale(id));
    ASSERT_TRUE(issued.has_value()) << issued.error().detail
                                    << (issued.error().fields.empty() ? "" : issued.error().fields[0].message);
    EXPECT_TRUE(issued->is_new);
    EXPECT_EQ(issued->sale.estado, "emitida");
    EXPECT_EQ(issued->sale.total.to_string(), "82.00");
    EXPECT_EQ(issued->sale.troco.to_string(), "18.00");
    ASSERT_TRUE(issued->nota.has_value());
    auto const& nota = *issued->nota;
    EXPECT_EQ(nota.state(), Estado::enviando);
    EXPECT_EQ(nota.numero, 1);
    EXPECT_EQ(nota.chave.size(), 44U);
    EXPECT_EQ(nota.vNF.to_string(), "82.00");
    EXPECT_EQ(nota.fuso, -3);
    EXPECT_EQ(next_number(), 2);
    expect_every_number_accounted();
    shop.database().read([&](db::Connection& c) {
        EXPECT_EQ(to_json(nota_fields, find_nota(c, shop.scope, nota.id).value()), to_json(nota_fields, nota));
        auto const xml = find_version_xml(c, shop.scope, nota.id, 1).value();
        EXPECT_THAT(xml, HasSubstr("<Signature"));
        EXPECT_THAT(xml, HasSubstr("Id=\"NFe" + nota.chave));
        auto const stored = sales::find(c, shop.scope, id).value();
        EXPECT_EQ(sales::to_json(stored.sale), sales::to_json(issued->sale));
    });
    EXPECT_EQ(shop.number("select count(*) from tarefas where emitente_id = :emitente_id and tipo = 'nfce_resolver' "
                          "and chave = 'nfce:" +
                          nota.id.to_string() + "'"),
              1);
    EXPECT_EQ(shop.number("select count(*) from action_logs where company_id = :emitente_id and "
                          "action_type = 'nfce_issue'"),
              1);
}

TEST_P(Issue, AnswersARepeatedSaleWithWhatItMade) {
    auto const body = shop.sale(id);
    auto const first = shop.post(body).value();
    shop.run("update produtos set prod_vUnCOM = 425000, prod_ativo = 'N' where id_emit = :emitente_id");
    auto const again = shop.post(body);
    ASSERT_TRUE(again.has_value()) << again.error().detail;
    EXPECT_FALSE(again->is_new);
    EXPECT_EQ(again->nota->id, first.nota->id);
    EXPECT_EQ(to_json(*again), to_json(first));
    EXPECT_EQ(next_number(), 2);

    auto const other = shop.post(shop.sale(id, R"(,"emitir":true,"nome":"Maria")"));
    ASSERT_FALSE(other.has_value());
    EXPECT_EQ(other.error().kind, FailureKind::sale_issued);
    EXPECT_THAT(other.error().current_json.value(), HasSubstr(first.nota->id.to_string()));
    EXPECT_EQ(notas(), 1);
}

TEST_P(Issue, AnswersNothingForASaleThatHasEnded) {
    auto const body = shop.sale(id);
    ASSERT_TRUE(shop.post(body).has_value());
    shop.run("update venda set estado = 'desfeita' where emitente_id = :emitente_id");
    for (auto const& sent : {body, shop.sale(id, R"(,"emitir":true,"nome":"Maria")")}) {
        auto const refused = shop.post(sent);
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().kind, FailureKind::sale_ended);
        EXPECT_THAT(refused.error().current_json.value(), HasSubstr("\"numero\":1"));
    }
}

TEST_P(Issue, MakesADraftIntoASaleOnlyFromTheVersionThatIsThere) {
    auto const parked = shop.post(shop.sale(id, R"(,"em_espera":"Mesa 4")"));
    ASSERT_TRUE(parked.has_value()) << parked.error().detail;
    EXPECT_EQ(parked->sale.estado, "aberta");
    EXPECT_FALSE(parked->nota.has_value());
    EXPECT_EQ(notas(), 0);

    for (auto const* const version : {"", R"(,"version":7)"}) {
        auto const stale = shop.post(shop.sale(id, std::string(R"(,"emitir":true)") + version));
        ASSERT_FALSE(stale.has_value());
        EXPECT_EQ(stale.error().kind, FailureKind::sale_changed);
        EXPECT_THAT(stale.error().current_json.value(), HasSubstr("Mesa 4"));
    }
    auto const changed = shop.post(shop.sale(id, R"(,"em_espera":"Mesa 5","version":1)"));
    ASSERT_TRUE(changed.has_value()) << changed.error().detail;
    EXPECT_EQ(changed->sale.version, 2);
    auto const issued = shop.post(shop.sale(id, R"(,"emitir":true,"version":2)"));
    ASSERT_TRUE(issued.has_value()) << issued.error().detail;
    EXPECT_EQ(issued->sale.version, 3);
    EXPECT_EQ(issued->sale.em_espera, std::nullopt);
    EXPECT_EQ(shop.number("select count(*) from venda_item where emitente_id = :emitente_id"), 1);
    EXPECT_EQ(vendas(), 1);
}

TEST_P(Issue, TakesOneNumberForOneSaleSentManyTimesAtOnce) {
    Issuing issuing(shop.services());
    auto const body = shop.sale(id);
    std::vector<std::optional<Result<IssuedSale>>> answers(8);
    {
        std::vector<std::jthread> clerks;
        for (auto& answer : answers) clerks.emplace_back([&] { answer = shop.post(issuing, body); });
    }
    std::set<NotaId> made;
    int created = 0;
    for (auto const& answer : answers) {
        ASSERT_TRUE(answer->has_value()) << answer->error().detail;
        made.insert((*answer)->nota->id);
        created += (*answer)->is_new ? 1 : 0;
    }
    EXPECT_EQ(made.size(), 1U);
    EXPECT_EQ(created, 1);
    EXPECT_EQ(next_number(), 2);
    expect_every_number_accounted();
}

TEST_P(Issue, GivesTwoProcessesOneCounter) {
    // Each has its own memory of what comes next.
    Issuing first(shop.services()), second(shop.services());
    constexpr int sales_each = 25;
    std::atomic<int> refused = 0;
    {
        std::vector<std::jthread> clerks;
        for (int clerk = 0; clerk < 8; ++clerk) {
            clerks.emplace_back([&, clerk] {
                for (int i = 0; i < sales_each; ++i) {
                    auto const sold = shop.post(clerk % 2 == 0 ? first : second, shop.sale(VendaId::make()));
                    if (!sold) ++refused;
                }
            });
        }
    }
    EXPECT_EQ(refused, 0);
    EXPECT_EQ(notas(), 8 * sales_each);
    EXPECT_EQ(next_number(), 8 * sales_each + 1);
    EXPECT_EQ(shop.number("select count(distinct numero) from nfce where emitente_id = :emitente_id"), 8 * sales_each);
    expect_every_number_accounted();
}

TEST_P(Issue, GoesOnAfterASaleThatWasRolledBack) {
    Issuing issuing(shop.services());
    ASSERT_TRUE(shop.post(issuing, shop.sale(VendaId::make())).has_value());
    auto const refused = issuing.post(shop.actor, shop.scope, shop.sale(VendaId::make()),
                                      [](db::Transaction&) -> Result<auth::CompanyScope> { return forbidden(); });
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, FailureKind::forbidden);
    auto const next = shop.post(issuing, shop.sale(VendaId::make()));
    ASSERT_TRUE(next.has_value());
    EXPECT_EQ(next->nota->numero, 2) << "the number that was given back";
    EXPECT_EQ(next_number(), 3);
    expect_every_number_accounted();
}

TEST_P(Issue, FindsOrMakesASaleOfWhichNobodyKnewWhetherItWasSaved) {
    for (bool const is_done : {true, false}) {
        LosesACommit database(shop.database(), shop.company.id, is_done);
        auto const services = shop.services(database);
        Issuing issuing(services);
        auto const body = shop.sale(VendaId::make());
        auto const before = next_number();
        auto const unknown = shop.post(issuing, body);
        ASSERT_FALSE(unknown.has_value());
        EXPECT_EQ(unknown.error().kind, FailureKind::result_unknown);
        EXPECT_EQ(next_number(), before + (is_done ? 1 : 0));
        auto const again = shop.post(issuing, body);
        ASSERT_TRUE(again.has_value()) << again.error().detail;
        EXPECT_EQ(again->is_new, !is_done);
        EXPECT_EQ(again->nota->numero, before);
        auto const next = shop.post(issuing, shop.sale(VendaId::make()));
        ASSERT_TRUE(next.has_value());
        EXPECT_EQ(next->nota->numero, before + 1);
    }
    expect_every_number_accounted();
}

// As after a restore of an older backup: SEFAZ has numbers that this database does not know.
TEST_P(Issue, StopsASeriesThatIsBehindItsMark) {
    ASSERT_TRUE(shop.post(shop.sale(VendaId::make())).has_value());
    EXPECT_EQ(shop.marks.highest(shop.company.id, series), 1);
    shop.marks.note(shop.company.id, series, 5);
    constexpr auto sentence = "O próximo número seria 2, mas neste servidor já foi usado o 5.";
    expect_refused(shop.sale(id), FailureKind::issuing_blocked, sentence);
    EXPECT_EQ(next_number(), 2);
    expect_refused(shop.sale(id), FailureKind::issuing_blocked, sentence); // now by what is stored
    EXPECT_EQ(shop.number("select count(*) from action_logs where company_id = :emitente_id and "
                          "action_type = 'nfce_series_stop'"),
              1);

    auto const confirmed = shop.database().write([&](db::Transaction& t) {
        return numbers::confirm_next({t, shop.actor}, shop.scope, {shop.events, shop.clock}, shop.marks, series, 6);
    });
    ASSERT_TRUE(confirmed.has_value());
    auto const issued = shop.post(shop.sale(id));
    ASSERT_TRUE(issued.has_value()) << issued.error().detail;
    EXPECT_EQ(issued->nota->numero, 6);
    EXPECT_EQ(shop.marks.highest(shop.company.id, series), 6);
    expect_every_number_accounted();
}

TEST_P(Issue, TakesNoNumberForWhatItRefuses) {
    auto const line = [&](std::string_view from, std::string_view to) {
        auto body = shop.sale(id);
        body.replace(body.find(from), from.size(), to);
        return body;
    };
    using enum FailureKind;
    expect_refused(line(R"("preco_lido":"41.00")", R"("preco_lido":"40.00")"), invalid,
                   "mudou de R$\u00a040,00 para R$\u00a041,00");
    expect_refused(line(R"("total_visto":"82.00")", R"("total_visto":"80.00")"), invalid, "na tela estava");
    expect_refused(line(R"("valor":"100.00")", R"("valor":"80.00")"), invalid, "Faltam R$\u00a02,00");
    expect_refused(line(R"("tPag":"01")", R"("tPag":"03")"), invalid, "O troco de R$\u00a018,00");
    expect_refused(line(shop.product.to_string(), ProductId::make().to_string()), invalid, "não existe nesta empresa");
    expect_refused(shop.sale(id, R"(,"emitir":true,"cpf":"11.222.333/0001-81")"), invalid,
                   "Empresa (CNPJ) recebe NF-e");
    expect_refused(shop.sale(id, R"(,"emitir":true,"cpf":"529.982.247-26")"), invalid, "cpf: ");
    EXPECT_EQ(next_number(), 1);
}

TEST_P(Issue, TellsEverythingAtOnce) {
    shop.run("update produtos set prod_NCM = null where id_emit = :emitente_id");
    shop.run("update nfce_ambiente set csc_encrypted = null where emitente_id = :emitente_id");
    auto body = shop.sale(id);
    body.replace(body.find("82.00"), 5, "80.00");
    shop.signer = [](auto const&...) { return blocked("O certificado venceu em 12/11."); };
    expect_refused(body, FailureKind::issuing_blocked, "Falta o CSC da empresa");
    expect_refused(body, FailureKind::issuing_blocked, "emissao: O certificado venceu em 12/11.");
    expect_refused(body, FailureKind::issuing_blocked, "na tela estava");
}

TEST_P(Issue, PointsAtTheFieldOfTheProduct) {
    shop.run("update produtos set prod_NCM = null where id_emit = :emitente_id");
    auto const refused = shop.post(shop.sale(id));
    ASSERT_FALSE(refused.has_value());
    ASSERT_EQ(refused.error().fields.size(), 1U);
    auto const& problem = refused.error().fields.front();
    EXPECT_EQ(problem.field, "itens.0");
    EXPECT_EQ(problem.produto_id, shop.product.to_string());
    EXPECT_EQ(problem.campo, "prod_NCM");
}

TEST_P(Issue, IsBlockedUntilSomebodyPutsItRight) {
    using enum FailureKind;
    auto const body = shop.sale(id);
    shop.run("update nfce_ambiente set serie = 900 where emitente_id = :emitente_id");
    expect_refused(body, issuing_blocked, "A série 900 é reservada");
    shop.run("update nfce_ambiente set serie = 1 where emitente_id = :emitente_id");
    shop.signer = [](auto const&...) { return blocked("O certificado venceu em 12/11."); };
    expect_refused(body, issuing_blocked, "O certificado venceu");
    shop.signer = test::Shop(GetParam()).signer;
    ASSERT_TRUE(shop.post(shop.sale(VendaId::make())).has_value());
    shop.run("update nfce_numeracao set parada_em = 1, parada_motivo = 'A série está parada.' "
             "where emitente_id = :emitente_id");
    expect_refused(body, issuing_blocked, "A série está parada.");
    shop.run("update nfce_numeracao set parada_em = null, parada_motivo = null, proximo = 1000000000 "
             "where emitente_id = :emitente_id");
    expect_refused(body, issuing_blocked, "Todos os números da série 1");
}

TEST_P(Issue, IsBlockedByWhatSefazRefusesUntilItIsPutRight) {
    auto const block = [&](std::optional<Instant> until) {
        shop.database().write([&](db::Transaction& t) {
            sefaz_calls::set_block(t, shop.scope, {"homologacao"}, nfce::Service::authorisation,
                                   {.until = until, .cStat = 462, .motivo = "O CSC foi recusado pela SEFAZ."},
                                   test::now);
        });
    };
    block(std::nullopt);
    expect_refused(shop.sale(id), FailureKind::issuing_blocked, "O CSC foi recusado pela SEFAZ.");
    EXPECT_EQ(next_number(), 1);
    block(test::now + 1h);
    EXPECT_TRUE(shop.post(shop.sale(id)).has_value()) << "it ends by itself";
}

TEST_P(Issue, StopsASeriesWhoseNextNumberIsANotasAlready) {
    ASSERT_TRUE(shop.post(shop.sale(VendaId::make())).has_value());
    shop.run("update nfce set numero = 2 where emitente_id = :emitente_id");
    expect_refused(shop.sale(id), FailureKind::issuing_blocked, "A série foi parada");
    expect_refused(shop.sale(id), FailureKind::issuing_blocked, "A série foi parada");
    EXPECT_EQ(shop.number("select count(*) from action_logs where company_id = :emitente_id and "
                          "action_type = 'nfce_series_stop'"),
              1);
}

TEST_P(Issue, SellsOfflineWhileSefazIsAway) {
    shop.offline = [](db::Connection&, auth::CompanyScope const&, std::string_view) {
        return Offline{.since = test::now - 5min, .xJust = "SEFAZ sem resposta desde 11:55"};
    };
    auto const sold = shop.post(shop.sale(id));
    ASSERT_TRUE(sold.has_value()) << sold.error().detail;
    auto const& nota = *sold->nota;
    EXPECT_EQ(nota.state(), Estado::contingencia);
    EXPECT_EQ(nota.tpEmis, 9);
    EXPECT_EQ(nota.dhCont, test::now - 5min);
    EXPECT_EQ(nota.prazo, test::now + 24h);
    EXPECT_EQ(nota.chave.at(34), '9');
    EXPECT_EQ(shop.number("select count(*) from tarefas where emitente_id = :emitente_id and tipo = 'nfce_resolver'"),
              0);
    EXPECT_EQ(shop.number("select count(*) from tarefas where emitente_id = :emitente_id and tipo = 'nfce_transmitir'"),
              1)
        << "the company's job for all of them";
    expect_refused(shop.sale(VendaId::make(), R"(,"emitir":true,"cpf":"52998224725","ind_pres":4,"entrega":{)"
                                              R"("logradouro":"Rua A","numero":"1","bairro":"Centro",)"
                                              R"("municipio":"3509502","cep":"13010000"})"),
                   FailureKind::invalid, "Entrega não pode sair em contingência");
}

TEST_P(Issue, AsksTheClerkInModePerguntar) {
    shop.offline = [](db::Connection&, auth::CompanyScope const&, std::string_view) {
        return Offline{.since = test::now - 5min, .xJust = "SEFAZ sem resposta desde 11:55", .only_if_agreed = true};
    };
    auto const sold = shop.post(shop.sale(id));
    ASSERT_TRUE(sold.has_value()) << sold.error().detail;
    EXPECT_EQ(sold->nota->state(), Estado::enviando);
    auto const agreed = shop.post(shop.sale(VendaId::make(), R"(,"emitir":true,"contingencia":true)"));
    ASSERT_TRUE(agreed.has_value()) << agreed.error().detail;
    EXPECT_EQ(agreed->nota->state(), Estado::contingencia);
}

TEST_P(Issue, PractisesWithNumbersOfItsOwn) {
    ASSERT_TRUE(shop.post(shop.sale(VendaId::make())).has_value());
    auto const practised = shop.post(shop.sale(id, R"(,"emitir":true,"treino":true)"));
    ASSERT_TRUE(practised.has_value()) << practised.error().detail;
    EXPECT_EQ(practised->nota->ambiente, "simulador");
    EXPECT_EQ(practised->nota->numero, 1);
    EXPECT_EQ(next_number(), 2);
}

} // namespace
} // namespace balcao::receipts
