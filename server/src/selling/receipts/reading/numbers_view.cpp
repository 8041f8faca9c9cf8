#include "selling/receipts/reading/numbers_view.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "fiscal/numbers/numbers.hpp"
#include "platform/base/json.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

namespace {

constexpr std::int64_t newest_shown = 100;
constexpr std::int64_t most_pending = 200;

constexpr db::Query find_series{"receipts_numbers", R"sql(
    select modelo, serie, proximo, ultimo_usado, conferido_ate, parada_motivo from nfce_numeracao
    where emitente_id = :emitente_id and ambiente = :ambiente order by modelo desc, serie)sql"};
// Those that are authorised come from the days' sums: there may be a million of them.
constexpr db::Query count_others{"receipts_numbers_by_state", R"sql(
    select modelo, serie, estado, count(*) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and estado <> 'autorizada'
    group by modelo, serie, estado order by modelo, serie, estado)sql"};
constexpr db::Query sum_authorised{"receipts_numbers_authorised", R"sql(
    select modelo, serie, cast(coalesce(sum(quantidade), 0) as bigint) from nfce_dia
    where emitente_id = :emitente_id and ambiente = :ambiente and grupo = 'autorizada' group by modelo, serie)sql"};
constexpr db::Query find_ranges{"receipts_ranges", R"sql(
    select modelo, serie, ini, fim, tipo from nfce_faixa
    where emitente_id = :emitente_id and ambiente = :ambiente order by modelo desc, serie, ini)sql"};
constexpr db::Query find_newest{"receipts_newest_numbers", R"sql(
    select numero, estado, id from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and numero >= :ini and numero <= :fim
    order by numero desc)sql"};
constexpr db::Query find_pending{"receipts_pending_numbers", R"sql(
    select modelo, serie, numero, estado, id, prazo, dhEmi, vNF from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente
        and estado in ('enviando', 'indefinida', 'rejeitada', 'contingencia', 'contingencia_rejeitada', 'abandonada')
    order by dhEmi limit :limit)sql"};
constexpr db::Query count_month{"receipts_issued_since", R"sql(
    select count(*) from nfce where emitente_id = :emitente_id and ambiente = :ambiente and modelo = 65 and dhEmi >= :since)sql"};
constexpr db::Query count_month_offline{"receipts_issued_offline_since", R"sql(
    select count(*) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and dhEmi >= :since and tpEmis = 9)sql"};

// Model and series.
using SeriesKey = std::pair<std::int64_t, std::int64_t>;
SeriesKey key_at(db::Row const& row, int first) { return {row.integer(first), row.integer(first + 1)}; }

void write_series(json::ObjectWriter& writer, SeriesKey const& of) {
    writer.integer("modelo", of.first);
    writer.integer("serie", of.second);
}

struct Range {
    SeriesKey of;
    std::int64_t ini = 0, fim = 0;
    std::string tipo;
};

class View {
public:
    View(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente, std::string zone,
         Instant now)
        : connection_(connection), scope_(scope), ambiente_(ambiente), zone_(std::move(zone)), now_(now),
          ranges_(connection.all(find_ranges, params(), [](db::Row const& row) {
              return Range{key_at(row, 0), row.integer(2), row.integer(3), row.get<std::string>(4)};
          })) {}

    std::string json() {
        json::ObjectWriter writer;
        writer.text("ambiente", ambiente_);
        writer.raw("series", series());
        writer.raw("estados", states());
        writer.raw("faixas", ranges());
        writer.raw("pendentes", pending());
        writer.raw("contingencia_mes", offline_share());
        return writer.take();
    }

private:
    db::Params params(std::initializer_list<db::Param> more = {}) const {
        db::Params all{{"emitente_id", scope_.id()}, {"ambiente", ambiente_}};
        all.insert(all.end(), more);
        return all;
    }
    static std::string list_of(std::vector<std::string> const& entries) {
        std::string out = "[";
        for (auto const& entry : entries) out += (out.size() > 1 ? "," : "") + entry;
        return out + "]";
    }

    std::string series() {
        struct Series {
            SeriesKey of;
            std::int64_t proximo = 0;
            std::int64_t ultimo_usado = 0;
            std::int64_t conferido_ate = 0;
            std::optional<std::string> parada;
        };
        auto const found = connection_.all(find_series, params(), [](db::Row const& row) {
            return Series{key_at(row, 0), row.integer(2), row.integer(3), row.integer(4),
                          row.get<std::optional<std::string>>(5)};
        });
        std::vector<std::string> entries;
        for (auto const& one : found) {
            json::ObjectWriter each;
            write_series(each, one.of);
            each.integer("proximo", one.proximo);
            each.integer("ultimo_usado", one.ultimo_usado);
            each.integer("conferido_ate", one.conferido_ate);
            each.optional_text("parada", one.parada);
            each.raw("lacuna", gap(one.of, one.conferido_ate));
            each.raw("ultimos", newest(one.of, one.proximo));
            entries.push_back(each.take());
        }
        return list_of(entries);
    }

    // The first numbers that are not accounted for exactly once.
    std::string gap(SeriesKey const& of, std::int64_t conferido_ate) {
        auto const fault = numbers::ledger_fault(
            connection_, scope_, {.ambiente = std::string(ambiente_), .modelo = of.first, .serie = of.second},
            conferido_ate);
        if (!fault) return "null";
        json::ObjectWriter writer;
        writer.integer("ini", fault->ini);
        writer.integer("fim", fault->fim);
        return writer.take();
    }

    // What became of each of the last numbers, the newest first.
    std::string newest(SeriesKey const& of, std::int64_t proximo) {
        struct Known {
            std::string estado;
            std::optional<NotaId> nota;
        };
        auto const fim = proximo - 1, ini = std::max<std::int64_t>(proximo - newest_shown, 1);
        std::map<std::int64_t, Known, std::greater<>> known;
        for (auto numero = ini; numero <= fim; ++numero) known.emplace(numero, Known{"sem_registro", std::nullopt});
        for (auto const& range : ranges_) {
            if (range.of != of) continue;
            for (auto numero = std::max(range.ini, ini); numero <= std::min(range.fim, fim); ++numero)
                known.at(numero).estado = range.tipo;
        }
        connection_.run(
            find_newest, params({{"modelo", of.first}, {"serie", of.second}, {"ini", ini}, {"fim", fim}}),
            [&](db::Row const& row) { known.at(row.integer(0)) = {row.get<std::string>(1), row.get<NotaId>(2)}; });
        std::vector<std::string> entries;
        for (auto const& [numero, one] : known) {
            json::ObjectWriter each;
            each.integer("numero", numero);
            each.text("estado", one.estado);
            each.optional_text("nfce_id", one.nota.transform([](NotaId const& id) { return id.to_string(); }));
            entries.push_back(each.take());
        }
        return list_of(entries);
    }

    std::string states() {
        std::map<std::pair<SeriesKey, std::string>, std::int64_t> counts;
        connection_.run(sum_authorised, params(),
                        [&](db::Row const& row) { counts[{key_at(row, 0), "autorizada"}] = row.integer(2); });
        connection_.run(count_others, params(), [&](db::Row const& row) {
            auto const of = key_at(row, 0);
            auto estado = row.get<std::string>(2);
            // The days count both kinds as one.
            if (estado == text(Estado::autorizada_sem_xml)) counts[{of, "autorizada"}] -= row.integer(3);
            counts[{of, std::move(estado)}] = row.integer(3);
        });
        std::vector<std::string> entries;
        for (auto const& [key, quantidade] : counts) {
            if (quantidade == 0) continue;
            json::ObjectWriter each;
            write_series(each, key.first);
            each.text("estado", key.second);
            each.integer("quantidade", quantidade);
            entries.push_back(each.take());
        }
        return list_of(entries);
    }

    std::string ranges() {
        std::vector<std::string> entries;
        for (auto const& range : ranges_) {
            json::ObjectWriter each;
            write_series(each, range.of);
            each.integer("ini", range.ini);
            each.integer("fim", range.fim);
            each.text("tipo", range.tipo);
            entries.push_back(each.take());
        }
        return list_of(entries);
    }

    // What is to become of them is open; with the moment until when, where there is one.
    std::string pending() {
        struct Pending {
            SeriesKey of;
            std::int64_t numero = 0;
            Estado estado{};
            NotaId nota;
            std::optional<Instant> prazo;
            Money vNF;
        };
        auto found = connection_.all(find_pending, params({{"limit", most_pending}}), [&](db::Row const& row) {
            auto const estado = estado_of(row.text(3));
            bool const is_to_be_voided = estado == Estado::rejeitada || estado == Estado::abandonada;
            return Pending{key_at(row, 0),
                           row.integer(2),
                           estado,
                           row.get<NotaId>(4),
                           is_to_be_voided ? voiding_deadline(row.get<Instant>(6), zone_)
                                           : row.get<std::optional<Instant>>(5),
                           row.get<Money>(7)};
        });
        std::ranges::sort(found, {},
                          [](Pending const& one) { return std::tuple(-one.of.first, one.of.second, one.numero); });
        std::vector<std::string> entries;
        for (auto const& one : found) {
            json::ObjectWriter each;
            write_series(each, one.of);
            each.integer("numero", one.numero);
            each.text("estado", text(one.estado));
            each.text("nfce_id", one.nota.to_string());
            each.optional_text("prazo", one.prazo.transform(&Instant::to_iso));
            each.text("vNF", one.vNF.to_string());
            entries.push_back(each.take());
        }
        return list_of(entries);
    }

    // Of the receipts of this month.
    std::string offline_share() {
        auto const since = start_of_day(local_date(now_, zone_).substr(0, 8) + "01", zone_);
        auto const count = [&](db::Query const& query) {
            return connection_.scalar<std::int64_t>(query, params({{"since", since}})).value_or(0);
        };
        json::ObjectWriter writer;
        writer.integer("quantidade", count(count_month_offline));
        writer.integer("total", count(count_month));
        return writer.take();
    }

    db::Connection& connection_;
    auth::CompanyScope const& scope_;
    std::string_view const ambiente_;
    std::string const zone_;
    Instant const now_;
    std::vector<Range> const ranges_;
};

} // namespace

std::optional<std::string> numbers_json(db::Connection& connection, auth::CompanyScope const& scope,
                                        std::string_view ambiente, Instant now) {
    auto const company = companies::find(connection, scope);
    if (!company) return std::nullopt;
    return View(connection, scope, ambiente, company->company.fuso_horario, now).json();
}

} // namespace balcao::receipts
