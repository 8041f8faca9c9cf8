#pragma once
// A company with its user in a fresh database, and the right to work with it.

#include <future>
#include <string>

#include "../../platform/db/test_database.hpp"
#include "platform/jobs/jobs.hpp"

namespace balcao::receipts::test {

/// As the queue gives it to a job of that company: nothing else but a request makes one.
inline auth::CompanyScope scope_of(db::Database& database, CompanyId company) {
    std::promise<auth::CompanyScope> given;
    jobs::Queue queue(database);
    queue.handle("scope", {.run = [&](jobs::JobContext& job) -> Result<void> {
                     given.set_value(job.company());
                     return {};
                 }});
    database.write([&](db::Transaction& t) {
        t.execute({"insert_job", "insert into tarefas (id, tipo, emitente_id, estado, dados, run_at, created_at) "
                                 "values (:id, 'scope', :emitente_id, 'pendente', '{}', 0, 0)"},
                  {{"id", Uuid::make()}, {"emitente_id", company}});
    });
    queue.start();
    auto scope = given.get_future().get();
    queue.stop();
    return scope;
}

struct Company {
    explicit Company(db::Dialect dialect) : place(dialect) {
        database->write([&](db::Transaction& t) {
            t.execute({"insert_user", "insert into users (id, email, full_name, password_hash, created_at) "
                                      "values (:id, 'a@exemplo.com', 'Ana', '', 0)"},
                      {{"id", user}});
            t.execute(
                {"insert_company",
                 "insert into emitente (id, razao_social, cnpj, inscricao_estadual, cep, codigo_municipio, "
                 "logradouro, numero, bairro, municipio, uf, cor, fuso_horario, updated_at, busca, busca_municipio) "
                 "values (:id, 'A', '11222333000181', '1', '13000000', '3509502', 'R', '1', 'B', 'Campinas', 'SP', "
                 "'anil', 'America/Sao_Paulo', 0, 'a', 'campinas')"},
                {{"id", id}});
        });
    }

    /// Changes rows of this company behind the program's back: `statement` without its condition.
    void spoil(std::string const& statement, std::string const& condition = "1 = 1") {
        auto const sql = statement + " where emitente_id = :emitente_id and " + condition;
        database->write([&](db::Transaction& t) { t.execute({"spoil", sql}, {{"emitente_id", id}}); });
    }
    /// Throws away every receipt and number, so that a property may begin anew.
    void forget_numbers() {
        for (auto const* const table : {"nfce", "venda", "nfce_faixa", "nfce_inutilizacao", "nfce_numeracao"})
            spoil(std::string("delete from ") + table);
    }

    balcao::test::MigratedDatabase const place;
    db::Database* const database = place.database.get();
    UserId const user = UserId::make();
    CompanyId const id = CompanyId::make();
};

inline constexpr Instant now{1'795'435'200'000'000}; // 2026-11-23T12:00:00Z

} // namespace balcao::receipts::test
