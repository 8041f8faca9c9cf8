#pragma once
// The rows of `nfce_email`: one message to one address.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/mail/mail.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

struct EmailId : Id<EmailId> {
    using Id::Id;
};

struct ReceiptEmail {
    EmailId id;
    NotaId nfce_id;
    std::string para;
    std::string estado = "enviando";     // enviando, enviado, falhou
    std::optional<std::string> motivo{}; // why the server did not take it the last time, ready to show
    std::int64_t tentativas = 0;         // that it did not take
    std::optional<UserId> user_id{};     // nullopt: on authorisation
    Instant created_at;
    std::optional<Instant> fim_em{};

    bool is_open() const { return !fim_em; }
};

std::optional<ReceiptEmail> find_email(db::Connection& connection, auth::CompanyScope const& scope, EmailId id);
/// The newest first, 100 at most.
std::vector<ReceiptEmail> emails_of(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota);
/// With its job. False when one to that address is on its way already, or the nota went out on authorisation before.
bool insert_email(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                  ReceiptEmail const& email);
/// Its estado, motivo, tentativas and end; one that has ended stays as it is.
void save_email(db::Transaction& transaction, auth::CompanyScope const& scope, ReceiptEmail const& email);

/// How many a person has sent since.
std::int64_t emails_by(db::Connection& connection, auth::CompanyScope const& scope, UserId user, Instant since);

/// Who bought, where it is a client of the registry.
struct Buyer {
    std::optional<std::string> email;
    std::optional<std::string> telefone;
};
Buyer buyer_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota);

/// Refused unless it is authorised with its XML here: what was cancelled is worth nothing to who gets it.
Result<void> check_sendable(Nota const& nota);
/// The message with XML and DANFE. Refused like check_sendable, and when the DANFE cannot be drawn.
Result<mail::Message> message_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                                 ReceiptEmail const& email);

inline constexpr std::string_view email_job = "nfce_email";

} // namespace balcao::receipts
