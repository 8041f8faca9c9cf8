#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "platform/auth/gate.hpp"
#include "platform/base/email.hpp"
#include "platform/base/json.hpp"
#include "platform/base/time_scale.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/record_routes.hpp"
#include "selling/receipts/emails/email_row.hpp"
#include "selling/receipts/emails/emails.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using auth::Answer;

constexpr std::size_t most_addresses = 5;
// What a person may send, so that nobody uses the shop's address to write to the world.
constexpr std::int64_t most_an_hour = 30, most_a_day = 100;

struct TypedAddresses {
    std::string para;
};
constexpr Field address_fields[]{field<&TypedAddresses::para>("para", {.required = true, .max = 1'300})};

// Separated by commas, semicolons or blanks, without repetitions.
std::vector<std::string> split_addresses(std::string_view typed) {
    constexpr std::string_view between = ",; \t\r\n";
    std::vector<std::string> found;
    while (true) {
        auto const from = typed.find_first_not_of(between);
        if (from == std::string_view::npos) return found;
        typed.remove_prefix(from);
        auto const size = std::min(typed.find_first_of(between), typed.size());
        auto address = normalize_email(typed.substr(0, size));
        if (std::ranges::find(found, address) == found.end()) found.push_back(std::move(address));
        typed.remove_prefix(size);
    }
}

Result<std::vector<std::string>> read_addresses(std::string const& body) {
    auto const object = BALCAO_TRY(json::parse_object(body));
    std::vector<FieldProblem> problems;
    auto const typed = read_entity<TypedAddresses>(address_fields, object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto addresses = split_addresses(typed.para);
    if (addresses.empty()) return invalid({{"para", "Digite o e-mail de quem recebe."}});
    if (addresses.size() > most_addresses)
        return invalid({{"para", fmt::format("Digite no máximo {} endereços de cada vez.", most_addresses)}});
    for (auto const& address : addresses) {
        auto const problem = email_problem(address);
        if (problem && addresses.size() == 1) return invalid({{"para", *problem}});
        if (problem) return invalid({{"para", fmt::format("{}: {}", address, *problem)}});
    }
    return addresses;
}

Result<void> check_limits(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope, UserId user,
                          std::size_t more) {
    struct Limit {
        std::int64_t most;
        std::chrono::minutes within;
        std::string_view words;
    };
    for (auto const& [most, within, words] : {Limit{most_an_hour, 1h, "uma hora"}, Limit{most_a_day, 24h, "um dia"}}) {
        auto const time = shortened(within);
        auto const sent = emails_by(connection, scope, user, wire.now() - time);
        if (sent + static_cast<std::int64_t>(more) <= most) continue;
        return fail(
            {.kind = FailureKind::limited,
             .title = "E-mail não enviado",
             .detail = fmt::format("Cada pessoa envia no máximo {} e-mails de notas em {}, e você já enviou {}. "
                                   "Espere, ou baixe o XML e o PDF e envie do seu e-mail.",
                                   most, words, sent),
             .retry_after = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(time).count())});
    }
    return {};
}

std::string to_json(ReceiptEmail const& email) {
    json::ObjectWriter writer;
    writer.text("id", email.id.to_string());
    writer.text("para", email.para);
    writer.text("estado", email.estado);
    writer.optional_text("texto", email.motivo);
    writer.boolean("automatico", !email.user_id);
    writer.text("created_at", email.created_at.to_iso());
    writer.optional_text("fim_em", email.fim_em.transform(&Instant::to_iso));
    return writer.take();
}

// The contract's schema ReceiptEmails.
std::string emails_json(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                        mail::Server const* server) {
    auto const buyer = buyer_of(connection, scope, nota);
    std::string items;
    for (auto const& email : emails_of(connection, scope, nota.id))
        items += (items.empty() ? "" : ",") + to_json(email);
    json::ObjectWriter writer;
    writer.boolean("disponivel", server != nullptr);
    writer.optional_text("sugestao", buyer.email);
    writer.optional_text("telefone", buyer.telefone);
    writer.raw("items", "[" + items + "]");
    return writer.take();
}

Answer post_emails(auth::WriteCall& call, Wire const& wire, auth::CompanyScope const& scope,
                   mail::Server const* server) {
    auto const id = BALCAO_TRY(records::id_in_path<NotaId>(call.request, "rid"));
    auto const addresses = BALCAO_TRY(read_addresses(call.request.body));
    auto const nota = find_seen_nota(call.db, call.actor, scope, id);
    if (!nota) return not_found();
    if (server == nullptr)
        return invalid("Este Balcão não envia e-mails. Peça a quem cuida do servidor que ligue o envio.");
    BALCAO_TRY(check_sendable(*nota));
    BALCAO_TRY(check_limits(call.db, wire, scope, call.actor.user, addresses.size()));
    std::vector<std::string> added;
    for (auto const& address : addresses) {
        ReceiptEmail const email{.id = EmailId::make(),
                                 .nfce_id = id,
                                 .para = address,
                                 .user_id = call.actor.user,
                                 .created_at = wire.now()};
        if (insert_email(call.db, wire, scope, email)) added.push_back(address);
    }
    auto const json = emails_json(call.db, scope, *nota, server);
    if (!added.empty()) {
        records::note(
            call, wire.records,
            {.topic = "receipts",
             .action = "nfce_email",
             .description = fmt::format("Envia por e-mail a {} para {}", name_of(*nota), fmt::join(added, ", ")),
             .company = scope.id(),
             .entity = id.uuid(),
             .version = nota->version});
    }
    return http::json(202, json);
}

} // namespace

void add_email_routes(auth::Gate& gate, Wire const& wire, mail::Server const* server) {
    constexpr std::string_view emails = "/api/companies/{id}/receipts/{rid}/emails";
    gate.route({.pattern = std::string(emails), .who = auth::Who::operador, .at_counter = true},
               [server](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const id = BALCAO_TRY(records::id_in_path<NotaId>(call.request, "rid"));
                   auto const nota = find_seen_nota(call.db, call.actor, scope, id);
                   if (!nota) return not_found();
                   return http::json(200, emails_json(call.db, scope, *nota, server));
               });
    gate.route({.method = http::Method::post,
                .pattern = std::string(emails),
                .who = auth::Who::operador,
                .is_repeatable = true,
                .at_counter = true},
               [&wire, server](auth::WriteCall& call, auth::CompanyScope const& scope) {
                   return post_emails(call, wire, scope, server);
               });
}

} // namespace balcao::receipts
