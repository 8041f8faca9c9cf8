// The jobs that bring an event to its end: it is signed once, sent, and its answer judged.

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nfce/events.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/log.hpp"
#include "platform/base/time_scale.hpp"
#include "selling/receipts/corrections/corrections.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/planning/planning.hpp"
#include "selling/receipts/sending/sending.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using nfce::Service;
using std::chrono::milliseconds;

constexpr auto between_chain_looks = 10min; // at a chain whose end is not authorised yet

// The last nota of the chain that replaced this one.
Nota end_of_chain(db::Connection& connection, auth::CompanyScope const& scope, Nota const& replaced) {
    auto last = replaced;
    while (last.substituida_por) last = find_nota(connection, scope, *last.substituida_por).value();
    return last;
}

struct FoundEvent {
    StoredEvent event;
    Subject subject;
    std::vector<EventExchange> exchanges;
    std::optional<std::string> signed_evento;
    std::optional<Nota> successor; // 110112: the end of the chain
    Instant allowed_from;
};

class EventStep {
public:
    EventStep(jobs::JobContext& job, Wire const& wire)
        : job_(job), wire_(wire), scope_(job.company()), id_(Uuid::parse(text_of(job.job(), "evento")).value()) {}

    void run() {
        auto const found = wire_.database.read([&](db::Connection& connection) { return find(connection); });
        if (!found || is_over(found->event)) return end();
        if (!is_authorised(found->subject.facts.estado)) return found->event.is_correction() ? drop(*found) : end();
        if (found->allowed_from > wire_.now()) return again_in(found->allowed_from - wire_.now());
        if (!found->exchanges.empty() && found->exchanges.back().open) return give_up(*found);
        if (found->event.estado == EventEstado::indefinido && !may_send_again(*found)) return ask(*found);
        if (found->event.tipo == "110112" && !is_authorised(found->successor->state()))
            return again_in(shortened(between_chain_looks));
        send(*found);
    }

private:
    static bool is_over(StoredEvent const& event) {
        return event.estado == EventEstado::registrado || event.estado == EventEstado::recusado;
    }
    // A query of the nota may have found it registered since this run looked.
    bool is_settled(db::Transaction& transaction) const {
        auto const event = find_event(transaction, scope_, id_);
        return !event || is_over(*event);
    }
    void end() {
        job_.finish([](db::Transaction&) {});
    }
    // The nota was cancelled before its letter was registered: nobody has to do anything about it.
    void drop(FoundEvent const& found) {
        job_.finish([&](db::Transaction& transaction) {
            if (is_settled(transaction)) return;
            auto event = found.event;
            event.estado = EventEstado::recusado;
            event.cStat = 0; // an earlier answer was not the reason
            event.xMotivo.clear();
            save_event(transaction, scope_, event, std::nullopt);
            publish_nota(transaction, wire_, scope_, found.subject.nota);
        });
    }
    void again_in(std::chrono::microseconds delay) {
        job_.postpone(std::chrono::ceil<milliseconds>(delay), [](db::Transaction&) {});
    }

    std::optional<FoundEvent> find(db::Connection& connection) {
        auto event = find_event(connection, scope_, id_);
        if (!event) return std::nullopt;
        auto subject = find_subject(connection, wire_, scope_, event->nfce_id, job_.token());
        if (!subject) return std::nullopt;
        auto const block = sefaz_calls::find_block(connection, scope_, {subject->nota.ambiente, subject->nota.modelo},
                                                   Service::event, wire_.now());
        FoundEvent found{.event = *std::move(event),
                         .subject = *std::move(subject),
                         .exchanges = event_exchanges(connection, scope_, id_),
                         .signed_evento = find_document(connection, scope_, "evento", DocumentOf::evento, id_),
                         .successor = {},
                         .allowed_from =
                             block ? block->until.value_or(wire_.now() + shortened(look_again)) : Instant{}};
        if (found.event.tipo == "110112") found.successor = end_of_chain(connection, scope_, found.subject.nota);
        return found;
    }

    // A query of the nota after the last sending said that it stands: SEFAZ does not have the event.
    static bool may_send_again(FoundEvent const& found) {
        return std::ranges::any_of(found.subject.facts.exchanges, [&](Exchange const& one) {
            return one.service == Service::query && one.announced > last_sending(found) &&
                   one.resultado == Resultado::answered;
        });
    }

    void ask(FoundEvent const& found) {
        job_.postpone(milliseconds(wait_of(found)), [&](db::Transaction& transaction) {
            auto const subject = lock_subject(transaction, wire_, scope_, found.subject.nota.id, {});
            ask_since(transaction, wire_, scope_, *subject, last_sending(found));
        });
    }
    static Instant last_sending(FoundEvent const& found) {
        return found.exchanges.empty() ? Instant{} : found.exchanges.back().announced;
    }
    // 5, 15, 45 s …, at most an hour: SEFAZ counts events too.
    static milliseconds wait_of(FoundEvent const& found) {
        milliseconds wait = 5s;
        for (std::size_t i = 1; i < found.exchanges.size() && wait < 1h; ++i) wait *= 3;
        return shortened<milliseconds>(std::min<milliseconds>(wait, 1h));
    }

    void give_up(FoundEvent const& found) {
        job_.postpone(shortened<milliseconds>(3s), [&](db::Transaction& transaction) {
            Exchange const ended{.service = Service::event, .ended = wire_.now(), .resultado = Resultado::unanswered};
            if (!end_exchange(transaction, scope_, found.exchanges.back().seq, ended, {}) || is_settled(transaction))
                return;
            auto event = found.event;
            event.estado = EventEstado::indefinido;
            save_event(transaction, scope_, event, std::nullopt);
        });
    }

    // Signed once; the same bytes whenever they go out.
    Result<std::string> sign(FoundEvent& found, sefaz::Identity const& identity) {
        if (found.signed_evento) return *found.signed_evento;
        if (!identity.certificate) return invalid("Falta o certificado digital da empresa.");
        auto const& nota = found.subject.nota;
        auto const dhEvento = std::max(found.subject.facts.fiscal_now(), nota.dhRecbto.value_or(Instant{}));
        if (found.event.is_correction()) {
            nfce::Correction letter{.idLote = "1",
                                    .tpAmb = found.subject.facts.tpAmb,
                                    .CNPJ = found.subject.company.cnpj,
                                    .chNFe = nota.chave,
                                    .dhEvento = document_time(nota, dhEvento),
                                    .nSeqEvento = found.event.nSeqEvento,
                                    .anterior = {},
                                    .itens = {},
                                    .texto = found.event.xCorrecao.value()};
            return signed_by(*identity.certificate, std::move(letter));
        }
        nfce::Cancellation request{.idLote = "1",
                                   .tpAmb = found.subject.facts.tpAmb,
                                   .CNPJ = found.subject.company.cnpj,
                                   .chNFe = nota.chave,
                                   .nProt = nota.nProt.value_or(""),
                                   .dhEvento = document_time(nota, dhEvento),
                                   .xJust = found.event.xJust,
                                   .by = {}};
        if (found.successor) {
            request.by = nfce::SubstitutedBy{.chNFeRef = found.successor->chave, .verAplic = wire_.verProc};
            found.event.chave_ref = found.successor->chave;
        }
        return signed_by(*identity.certificate, std::move(request));
    }
    static Result<std::string> signed_by(nfce::Certificate const& certificate, nfce::EventRequest const& request) {
        auto signed_event = nfce::write_event(request, certificate);
        if (!signed_event) return invalid(signed_event.error().front().message);
        return std::move(signed_event->document);
    }

    void send(FoundEvent found) {
        auto to = found.subject.destination(Service::event);
        if (found.event.cStat == svc_off) to.tpEmis = 1;
        auto const identity = wire_.caller.identity(scope_, to);
        auto const url = wire_.caller.address(to, Service::event);
        if (!identity || !url) return wait_for_a_person(identity ? "no address" : identity.error());
        bool const is_new = !found.signed_evento;
        auto const evento = sign(found, *identity);
        if (!evento) return wait_for_a_person(evento.error().detail);
        auto const seq = job_.step([&](db::Transaction& transaction) -> std::optional<std::int64_t> {
            if (is_settled(transaction)) return std::nullopt;
            if (is_new) {
                insert_document(transaction, scope_,
                                {.ambiente = found.subject.nota.ambiente,
                                 .tipo = "evento",
                                 .evento_id = id_,
                                 .chave = found.subject.nota.chave},
                                *evento, wire_.now());
            }
            found.event.estado = EventEstado::enviando;
            save_event(transaction, scope_, found.event, std::nullopt);
            return announce_event(transaction, scope_, found.subject.nota.ambiente, id_, job_.token(), wire_.now());
        });
        if (!seq) return end();
        crash_point("event.after_commit");
        found.exchanges.push_back({.seq = *seq, .execucao = job_.token(), .announced = wire_.now(), .open = true});
        job_.confirm_lease();
        auto const outcome = wire_.caller.client().call(
            *identity,
            {.url = *url, .service = Service::event, .message = nfce::event_message(std::to_string(*seq), *evento)},
            shortened<milliseconds>(longest_call));
        crash_point("event.answer_read");
        settle(found, *seq, returned_of(Service::event, outcome, wire_.now()), *url);
    }
    void wait_for_a_person(std::string const& why) {
        log::warning("nfce_event_waits", {{"evento", id_.to_string()}, {"reason", why}});
        again_in(shortened(look_again));
    }

    void settle(FoundEvent const& found, std::int64_t seq, Returned const& returned, std::string const& url) {
        auto const met =
            note_met(wire_, scope_, found.subject, effects_on_service(Service::event, returned.reply), returned, url);
        job_.settle([&](db::Transaction& transaction) -> jobs::Next {
            auto const subject = lock_subject(transaction, wire_, scope_, found.subject.nota.id, {});
            auto const to = judge_event(found.event.own(), returned.reply, subject->facts);
            apply_service(transaction, wire_, scope_, *subject, to, met, returned);
            end_exchange_with(transaction, scope_, *subject, seq, Service::event, {}, returned);
            auto event = find_event(transaction, scope_, id_).value();
            if (is_over(event)) return {}; // a query was first
            event.estado = to.estado;
            event.cStat = code_of(returned.reply, Service::event, subject->facts.tpAmb, {});
            event.xMotivo = said_by(returned.reply).xMotivo;
            save_event(transaction, scope_, event, std::nullopt);
            if (event.is_correction() && is_over(event) && !to.make_again) {
                settle_correction(transaction, *subject, event, returned.reply);
                return {};
            }
            if (to.rule != Rule::none) {
                Transition then;
                then.rule = to.rule;
                then.estado = to.rule == Rule::t13 ? Estado::cancelada_subst : Estado::cancelada;
                apply(transaction, wire_, scope_, *subject, then, returned, nullptr);
                return {};
            }
            publish_nota(transaction, wire_, scope_, subject->nota);
            if (to.make_again) {
                make_event_again(transaction, wire_, scope_, event);
                return {};
            }
            if (to.estado == EventEstado::recusado) {
                settle_refused(transaction, *subject, event.tipo);
                return {};
            }
            if (to.query_nota) ask_since(transaction, wire_, scope_, *subject, last_sending(found));
            return {wait_of(found)};
        });
    }

    void settle_correction(db::Transaction& transaction, Subject const& subject, StoredEvent const& event,
                           Reply const& reply) {
        auto const* const answered = std::get_if<Answered>(&reply);
        auto const* const registered =
            answered == nullptr ? nullptr : std::get_if<nfce::EventRegistered>(&answered->answer);
        if (registered != nullptr) register_correction(transaction, wire_, scope_, subject.nota, event, *registered);
        else refuse_correction(transaction, wire_, scope_, subject.nota, event);
        publish_nota(transaction, wire_, scope_, subject.nota);
    }

    // SEFAZ keeps a receipt that the sale does not need: 110111 while there is time, else somebody has to know.
    void settle_refused(db::Transaction& transaction, Subject const& subject, std::string_view tipo) {
        auto const& nota = subject.nota;
        if (!nota.substituida_por) {
            if (subject.facts.venda_desfeita)
                raise_alarm(transaction, scope_, nota, Alarm::nota_de_venda_desfeita, wire_.now());
            return;
        }
        bool const in_time = nota.cancelavel_ate && subject.facts.fiscal_now() < *nota.cancelavel_ate;
        if (tipo == "110112" && in_time && is_authorised(end_of_chain(transaction, scope_, nota).state())) {
            make_event(transaction, wire_, scope_, nota, "110111");
        } else {
            raise_alarm(transaction, scope_, nota, Alarm::venda_com_duas_notas, wire_.now());
        }
    }

    jobs::JobContext& job_;
    Wire const& wire_;
    auth::CompanyScope const scope_;
    Uuid const id_;
};

} // namespace

void add_event_jobs(jobs::Queue& queue, Wire const& wire) {
    for (auto const tipo : {event_job, substitution_job}) {
        queue.handle(std::string(tipo), {.run = [&wire](jobs::JobContext& job) -> Result<void> {
                                             EventStep(job, wire).run();
                                             return {};
                                         },
                                         .attempts = jobs::unlimited,
                                         .fila = jobs::Fila::nfce});
    }
}

} // namespace balcao::receipts
