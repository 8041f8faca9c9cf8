#include "selling/receipts/emails/email_row.hpp"

#include <fmt/format.h>

#include "platform/db/entity.hpp"
#include "registry/people/people.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

constexpr std::int64_t most_emails_shown = 100;

constexpr Field email_fields[]{
    field<&ReceiptEmail::id>("id"),           field<&ReceiptEmail::nfce_id>("nfce_id"),
    field<&ReceiptEmail::para>("para"),       field<&ReceiptEmail::estado>("estado"),
    field<&ReceiptEmail::motivo>("motivo"),   field<&ReceiptEmail::tentativas>("tentativas"),
    field<&ReceiptEmail::user_id>("user_id"), field<&ReceiptEmail::created_at>("created_at"),
    field<&ReceiptEmail::fim_em>("fim_em"),
};

std::string const insert_email_sql = "insert into nfce_email (emitente_id, " + db::column_names(email_fields) +
                                     ") values (:emitente_id, " + db::placeholders(email_fields) +
                                     ") on conflict do nothing";
db::Query const insert_email_row{"receipts_insert_email", insert_email_sql};
std::string const one_email_sql =
    "select " + db::columns(email_fields) + " from nfce_email where emitente_id = :emitente_id and id = :id";
db::Query const one_email{"receipts_find_email", one_email_sql};
std::string const emails_sql = "select " + db::columns(email_fields) +
                               " from nfce_email where emitente_id = :emitente_id and nfce_id = :nfce_id "
                               "order by created_at desc, id desc limit :most";
db::Query const emails_of_nota{"receipts_emails", emails_sql};
constexpr db::Query update_email{"receipts_save_email", R"sql(
    update nfce_email set estado = :estado, motivo = :motivo, tentativas = :tentativas, fim_em = :fim_em
    where emitente_id = :emitente_id and id = :id and fim_em is null)sql"};
constexpr db::Query count_by_person{"receipts_count_emails", R"sql(
    select count(*) from nfce_email
    where emitente_id = :emitente_id and user_id = :user_id and created_at > :since)sql"};

ReceiptEmail read_email(db::Row const& row) { return db::read_row<ReceiptEmail>(email_fields, row); }

} // namespace

std::optional<ReceiptEmail> find_email(db::Connection& connection, auth::CompanyScope const& scope, EmailId id) {
    return connection.first(one_email, {{"emitente_id", scope.id()}, {"id", id}}, read_email);
}

std::vector<ReceiptEmail> emails_of(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota) {
    return connection.all(emails_of_nota, {{"emitente_id", scope.id()}, {"nfce_id", nota}, {"most", most_emails_shown}},
                          read_email);
}

bool insert_email(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                  ReceiptEmail const& email) {
    auto params = db::params(email_fields, email);
    params.emplace_back("emitente_id", scope.id());
    if (transaction.execute(insert_email_row, params) == 0) return false;
    auto const id = email.id.to_string();
    wire.queue.enqueue(
        transaction,
        {.tipo = email_job, .dados = fmt::format(R"({{"email":"{}"}})", id), .chave = "email:" + id, .company = scope});
    return true;
}

void save_email(db::Transaction& transaction, auth::CompanyScope const& scope, ReceiptEmail const& email) {
    transaction.execute(update_email, {{"emitente_id", scope.id()},
                                       {"id", email.id},
                                       {"estado", email.estado},
                                       {"motivo", email.motivo},
                                       {"tentativas", email.tentativas},
                                       {"fim_em", email.fim_em}});
}

std::int64_t emails_by(db::Connection& connection, auth::CompanyScope const& scope, UserId user, Instant since) {
    return connection
        .scalar<std::int64_t>(count_by_person, {{"emitente_id", scope.id()}, {"user_id", user}, {"since", since}})
        .value_or(0);
}

Buyer buyer_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota) {
    auto const sale = sales::find(connection, scope, nota.venda_id);
    if (!sale || !sale->sale.cliente_id) return {};
    auto const person = people::People{}.find(connection, *sale->sale.cliente_id);
    if (!person) return {};
    return {.email = person->record.email, .telefone = person->record.telefone};
}

} // namespace balcao::receipts
