#include "selling/receipts/nota/receipt_figures.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "nfce/datetime.hpp"
#include "nfce/foreign.hpp"
#include "platform/db/entity.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query sale_client{"receipts_figures_client", R"sql(
    select cliente_id, cpf from venda where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query sale_products{"receipts_figures_products", R"sql(
    select produto_id, quantidade, total from venda_item
    where emitente_id = :emitente_id and venda_id = :id order by ordem)sql"};
std::string const of_day_sql = "select " + db::columns(nota_fields) +
                               " from nfce where emitente_id = :emitente_id and ambiente = :ambiente and dhEmi >= :de "
                               "and dhEmi < :ate and estado in ('autorizada', 'autorizada_sem_xml', 'cancelada', "
                               "'cancelada_subst') order by dhEmi";
db::Query const figures_of_day{"receipts_figures_of_day", of_day_sql};
constexpr db::Query first_dhEmi{"receipts_figures_first", R"sql(
    select dhEmi from nfce where emitente_id = :emitente_id and ambiente = :ambiente order by dhEmi limit 1)sql"};

constexpr auto all_ambientes = std::to_array<std::string_view>({"producao", "homologacao", "simulador"});
constexpr std::string_view money_kind = "01";

bool was_cancelled(Estado estado) { return estado == Estado::cancelada || estado == Estado::cancelada_subst; }

nfce::DateTime printed_at(Nota const& nota) {
    auto const at = std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(nota.dhEmi.microseconds()));
    return nfce::DateTime::from_epoch(at.count(), static_cast<int>(nota.fuso));
}

std::int64_t cents_of(nfce::Valor const& value) { return value.value.raw(); }
std::int64_t cents_of(std::optional<nfce::Valor> const& value) { return value ? value->value.raw() : 0; }

// CST or CSOSN, base, rate and amount, whichever of them a group of ICMS has.
struct Charged {
    std::string cst;
    std::string rate;
    std::int64_t base = 0, amount = 0;
};
template <class Group>
Charged charged_by(Group const& group) {
    Charged charged;
    if constexpr (requires { group.CST; }) charged.cst = group.CST;
    else if constexpr (requires { group.CSOSN; }) charged.cst = group.CSOSN;
    if constexpr (requires { group.proprio; }) {
        if (group.proprio) {
            charged.base = cents_of(group.proprio->vBC);
            charged.rate = group.proprio->pICMS.to_string();
            charged.amount = cents_of(group.proprio->vICMS);
        }
    }
    if constexpr (requires { group.vICMS; }) {
        charged.base = cents_of(group.vBC);
        charged.amount = cents_of(group.vICMS);
        if constexpr (requires { group.pICMS->to_string(); }) {
            if (group.pICMS) charged.rate = group.pICMS->to_string();
        } else {
            charged.rate = group.pICMS.to_string();
        }
    }
    return charged;
}
// In the order of nfce::Icms, of groups that have one code.
constexpr auto icms_codes = std::to_array<std::string_view>(
    {"", "00", "02", "10", "20", "30", "", "51", "60", "61", "70", "90", "101", "201", "", "500", "900"});
static_assert(icms_codes.size() == std::variant_size_v<nfce::Icms>);

Charged charged_by(nfce::Icms const& icms) {
    auto charged = std::visit([](auto const& group) { return charged_by(group); }, icms);
    if (charged.cst.empty()) charged.cst = icms_codes.at(icms.index());
    return charged;
}

std::int64_t amount_of(std::optional<nfce::Contribuicao> const& contribution) {
    if (!contribution) return 0;
    return std::visit(
        [](auto const& group) -> std::int64_t {
            if constexpr (requires { group.v; }) return cents_of(group.v);
            else return 0;
        },
        *contribution);
}

// The text of a rate with two places at least, so that 18 and 18.00 are one.
std::string rate_key(std::string const& rate) {
    if (rate.empty()) return {};
    auto const value = Decimal<4>::parse(rate);
    if (!value) return rate;
    auto text = value->to_string();
    while (text.ends_with("00")) text.resize(text.size() - 2);
    return text.ends_with('.') ? text + "00" : text;
}

std::int64_t worth_of(nfce::Prod const& prod) {
    return cents_of(prod.vProd) - cents_of(prod.vDesc) + cents_of(prod.vFrete) + cents_of(prod.vSeg) +
           cents_of(prod.vOutro);
}

class FigureCounting {
public:
    FigureCounting(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota, std::int64_t times,
                   figures::Changes& changes)
        : connection_(connection), scope_(scope), nota_(nota), times_(times), changes_(changes),
          at_(printed_at(nota).to_string()) {}

    void run() {
        if (was_cancelled(nota_.state())) {
            add("hora", "cancelada", at_.substr(11, 2), {.quantidade = 1, .valor = nota_.vNF.raw()});
            return;
        }
        auto const xml = find_version_xml(connection_, scope_, nota_.id, nota_.versao);
        auto const read = xml ? nfce::read_receipt(*xml) : std::unexpected(nfce::Problems{});
        figures::Sums whole{.quantidade = 1, .valor = nota_.vNF.raw()};
        if (read) {
            for (auto const& item : read->nfce.det) whole.desconto += cents_of(item.prod.vDesc);
            add_items(read->nfce);
            add_payments(read->nfce.pag);
        }
        add("hora", "autorizada", at_.substr(11, 2), whole);
        add("cliente", "autorizada", client(), whole);
    }

private:
    void add(std::string_view dimension, std::string_view group, std::string key, figures::Sums const& sums) {
        changes_.add({.ambiente = nota_.ambiente,
                      .dimensao = std::string(dimension),
                      .dia = at_.substr(0, 10),
                      .grupo = std::string(group),
                      .serie = figures::series_key(nota_.modelo, nota_.serie),
                      .operador = nota_.operador_id.uuid(),
                      .chave = std::move(key)},
                     sums, times_);
    }

    db::Params of_sale() const { return {{"emitente_id", scope_.id()}, {"id", nota_.venda_id}}; }

    std::string client() {
        return connection_
            .first(sale_client, of_sale(),
                   [](db::Row const& row) {
                       if (!row.is_null(0)) return row.uuid(0).to_string();
                       return row.is_null(1) ? std::string(figures::nobody) : row.get<std::string>(1);
                   })
            .value_or(std::string(figures::nobody));
    }

    // The items of a signed receipt are those of its sale, in their order.
    void add_items(nfce::Nfce const& receipt) {
        auto const products = connection_.all(
            sale_products, of_sale(), [](db::Row const& row) { return std::pair(row.uuid(0), row.integer(1)); });
        for (std::size_t i = 0; i < receipt.det.size(); ++i) {
            auto const& item = receipt.det[i];
            auto const value = worth_of(item.prod);
            if (i < products.size()) {
                add("produto", "autorizada", products[i].first.to_string(),
                    {.quantidade = 1,
                     .valor = value,
                     .desconto = cents_of(item.prod.vDesc),
                     .volume = products[i].second});
            }
            auto const charged = charged_by(item.icms);
            figures::Sums taxes{.quantidade = 1,
                                .valor = value,
                                .desconto = cents_of(item.prod.vDesc),
                                .base_icms = charged.base,
                                .icms = charged.amount,
                                .pis = amount_of(item.pis),
                                .cofins = amount_of(item.cofins)};
            if (item.ibscbs && item.ibscbs->gIBSCBS) {
                taxes.ibs = cents_of(item.ibscbs->gIBSCBS->vIBS);
                taxes.cbs = cents_of(item.ibscbs->gIBSCBS->gCBS.v);
            }
            add("fiscal", "autorizada",
                fmt::format("{}|{}|{}|{}|{}", item.prod.CFOP, charged.cst, item.prod.NCM, rate_key(charged.rate),
                            receipt.emit.enderEmit.UF),
                taxes);
        }
    }

    // A kind counts once, however many of its payments a sale has.
    void add_payments(nfce::Pag const& pag) {
        std::map<std::string, figures::Sums> kinds;
        for (auto const& payment : pag.detPag) {
            auto& sums = kinds[payment.tPag];
            sums.quantidade = 1;
            sums.valor += cents_of(payment.vPag);
        }
        if (pag.vTroco) kinds[std::string(money_kind)].valor -= cents_of(*pag.vTroco);
        for (auto const& [tPag, sums] : kinds) add("pagamento", "autorizada", tPag, sums);
    }

    db::Connection& connection_;
    auth::CompanyScope const& scope_;
    Nota const& nota_;
    std::int64_t times_;
    figures::Changes& changes_;
    std::string at_; // 2026-11-20T10:15:30-03:00
};

} // namespace

void add_figures(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota, std::int64_t times,
                 figures::Changes& changes) {
    if (!nota.documents_sale()) return; // what came back is added up by its return (selling/returns)
    auto const estado = nota.state();
    if (is_authorised(estado) || was_cancelled(estado)) FigureCounting(connection, scope, nota, times, changes).run();
}

void move_figures(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& before,
                  Nota const& after) {
    auto const kind = [](Nota const& nota) {
        return is_authorised(nota.state()) ? 1 : was_cancelled(nota.state()) ? 2 : 0;
    };
    bool const same_version = before.versao == after.versao && before.dhEmi == after.dhEmi;
    if (kind(before) == kind(after) && (kind(after) == 0 || same_version)) return;
    figures::Changes changes;
    add_figures(transaction, scope, before, -1, changes);
    add_figures(transaction, scope, after, 1, changes);
    changes.write(transaction, scope);
}

void add_figures_of_day(db::Connection& connection, auth::CompanyScope const& scope, std::string_view day,
                        figures::Changes& changes) {
    // Wherever the receipt was issued.
    constexpr auto widest = std::chrono::hours{14};
    auto const from = start_of_day(day, "UTC");
    for (auto const ambiente : all_ambientes) {
        auto const notas = connection.all(figures_of_day,
                                          {{"emitente_id", scope.id()},
                                           {"ambiente", ambiente},
                                           {"de", from - widest},
                                           {"ate", from + std::chrono::hours{24} + widest}},
                                          [](db::Row const& row) { return db::read_row<Nota>(nota_fields, row); });
        for (auto const& nota : notas)
            if (printed_at(nota).date() == day) add_figures(connection, scope, nota, 1, changes);
    }
}

std::optional<std::string> first_day(db::Connection& connection, auth::CompanyScope const& scope) {
    std::optional<Instant> first;
    for (auto const ambiente : all_ambientes) {
        auto const at = connection.scalar<Instant>(first_dhEmi, {{"emitente_id", scope.id()}, {"ambiente", ambiente}});
        if (at && (!first || *at < *first)) first = at;
    }
    return first.transform([](Instant at) { return add_days(local_date(at, "UTC"), -1); });
}

} // namespace balcao::receipts
