#include "selling/receipts/sending/advance.hpp"

#include <algorithm>

#include "fiscal/numbers/numbers.hpp"
#include "nfce/reissue.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/log.hpp"
#include "platform/base/overloaded.hpp"
#include "platform/base/protection.hpp"
#include "platform/base/time_scale.hpp"
#include "selling/receipts/chain/chain.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/planning/planning.hpp"
#include "selling/receipts/sending/sending.hpp"
#include "selling/receipts/signing/signing.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using nfce::Service;

constexpr auto after_a_broken_run = 3s;

/// An announced exchange that may be sent.
struct Ready {
    std::int64_t seq = 0;
    Service service{};
    std::string chave;
    std::string message;
};

class Step {
public:
    Step(jobs::JobContext& job, Wire const& wire, NotaId id, Onward const& onward)
        : job_(job), wire_(wire), id_(id), onward_(onward), scope_(job.company()) {}

    void run() {
        for (;;) {
            job_.checkpoint();
            auto subject = wire_.database.read(
                [&](db::Connection& connection) { return find_subject(connection, wire_, scope_, id_, job_.token()); });
            if (!subject) {
                job_.finish([](db::Transaction&) {});
                return;
            }
            if (act(*subject)) return;
        }
    }

private:
    // False: somebody was first, so look again.
    bool act(Subject const& subject) {
        auto const& facts = subject.facts;
        return std::visit(Overloaded{
                              [&](SendAnnounced const&) { return send(subject, announced(subject)); },
                              [&](GiveUpOpen const&) { return give_up_open(subject); },
                              [&](Transmit const& step) { return transmit(subject, step.versao); },
                              [&](Rebuild const&) { return rebuild(subject); },
                              [&](SignAgain const&) { return sign_again(subject); },
                              [&](AskResult const& step) {
                                  return announce_and_send(
                                      subject, Service::authorisation_result, step.versao, [&](std::int64_t) {
                                          return nfce::authorisation_result_message(facts.tpAmb, step.nRec);
                                      });
                              },
                              [&](Query const& step) {
                                  auto const version = std::ranges::find(facts.versions, step.versao, &Version::versao);
                                  return announce_and_send(subject, Service::query, step.versao, [&](std::int64_t) {
                                      return nfce::query_message(facts.tpAmb, version->chave);
                                  });
                              },
                              [&](Abandon const&) { return abandon(); },
                              [&](Wait const& step) { return wait_until(step.until); },
                              [&](Nothing const&) { return settle_without_change(); },
                          },
                          plan(facts));
    }

    bool wait_until(Instant until) {
        job_.settle([&](db::Transaction& transaction) { return onward_(transaction, until); });
        return true;
    }
    bool wait_for_a_person(std::string const& why) {
        log::warning("nfce_step_waits", {{"nfce", id_.to_string()}, {"reason", why}});
        return wait_until(wire_.now() + shortened(look_again));
    }
    bool settle_without_change() {
        job_.settle([&](db::Transaction& transaction) {
            auto const now = lock_subject(transaction, wire_, scope_, id_, job_.token());
            return onward_(transaction, now ? due(*now) : std::nullopt);
        });
        return true;
    }

    // When the nota as it is now needs its next step.
    std::optional<Instant> due(Subject const& subject) const {
        auto const next = plan(subject.facts);
        if (std::holds_alternative<Nothing>(next)) return std::nullopt;
        if (auto const* const wait = std::get_if<Wait>(&next)) return wait->until;
        return subject.facts.now;
    }

    // T4: nobody will ever tell the answer of a run that is gone.
    bool give_up_open(Subject const& seen) {
        job_.settle([&](db::Transaction& transaction) {
            auto const subject = lock_subject(transaction, wire_, scope_, id_, job_.token());
            if (subject && subject->open_seq == seen.open_seq && subject->open_seq) {
                auto const& open = *open_exchange(subject->facts);
                auto const saiu = is_in_place(Protection::announcement) ? Saiu::unknown : Saiu::unsent;
                Returned const nothing{.reply = NoAnswer{.fault = sefaz::FaultKind::closed, .saiu = saiu},
                                       .body = {},
                                       .falha = "its process ended",
                                       .took = {},
                                       .ended = wire_.now()};
                end_exchange_with(transaction, scope_, *subject, *subject->open_seq, open.service,
                                  chave_of(subject->facts, open), nothing);
                Transition to;
                to.estado = subject->facts.estado;
                if (is_transmission(open.service) && to.estado == Estado::enviando) {
                    to.rule = Rule::t4;
                    to.estado = Estado::indefinida;
                }
                apply(transaction, wire_, scope_, *subject, to, nothing, nullptr);
            }
            return onward_(transaction, wire_.now() + shortened(after_a_broken_run));
        });
        return true;
    }

    // T9.
    bool abandon() {
        job_.settle([&](db::Transaction& transaction) {
            auto const subject = lock_subject(transaction, wire_, scope_, id_, job_.token());
            if (!subject || !std::holds_alternative<Abandon>(plan(subject->facts)))
                return onward_(transaction, wire_.now());
            Transition to;
            to.rule = Rule::t9;
            to.estado = Estado::abandonada;
            Returned const nothing{.reply = NoAnswer{}, .body = {}, .falha = {}, .took = {}, .ended = wire_.now()};
            apply(transaction, wire_, scope_, *subject, to, nothing, nullptr);
            return onward_(transaction, std::nullopt);
        });
        return true;
    }

    // Born announced by the transaction that issued it.
    Ready announced(Subject const& subject) {
        auto const& open = *open_exchange(subject.facts);
        auto const seq = subject.open_seq.value();
        return {.seq = seq,
                .service = open.service,
                .chave = std::string(chave_of(subject.facts, open)),
                .message = nfce::authorisation_message(std::to_string(seq), stored(subject, open.versao))};
    }
    std::string stored(Subject const& subject, int versao) {
        return wire_.database.read(
            [&](db::Connection& connection) { return version_xml(connection, scope_, subject.nota.id, versao); });
    }

    bool announce_and_send(Subject const& subject, Service service, int versao, auto const& message_of) {
        auto const seq = job_.step([&](db::Transaction& transaction) {
            return announce_exchange(transaction, scope_, subject.nota, service, versao, job_.token(), wire_.now());
        });
        if (!seq) return false;
        auto const version = std::ranges::find(subject.facts.versions, versao, &Version::versao);
        return send(subject, {.seq = *seq, .service = service, .chave = version->chave, .message = message_of(*seq)});
    }

    bool transmit(Subject const& subject, int versao) {
        crash_point("resend.planned");
        auto const xml = stored(subject, versao);
        return announce_and_send(subject, Service::authorisation, versao, [&](std::int64_t seq) {
            return nfce::authorisation_message(std::to_string(seq), xml);
        });
    }

    bool rebuild(Subject const& subject) {
        auto const dhEmi = local_time(subject.company, subject.facts.fiscal_now());
        auto document = reissue(wire_, scope_, subject, own_heading(subject.nota, dhEmi));
        if (!document) return wait_for_a_person(document.error().detail);
        document->version.version.versao = subject.facts.versions.back().versao + 1;
        keep(subject, document->version, [&](Nota& after) { take_version(after, *document); });
        return false; // the next plan sends it
    }

    bool sign_again(Subject const& subject) {
        auto const identity = wire_.caller.identity(scope_, subject.destination());
        if (!identity) return wait_for_a_person(identity.error());
        auto const valid_to = Instant{identity->certificate->valid_to() * 1'000'000};
        if (valid_to <= subject.facts.fiscal_now()) return wait_for_a_person("the certificate has expired");
        auto const& last = subject.facts.versions.back();
        auto const xml = nfce::sign_again(stored(subject, last.versao), *identity->certificate);
        if (!xml) return wait_for_a_person(xml.error().message);
        auto version = last;
        version.versao = last.versao + 1;
        version.signer_valid_to = valid_to;
        SignedVersion const document{
            .version = version, .xml = *xml, .sha256 = secrets::sha256(std::as_bytes(std::span(*xml)))};
        keep(subject, document, [&](Nota& after) { after.versao = version.versao; });
        return false;
    }

    // A new version of the nota, unless somebody changed it meanwhile.
    void keep(Subject const& subject, SignedVersion const& document, auto const& change) {
        job_.step([&](db::Transaction& transaction) {
            auto after = subject.nota;
            change(after);
            if (!save_nota(transaction, scope_, subject.nota, after)) return;
            insert_version(transaction, scope_, after, document, wire_.now());
        });
    }

    bool send(Subject const& subject, Ready const& ready) {
        auto const to = subject.destination(ready.service);
        auto const identity = wire_.caller.identity(scope_, to);
        auto const url = wire_.caller.address(to, ready.service);
        if (!identity || !url) {
            // Nothing left this machine: proven, since nobody called.
            sefaz::Outcome const outcome{
                .body = std::unexpected(sefaz::Fault{.kind = sefaz::FaultKind::unusable_address,
                                                     .sentence = {},
                                                     .technical = identity ? "no address" : identity.error()}),
                .nothing_sent = true};
            return settle(subject, ready, returned_of(ready.service, outcome, wire_.now()), {});
        }
        job_.confirm_lease();
        auto const outcome =
            wire_.caller.client().call(*identity, {.url = *url, .service = ready.service, .message = ready.message},
                                       shortened<std::chrono::milliseconds>(longest_call));
        if (ready.service == Service::query) crash_point("query.answered");
        return settle(subject, ready, returned_of(ready.service, outcome, wire_.now()), *url);
    }

    bool settle(Subject const& subject, Ready const& ready, Returned const& returned, std::string const& url) {
        auto const effects = effects_on_service(ready.service, returned.reply);
        auto const met = note_met(wire_, scope_, subject, effects, returned, url);
        auto const first = judge(*open_of(subject, ready), returned.reply, subject.facts);
        if (first.successor == Successor::none) {
            write(subject, ready, returned, met, nullptr);
            return true;
        }
        try {
            with_next_number(wire_, scope_, subject.nota, [&](std::int64_t numero) {
                auto const document = reissue(wire_, scope_, subject, successor_heading(subject, first, numero));
                if (!document) throw SeriesStopped{};
                write(subject, ready, returned, met, &*document);
                return true;
            });
        } catch (SeriesStopped const&) {
            // The sale waits as `indefinida`, and goes on once the series has been confirmed.
            write(subject, ready, returned, met, nullptr);
        }
        return true;
    }

    // The exchange as judge() takes it, also when it was announced after the subject was read.
    std::optional<Exchange> open_of(Subject const& subject, Ready const& ready) const {
        auto const version = std::ranges::find(subject.facts.versions, ready.chave, &Version::chave);
        return Exchange{
            .service = ready.service, .versao = version->versao, .announced = subject.facts.now, .by_this_run = true};
    }

    Heading successor_heading(Subject const& subject, Transition const& to, std::int64_t numero) const {
        auto heading = own_heading(subject.nota, document_time(subject.nota, subject.nota.dhEmi));
        heading.numero = numero;
        heading.cNF = draw_cNF(numero);
        if (to.successor == Successor::normal) heading.dhEmi = local_time(subject.company, subject.facts.fiscal_now());
        return heading;
    }

    void write(Subject const& seen, Ready const& ready, Returned const& returned, Met const& met,
               Signed const* successor) {
        job_.settle([&](db::Transaction& transaction) {
            auto subject = lock_subject(transaction, wire_, scope_, seen.nota.id, job_.token());
            if (!subject) throw db::Error("receipts: a nota is gone");
            auto const exchange = open_of(*subject, ready).value();
            auto to = judge(exchange, returned.reply, subject->facts);
            apply_service(transaction, wire_, scope_, *subject, to, met, returned);
            end_exchange_with(transaction, scope_, *subject, ready.seq, ready.service, ready.chave, returned);
            if (to.successor != Successor::none && successor == nullptr) {
                to = {};
                to.rule = subject->facts.estado == Estado::enviando ? Rule::t4 : Rule::none;
                to.estado = Estado::indefinida;
            }
            for (;;) {
                apply(transaction, wire_, scope_, *subject, to, returned, successor);
                subject = lock_subject(transaction, wire_, scope_, seen.nota.id, job_.token());
                if (!to.judge_again) break;
                to = judge(exchange, returned.reply, subject->facts);
                for (auto const alarm : to.alarms) raise_alarm(transaction, scope_, subject->nota, alarm, wire_.now());
            }
            auto const next = onward_(transaction, due(*subject));
            crash_point("answer.before_commit");
            return next;
        });
        crash_point("answer.after_commit");
    }

    jobs::JobContext& job_;
    Wire const& wire_;
    NotaId const id_;
    Onward const& onward_;
    auth::CompanyScope const scope_;
};

} // namespace

void advance(jobs::JobContext& job, Wire const& wire, NotaId id, Onward const& onward) {
    Step(job, wire, id, onward).run();
}

} // namespace balcao::receipts
