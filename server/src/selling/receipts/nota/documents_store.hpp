#pragma once
// Documents as they were signed or answered (`nfce_xml`), apart from the versions of notas; never changed.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// What a stored document is about.
struct DocumentPlace {
    std::string_view ambiente;
    std::string_view tipo; // protNFe, evento, retEvento, inut, retInut, retorno
    std::optional<NotaId> nfce_id{};
    std::optional<Uuid> evento_id{};
    std::optional<Uuid> inutilizacao_id{};
    std::optional<std::int64_t> troca_seq{};
    std::optional<std::int64_t> versao{};
    std::string_view chave{};
    std::string_view digest{};
};
void insert_document(db::Transaction& transaction, auth::CompanyScope const& scope, DocumentPlace const& place,
                     std::string_view bytes, Instant now);

/// The newest of a kind; `of`: a nota's, an event's or a voiding's id.
std::optional<std::string> find_document(db::Connection& connection, auth::CompanyScope const& scope,
                                         std::string_view tipo, Uuid const& of);

/// How long an exchange took, and why it has no answer.
void note_exchange(db::Transaction& transaction, auth::CompanyScope const& scope, std::int64_t seq,
                   std::chrono::milliseconds took, std::string_view falha);

} // namespace balcao::receipts
