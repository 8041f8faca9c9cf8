#include "sefaz/simulator/ledger.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sefaz/simulator/sha256.hpp"

namespace balcao::sefaz::simulator {

namespace {

using db::Query;
using nfce::Service;

constexpr Query insert_request{
    "simulator_add_request",
    "insert into pedidos (recebido_em_us, conexao, servico, CNPJ, CNPJ_certificado, chNFe, assunto, bytes, sha256, "
    "documento_sha256, falha, cStat, cStat_nota) values (:received, :connection, :service, :CNPJ, :certificate, "
    ":chNFe, :subject, :bytes, :sha256, :document, :fault, :cStat, :inner)"};

constexpr Query count_calls{"simulator_count_calls",
                            "select count(*) from pedidos where CNPJ = :CNPJ and servico = :service and assunto = "
                            ":subject and recebido_em_us > :since and cStat <> 656"};
/// Of the refusals with the same code those that there are most of. 100 to 199 are no refusals, 999 judges nothing.
constexpr Query count_equal_refusals{
    "simulator_count_equal_refusals",
    "select count(*) from (select coalesce(nullif(cStat_nota, 0), cStat) as code from pedidos where CNPJ = :CNPJ and "
    "servico = :service and assunto = :subject and recebido_em_us > :since) as answered where code >= 200 and code not "
    "in (656, 999) group by code order by count(*) desc limit 1"};

constexpr Query select_block{"simulator_block",
                             "select ate_us from bloqueios where CNPJ = :CNPJ and servico = :service"};
constexpr Query insert_block{"simulator_add_block",
                             "insert into bloqueios (CNPJ, servico, ate_us) values (:CNPJ, :service, :until) on "
                             "conflict (CNPJ, servico) do update set ate_us = :until"};

struct Limit {
    Query const* count;
    int most;
};
std::optional<Limit> limit_of(Service service) {
    switch (service) {
    case Service::query: return Limit{&count_calls, 10};
    case Service::authorisation_result: return Limit{&count_calls, 40};
    case Service::authorisation: return Limit{&count_equal_refusals, 30};
    case Service::event:
    case Service::voiding: return Limit{&count_equal_refusals, 20};
    case Service::status:
    case Service::registry: break;
    }
    return std::nullopt;
}

#define ROWS(columns, table)                                                                                           \
    "select json_group_array(json_object(" columns ")) from (select * from " table                                     \
    " where seq > :after order by seq limit 1000)"
constexpr std::array lists{
    std::pair{std::string_view("pedidos"),
              Query{"simulator_list_requests",
                    ROWS("'seq', seq, 'recebido_em_us', recebido_em_us, 'conexao', conexao, 'servico', servico, "
                         "'CNPJ', CNPJ, 'CNPJ_certificado', CNPJ_certificado, 'chNFe', chNFe, 'assunto', assunto, "
                         "'bytes', bytes, 'sha256', sha256, 'documento_sha256', documento_sha256, 'falha', falha, "
                         "'cStat', cStat, 'cStat_nota', cStat_nota",
                         "pedidos")}},
    std::pair{std::string_view("documentos"),
              Query{"simulator_list_documents",
                    ROWS("'seq', seq, 'chNFe', chNFe, 'CNPJ', CNPJ, 'mod', mod, 'serie', serie, 'nNF', nNF, 'digVal', "
                         "digVal, 'nProt', nProt, 'cStat', cStat, 'autorizada_em', autorizada_em, 'sha256', sha256, "
                         "'cancelada', json(iif(cancelada, 'true', 'false'))",
                         "documentos")}},
    std::pair{std::string_view("eventos"),
              Query{"simulator_list_events",
                    ROWS("'seq', seq, 'chNFe', chNFe, 'CNPJ', CNPJ, 'tpEvento', tpEvento, 'nSeqEvento', nSeqEvento, "
                         "'nProt', nProt, 'registrado_em', registrado_em, 'sha256', sha256",
                         "eventos")}},
    std::pair{
        std::string_view("inutilizacoes"),
        Query{"simulator_list_voided",
              ROWS("'seq', seq, 'CNPJ', CNPJ, 'mod', mod, 'serie', serie, 'nNFIni', nNFIni, 'nNFFin', nNFFin, 'nProt', "
                   "nProt, 'homologada_em', homologada_em, 'sha256', sha256",
                   "inutilizacoes")}},
    std::pair{
        std::string_view("lotes"),
        Query{"simulator_list_batches",
              ROWS("'seq', seq, 'nRec', nRec, 'CNPJ', CNPJ, 'mod', mod, 'serie', serie, 'nNF', nNF, 'recebido_em', "
                   "recebido_em, 'vence_em_us', vence_em_us, 'anunciado', json(iif(anunciado, 'true', 'false')), "
                   "'cStat', cStat",
                   "lotes")}}};
#undef ROWS

} // namespace

void add_to_ledger(db::Transaction& memory, LedgerEntry const& entry) {
    static Subject const nothing;
    auto const& subject = entry.subject != nullptr ? *entry.subject : nothing;
    auto const document = subject.document.empty() ? std::string() : sha256_hex(subject.document);
    memory.execute(insert_request, {{"received", entry.received_us},
                                    {"connection", entry.connection},
                                    {"service", name_of(entry.service)},
                                    {"CNPJ", entry.CNPJ},
                                    {"certificate", entry.certificate_CNPJ},
                                    {"chNFe", subject.chNFe},
                                    {"subject", subject.name},
                                    {"bytes", entry.body.size()},
                                    {"sha256", sha256_hex(entry.body)},
                                    {"document", document},
                                    {"fault", entry.fault},
                                    {"cStat", entry.cStat},
                                    {"inner", entry.cStat_inner}});
}

bool is_overuse(db::Transaction& memory, Address const& service, std::string_view CNPJ, std::string_view subject,
                std::int64_t now_us, std::int64_t hour_us) {
    auto const limit = limit_of(service.service);
    if (!limit || CNPJ.empty()) return false;
    auto const name = name_of(service);
    auto const until = memory.scalar<std::int64_t>(select_block, {{"CNPJ", CNPJ}, {"service", name}});
    if (until && now_us < *until) return true;
    if (subject.empty()) return false;
    auto const count = memory.scalar<std::int64_t>(
        *limit->count, {{"CNPJ", CNPJ}, {"service", name}, {"subject", subject}, {"since", now_us - hour_us}});
    if (count.value_or(0) < limit->most) return false;
    memory.execute(insert_block, {{"CNPJ", CNPJ}, {"service", name}, {"until", now_us + hour_us}});
    return true;
}

std::optional<std::string> ledger_json(db::Connection& memory, std::string_view list, std::int64_t after) {
    auto const* const found = std::ranges::find(lists, list, &std::pair<std::string_view, Query>::first);
    if (found == lists.end()) return std::nullopt;
    return memory.scalar<std::string>(found->second, {{"after", after}});
}

} // namespace balcao::sefaz::simulator
