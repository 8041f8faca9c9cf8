#include "selling/receipts/reading/listing.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/datetime.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/db/value_list.hpp"
#include "platform/http/http.hpp"
#include "platform/records/tabs.hpp"
#include "registry/companies/companies.hpp"
#include "selling/figures/figures.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

namespace {

constexpr std::int64_t most_counted = 1000;
constexpr std::int64_t entry = 0; // tpNF
constexpr auto sorts = std::to_array<std::string_view>({"-dhEmi"});
constexpr auto filters =
    std::to_array<std::string_view>({"situacao", "ambiente", "de", "ate", "modelo", "tpNF", "serie", "numero",
                                     "operador", "tPag", "pedido", "cliente", "produto", "hora", "dia_semana"});

constexpr db::Query names_of_operators{"receipts_operators", "select id, full_name from users where id in (:values)"};
constexpr db::Query payments_of_sales{"receipts_payments_of", R"sql(
    select venda_id, tPag from venda_pagamento where emitente_id = :emitente_id and venda_id in (:values))sql"};
constexpr db::Query orders_of_sales{"receipts_orders_of", R"sql(
    select v.id, o.numero_pedido, o.id from venda v
    join orcamento o on o.emitente_id = :emitente_id and o.id = v.orcamento_id
    where v.emitente_id = :emitente_id and v.id in (:values))sql"};

// `estado <> 'autorizada'` says what follows anyway, since SQLite takes the index nfce_lista_estado only when told so:
// without it five refused among a million receipts took 400 ms to find.
struct Situation {
    std::string_view name, condition;
    bool is_few = true; // by nfce_lista_estado, then sorted; else in the order of nfce_lista
};
constexpr auto situations = std::to_array<Situation>({
    {"todas", "", false},
    {"autorizadas", "estado in ('autorizada', 'autorizada_sem_xml')", false},
    {"enviando", "estado <> 'autorizada' and estado in ('enviando', 'indefinida')"},
    {"contingencia", "estado <> 'autorizada' and estado = 'contingencia'"},
    {"rejeitadas", "estado <> 'autorizada' and estado in ('rejeitada', 'contingencia_rejeitada')"},
    {"canceladas", "estado <> 'autorizada' and estado in ('cancelada', 'cancelada_subst')"},
    {"com_alerta", "alertas is not null", false},
    {"numeros", "estado <> 'autorizada' and estado in ('abandonada', 'inutilizada', 'ocupada', 'denegada')"},
    // What keeps a month open, as the closing sheet counts it.
    {"pendentes", "estado <> 'autorizada' and estado in ('enviando', 'indefinida', 'rejeitada', 'contingencia', "
                  "'contingencia_rejeitada', 'abandonada')"},
});

Situation const& situation_of(ReceiptList const& asked) {
    return *std::ranges::find(situations, asked.filter.situacao, &Situation::name);
}

struct Statement {
    std::string where;
    db::Params params;
    std::string pattern; // of the search; the parameters view it
};

// The amount of a search that is one: '708,00', '1.386,00', 'R$ 1.386,00'. A number without its cents is a number.
std::optional<Money> amount_in(std::string_view search) {
    std::string plain;
    if (search.starts_with("R$")) search.remove_prefix(2);
    for (char const c : search)
        if (c != '.' && c != ' ') plain += c;
    auto const comma = plain.find(',');
    if (comma == std::string::npos || comma + 3 != plain.size()) return std::nullopt;
    plain[comma] = '.';
    auto const amount = Money::parse(plain);
    return amount ? std::optional(*amount) : std::nullopt;
}

void add_client(Statement& statement, std::string_view client) {
    if (client == figures::nobody) {
        statement.where += " and exists (select 1 from venda v where v.emitente_id = :emitente_id and "
                           "v.id = nfce.venda_id and v.cliente_id is null and v.cpf is null)";
        return;
    }
    auto const person = PersonId::parse(client);
    statement.where += fmt::format(" and venda_id in (select v.id from venda v where v.emitente_id = :emitente_id "
                                   "and v.{} = :cliente{})",
                                   person ? "cliente_id" : "cpf", person ? "" : " and v.cliente_id is null");
    if (person) statement.params.emplace_back("cliente", *person);
    else statement.params.emplace_back("cliente", client);
}

void fill(Statement& statement, auth::CompanyScope const& scope, ReceiptList const& asked) {
    auto const& filter = asked.filter;
    statement.params = {{"emitente_id", scope.id()}, {"ambiente", filter.ambiente}};
    statement.where = "emitente_id = :emitente_id and ambiente = :ambiente";
    auto const add = [&](std::string_view condition, db::Param const& param) {
        statement.where += fmt::format(" and {}", condition);
        statement.params.push_back(param);
    };
    auto const condition = situation_of(asked).condition;
    if (!condition.empty()) statement.where += fmt::format(" and {}", condition);
    if (filter.de) add("dhEmi >= :de", {"de", *filter.de});
    if (filter.ate) add("dhEmi < :ate", {"ate", *filter.ate});
    if (filter.modelo) add("modelo = :modelo", {"modelo", *filter.modelo});
    if (filter.tpNF)
        statement.where += *filter.tpNF == entry ? " and operacao = 'devolucao'" : " and operacao <> 'devolucao'";
    if (filter.serie) add("serie = :serie", {"serie", *filter.serie});
    if (filter.numero) add("numero = :numero", {"numero", *filter.numero});
    if (filter.operador) add("operador_id = :operador", {"operador", *filter.operador});
    // Rows of a figure: what came back, or left later, is none of what was sold.
    if (filter.tPag || filter.pedido || filter.cliente || filter.produto || filter.hora || filter.dia_semana)
        statement.where += " and operacao = 'venda'";
    if (filter.tPag) {
        add("exists (select 1 from venda_pagamento p where p.emitente_id = :emitente_id and "
            "p.venda_id = nfce.venda_id and p.tPag = :tPag)",
            {"tPag", *filter.tPag});
    }
    if (filter.pedido) {
        add("venda_id in (select v.id from orcamento o join venda v on v.emitente_id = :emitente_id and "
            "v.orcamento_id = o.id where o.emitente_id = :emitente_id and o.numero_pedido = :pedido)",
            {"pedido", *filter.pedido});
    }
    if (filter.cliente) add_client(statement, *filter.cliente);
    if (filter.produto) {
        add("exists (select 1 from venda_item i where i.emitente_id = :emitente_id and "
            "i.venda_id = nfce.venda_id and i.produto_id = :produto)",
            {"produto", *filter.produto});
    }
    // As printed: dhEmi in its own offset. 1970 began on a Thursday.
    if (filter.hora) add("((dhEmi / 1000000 + fuso * 3600) / 3600) % 24 = :hora", {"hora", *filter.hora});
    if (filter.dia_semana) {
        add("((dhEmi / 1000000 + fuso * 3600) / 86400 + 3) % 7 + 1 = :dia_semana", {"dia_semana", *filter.dia_semana});
    }
    if (asked.query.search.empty()) return;
    if (asked.query.search.size() == 44) {
        add("chave = :chave", {"chave", asked.query.search});
        return;
    }
    if (auto const amount = amount_in(asked.query.search)) {
        add("vNF = :valor", {"valor", *amount});
        return;
    }
    for (char const c : fold(asked.query.search)) {
        if (c == '%' || c == '_' || c == '\\') statement.pattern += '\\';
        statement.pattern += c;
    }
    statement.pattern = '%' + statement.pattern + '%';
    add(R"(busca like :busca escape '\')", {"busca", statement.pattern});
}

Result<std::optional<std::int64_t>> number_of(http::Request const& request, std::string_view name) {
    auto const typed = request.query(name);
    if (!typed) return std::optional<std::int64_t>{};
    auto const number = parse_int(*typed);
    if (!number || *number < 0)
        return invalid(std::vector<FieldProblem>{{std::string(name), "Use um número inteiro."}});
    return number;
}

Result<std::optional<Instant>> day_asked(http::Request const& request, std::string_view name, std::string_view zone,
                                         int days_later) {
    auto const typed = request.query(name);
    if (!typed) return std::optional<Instant>{};
    if (!nfce::is_date(*typed))
        return invalid(std::vector<FieldProblem>{{std::string(name), "Use uma data AAAA-MM-DD."}});
    return std::optional(start_of_day(add_days(*typed, days_later), zone));
}

db::ListTotal count_to_most(db::Connection& connection, Statement const& statement) {
    auto const sql =
        fmt::format("select count(*) from (select 1 from nfce where {} limit :most) as found", statement.where);
    auto params = statement.params;
    params.emplace_back("most", most_counted + 1);
    auto const found = connection.scalar<std::int64_t>({"receipts_found", sql, true}, params).value_or(0);
    return {.total = std::min(found, most_counted), .exact = found <= most_counted};
}

struct Sums {
    std::int64_t total = 0;
    Money autorizado, cancelado;
};

// Among many receipts nearly all are authorised: those are counted with all others in nfce_lista, and by themselves
// only the others, in nfce_lista_estado. Counting by each row's state takes as many reads of the table as there are
// receipts. NF-e of entry and remessas count, and are worth nothing here; a list of entry alone has its
// value.
Sums sums_of(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList asked) {
    bool const is_autorizadas = asked.filter.situacao == "autorizadas";
    bool const is_few = situation_of(asked).is_few;
    if (is_autorizadas) asked.filter.situacao = "todas";
    Statement statement;
    fill(statement, scope, asked);
    Sums sums;
    std::int64_t others = 0;
    Money others_vNF;
    std::string_view const sold =
        asked.filter.tpNF == entry
            ? "cast(coalesce(sum(vNF), 0) as bigint)"
            : "cast(coalesce(sum(case when operacao = 'venda' then vNF else 0 end), 0) as bigint)";
    auto const by_state =
        fmt::format("select estado, count(*), {} from nfce where {} and estado <> 'autorizada' group by estado", sold,
                    statement.where);
    connection.run({"receipts_sums_by_state", by_state, true}, statement.params, [&](db::Row const& row) {
        auto const estado = row.text(0);
        auto const count = row.integer(1);
        auto const vNF = row.get<Money>(2);
        others += count;
        others_vNF += vNF;
        if (is_autorizadas && estado != "autorizada_sem_xml") return;
        sums.total += count;
        if (estado == "autorizada_sem_xml") sums.autorizado += vNF;
        if (estado == "cancelada" || estado == "cancelada_subst") sums.cancelado += vNF;
    });
    if (is_few) return sums;
    auto const of_all = fmt::format("select count(*), {} from nfce where {}", sold, statement.where);
    connection.run({"receipts_sums", of_all, true}, statement.params, [&](db::Row const& row) {
        sums.total += row.integer(0) - others;
        sums.autorizado += row.get<Money>(1) - others_vNF;
    });
    return sums;
}

// Of receipts without a payment that was read, too: kinds are those of the signed document.
struct Paid {
    std::int64_t notas = 0;
    std::int64_t valor = 0;
};
using Payments = std::map<std::string, Paid>;

constexpr std::int64_t most_added_up = 20'000;
constexpr std::string_view is_authorised_sql = "estado in ('autorizada', 'autorizada_sem_xml')";
constexpr std::string_view change_is_of = "01";

// From the kept sums, which know day, series, operador and kind of payment.
Payments payments_from_sums(db::Connection& connection, auth::CompanyScope const& scope, ReceiptFilter const& filter) {
    Payments payments;
    figures::each_payment(connection, scope,
                          {.ambiente = filter.ambiente,
                           .first_day = filter.first_day.value_or("1900-01-01"),
                           .last_day = filter.last_day.value_or("2199-12-31"),
                           .modelo = filter.modelo,
                           .serie = filter.serie,
                           .operador = filter.operador,
                           .tPag = filter.tPag},
                          [&](std::string_view tPag, figures::Sums const& sums) {
                              payments[std::string(tPag)] = {.notas = sums.quantidade, .valor = sums.valor};
                          });
    return payments;
}

// Nothing when there are too many.
std::optional<Payments> payments_from_sales(db::Connection& connection, auth::CompanyScope const& scope,
                                            ReceiptList const& asked) {
    Statement statement;
    fill(statement, scope, asked);
    auto const found = fmt::format("select venda_id from nfce where {} and operacao = 'venda' and {}", statement.where,
                                   is_authorised_sql);
    auto params = statement.params;
    params.emplace_back("most", most_added_up + 1);
    auto const counting = fmt::format("select count(*) from ({} limit :most) as found", found);
    if (connection.scalar<std::int64_t>({"receipts_to_add_up", counting, true}, params).value_or(0) > most_added_up)
        return std::nullopt;
    Payments payments;
    auto const by_kind = fmt::format("select p.tPag, count(distinct p.venda_id), cast(sum(p.valor) as bigint) "
                                     "from venda_pagamento p where p.emitente_id = :emitente_id and p.venda_id in ({}) "
                                     "group by p.tPag",
                                     found);
    connection.run({"receipts_payments", by_kind, true}, statement.params, [&](db::Row const& row) {
        payments[row.get<std::string>(0)] = {.notas = row.integer(1), .valor = row.integer(2)};
    });
    auto const change = fmt::format("select cast(coalesce(sum(v.troco), 0) as bigint) from venda v "
                                    "where v.emitente_id = :emitente_id and v.id in ({})",
                                    found);
    auto const troco = connection.scalar<std::int64_t>({"receipts_change", change, true}, statement.params).value_or(0);
    if (troco != 0) payments[std::string(change_is_of)].valor -= troco;
    return payments;
}

std::optional<std::string> payments_json(db::Connection& connection, auth::CompanyScope const& scope,
                                         ReceiptList const& asked) {
    auto const& filter = asked.filter;
    bool const has_authorised =
        (filter.situacao == "todas" || filter.situacao == "autorizadas") && filter.tpNF != entry;
    bool const by_sums = asked.query.search.empty() && !filter.numero && !filter.pedido && !filter.cliente &&
                         !filter.produto && !filter.hora && !filter.dia_semana;
    auto const payments = !has_authorised ? Payments{}
                          : by_sums       ? payments_from_sums(connection, scope, filter)
                                          : payments_from_sales(connection, scope, asked);
    if (!payments) return std::nullopt;
    std::string list;
    for (auto const& [tPag, paid] : *payments) {
        if (paid.notas == 0 && paid.valor == 0) continue;
        list += fmt::format(R"({}{{"tPag":"{}","notas":{},"valor":"{}"}})", list.empty() ? "" : ",", tPag, paid.notas,
                            Money::from_raw(paid.valor).to_string());
    }
    return '[' + list + ']';
}

std::string tabs_json(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList asked) {
    json::ObjectWriter writer;
    for (auto const& situation : situations) {
        asked.filter.situacao = situation.name;
        Statement statement;
        fill(statement, scope, asked);
        writer.raw(situation.name, records::to_json(count_to_most(connection, statement)));
    }
    return writer.take();
}

} // namespace

Result<ReceiptList> read_receipt_list(db::Connection& connection, auth::CompanyScope const& scope,
                                      http::Request const& request, std::span<std::string_view const> more) {
    std::vector<std::string_view> known(filters.begin(), filters.end());
    known.insert(known.end(), more.begin(), more.end());
    ReceiptList asked{.query = BALCAO_TRY(records::read_list_query(request, sorts, known)), .filter = {}};
    auto const company = companies::find(connection, scope);
    if (!company) return not_found();
    auto const& zone = company->company.fuso_horario;
    auto& filter = asked.filter;
    filter.ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(connection, scope, request));
    filter.situacao = request.query("situacao").value_or("todas");
    std::vector<FieldProblem> problems;
    if (std::ranges::find(situations, filter.situacao, &Situation::name) == situations.end())
        problems.push_back({"situacao", "Esta situação não existe."});
    if (auto const operador = request.query("operador")) {
        filter.operador = UserId::parse(*operador);
        if (!filter.operador) problems.push_back({"operador", "Este operador não existe."});
    }
    if (auto const tPag = request.query("tPag")) {
        filter.tPag = std::string(*tPag);
        if (tPag->size() != 2 || !std::ranges::all_of(*tPag, [](char c) { return c >= '0' && c <= '9'; }))
            problems.push_back({"tPag", "Esta forma de pagamento não existe."});
    }
    if (auto const produto = request.query("produto")) {
        filter.produto = ProductId::parse(*produto);
        if (!filter.produto) problems.push_back({"produto", "Este produto não existe."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    filter.modelo = BALCAO_TRY(number_of(request, "modelo"));
    filter.tpNF = BALCAO_TRY(number_of(request, "tpNF"));
    if (filter.tpNF && *filter.tpNF > 1)
        return invalid(std::vector<FieldProblem>{{"tpNF", "Use 0 para entrada ou 1 para saída."}});
    filter.serie = BALCAO_TRY(number_of(request, "serie"));
    filter.numero = BALCAO_TRY(number_of(request, "numero"));
    filter.de = BALCAO_TRY(day_asked(request, "de", zone, 0));
    filter.ate = BALCAO_TRY(day_asked(request, "ate", zone, 1));
    if (filter.de) filter.first_day = std::string(*request.query("de"));
    if (filter.ate) filter.last_day = std::string(*request.query("ate"));
    filter.pedido = BALCAO_TRY(number_of(request, "pedido"));
    filter.hora = BALCAO_TRY(number_of(request, "hora"));
    filter.dia_semana = BALCAO_TRY(number_of(request, "dia_semana"));
    if (auto const client = request.query("cliente")) filter.cliente = std::string(*client);
    return asked;
}

records::ListPage list_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked) {
    Statement statement;
    fill(statement, scope, asked);
    auto const total = count_to_most(connection, statement);
    records::ListPage page{.total = total.total, .total_exact = total.exact};
    auto params = statement.params;
    params.emplace_back("limit", asked.query.page_size);
    params.emplace_back("offset", asked.query.offset());
    // A sign before the column keeps SQLite from reading all receipts in order to find a few.
    auto const sql =
        fmt::format("select {} from nfce where {} order by {}dhEmi desc, seq desc limit :limit offset :offset",
                    db::columns(nota_fields), statement.where, situation_of(asked).is_few ? "+" : "");
    auto notas = connection.all({"receipts_page", sql, true}, params,
                                [](db::Row const& row) { return db::read_row<Nota>(nota_fields, row); });
    for (auto const& one : with_sales(connection, scope, std::move(notas))) page.items.push_back(listed_json(one));
    return page;
}

std::vector<ListedReceipt> with_sales(db::Connection& connection, auth::CompanyScope const& scope,
                                      std::vector<Nota> notas) {
    std::vector<Uuid> sales, people;
    for (auto const& nota : notas) {
        sales.push_back(nota.venda_id.uuid());
        people.push_back(nota.operador_id.uuid());
    }
    std::ranges::sort(people);
    people.erase(std::ranges::unique(people).begin(), people.end());
    std::map<Uuid, std::string> names;
    db::run_for_values<Uuid>(connection, names_of_operators, {}, people, [&](db::Row const& row) {
        names.emplace(row.uuid(0), row.get<std::optional<std::string>>(1).value_or(""));
    });
    db::Params const params{{"emitente_id", scope.id()}};
    std::map<Uuid, std::vector<std::string>> payments;
    db::run_for_values<Uuid>(connection, payments_of_sales, params, sales, [&](db::Row const& row) {
        auto& kinds = payments[row.uuid(0)];
        auto kind = row.get<std::string>(1);
        if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(std::move(kind));
    });
    std::map<Uuid, std::pair<std::int64_t, Uuid>> orders;
    db::run_for_values<Uuid>(connection, orders_of_sales, params, sales, [&](db::Row const& row) {
        orders.emplace(row.uuid(0), std::pair(row.integer(1), row.uuid(2)));
    });
    std::vector<ListedReceipt> listed;
    listed.reserve(notas.size());
    for (auto& nota : notas) {
        ListedReceipt one{.nota = std::move(nota), .operador = {}, .pagamentos = {}};
        one.operador = names[one.nota.operador_id.uuid()];
        if (one.nota.operacao == Nota::of_return) {
            listed.push_back(std::move(one));
            continue;
        }
        auto const sale = one.nota.venda_id.uuid();
        one.pagamentos = payments[sale];
        std::ranges::sort(one.pagamentos);
        if (auto const order = orders.find(sale); order != orders.end()) {
            one.pedido = order->second.first;
            one.pedido_id = order->second.second;
        }
        listed.push_back(std::move(one));
    }
    return listed;
}

std::string listed_json(ListedReceipt const& one) {
    json::ObjectWriter writer;
    writer.text("operador", one.operador);
    std::string kinds;
    for (auto const& tPag : one.pagamentos) kinds += fmt::format(R"({}"{}")", kinds.empty() ? "" : ",", tPag);
    writer.raw("pagamentos", '[' + kinds + ']');
    if (one.pedido) writer.integer("pedido", *one.pedido);
    else writer.null("pedido");
    writer.optional_text("pedido_id", one.pedido_id.transform([](Uuid const& id) { return id.to_string(); }));
    auto json = summary_json(one.nota);
    json.back() = ',';
    return json + writer.take().substr(1);
}

std::vector<std::string> latest_receipts(db::Connection& connection, auth::CompanyScope const& scope,
                                         std::string_view ambiente, std::optional<UserId> const& operador,
                                         std::int64_t limit) {
    ReceiptList asked{.query = {},
                      .filter = {.ambiente = std::string(ambiente), .situacao = "todas", .operador = operador}};
    Statement statement;
    fill(statement, scope, asked);
    statement.params.emplace_back("limit", limit);
    auto const sql = fmt::format("select {} from nfce where {} order by dhEmi desc, seq desc limit :limit",
                                 db::columns(nota_fields), statement.where);
    auto notas = connection.all({"receipts_latest", sql, true}, statement.params,
                                [](db::Row const& row) { return db::read_row<Nota>(nota_fields, row); });
    std::vector<std::string> items;
    for (auto const& one : with_sales(connection, scope, std::move(notas))) items.push_back(listed_json(one));
    return items;
}

void each_listed(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked,
                 std::function<void(ListedReceipt const&)> const& use) {
    std::vector<Nota> notas;
    each_receipt(connection, scope, asked, [&](Nota const& nota) { notas.push_back(nota); });
    for (auto const& one : with_sales(connection, scope, std::move(notas))) use(one);
}

std::string count_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked) {
    auto const sums = sums_of(connection, scope, asked);
    json::ObjectWriter writer;
    writer.integer("total", sums.total);
    if (scope.is_gerente()) {
        writer.text("autorizado", sums.autorizado.to_string());
        writer.text("cancelado", sums.cancelado.to_string());
        if (auto const payments = payments_json(connection, scope, asked)) writer.raw("por_pagamento", *payments);
    }
    writer.raw("abas", tabs_json(connection, scope, asked));
    return writer.take();
}

std::int64_t found_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked) {
    Statement statement;
    fill(statement, scope, asked);
    auto const sql = fmt::format("select count(*) from nfce where {}", statement.where);
    return connection.scalar<std::int64_t>({"receipts_export_count", sql, true}, statement.params).value_or(0);
}

void each_receipt(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked,
                  std::function<void(Nota const&)> const& use) {
    Statement statement;
    fill(statement, scope, asked);
    auto const sql = fmt::format("select {} from nfce where {} order by dhEmi desc, seq desc", db::columns(nota_fields),
                                 statement.where);
    connection.run({"receipts_export", sql, true}, statement.params,
                   [&](db::Row const& row) { use(db::read_row<Nota>(nota_fields, row)); });
}

} // namespace balcao::receipts
