#include "selling/receipts/reading/listing.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/datetime.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/http/http.hpp"
#include "platform/records/tabs.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

namespace {

constexpr std::int64_t most_counted = 1000;
constexpr auto sorts = std::to_array<std::string_view>({"-dhEmi"});
constexpr auto filters =
    std::to_array<std::string_view>({"situacao", "ambiente", "de", "ate", "serie", "numero", "operador", "tPag"});

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
    if (filter.serie) add("serie = :serie", {"serie", *filter.serie});
    if (filter.numero) add("numero = :numero", {"numero", *filter.numero});
    if (filter.operador) add("operador_id = :operador", {"operador", *filter.operador});
    if (filter.tPag) {
        add("exists (select 1 from venda_pagamento p where p.emitente_id = :emitente_id and "
            "p.venda_id = nfce.venda_id and p.tPag = :tPag)",
            {"tPag", *filter.tPag});
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
// receipts.
Sums sums_of(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList asked) {
    bool const is_autorizadas = asked.filter.situacao == "autorizadas";
    bool const is_few = situation_of(asked).is_few;
    if (is_autorizadas) asked.filter.situacao = "todas";
    Statement statement;
    fill(statement, scope, asked);
    Sums sums;
    std::int64_t others = 0;
    Money others_vNF;
    auto const by_state =
        fmt::format("select estado, count(*), sum(vNF) from nfce where {} and estado <> 'autorizada' group by estado",
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
    auto const of_all = fmt::format("select count(*), coalesce(sum(vNF), 0) from nfce where {}", statement.where);
    connection.run({"receipts_sums", of_all, true}, statement.params, [&](db::Row const& row) {
        sums.total += row.integer(0) - others;
        sums.autorizado += row.get<Money>(1) - others_vNF;
    });
    return sums;
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
    if (!problems.empty()) return invalid(std::move(problems));
    filter.serie = BALCAO_TRY(number_of(request, "serie"));
    filter.numero = BALCAO_TRY(number_of(request, "numero"));
    filter.de = BALCAO_TRY(day_asked(request, "de", zone, 0));
    filter.ate = BALCAO_TRY(day_asked(request, "ate", zone, 1));
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
    page.items = connection.all({"receipts_page", sql, true}, params,
                                [](db::Row const& row) { return summary_json(db::read_row<Nota>(nota_fields, row)); });
    return page;
}

std::string count_receipts(db::Connection& connection, auth::CompanyScope const& scope, ReceiptList const& asked) {
    auto const sums = sums_of(connection, scope, asked);
    json::ObjectWriter writer;
    writer.integer("total", sums.total);
    if (scope.is_gerente()) {
        writer.text("autorizado", sums.autorizado.to_string());
        writer.text("cancelado", sums.cancelado.to_string());
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
