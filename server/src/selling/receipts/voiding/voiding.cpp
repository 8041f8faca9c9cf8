#include "selling/receipts/voiding/voiding.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "nfce/events.hpp"
#include "nfce/tables.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/base/time_scale.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/planning/planning.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using nfce::Service;
using std::chrono::milliseconds;

constexpr auto between_key_looks = 3s; // at what SEFAZ says of the keys

void ensure_voiding_job(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                        Uuid const& id) {
    wire.queue.enqueue(transaction, {.tipo = voiding_job,
                                     .dados = fmt::format(R"({{"inutilizacao":"{}"}})", id.to_string()),
                                     .chave = voiding_key(id),
                                     .company = scope});
}

class VoidingStep {
public:
    VoidingStep(jobs::JobContext& job, Wire const& wire)
        : job_(job), wire_(wire), scope_(job.company()), id_(Uuid::parse(text_of(job.job(), "inutilizacao")).value()) {}

    void run() {
        struct Seen {
            std::optional<VoidingRequest> request;
            std::optional<companies::StoredCompany> company;
            std::optional<std::int64_t> open;
            std::vector<Numbered> notas;
            std::vector<NotaId> unasked;
            std::optional<sefaz_calls::Blocked> block;
            std::optional<std::string> inutNFe;
        };
        auto const seen = wire_.database.read([&](db::Connection& connection) {
            Seen found{.request = find_voiding(connection, scope_, id_),
                       .company = companies::find(connection, scope_),
                       .open = open_voiding_exchange(connection, scope_, id_),
                       .notas = {},
                       .unasked = {},
                       .block = {},
                       .inutNFe = find_document(connection, scope_, "inut", DocumentOf::inutilizacao, id_)};
            if (!found.request) return found;
            found.notas = notas_within(connection, scope_, *found.request);
            for (auto const& nota : found.notas)
                if (!asked_since(connection, nota.id, found.request->created_at)) found.unasked.push_back(nota.id);
            found.block = sefaz_calls::find_block(connection, scope_, {found.request->ambiente, found.request->modelo},
                                                  Service::voiding, wire_.now());
            return found;
        });
        if (!seen.request || !seen.company || !seen.request->is_open()) {
            job_.finish([](db::Transaction&) {});
            return;
        }
        if (seen.block) return again_in(seen.block->until ? *seen.block->until - wire_.now() : shortened(look_again));
        if (seen.open) return give_up(*seen.open);
        if (!seen.inutNFe) {
            if (!seen.unasked.empty()) return ask(seen.unasked, seen.request->created_at);
            auto const left = std::ranges::find_if(
                seen.notas, [](Numbered const& nota) { return nota.estado != Estado::abandonada; });
            if (left != seen.notas.end()) return leave_out(*seen.request, left->numero);
        }
        send(*seen.request, seen.company->company, seen.inutNFe);
    }

private:
    void again_in(std::chrono::microseconds delay) {
        job_.postpone(std::chrono::ceil<milliseconds>(delay), [](db::Transaction&) {});
    }

    // SEFAZ has answered for every key of the nota since then.
    bool asked_since(db::Connection& connection, NotaId id, Instant since) {
        auto const subject = find_subject(connection, wire_, scope_, id, {});
        if (!subject) return true;
        auto const& facts = subject->facts;
        return std::ranges::all_of(keys(facts), [&](std::string_view chave) {
            return std::ranges::any_of(facts.exchanges, [&](Exchange const& one) {
                return one.service == Service::query && one.announced >= since &&
                       one.resultado == Resultado::answered && chave_of(facts, one) == chave;
            });
        });
    }

    void ask(std::vector<NotaId> const& notas, Instant since) {
        job_.postpone(shortened<milliseconds>(between_key_looks), [&](db::Transaction& transaction) {
            for (auto const id : notas) {
                if (auto const subject = lock_subject(transaction, wire_, scope_, id, {}))
                    ask_since(transaction, wire_, scope_, *subject, since);
            }
        });
    }

    void give_up(std::int64_t seq) {
        job_.postpone(shortened<milliseconds>(between_key_looks), [&](db::Transaction& transaction) {
            Exchange const ended{.service = Service::voiding, .ended = wire_.now(), .resultado = Resultado::unanswered};
            static_cast<void>(end_exchange(transaction, scope_, seq, ended, {})); // somebody else may have
        });
    }

    // SEFAZ has this one after all: what stands before and after it is asked for alone.
    void leave_out(VoidingRequest const& request, std::int64_t numero) {
        job_.finish([&](db::Transaction& transaction) {
            end(transaction, request,
                {.estado = "recusada", .xMotivo = fmt::format("A nota {} existe na SEFAZ.", grouped(numero))});
            split(transaction, request, request.ini, numero - 1);
            split(transaction, request, numero + 1, request.fim);
        });
    }
    void split(db::Transaction& transaction, VoidingRequest request, std::int64_t ini, std::int64_t fim) {
        if (ini > fim) return;
        request.id = Uuid::make();
        request.created_at = wire_.now(); // asked for anew
        request.ini = ini;
        request.fim = fim;
        make_voiding(transaction, wire_, scope_, request);
    }
    void end(db::Transaction& transaction, VoidingRequest const& request, VoidingAnswer const& answer) {
        save_voiding(transaction, scope_, request.id, answer);
        wire_.records.events.publish(transaction, {.topic = "numbers", .company = scope_.id()});
    }

    void send(VoidingRequest const& request, companies::Company const& company, std::optional<std::string> inutNFe) {
        sefaz_calls::Destination const to{.ambiente = request.ambiente,
                                          .modelo = request.modelo,
                                          .uf = company.uf,
                                          .cnpj = company.cnpj,
                                          .nome = company.razao_social};
        auto const identity = wire_.caller.identity(scope_, to);
        auto const url = wire_.caller.address(to, Service::voiding);
        if (!identity || !url || !identity->certificate) {
            log::warning("nfce_voiding_waits",
                         {{"inutilizacao", id_.to_string()}, {"reason", identity ? "no address" : identity.error()}});
            return again_in(shortened(look_again));
        }
        bool const is_new = !inutNFe;
        if (is_new) {
            auto const signed_request =
                nfce::write_event(nfce::Voiding{.tpAmb = sefaz_calls::tpAmb_of(request.ambiente),
                                                .cUF = std::string(nfce::tables::uf_code(company.uf).value_or("")),
                                                .ano = fmt::format("{:02}", request.ano),
                                                .CNPJ = company.cnpj,
                                                .serie = static_cast<int>(request.serie),
                                                .nNFIni = static_cast<int>(request.ini),
                                                .nNFFin = static_cast<int>(request.fim),
                                                .xJust = request.xJust,
                                                .mod = static_cast<int>(request.modelo)},
                                  *identity->certificate);
            if (!signed_request) {
                job_.finish([&](db::Transaction& transaction) {
                    end(transaction, request,
                        {.estado = "recusada", .xMotivo = signed_request.error().front().message});
                });
                return;
            }
            inutNFe = signed_request->document;
        }
        auto const seq = job_.step([&](db::Transaction& transaction) {
            if (is_new) {
                insert_document(transaction, scope_,
                                {.ambiente = request.ambiente, .tipo = "inut", .inutilizacao_id = id_}, *inutNFe,
                                wire_.now());
            }
            return announce_voiding(transaction, scope_, request, job_.token(), wire_.now());
        });
        crash_point("void.after_commit");
        job_.confirm_lease();
        auto const outcome =
            wire_.caller.client().call(*identity, {.url = *url, .service = Service::voiding, .message = *inutNFe},
                                       shortened<milliseconds>(longest_call));
        crash_point("void.answer_read");
        settle(request, seq, returned_of(Service::voiding, outcome, wire_.now()));
    }

    void settle(VoidingRequest const& request, std::int64_t seq, Returned const& returned) {
        auto const tpAmb = sefaz_calls::tpAmb_of(request.ambiente);
        auto const to = judge_voiding({.tpAmb = tpAmb,
                                       .serie = static_cast<int>(request.serie),
                                       .ini = static_cast<int>(request.ini),
                                       .fim = static_cast<int>(request.fim)},
                                      returned.reply);
        auto const cStat = code_of(returned.reply, Service::voiding, tpAmb, {});
        job_.settle([&](db::Transaction& transaction) -> jobs::Next {
            auto const* const answered = std::get_if<Answered>(&returned.reply);
            auto const xMotivo = answered == nullptr ? returned.falha : answered->head.xMotivo;
            Exchange const ended{.service = Service::voiding,
                                 .ended = returned.ended,
                                 .resultado = cStat == 0 ? Resultado::unanswered : Resultado::answered,
                                 .cStat = cStat};
            if (!end_exchange(transaction, scope_, seq, ended, xMotivo))
                throw db::Conflict("the exchange was ended by somebody else");
            note_exchange(transaction, scope_, seq, returned.took, returned.falha);
            if (to.block) {
                sefaz_calls::set_block(
                    transaction, scope_, {request.ambiente, request.modelo}, to.block->service,
                    {.until = to.block->for_an_hour ? std::optional(wire_.now() + shortened(60min)) : std::nullopt,
                     .cStat = to.block->cStat,
                     .motivo = nfce::explain(to.block->cStat).sentence},
                    wire_.now());
            }
            switch (to.estado) {
            case VoidingEstado::homologada: close(transaction, request, cStat, xMotivo, answered); return {};
            case VoidingEstado::recusada:
                end(transaction, request, {.estado = "recusada", .cStat = cStat, .xMotivo = xMotivo});
                if (request.ini < request.fim && (to.split || to.query_keys)) {
                    // Each alone, after SEFAZ was asked for its keys once more.
                    for (auto number = request.ini; number <= request.fim; ++number)
                        split(transaction, request, number, number);
                } else if (to.query_keys) {
                    tell_of_another(transaction, request);
                }
                return {};
            case VoidingEstado::enviando:
            case VoidingEstado::indefinido: break;
            }
            end(transaction, request, {.estado = "indefinido", .cStat = cStat, .xMotivo = xMotivo});
            return {shortened<milliseconds>(look_again)};
        });
    }

    // 241 for a number whose keys SEFAZ does not have: another system's document has it.
    void tell_of_another(db::Transaction& transaction, VoidingRequest const& request) {
        for (auto const& each : notas_within(transaction, scope_, request)) {
            raise_alarm(transaction, scope_, find_nota(transaction, scope_, each.id).value(), Alarm::numero_duplicado,
                        wire_.now());
        }
    }

    // T14.
    void close(db::Transaction& transaction, VoidingRequest const& request, int cStat, std::string const& xMotivo,
               Answered const* answered) {
        auto const* const voided = answered == nullptr ? nullptr : std::get_if<nfce::Voided>(&answered->answer);
        std::optional<Instant> dhRecbto;
        std::optional<std::string> nProt;
        if (voided != nullptr) {
            nProt = voided->nProt;
            dhRecbto = instant_of(voided->dhRecbto);
            insert_document(transaction, scope_,
                            {.ambiente = request.ambiente, .tipo = "retInut", .inutilizacao_id = id_},
                            voided->retInutNFe_xml, wire_.now());
        }
        end(transaction, request,
            {.estado = "homologada", .cStat = cStat, .xMotivo = xMotivo, .nProt = nProt, .dhRecbto = dhRecbto});
        numbers::void_skipped(transaction, scope_, request.series(), request.ini, request.fim, id_);
        for (auto const& each : notas_within(transaction, scope_, request)) {
            auto const nota = find_nota(transaction, scope_, each.id).value();
            if (nota.state() != Estado::abandonada) continue;
            auto after = nota;
            after.estado = text(Estado::inutilizada);
            if (!save_nota(transaction, scope_, nota, after)) throw db::Conflict("the nota changed");
            ++after.version;
            publish_nota(transaction, wire_, scope_, after);
        }
    }

    jobs::JobContext& job_;
    Wire const& wire_;
    auth::CompanyScope const scope_;
    Uuid const id_;
};

} // namespace

std::string voiding_key(Uuid const& id) { return "inut:" + id.to_string(); }

void make_voiding(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                  VoidingRequest const& request) {
    insert_voiding(transaction, scope, request);
    ensure_voiding_job(transaction, wire, scope, request.id);
}

void ensure_voiding_jobs(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope) {
    for (auto const& id : open_voidings(transaction, scope)) ensure_voiding_job(transaction, wire, scope, id);
}

void add_voiding_job(jobs::Queue& queue, Wire const& wire) {
    queue.handle(std::string(voiding_job), {.run = [&wire](jobs::JobContext& job) -> Result<void> {
                                                VoidingStep(job, wire).run();
                                                return {};
                                            },
                                            .attempts = jobs::unlimited,
                                            .fila = jobs::Fila::nfce_atraso});
}

} // namespace balcao::receipts
