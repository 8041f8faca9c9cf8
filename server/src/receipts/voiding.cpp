#include "receipts/voiding.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/brazilian.hpp"
#include "base/json.hpp"
#include "base/log.hpp"
#include "companies/companies.hpp"
#include "nfce/events.hpp"
#include "nfce/tables.hpp"
#include "numbers/numbers.hpp"
#include "receipts/apply.hpp"
#include "receipts/documents_store.hpp"
#include "receipts/judge.hpp"
#include "receipts/receipts_store.hpp"
#include "receipts/sale_request.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using nfce::Service;

constexpr auto longest_call = 30s;
constexpr auto look_again = 1min;
constexpr auto between_looks = 3s; // at what SEFAZ says of the keys
constexpr std::size_t most_named = 20;

constexpr db::Query insert{"voiding_insert", R"sql(
    insert into nfce_inutilizacao (id, emitente_id, ambiente, serie, ini, fim, ano, xJust, estado, user_id, created_at)
    values (:id, :emitente_id, :ambiente, :serie, :ini, :fim, :ano, :xJust, 'enviando', :user_id, :now))sql"};
constexpr db::Query find{"voiding_find", R"sql(
    select id, ambiente, serie, ini, fim, ano, xJust, estado, user_id, created_at from nfce_inutilizacao
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query find_open{"voiding_open", R"sql(
    select id from nfce_inutilizacao where emitente_id = :emitente_id and estado in ('enviando', 'indefinido'))sql"};
constexpr db::Query overlapping{"voiding_overlapping", R"sql(
    select count(*) from nfce_inutilizacao
    where emitente_id = :emitente_id and ambiente = :ambiente and serie = :serie and ini <= :fim and fim >= :ini
        and estado in ('enviando', 'indefinido'))sql"};
constexpr db::Query save{"voiding_save", R"sql(
    update nfce_inutilizacao set estado = :estado, cStat = :cStat, xMotivo = :xMotivo, nProt = :nProt, dhRecbto = :dhRecbto
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query notas_within{"voiding_notas", R"sql(
    select id, numero, estado from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and serie = :serie and numero >= :ini and numero <= :fim
    order by numero)sql"};
constexpr db::Query skipped_within{"voiding_skipped", R"sql(
    select ini, fim from nfce_faixa
    where emitente_id = :emitente_id and ambiente = :ambiente and serie = :serie and tipo = 'saltada'
        and ini <= :fim and fim >= :ini order by ini)sql"};
constexpr db::Query last_exchange{"voiding_exchange", R"sql(
    select seq from sefaz_troca
    where emitente_id = :emitente_id and inutilizacao_id = :id and resultado is null order by seq desc limit 1)sql"};
constexpr db::Query announce{"voiding_announce", R"sql(
    insert into sefaz_troca (emitente_id, ambiente, servico, inutilizacao_id, execucao, anunciada_em, created_at)
    values (:emitente_id, :ambiente, :servico, :id, :execucao, :now, :now) returning seq)sql"};

struct Stored {
    Uuid id;
    std::string ambiente;
    std::int64_t serie = 0, ini = 0, fim = 0, ano = 0;
    std::string xJust, estado;
    std::optional<UserId> user;
    Instant created_at;

    numbers::Series series() const { return {.ambiente = ambiente, .serie = serie}; }
};
Stored read_stored(db::Row const& row) {
    return {.id = row.get<Uuid>(0),
            .ambiente = row.get<std::string>(1),
            .serie = row.get<std::int64_t>(2),
            .ini = row.get<std::int64_t>(3),
            .fim = row.get<std::int64_t>(4),
            .ano = row.get<std::int64_t>(5),
            .xJust = row.get<std::string>(6),
            .estado = row.get<std::string>(7),
            .user = row.get<std::optional<UserId>>(8),
            .created_at = row.get<Instant>(9)};
}

struct Numbered {
    NotaId id;
    std::int64_t numero = 0;
    Estado estado{};
};
std::vector<Numbered> find_notas(db::Connection& connection, auth::CompanyScope const& scope, Stored const& of) {
    return connection.all(
        notas_within,
        {{"emitente_id", scope.id()}, {"ambiente", of.ambiente}, {"serie", of.serie}, {"ini", of.ini}, {"fim", of.fim}},
        [](db::Row const& row) {
            return Numbered{
                .id = row.get<NotaId>(0), .numero = row.get<std::int64_t>(1), .estado = estado_of(row.text(2))};
        });
}

std::string key_of(Uuid const& id) { return "inut:" + id.to_string(); }

void ensure(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Uuid const& id) {
    wire.queue.enqueue(transaction, {.tipo = voiding_job,
                                     .dados = fmt::format(R"({{"inutilizacao":"{}"}})", id.to_string()),
                                     .chave = key_of(id),
                                     .company = scope});
}

void make(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Stored const& request) {
    transaction.execute(insert, {{"id", request.id},
                                 {"emitente_id", scope.id()},
                                 {"ambiente", request.ambiente},
                                 {"serie", request.serie},
                                 {"ini", request.ini},
                                 {"fim", request.fim},
                                 {"ano", request.ano},
                                 {"xJust", request.xJust},
                                 {"user_id", request.user},
                                 {"now", wire.now()}});
    ensure(transaction, wire, scope, request.id);
}

// Numbers of the range that are neither given up nor skipped.
std::vector<std::int64_t> not_voidable(db::Connection& connection, auth::CompanyScope const& scope,
                                       Stored const& request) {
    std::vector<bool> free(static_cast<std::size_t>(request.fim - request.ini + 1), false);
    for (auto const& nota : find_notas(connection, scope, request))
        free[static_cast<std::size_t>(nota.numero - request.ini)] = nota.estado == Estado::abandonada;
    connection.run(skipped_within,
                   {{"emitente_id", scope.id()},
                    {"ambiente", request.ambiente},
                    {"serie", request.serie},
                    {"ini", request.ini},
                    {"fim", request.fim}},
                   [&](db::Row const& row) {
                       auto const from = std::max(row.integer(0), request.ini),
                                  to = std::min(row.integer(1), request.fim);
                       for (auto number = from; number <= to; ++number)
                           free[static_cast<std::size_t>(number - request.ini)] = true;
                   });
    std::vector<std::int64_t> refused;
    for (std::size_t i = 0; i < free.size(); ++i)
        if (!free[i]) refused.push_back(request.ini + static_cast<std::int64_t>(i));
    return refused;
}

class VoidingStep {
public:
    VoidingStep(jobs::JobContext& job, Wire const& wire) : job_(job), wire_(wire), scope_(job.company()) {
        auto const data = json::parse_object(job.job().dados);
        if (!data) throw std::logic_error("a job's data: " + job.job().dados);
        id_ = Uuid::parse(std::string(data->at("inutilizacao").as_string())).value();
    }

    void run() {
        struct Seen {
            std::optional<Stored> request;
            std::optional<companies::StoredCompany> company;
            std::optional<std::int64_t> open;
            std::vector<Numbered> notas;
            std::vector<NotaId> unasked;
            std::optional<sefaz_calls::Blocked> block;
            std::optional<std::string> inutNFe;
        };
        auto const seen = wire_.database.read([&](db::Connection& connection) {
            db::Params const params{{"emitente_id", scope_.id()}, {"id", id_}};
            Seen found{.request = connection.first(find, params, read_stored),
                       .company = companies::find(connection, scope_),
                       .open = connection.scalar<std::int64_t>(last_exchange, params),
                       .notas = {},
                       .unasked = {},
                       .block = {},
                       .inutNFe = find_document(connection, scope_, "inut", id_)};
            if (!found.request) return found;
            found.notas = find_notas(connection, scope_, *found.request);
            for (auto const& nota : found.notas)
                if (!asked_since(connection, nota.id, found.request->created_at)) found.unasked.push_back(nota.id);
            found.block =
                sefaz_calls::find_block(connection, scope_, found.request->ambiente, Service::voiding, wire_.now());
            return found;
        });
        if (!seen.request || !seen.company ||
            (seen.request->estado != "enviando" && seen.request->estado != "indefinido")) {
            job_.finish([](db::Transaction&) {});
            return;
        }
        if (seen.block) return again_in(seen.block->until ? *seen.block->until - wire_.now() : look_again);
        if (seen.open) return give_up(*seen.open);
        if (!seen.inutNFe) {
            if (!seen.unasked.empty()) return ask(seen.unasked);
            auto const left = std::ranges::find_if(
                seen.notas, [](Numbered const& nota) { return nota.estado != Estado::abandonada; });
            if (left != seen.notas.end()) return leave_out(*seen.request, left->numero);
        }
        send(*seen.request, seen.company->company, seen.inutNFe);
    }

private:
    void again_in(std::chrono::microseconds delay) {
        job_.postpone(std::chrono::ceil<std::chrono::milliseconds>(delay), [](db::Transaction&) {});
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

    void ask(std::vector<NotaId> const& notas) {
        job_.postpone(between_looks, [&](db::Transaction& transaction) {
            for (auto const id : notas) {
                auto const subject = lock_subject(transaction, wire_, scope_, id, {});
                if (!subject || subject->facts.asked) continue;
                auto after = subject->nota;
                after.conferencia_pedida_em = wire_.now();
                if (!save_nota(transaction, scope_, subject->nota, after)) throw db::Conflict("the nota changed");
                ensure_job(transaction, wire_, scope_, subject->nota);
            }
        });
    }

    void give_up(std::int64_t seq) {
        job_.postpone(between_looks, [&](db::Transaction& transaction) {
            Exchange const ended{.service = Service::voiding, .ended = wire_.now(), .resultado = Resultado::unanswered};
            static_cast<void>(end_exchange(transaction, scope_, seq, ended, {})); // somebody else may have
        });
    }

    // SEFAZ has this one after all: what stands before and after it is asked for alone.
    void leave_out(Stored const& request, std::int64_t numero) {
        job_.finish([&](db::Transaction& transaction) {
            end(transaction, request, "recusada", 0, fmt::format("A nota {} existe na SEFAZ.", grouped(numero)), {},
                {});
            split(transaction, request, request.ini, numero - 1);
            split(transaction, request, numero + 1, request.fim);
        });
    }
    void split(db::Transaction& transaction, Stored request, std::int64_t ini, std::int64_t fim) {
        if (ini > fim) return;
        request.id = Uuid::make();
        request.ini = ini;
        request.fim = fim;
        make(transaction, wire_, scope_, request);
    }
    void end(db::Transaction& transaction, Stored const& request, std::string_view estado, int cStat,
             std::string const& xMotivo, std::optional<std::string> const& nProt,
             std::optional<Instant> const& dhRecbto) {
        transaction.execute(save, {{"emitente_id", scope_.id()},
                                   {"id", request.id},
                                   {"estado", estado},
                                   {"cStat", cStat},
                                   {"xMotivo", xMotivo},
                                   {"nProt", nProt},
                                   {"dhRecbto", dhRecbto}});
        wire_.records.events.publish(transaction, {.topic = "numbers", .company = scope_.id()});
    }

    void send(Stored const& request, companies::Company const& company, std::optional<std::string> inutNFe) {
        sefaz_calls::Destination const to{
            .ambiente = request.ambiente, .uf = company.uf, .cnpj = company.cnpj, .nome = company.razao_social};
        auto const identity = wire_.caller.identity(scope_, to);
        auto const url = wire_.caller.address(to, Service::voiding);
        if (!identity || !url || !identity->certificate) {
            log::warning("nfce_voiding_waits",
                         {{"inutilizacao", id_.to_string()}, {"reason", identity ? "no address" : identity.error()}});
            return again_in(look_again);
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
                                                .xJust = request.xJust},
                                  *identity->certificate);
            if (!signed_request) {
                job_.finish([&](db::Transaction& transaction) {
                    end(transaction, request, "recusada", 0, signed_request.error().front().message, {}, {});
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
            return transaction
                .scalar<std::int64_t>(announce, {{"emitente_id", scope_.id()},
                                                 {"ambiente", request.ambiente},
                                                 {"servico", nfce::service_name(Service::voiding)},
                                                 {"id", id_},
                                                 {"execucao", job_.token()},
                                                 {"now", wire_.now()}})
                .value();
        });
        job_.confirm_lease();
        auto const outcome = wire_.caller.client().call(
            *identity, {.url = *url, .service = Service::voiding, .message = *inutNFe}, longest_call);
        settle(request, seq, returned_of(Service::voiding, outcome, wire_.now()));
    }

    void settle(Stored const& request, std::int64_t seq, Returned const& returned) {
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
                    transaction, scope_, request.ambiente, to.block->service,
                    {.until = to.block->for_an_hour ? std::optional(wire_.now() + 60min) : std::nullopt,
                     .cStat = to.block->cStat,
                     .motivo = nfce::explain(to.block->cStat).sentence},
                    wire_.now());
            }
            switch (to.estado) {
            case VoidingEstado::homologada: close(transaction, request, cStat, xMotivo, answered); return {};
            case VoidingEstado::recusada:
                end(transaction, request, "recusada", cStat, xMotivo, {}, {});
                if (!to.split || request.ini == request.fim) return {};
                for (auto number = request.ini; number <= request.fim; ++number)
                    split(transaction, request, number, number);
                return {};
            case VoidingEstado::enviando:
            case VoidingEstado::indefinido: break;
            }
            end(transaction, request, "indefinido", cStat, xMotivo, {}, {});
            return {look_again};
        });
    }

    // T14.
    void close(db::Transaction& transaction, Stored const& request, int cStat, std::string const& xMotivo,
               Answered const* answered) {
        auto const* const voided = answered == nullptr ? nullptr : std::get_if<nfce::Voided>(&answered->answer);
        std::optional<Instant> dhRecbto;
        std::optional<std::string> nProt;
        if (voided != nullptr) {
            nProt = voided->nProt;
            if (auto const at = nfce::DateTime::parse(voided->dhRecbto)) dhRecbto = Instant{at->epoch() * 1'000'000};
            insert_document(transaction, scope_,
                            {.ambiente = request.ambiente, .tipo = "retInut", .inutilizacao_id = id_},
                            voided->retInutNFe_xml, wire_.now());
        }
        end(transaction, request, "homologada", cStat, xMotivo, nProt, dhRecbto);
        numbers::void_skipped(transaction, scope_, request.series(), request.ini, request.fim, id_);
        for (auto const& each : find_notas(transaction, scope_, request)) {
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
    Uuid id_;
};

} // namespace

Result<VoidingInput> read_voiding(boost::json::object const& json) {
    static constexpr Field fields[]{
        field<&VoidingInput::ambiente>("ambiente", {.required = true, .one_of = "producao|homologacao|simulador"}),
        field<&VoidingInput::serie>("serie", {.at_least = 0, .at_most = 889}),
        field<&VoidingInput::ini>("ini", {.at_least = 1, .at_most = numbers::highest_number}),
        field<&VoidingInput::fim>("fim", {.at_least = 1, .at_most = numbers::highest_number}),
        field<&VoidingInput::motivo>("motivo", {.required = true, .min = 15, .max = 255, .nfe_text = true}),
    };
    std::vector<FieldProblem> problems;
    auto input = read_entity<VoidingInput>(fields, json, problems);
    if (problems.empty() && input.fim < input.ini) {
        problems.push_back({"fim", "O último número vem depois do primeiro."});
    } else if (problems.empty() && input.fim - input.ini >= most_voided_at_once) {
        problems.push_back({"fim", "Inutilize no máximo 1.000 números de uma vez."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return input;
}

Result<Uuid> void_numbers(Acting const& acting, VoidingInput const& input) {
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Uuid> {
        BALCAO_TRY(acting.ask_again(transaction));
        auto const company = companies::find(transaction, acting.scope);
        if (!company) return not_found();
        auto const today = local_time(company->company, acting.wire.now());
        Stored const request{.id = Uuid::make(),
                             .ambiente = input.ambiente,
                             .serie = input.serie,
                             .ini = input.ini,
                             .fim = input.fim,
                             .ano = (today.date()[2] - '0') * 10 + (today.date()[3] - '0'),
                             .xJust = input.motivo,
                             .estado = "enviando",
                             .user = acting.actor.user,
                             .created_at = acting.wire.now()};
        auto const refused = not_voidable(transaction, acting.scope, request);
        if (!refused.empty()) {
            std::string list;
            for (std::size_t i = 0; i < refused.size() && i < most_named; ++i)
                list += (i == 0 ? "" : ", ") + grouped(refused[i]);
            if (refused.size() > most_named) list += " …";
            return invalid(std::vector<FieldProblem>{
                {"ini",
                 fmt::format("Só números abandonados ou saltados podem ser inutilizados. Estes não são: {}.", list)}});
        }
        auto const busy = transaction.scalar<std::int64_t>(overlapping, {{"emitente_id", acting.scope.id()},
                                                                         {"ambiente", input.ambiente},
                                                                         {"serie", input.serie},
                                                                         {"ini", input.ini},
                                                                         {"fim", input.fim}});
        if (busy.value_or(0) > 0)
            return invalid(std::vector<FieldProblem>{{"ini", "Estes números já estão sendo inutilizados."}});
        make(transaction, acting.wire, acting.scope, request);
        records::note({transaction, acting.actor}, acting.wire.records,
                      {.topic = "numbers",
                       .action = "nfce_void",
                       .description = fmt::format("Pediu para inutilizar os números {} a {}, série {}",
                                                  grouped(input.ini), grouped(input.fim), input.serie),
                       .company = acting.scope.id()});
        return request.id;
    });
}

void ensure_voiding_jobs(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope) {
    auto const open =
        transaction.all(find_open, {{"emitente_id", scope.id()}}, [](db::Row const& row) { return row.get<Uuid>(0); });
    for (auto const& id : open) ensure(transaction, wire, scope, id);
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
