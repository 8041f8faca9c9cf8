#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "office/reports/names.hpp"
#include "office/reports/reports.hpp"
#include "platform/base/json.hpp"

namespace balcao::reports {

namespace {

constexpr std::size_t most_fiscal_rows = 500;
constexpr std::int64_t most_gaps = 20;

std::string taxes_json(Sums const& sums) {
    return fmt::format(
        R"({{"valor":"{}","base_icms":"{}","icms":"{}","pis":"{}","cofins":"{}","ibs":"{}","cbs":"{}"}})",
        money(sums.valor), money(sums.base_icms), money(sums.icms), money(sums.pis), money(sums.cofins),
        money(sums.ibs), money(sums.cbs));
}

// CFOP, CST or CSOSN, NCM, rate, UF.
std::array<std::string, 5> parts_of_key(std::string_view key) {
    std::array<std::string, 5> parts;
    std::size_t at = 0;
    for (char const c : key) {
        if (c == '|' && at + 1 < parts.size()) ++at;
        else parts.at(at) += c;
    }
    return parts;
}

template <class Key>
std::vector<std::pair<Key, Sums>> highest_first(std::map<Key, Sums> const& sums) {
    std::vector<std::pair<Key, Sums>> rows;
    for (auto const& one : sums)
        if (!one.second.is_zero()) rows.push_back(one);
    std::ranges::sort(rows, [](auto const& a, auto const& b) {
        return std::tie(b.second.valor, a.first) < std::tie(a.second.valor, b.first);
    });
    return rows;
}

std::string groups_json(std::map<std::string, Sums> const& groups) {
    std::string list;
    for (auto const& [key, sums] : highest_first(groups)) {
        json::ObjectWriter each;
        each.text("chave", key);
        each.integer("itens", sums.quantidade);
        each.raw("somas", taxes_json(sums));
        list += (list.empty() ? "" : ",") + each.take();
    }
    return '[' + list + ']';
}

std::string rows_json(std::map<std::string, Sums> const& rows) {
    std::string list;
    auto sorted = highest_first(rows);
    sorted.resize(std::min(sorted.size(), most_fiscal_rows));
    for (auto const& [key, sums] : sorted) {
        auto const [cfop, cst, ncm, rate, uf] = parts_of_key(key);
        json::ObjectWriter each;
        each.text("cfop", cfop);
        each.text("cst", cst);
        each.text("ncm", ncm);
        each.text_or_null("aliquota", rate);
        each.text("uf", uf);
        each.integer("itens", sums.quantidade);
        each.raw("somas", taxes_json(sums));
        list += (list.empty() ? "" : ",") + each.take();
    }
    return '[' + list + ']';
}

// Series that have receipts at all.
constexpr db::Query series_of{"reports_closing_series", R"sql(
    select modelo, serie from nfce_numeracao where emitente_id = :emitente_id and ambiente = :ambiente
    order by modelo desc, serie)sql"};
constexpr db::Query numbers_of{"reports_closing_numbers", R"sql(
    select min(+numero), max(+numero) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and dhEmi >= :de and dhEmi < :ate)sql"};
constexpr db::Query receipts_between{"reports_closing_receipts", R"sql(
    select count(*) from nfce where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie
        and numero between :ini and :fim)sql"};
// A plus keeps the planner from an index: from that of all numbers, where the first one of a month is far from its
// ends, and from a month's numbers where few receipts are in these states, which have an index of their own.
constexpr db::Query voided_receipts{"reports_closing_voided", R"sql(
    select count(*) from nfce where emitente_id = :emitente_id and ambiente = :ambiente and estado <> 'autorizada'
        and estado = 'inutilizada' and +modelo = :modelo and +serie = :serie and +numero between :ini and :fim)sql"};
constexpr db::Query voided_ranges{"reports_closing_ranges", R"sql(
    select ini, fim from nfce_faixa where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie
        and tipo = 'inutilizada' and fim >= :ini and ini <= :fim order by ini)sql"};
constexpr db::Query pending_receipts{"reports_closing_pending", R"sql(
    select count(*), cast(coalesce(sum(vNF), 0) as bigint) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and +modelo = :modelo and +serie = :serie and dhEmi >= :de and dhEmi < :ate
        and estado <> 'autorizada' and estado in ('enviando', 'indefinida', 'rejeitada', 'contingencia', 'contingencia_rejeitada', 'abandonada'))sql"};
constexpr db::Query entry_notes{"reports_closing_entries", R"sql(
    select count(*), cast(coalesce(sum(vNF), 0) as bigint) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and +modelo = :modelo and +serie = :serie and dhEmi >= :de and dhEmi < :ate
        and operacao = 'devolucao' and estado in ('autorizada', 'autorizada_sem_xml'))sql"};
constexpr db::Query taken_numbers{"reports_closing_taken", R"sql(
    select numero from nfce where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie
        and numero between :ini and :fim order by numero)sql"};

struct Range {
    std::int64_t ini = 0, fim = 0;
};

class Closing {
public:
    Closing(db::Connection& connection, auth::CompanyScope const& scope, std::string ambiente, std::string mes)
        : connection_(connection), scope_(scope), ambiente_(std::move(ambiente)), mes_(std::move(mes)),
          period_{.de = mes_ + "-01", .ate = add_days(add_days(mes_ + "-01", 31).substr(0, 8) + "01", -1)} {}

    std::string run() {
        auto const zone = figures::time_zone(connection_, scope_);
        params_ = {{"emitente_id", scope_.id()},
                   {"ambiente", ambiente_},
                   {"de", start_of_day(period_.de, zone)},
                   {"ate", start_of_day(add_days(period_.ate, 1), zone)}};
        std::map<std::int64_t, std::pair<Sums, Sums>> sums; // authorised, cancelled
        Sums total;
        for (auto const& cell :
             read_cells(connection_, scope_, {.ambiente = ambiente_, .dimensao = "hora", .period = period_},
                        {.serie = true})) {
            if (cell.grupo == "autorizada") {
                sums[cell.serie].first.add(cell.sums);
                total.add(cell.sums);
            }
            if (cell.grupo == "cancelada") sums[cell.serie].second.add(cell.sums);
        }
        auto const series = connection_.all(series_of, params_, [&](db::Row const& row) {
            return numbers::Series{.ambiente = ambiente_, .modelo = row.integer(0), .serie = row.integer(1)};
        });
        std::string list;
        for (auto const& of : series) {
            auto const& [authorised, cancelled] = sums[figures::series_key(of.modelo, of.serie)];
            auto const one = series_json(of, authorised, cancelled);
            if (!one.empty()) list += (list.empty() ? "" : ",") + one;
        }
        json::ObjectWriter writer;
        writer.text("mes", mes_);
        writer.text("ambiente", ambiente_);
        writer.raw("series", '[' + list + ']');
        writer.raw("total", counted(total, "autorizadas", nullptr));
        writer.integer("pendentes", pending_);
        return writer.take();
    }

private:
    std::string counted(Sums const& sums, std::string_view situation, numbers::Series const* of,
                        std::optional<std::string_view> tpNF = {}) const {
        std::vector<std::pair<std::string_view, std::string>> filters{
            {"de", period_.de}, {"ate", period_.ate}, {"ambiente", ambiente_}};
        if (!situation.empty()) filters.emplace_back("situacao", situation);
        if (of != nullptr) {
            filters.emplace_back("modelo", std::to_string(of->modelo));
            filters.emplace_back("serie", std::to_string(of->serie));
        }
        if (tpNF) filters.emplace_back("tpNF", *tpNF);
        return fmt::format(R"({{"quantidade":{},"valor":"{}","linhas":{}}})", sums.quantidade, money(sums.valor),
                           link_json("notas", filters));
    }

    std::string series_json(numbers::Series const& of, Sums const& authorised, Sums const& cancelled) {
        auto params = params_;
        params.emplace_back("modelo", of.modelo);
        params.emplace_back("serie", of.serie);
        auto const ends = connection_.first(numbers_of, params, [](db::Row const& row) {
            return row.is_null(0) ? std::optional<Range>{} : Range{.ini = row.integer(0), .fim = row.integer(1)};
        });
        auto const range = ends.value_or(std::nullopt);
        if (!range && authorised.is_zero() && cancelled.is_zero()) return {};
        auto const pending =
            connection_
                .first(pending_receipts, params,
                       [](db::Row const& row) { return Sums{.quantidade = row.integer(0), .valor = row.integer(1)}; })
                .value_or(Sums{});
        pending_ += pending.quantidade;
        auto const entries =
            connection_
                .first(entry_notes, params,
                       [](db::Row const& row) { return Sums{.quantidade = row.integer(0), .valor = row.integer(1)}; })
                .value_or(Sums{});
        std::int64_t voided = 0, missing = 0;
        std::string gaps;
        if (range) {
            params.emplace_back("ini", range->ini);
            params.emplace_back("fim", range->fim);
            auto const ranges = connection_.all(voided_ranges, params, [&](db::Row const& row) {
                return Range{.ini = std::max(range->ini, row.integer(0)), .fim = std::min(range->fim, row.integer(1))};
            });
            std::int64_t in_ranges = 0;
            for (auto const& one : ranges) in_ranges += one.fim - one.ini + 1;
            auto const receipts = connection_.scalar<std::int64_t>(receipts_between, params).value_or(0);
            voided = in_ranges + connection_.scalar<std::int64_t>(voided_receipts, params).value_or(0);
            missing = range->fim - range->ini + 1 - receipts - in_ranges;
            if (missing > 0) gaps = gaps_json(params, *range, ranges);
        }
        json::ObjectWriter writer;
        writer.integer("modelo", of.modelo);
        writer.integer("serie", of.serie);
        if (range) {
            writer.integer("primeiro", range->ini);
            writer.integer("ultimo", range->fim);
        } else {
            writer.null("primeiro");
            writer.null("ultimo");
        }
        writer.raw("autorizadas", counted(authorised, "autorizadas", &of));
        writer.raw("canceladas", counted(cancelled, "canceladas", &of));
        writer.raw("entradas", counted(entries, "autorizadas", &of, "0"));
        writer.integer("inutilizadas", voided);
        writer.raw("pendentes", counted(pending, "pendentes", &of));
        writer.integer("faltam", missing);
        writer.raw("intervalos", '[' + gaps + ']');
        return writer.take();
    }

    // Only of a series that has any: reads all numbers of the month.
    std::string gaps_json(db::Params const& params, Range const& whole, std::vector<Range> const& voided) const {
        std::string list;
        std::int64_t found = 0;
        auto next = whole.ini;
        auto range = voided.begin();
        auto const skip_voided = [&] {
            while (range != voided.end() && range->ini <= next) next = std::max(next, (range++)->fim + 1);
        };
        auto const close = [&](std::int64_t until) {
            for (skip_voided(); next < until && found < most_gaps; skip_voided()) {
                auto const end = range == voided.end() ? until : std::min(until, range->ini);
                list += fmt::format(R"({}{{"ini":{},"fim":{}}})", list.empty() ? "" : ",", next, end - 1);
                ++found;
                next = end;
            }
        };
        connection_.run(taken_numbers, params, [&](db::Row const& row) {
            close(row.integer(0));
            next = std::max(next, row.integer(0) + 1);
        });
        return list;
    }

    db::Connection& connection_;
    auth::CompanyScope const& scope_;
    std::string const ambiente_, mes_;
    Period const period_;
    db::Params params_{};
    std::int64_t pending_ = 0;
};

} // namespace

std::string fiscal_json(db::Connection& connection, auth::CompanyScope const& scope, Question const& question) {
    auto const read = [&](Period const& period, std::string_view dimension, By by) {
        return read_cells(connection, scope,
                          {.ambiente = question.ambiente,
                           .dimensao = std::string(dimension),
                           .period = period,
                           .serie = question.serie},
                          by);
    };
    std::map<std::string, Sums> rows, by_cfop, by_cst, by_ncm, by_rate;
    Sums total;
    for (auto const& cell : read(question.period, "fiscal", {.chave = true})) {
        auto const [cfop, cst, ncm, rate, uf] = parts_of_key(cell.chave);
        for (auto* const sums : {&rows[cell.chave], &by_cfop[cfop], &by_cst[cst], &by_ncm[ncm],
                                 &by_rate[rate.empty() ? "sem ICMS" : rate], &total})
            sums->add(cell.sums);
    }
    std::int64_t receipts = 0;
    for (auto const& cell : read(question.period, "hora", {})) receipts += count_in(cell, false);
    Sums before;
    if (question.compared)
        for (auto const& cell : read(*question.compared, "fiscal", {})) before.add(cell.sums);
    std::vector<std::pair<std::string_view, std::string>> filters{{"situacao", "autorizadas"},
                                                                  {"de", question.period.de},
                                                                  {"ate", question.period.ate},
                                                                  {"ambiente", question.ambiente}};
    if (question.serie) filters.emplace_back("serie", std::to_string(*question.serie));
    json::ObjectWriter writer;
    writer.raw("periodo", period_json(question.period));
    writer.raw("comparado", question.compared ? period_json(*question.compared) : "null");
    writer.text("ambiente", question.ambiente);
    writer.integer("notas", receipts);
    writer.raw("total", taxes_json(total));
    writer.raw("anterior", question.compared ? taxes_json(before) : "null");
    writer.raw("por_cfop", groups_json(by_cfop));
    writer.raw("por_cst", groups_json(by_cst));
    writer.raw("por_ncm", groups_json(by_ncm));
    writer.raw("por_aliquota", groups_json(by_rate));
    writer.raw("linhas", rows_json(rows));
    std::erase_if(rows, [](auto const& one) { return one.second.is_zero(); });
    writer.boolean("mais_linhas", rows.size() > most_fiscal_rows);
    writer.raw("lista", link_json("notas", filters));
    return writer.take();
}

Result<std::string> closing_json(db::Connection& connection, auth::CompanyScope const& scope,
                                 Parameters const& parameters, Instant now) {
    auto const wrong = [](std::string sentence) {
        return invalid(std::vector<FieldProblem>{{"mes", std::move(sentence)}});
    };
    auto const mes = parameters("mes").value_or("");
    if (mes.size() != 7 || !is_date(mes + "-01")) return wrong("Informe o mês como AAAA-MM.");
    if (mes > local_date(now, figures::time_zone(connection, scope)).substr(0, 7))
        return wrong("Este mês ainda não começou.");
    auto ambiente = BALCAO_TRY(environment_of(connection, scope, parameters("ambiente")));
    return Closing(connection, scope, std::move(ambiente), mes).run();
}

} // namespace balcao::reports
