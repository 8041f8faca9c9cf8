#include "selling/receipts/nota/store.hpp"

#include <algorithm>
#include <span>

#include "platform/secrets/secrets.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query insert_one_document{"receipts_insert_document", R"sql(
    insert into nfce_xml (id, emitente_id, ambiente, nfce_id, evento_id, inutilizacao_id, troca_seq, tipo, versao, chave,
        digest, sha256, bytes, created_at)
    values (:id, :emitente_id, :ambiente, :nfce_id, :evento_id, :inutilizacao_id, :troca_seq, :tipo, :versao, :chave,
        :digest, :sha256, :bytes, :now))sql"};
constexpr db::Query find_newest_document{"receipts_document", R"sql(
    select bytes from nfce_xml
    where emitente_id = :emitente_id and tipo = :tipo and (nfce_id = :of or evento_id = :of or inutilizacao_id = :of)
    order by id desc limit 1)sql"};
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
                                         std::string_view tipo, Uuid const& of) {
    return connection.first(
        find_newest_document, {{"emitente_id", scope.id()}, {"tipo", tipo}, {"of", of}}, [](db::Row const& row) {
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
