#include "selling/receipts/nota/store.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "platform/secrets/secrets.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query insert_one_document{"receipts_insert_document", R"sql(
    insert into nfce_xml (id, emitente_id, ambiente, nfce_id, evento_id, inutilizacao_id, troca_seq, tipo, versao, chave,
        digest, sha256, bytes, created_at)
    values (:id, :emitente_id, :ambiente, :nfce_id, :evento_id, :inutilizacao_id, :troca_seq, :tipo, :versao, :chave,
        :digest, :sha256, :bytes, :now))sql"};
// Each by the index of its own column: of one statement for all three SQLite walks the company's documents from the
// newest on.
std::string newest_of(std::string_view column) {
    return fmt::format("select bytes from nfce_xml where emitente_id = :emitente_id and tipo = :tipo and {} = :of "
                       "order by created_at desc, id desc limit 1",
                       column);
}
std::string const of_nota_sql = newest_of("nfce_id");
std::string const of_event_sql = newest_of("evento_id");
std::string const of_voiding_sql = newest_of("inutilizacao_id");
db::Query const of_nota{"receipts_document_of_nota", of_nota_sql};
db::Query const of_event{"receipts_document_of_event", of_event_sql};
db::Query const of_voiding{"receipts_document_of_voiding", of_voiding_sql};
constexpr db::Query note{"receipts_note_exchange", R"sql(
    update sefaz_troca set ms = :ms, falha = :falha where emitente_id = :emitente_id and seq = :seq)sql"};

std::optional<std::string_view> unless_empty(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

} // namespace

void insert_document(db::Transaction& transaction, auth::CompanyScope const& scope, DocumentPlace const& place,
                     std::string_view bytes, Instant now) {
    auto const raw = std::as_bytes(std::span(bytes));
    auto const sha256 = secrets::sha256(raw);
    transaction.execute(insert_one_document, {{"id", Uuid::make()},
                                              {"emitente_id", scope.id()},
                                              {"ambiente", place.ambiente},
                                              {"nfce_id", place.nfce_id},
                                              {"evento_id", place.evento_id},
                                              {"inutilizacao_id", place.inutilizacao_id},
                                              {"troca_seq", place.troca_seq},
                                              {"tipo", place.tipo},
                                              {"versao", place.versao},
                                              {"chave", unless_empty(place.chave)},
                                              {"digest", unless_empty(place.digest)},
                                              {"sha256", sha256},
                                              {"bytes", db::BlobView{raw}},
                                              {"now", now}});
}

std::optional<std::string> find_document(db::Connection& connection, auth::CompanyScope const& scope,
                                         std::string_view tipo, DocumentOf owner, Uuid const& of) {
    auto const& newest = owner == DocumentOf::nota ? of_nota : owner == DocumentOf::evento ? of_event : of_voiding;
    return connection.first(newest, {{"emitente_id", scope.id()}, {"tipo", tipo}, {"of", of}}, [](db::Row const& row) {
        auto const bytes = row.blob(0);
        std::string text(bytes.size(), '\0');
        std::ranges::transform(bytes, text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
        return text;
    });
}

void note_exchange(db::Transaction& transaction, auth::CompanyScope const& scope, std::int64_t seq,
                   std::chrono::milliseconds took, std::string_view falha) {
    transaction.execute(
        note, {{"emitente_id", scope.id()}, {"seq", seq}, {"ms", took.count()}, {"falha", unless_empty(falha)}});
}

} // namespace balcao::receipts
