#include "selling/receipts/issuing/issuing.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "fiscal/numbers/stopped_series.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/services.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/base/protection.hpp"
#include "registry/companies/companies.hpp"
#include "selling/cash/cash.hpp"
#include "selling/receipts/chain/chain.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/store_credits/store_credits.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using numbers::Series;
using numbers::Take;
using sales::VendaId;

constexpr events::Topic sales_topic = "sales";
constexpr auto patience = 10s; // of a clerk, for the series' turn and for the turn to write
constexpr int most_races = 3;  // the last one signs inside the transaction, so that nobody starves

// As Database::write; whose turn did not come in its time lines up again.
template <class Work>
auto write_patiently(db::Database& database, Work const& work) {
    using std::chrono::steady_clock;
    for (auto const deadline = steady_clock::now() + patience;;) {
        auto const began = steady_clock::now();
        try {
            return database.write(work);
        } catch (db::Busy const&) { // nothing was saved; refused at once, it would be so again
            if (steady_clock::now() >= deadline || steady_clock::now() - began < 1s) throw;
        }
    }
}

Nota nota_of(ReadySale const& ready, Signed const& document, Instant now) {
    auto const& sale = ready.sale;
    auto nota = new_nota(document, sale.nome, ready.issuer->company.uf, now);
    nota.venda_id = sale.id;
    nota.ambiente = sale.ambiente;
    nota.operador_id = sale.operador_id;
    return nota;
}

Failure result_unknown() {
    return {.kind = FailureKind::result_unknown,
            .title = "Conferindo se a venda foi gravada",
            .detail = "O banco de dados saiu do ar enquanto gravava a venda. Envie a mesma venda de novo: ela não será "
                      "gravada duas vezes."};
}

} // namespace

std::string to_json(IssuedSale const& issued) {
    json::ObjectWriter writer;
    writer.raw("venda", sales::to_json(issued.sale));
    writer.raw("nota", issued.nota ? summary_json(*issued.nota) : "null");
    return writer.take();
}

/// One POST of a sale on its way.
struct Issuing::Attempt {
    auth::Actor const& actor;
    auth::CompanyScope const& scope;
    AskAgain const& ask_again;
    ReadySale ready;
    std::optional<std::int64_t> draft_version; // of the draft it takes the place of
    db::Blob corpo_sha256;

    Series series() const { return ready.issuer->series(); }

    Result<void> write_sale(db::Transaction& transaction) const {
        if (!draft_version) {
            sales::insert(transaction, scope, ready.sale, corpo_sha256);
            return {};
        }
        if (sales::replace_draft(transaction, scope, ready.sale, corpo_sha256)) return {};
        auto const now = sales::find(transaction, scope, ready.sale.id);
        if (!now) return not_found();
        return fail(sales::changed_meanwhile(transaction, now->sale));
    }

    void publish(db::Transaction& transaction, records::Services const& records, events::Topic topic,
                 std::optional<Uuid> entity, std::int64_t version) const {
        records.events.publish(
            transaction,
            {.topic = topic, .company = scope.id(), .entity = entity, .version = version, .made_by = actor.user});
    }
};

std::optional<Result<IssuedSale>> Issuing::known(db::Connection& connection, auth::CompanyScope const& scope,
                                                 VendaId id, std::optional<std::int64_t> version,
                                                 db::BlobView corpo_sha256) {
    auto stored = sales::find(connection, scope, id);
    if (!stored) return std::nullopt;
    IssuedSale now{.sale = std::move(stored->sale), .nota = find_nota_of(connection, scope, id)};
    bool const is_draft = now.sale.estado == sales::aberta;
    bool const has_ended = !is_draft && now.sale.estado != sales::emitida;
    bool const is_repeated = !has_ended && std::ranges::equal(stored->corpo_sha256, corpo_sha256);
    if (is_repeated) return now;
    if (!is_draft) {
        auto json = to_json(now);
        return fail(sales::not_a_draft(now.sale, std::move(json)));
    }
    if (version == now.sale.version) return std::nullopt;
    return fail(sales::changed_meanwhile(connection, now.sale));
}

Result<IssuedSale> Issuing::post(auth::Actor const& actor, auth::CompanyScope const& scope, std::string const& body,
                                 AskAgain const& ask_again) {
    auto typed = sales::read_sale(BALCAO_TRY(json::parse_object(body)));
    if (typed.sale.id == VendaId{}) return invalid(std::move(typed.problems)); // without an id nothing can be looked up
    if (!is_in_place(Protection::sale_id) && typed.emitir && !typed.version) typed.sale.id = VendaId{Uuid::make()};
    auto const id = typed.sale.id;
    auto const version = typed.version;
    bool const emitir = typed.emitir, treino = typed.treino;
    auto const corpo_sha256 = secrets::sha256(std::as_bytes(std::span(body)));

    std::optional<Result<IssuedSale>> before;
    std::optional<Instant> drafted_at;
    auto ready = services_.database.read([&](db::Connection& connection) -> Result<ReadySale> {
        before = known(connection, scope, id, version, corpo_sha256);
        if (before) return ReadySale{};
        drafted_at = sales::find(connection, scope, id).transform([](sales::StoredSale const& draft) {
            return draft.sale.created_at;
        });
        return judge_sale(connection, scope, actor, std::move(typed), services_.rules, services_.records.clock.now());
    });
    if (before) return *std::move(before);
    if (!ready && emitir) return fail(with_certificate(std::move(ready).error(), scope, treino));
    Attempt attempt{.actor = actor,
                    .scope = scope,
                    .ask_again = ask_again,
                    .ready = BALCAO_TRY(std::move(ready)),
                    .draft_version = drafted_at ? version : std::nullopt,
                    .corpo_sha256 = corpo_sha256};
    if (drafted_at) {
        attempt.ready.sale.created_at = *drafted_at;
        attempt.ready.sale.version = version.value();
    }
    try {
        auto answer = emitir ? issue(attempt) : save_draft(attempt);
        if (answer || answer.error().kind != FailureKind::sale_changed) return answer;
    } catch (db::OutcomeUnknown const& error) {
        log::warning("sale_outcome_unknown", {{"sale", id.to_string()}, {"error", error.what()}});
        return fail(result_unknown());
    } catch (db::UniqueViolation const& error) {
        if (error.constraint() != "venda_pkey") throw;
    }
    // The same sale came in twice at once: the other one has been committed.
    auto now = services_.database.read(
        [&](db::Connection& connection) { return known(connection, scope, id, version, corpo_sha256); });
    if (!now) throw db::Busy("a sale appeared beside this one and is gone again");
    return *std::move(now);
}

// The certificate is looked up without a connection, after everything else; what is wrong with it is told all the same.
Failure Issuing::with_certificate(Failure failure, auth::CompanyScope const& scope, bool treino) {
    struct Subject {
        companies::Company company;
        std::string ambiente;
    };
    auto const subject = services_.database.read([&](db::Connection& connection) -> std::optional<Subject> {
        auto const company = companies::find(connection, scope);
        if (!company) return std::nullopt;
        auto const settings = sefaz_settings::find_settings(connection, scope);
        return Subject{company->company,
                       std::string(treino ? sefaz_settings::simulador : settings.ambiente_das_notas())};
    });
    if (!subject) return failure;
    auto const signer = services_.signer(scope, subject->company, subject->ambiente, services_.records.clock.now());
    if (signer) return failure;
    auto told = signer.error();
    if (failure.kind == FailureKind::issuing_blocked) told.detail += ' ' + failure.detail;
    std::ranges::move(failure.fields, std::back_inserter(told.fields));
    return told;
}

Result<IssuedSale> Issuing::save_draft(Attempt const& attempt) {
    return write_patiently(services_.database, [&](db::Transaction& transaction) -> Result<IssuedSale> {
        BALCAO_TRY(attempt.ask_again(transaction));
        BALCAO_TRY(attempt.write_sale(transaction));
        IssuedSale saved{.sale = attempt.ready.sale, .is_new = !attempt.draft_version};
        if (attempt.draft_version) ++saved.sale.version;
        attempt.publish(transaction, services_.records, sales_topic, saved.sale.id.uuid(), saved.sale.version);
        return saved;
    });
}

Result<Signed> Issuing::sign(ReadySale const& ready, std::int64_t numero, nfce::Certificate const& certificate) const {
    auto const offset = services_.rules.clocks.offset(ready.issuer->company.uf);
    auto const now = services_.records.clock.now() + offset + ready.issuer->ahead;
    std::vector<FieldProblem> problems;
    auto const facts =
        build(*ready.issuer, ready.sale, ready.products, ready.taxes, heading_of(ready, numero, draw_cNF(numero), now),
              problems, ready.client ? &*ready.client : nullptr);
    if (!problems.empty()) return invalid(std::move(problems));
    return sign_sale(facts, ready.sale, certificate, now);
}

Result<IssuedSale> Issuing::issue(Attempt const& attempt) {
    auto const& issuer = *attempt.ready.issuer;
    auto const certificate =
        BALCAO_TRY(services_.signer(attempt.scope, issuer.company, issuer.ambiente, services_.records.clock.now()));
    // Other sales may rely on a number that is taken before it is committed only where commits come in that order.
    bool const goes_on_at_once = services_.database.dialect() == db::Dialect::sqlite;
    for (int race = 1;; ++race) {
        auto turn = turns_.take(attempt.scope.id(), attempt.series(), patience);
        try {
            auto numero = turn.expected().value_or(0);
            if (numero == 0) {
                numero = next_number(services_.database, attempt.scope, attempt.series(), attempt.actor.user,
                                     services_.records.clock.now());
            }
            auto document = BALCAO_TRY(sign(attempt.ready, numero, certificate));
            std::optional<std::string> why_behind;
            auto const issued = write_patiently(
                services_.database, [&](db::Transaction& transaction) -> Result<std::optional<IssuedSale>> {
                    if (race == most_races) {
                        numero = numbers::find_counter(transaction, attempt.scope, attempt.series()).value().proximo;
                        document = BALCAO_TRY(sign(attempt.ready, numero, certificate));
                    }
                    auto const now = services_.records.clock.now();
                    why_behind.reset();
                    switch (numbers::take_number(transaction, attempt.scope, services_.marks, attempt.series(), numero,
                                                 now)) {
                    case Take::lost: return std::nullopt;
                    case Take::behind:
                        why_behind =
                            numbers::behind_mark(numero, services_.marks.highest(attempt.scope.id(), attempt.series()));
                        return blocked(*why_behind);
                    case Take::stopped: return fail(why_stopped(transaction, attempt.scope, attempt.series()));
                    case Take::taken: break;
                    }
                    if (goes_on_at_once) {
                        turn.took(numero);
                        turn.release();
                    }
                    return BALCAO_TRY(write_issued(transaction, attempt, document, now));
                });
            if (issued && *issued) {
                crash_point("issue.after_commit");
                if (!goes_on_at_once) turn.took(numero);
                return **issued;
            }
            turn.forget();
            if (why_behind) return fail(stop(attempt, *why_behind));
            if (!issued) return fail(issued.error());
        } catch (db::UniqueViolation const& error) {
            turn.forget();
            if (error.constraint() != "nfce_numero") throw;
            return fail(stop(attempt, std::string(numbers::already_used)));
        } catch (...) {
            turn.forget();
            throw;
        }
    }
}

Result<IssuedSale> Issuing::write_issued(db::Transaction& transaction, Attempt const& attempt, Signed const& document,
                                         Instant now) {
    BALCAO_TRY(attempt.ask_again(transaction));
    BALCAO_TRY(take_from_order(transaction, attempt.scope, attempt.ready.sale));
    BALCAO_TRY(attempt.write_sale(transaction));
    if (auto const& discount = attempt.ready.above_limit)
        BALCAO_TRY(use_leave(transaction, attempt.scope, attempt.ready.sale, *discount, now));
    IssuedSale issued{.sale = attempt.ready.sale, .is_new = true};
    if (attempt.draft_version) ++issued.sale.version;

    auto nota = nota_of(attempt.ready, document, now);
    insert_nota(transaction, attempt.scope, nota);
    insert_version(transaction, attempt.scope, nota, document.version, now);
    BALCAO_TRY(store_credits::take_payments(transaction, attempt.scope, services_.records, attempt.ready.sale,
                                            local_date(now, attempt.ready.issuer->company.fuso_horario)));
    BALCAO_TRY(cash::take_payment(transaction, attempt.scope, attempt.ready.sale, now));
    if (attempt.ready.sale.orcamento_id) settle_order(transaction, attempt.scope, services_.records, nota.venda_id);
    if (nota.state() == Estado::contingencia) {
        ensure(transaction, services_.queue, new_transmission_job(attempt.scope, nota.ambiente));
    } else if (auto const run = services_.queue.enqueue_here(transaction, new_resolve_job(attempt.scope, nota.id))) {
        announce_exchange(transaction, attempt.scope, nota, nfce::Service::authorisation, nota.versao, *run, now)
            .value();
        ++nota.version;
    }
    attempt.publish(transaction, services_.records, sales_topic, nota.venda_id.uuid(), issued.sale.version);
    attempt.publish(transaction, services_.records, "numbers", std::nullopt, 0);
    bool const offline = nota.tpEmis == 9;
    records::note({transaction, attempt.actor}, services_.records,
                  {.topic = "receipts",
                   .action = offline ? "nfce_contingency" : "nfce_issue",
                   .description = fmt::format("{} a {}, de {}", offline ? "Emitiu em contingência" : "Emitiu",
                                              name_of(nota), brl(nota.vNF)),
                   .company = attempt.scope.id(),
                   .entity = nota.id.uuid(),
                   .version = nota.version});
    issued.nota = std::move(nota);
    crash_point("issue.before_commit");
    return issued;
}

Failure Issuing::stop(Attempt const& attempt, std::string const& motivo) {
    services_.database.write([&](db::Transaction& transaction) {
        numbers::stop_noted(transaction, attempt.scope, services_.records, attempt.series(), motivo,
                            attempt.actor.user);
    });
    return blocked(motivo).error();
}

} // namespace balcao::receipts
