#include "selling/receipts/emails/emails.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "platform/audit/audit.hpp"
#include "platform/base/log.hpp"
#include "platform/base/time_scale.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "selling/receipts/emails/email_row.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::minutes email_patience = 24h;
constexpr std::chrono::minutes longest_wait = 1h;

// 1, 2, 4 … minutes, at most an hour.
std::chrono::milliseconds wait_after(std::int64_t tries) {
    constexpr std::int64_t most_doublings = 6;
    auto const wait = 1min * (std::int64_t{1} << std::clamp<std::int64_t>(tries - 1, 0, most_doublings));
    return shortened<std::chrono::milliseconds>(std::min<std::chrono::minutes>(wait, longest_wait));
}

struct ReadyEmail {
    ReceiptEmail email;
    Nota nota;
    std::string time_zone;
    Result<mail::Message> message;
};

EmailId email_id_of(jobs::JobContext const& job) { return EmailId::parse(text_of(job.job(), "email")).value(); }

// Nothing when it went out, or was given up, in a run before, or its nota was thrown away with all that was practised.
std::optional<ReadyEmail> find_ready_email(db::Connection& connection, auth::CompanyScope const& scope, EmailId id) {
    auto email = find_email(connection, scope, id);
    if (!email || !email->is_open()) return std::nullopt;
    auto nota = find_nota(connection, scope, email->nfce_id).value(); // its row refers to it
    auto message = message_of(connection, scope, nota, *email);
    auto const company = companies::find(connection, scope).value();
    return ReadyEmail{.email = *std::move(email),
                      .nota = std::move(nota),
                      .time_zone = company.company.fuso_horario,
                      .message = std::move(message)};
}

std::string refusal_text(mail::Refusal const& refusal) {
    if (refusal.is_final) {
        return fmt::format("O servidor de e-mail não aceitou a mensagem para este endereço (resposta {}). Confira o "
                           "endereço e tente de novo.",
                           refusal.reply);
    }
    return refusal.reply == 0
               ? "O servidor de e-mail não respondeu."
               : fmt::format("O servidor de e-mail não aceitou a mensagem agora (resposta {}).", refusal.reply);
}

void publish_email(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, NotaId nota) {
    wire.records.events.publish(transaction, {.topic = "receipts", .company = scope.id(), .entity = nota.uuid()});
}

// Nothing of the database is held while the mail server takes it. A process that dies between that and the note that it
// went sends it again, with the same Message-ID.
Result<void> send_email(jobs::JobContext& job, Wire const& wire, mail::Server const* server) {
    auto const scope = job.company();
    auto const id = email_id_of(job);
    auto ready =
        job.database().read([&](db::Connection& connection) { return find_ready_email(connection, scope, id); });
    if (!ready) return {};
    auto const message = BALCAO_TRY(std::move(ready->message));
    if (server == nullptr) return invalid("Este Balcão não envia mais e-mails.");
    job.confirm_lease();
    auto const sent = mail::send(*server, message, wire.now());
    auto after = ready->email;
    jobs::Next next;
    if (sent) {
        after.estado = "enviado";
        after.motivo = std::nullopt;
        after.fim_em = wire.now();
    } else {
        log::warning("mail_failed", {{"email", id.to_string()}, {"error", sent.error().why}});
        auto why = refusal_text(sent.error());
        if (sent.error().is_final) return invalid(std::move(why));
        auto const now = wire.now();
        if (now >= after.created_at + shortened(email_patience))
            return invalid("O servidor de e-mail não aceitou a mensagem durante um dia. Tente de novo.");
        ++after.tentativas;
        next.again_in = wait_after(after.tentativas);
        after.motivo = fmt::format("{} O Balcão tenta de novo às {}.", why,
                                   local_date_time_text(now + *next.again_in, ready->time_zone).substr(11));
    }
    job.settle([&](db::Transaction& transaction) {
        save_email(transaction, scope, after);
        if (sent) end_alarm(transaction, scope, ready->nota, Alarm::email_nao_enviado);
        publish_email(transaction, wire, scope, ready->nota.id);
        return next;
    });
    return {};
}

void give_up_email(db::Transaction& transaction, Wire const& wire, jobs::JobContext const& job,
                   std::string const& why) {
    auto const scope = job.company();
    auto email = find_email(transaction, scope, email_id_of(job));
    if (!email || !email->is_open()) return;
    email->estado = "falhou";
    email->motivo = why;
    email->fim_em = wire.now();
    save_email(transaction, scope, *email);
    auto const nota = find_nota(transaction, scope, email->nfce_id).value();
    raise_alarm(transaction, scope, nota, Alarm::email_nao_enviado, wire.now());
    publish_email(transaction, wire, scope, nota.id);
}

} // namespace

void send_on_authorisation(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                           Nota const& nota) {
    if (nota.modelo != nfe_modelo.mod || nota.ambiente == sefaz_calls::simulador) return;
    if (sale_settings::find_sale_settings(transaction, scope).nfe_por_email != "S") return;
    auto const to = buyer_of(transaction, scope, nota).email;
    if (!to) return;
    if (!insert_email(transaction, wire, scope,
                      {.id = EmailId::make(), .nfce_id = nota.id, .para = *to, .created_at = wire.now()}))
        return;
    audit::write(transaction, wire.now(),
                 {.action = "nfce_email",
                  .description = fmt::format("Envia por e-mail a {} para {}, ao ser autorizada", name_of(nota), *to),
                  .company = scope.id()});
}

void add_email_job(jobs::Queue& queue, Wire const& wire, mail::Server const* server) {
    queue.handle(std::string(email_job),
                 {.run = [&wire, server](jobs::JobContext& job) { return send_email(job, wire, server); },
                  .failed = [&wire](db::Transaction& transaction, jobs::JobContext const& job,
                                    std::string const& why) { give_up_email(transaction, wire, job, why); }});
}

} // namespace balcao::receipts
