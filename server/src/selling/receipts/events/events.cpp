#include "selling/receipts/events/events.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "nfce/events.hpp"
#include "platform/audit/audit.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/base/time_scale.hpp"
#include "selling/receipts/events/events_store.hpp"
#include "selling/receipts/exchanges/alarms.hpp"
#include "selling/receipts/judging/deadlines.hpp"
#include "selling/receipts/judging/judge.hpp"
#include "selling/receipts/nota/documents_store.hpp"
#include "selling/receipts/nota/receipts_store.hpp"
#include "selling/receipts/planning/work_times.hpp"
#include "selling/receipts/sending/apply.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using nfce::Service;
using std::chrono::milliseconds;

constexpr auto between_looks = 10min; // at a chain whose end is not authorised yet
constexpr std::string_view automatic_cancellation = "Venda desfeita antes da autorização da nota";
constexpr std::string_view automatic_substitution = "Nota substituída por outra emitida em contingência";

EventEstado state_at_first(std::string_view tipo) {
    return tipo == "110112" ? EventEstado::aguardando : EventEstado::enviando;
}

void ensure(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, StoredEvent const& event) {
    auto const chave = event_key(event.id);
    if (wire.queue.wake(transaction, chave)) return;
    wire.queue.enqueue(transaction, {.tipo = event.tipo == "110112" ? substitution_job : event_job,
                                     .dados = fmt::format(R"({{"evento":"{}"}})", event.id.to_string()),
                                     .chave = chave,
                                     .company = scope});
}

// The last nota of the chain that replaced this one.
Nota end_of_chain(db::Connection& connection, auth::CompanyScope const& scope, Nota const& replaced) {
    auto last = replaced;
    while (last.substituida_por) last = find_nota(connection, scope, *last.substituida_por).value();
    return last;
}

struct Found {
    StoredEvent event;
    Subject subject;
    std::vector<EventExchange> exchanges;
    std::optional<std::string> signed_evento;
    std::optional<Nota> successor; // 110112: the end of the chain
    Instant allowed_from;
};

class EventStep {
public:
    EventStep(jobs::JobContext& job, Wire const& wire) : job_(job), wire_(wire), scope_(job.company()) {
        auto const data = json::parse_object(job.job().dados);
        if (!data) throw std::logic_error("a job's data: " + job.job().dados);
        id_ = Uuid::parse(std::string(data->at("evento").as_string())).value();
    }

    void run() {
        auto const found = wire_.database.read([&](db::Connection& connection) { return find(connection); });
        if (!found || is_over(found->event) || !is_authorised(found->subject.facts.estado)) return end();
        if (found->allowed_from > wire_.now()) return again_in(found->allowed_from - wire_.now());
        if (!found->exchanges.empty() && found->exchanges.back().open) return give_up(*found);
        if (found->event.estado == EventEstado::indefinido && !may_send_again(*found)) return ask(*found);
        if (found->event.tipo == "110112" && !is_authorised(found->successor->state()))
            return again_in(shortened(between_looks));
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
    void again_in(std::chrono::microseconds delay) {
        job_.postpone(std::chrono::ceil<milliseconds>(delay), [](db::Transaction&) {});
    }

    std::optional<Found> find(db::Connection& connection) {
        auto event = find_event(connection, scope_, id_);
        if (!event) return std::nullopt;
        auto subject = find_subject(connection, wire_, scope_, event->nfce_id, job_.token());
        if (!subject) return std::nullopt;
        auto const block =
            sefaz_calls::find_block(connection, scope_, subject->nota.ambiente, Service::event, wire_.now());
        Found found{.event = *std::move(event),
                    .subject = *std::move(subject),
                    .exchanges = event_exchanges(connection, scope_, id_),
                    .signed_evento = find_document(connection, scope_, "evento", id_),
                    .successor = {},
                    .allowed_from = block ? block->until.value_or(wire_.now() + shortened(look_again)) : Instant{}};
        if (found.event.tipo == "110112") found.successor = end_of_chain(connection, scope_, found.subject.nota);
        return found;
    }

    // A query of the nota after the last sending said that it stands: SEFAZ does not have the event.
    static bool may_send_again(Found const& found) {
        return std::ranges::any_of(found.subject.facts.exchanges, [&](Exchange const& one) {
            return one.service == Service::query && one.announced > last_sending(found) &&
                   one.resultado == Resultado::answered;
        });
    }

    void ask(Found const& found) {
        job_.postpone(milliseconds(wait_of(found)), [&](db::Transaction& transaction) {
            auto const subject = lock_subject(transaction, wire_, scope_, found.subject.nota.id, {});
            ask_since(transaction, wire_, scope_, *subject, last_sending(found));
        });
    }
    static Instant last_sending(Found const& found) {
        return found.exchanges.empty() ? Instant{} : found.exchanges.back().announced;
    }
    // 5, 15, 45 s …, at most an hour: SEFAZ counts events too.
    static milliseconds wait_of(Found const& found) {
        milliseconds wait = 5s;
        for (std::size_t i = 1; i < found.exchanges.size() && wait < 1h; ++i) wait *= 3;
        return shortened<milliseconds>(std::min<milliseconds>(wait, 1h));
    }

    void give_up(Found const& found) {
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
    Result<std::string> sign(Found& found, sefaz::Identity const& identity) {
        if (found.signed_evento) return *found.signed_evento;
        if (!identity.certificate) return invalid("Falta o certificado digital da empresa.");
        auto const& nota = found.subject.nota;
        auto const dhEvento = std::max(found.subject.facts.fiscal_now(), nota.dhRecbto.value_or(Instant{}));
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
        auto signed_event = nfce::write_event(request, *identity.certificate);
        if (!signed_event) return invalid(signed_event.error().front().message);
        return std::move(signed_event->document);
    }

    void send(Found found) {
        auto const to = found.subject.destination();
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

    void settle(Found const& found, std::int64_t seq, Returned const& returned, std::string const& url) {
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
            event.xMotivo = text_of(returned.reply);
            save_event(transaction, scope_, event, std::nullopt);
            if (to.rule != Rule::none) {
                Transition then;
                then.rule = to.rule;
                then.estado = to.rule == Rule::t13 ? Estado::cancelada_subst : Estado::cancelada;
                apply(transaction, wire_, scope_, *subject, then, returned, nullptr);
                return {};
            }
            publish_nota(transaction, wire_, scope_, subject->nota);
            if (to.make_again) {
                make_again(transaction, event);
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

    // Its bytes say the hour that was refused, and they never change: another one takes its place.
    void make_again(db::Transaction& transaction, StoredEvent const& refused) {
        auto event = refused;
        event.id = Uuid::make();
        event.estado = state_at_first(event.tipo);
        event.created_at = wire_.now();
        insert_event_again(transaction, scope_, event, refused.id);
        ensure(transaction, wire_, scope_, event);
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

    static std::string text_of(Reply const& reply) {
        auto const* const answered = std::get_if<Answered>(&reply);
        if (answered == nullptr) return {};
        return std::visit(
            [&](auto const& one) -> std::string {
                if constexpr (requires { one.xMotivo; }) return one.xMotivo;
                else return answered->head.xMotivo;
            },
            answered->answer);
    }

    jobs::JobContext& job_;
    Wire const& wire_;
    auth::CompanyScope const scope_;
    Uuid id_;
};

StoredEvent new_event(Nota const& nota, std::string_view tipo, std::string_view xJust, Instant now) {
    StoredEvent event;
    event.id = Uuid::make();
    event.nfce_id = nota.id;
    event.tipo = tipo;
    event.estado = state_at_first(tipo);
    event.xJust = xJust;
    event.created_at = now;
    return event;
}

} // namespace

std::string event_key(Uuid const& event) { return "evento:" + event.to_string(); }

void make_event(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                std::string_view tipo) {
    auto const known = events_of(transaction, scope, nota.id);
    bool const is_there = std::ranges::any_of(
        known, [&](StoredEvent const& event) { return event.tipo == tipo && event.estado != EventEstado::recusado; });
    if (is_there) return;
    auto const event =
        new_event(nota, tipo, nota.substituida_por ? automatic_substitution : automatic_cancellation, wire.now());
    insert_event(transaction, scope, event, std::nullopt);
    ensure(transaction, wire, scope, event);
}

void make_cancellation(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       Nota const& nota, std::string_view xJust, UserId user) {
    auto const event = new_event(nota, "110111", xJust, wire.now());
    insert_event(transaction, scope, event, user);
    ensure(transaction, wire, scope, event);
}

void settle_events(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                   Rule rule, Reply const& reply) {
    auto const* const answered = std::get_if<Answered>(&reply);
    if (answered == nullptr) return;
    auto const now = wire.now();
    auto const* const registered = std::get_if<nfce::EventRegistered>(&answered->answer);
    auto const* const shown = std::get_if<nfce::Cancelled>(&answered->answer);
    std::string_view const tipo = rule == Rule::t13 ? "110112" : "110111";
    auto const keep = [&](std::optional<Uuid> event, std::string_view bytes) {
        if (bytes.empty()) return;
        insert_document(transaction, scope,
                        {.ambiente = nota.ambiente,
                         .tipo = "retEvento",
                         .nfce_id = event ? std::nullopt : std::optional(nota.id),
                         .evento_id = event,
                         .chave = nota.chave},
                        bytes, now);
    };
    auto const known = shown == nullptr ? decltype(shown->events.begin()){}
                                        : std::ranges::find(shown->events, tipo, &nfce::KnownEvent::tpEvento);
    bool const is_known = shown != nullptr && known != shown->events.end();
    if (rule == Rule::t16) {
        if (shown != nullptr && !shown->events.empty()) keep(std::nullopt, shown->events.front().procEventoNFe_xml);
        return;
    }
    for (auto& event : events_of(transaction, scope, nota.id)) {
        if (event.tipo != tipo || event.estado == EventEstado::recusado) continue;
        event.estado = EventEstado::registrado;
        std::optional<Instant> dhReg;
        if (registered != nullptr) {
            event.nProt = registered->nProt;
            event.cStat = registered->cStat;
            event.xMotivo = registered->xMotivo;
            dhReg = instant_of(registered->dhRegEvento);
            keep(event.id, registered->retEvento_xml);
        } else if (is_known) {
            event.nProt = known->nProt;
            event.cStat = known->cStat;
            dhReg = instant_of(known->dhRegEvento);
            keep(event.id, known->procEventoNFe_xml);
        }
        save_event(transaction, scope, event, dhReg);
        audit::write(transaction, now,
                     {.action = rule == Rule::t13 ? "nfce_replace" : "nfce_cancel",
                      .description = fmt::format("A SEFAZ registrou o cancelamento da NFC-e nº {}, série {}",
                                                 grouped(nota.numero), nota.serie),
                      .company = scope.id()});
    }
}

void send_event_again(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                      Nota const& nota) {
    for (auto& event : events_of(transaction, scope, nota.id)) {
        if (event.estado != EventEstado::indefinido) continue;
        event.estado = EventEstado::enviando;
        save_event(transaction, scope, event, std::nullopt);
        ensure(transaction, wire, scope, event);
    }
}

void wake_substitution(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       NotaId const& replaced) {
    for (auto const& event : events_of(transaction, scope, replaced))
        if (event.estado == EventEstado::aguardando) ensure(transaction, wire, scope, event);
}

void ensure_event_jobs(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope) {
    for (auto const& event : open_events(transaction, scope)) {
        wire.queue.enqueue(transaction, {.tipo = event.tipo == "110112" ? substitution_job : event_job,
                                         .dados = fmt::format(R"({{"evento":"{}"}})", event.id.to_string()),
                                         .chave = event_key(event.id),
                                         .company = scope});
    }
}

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
