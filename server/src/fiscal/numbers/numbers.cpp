#include "fiscal/numbers/numbers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "fiscal/numbers/marks.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/protection.hpp"

namespace balcao::numbers {

namespace {

constexpr db::Query find_row{"numbers_find", R"sql(
    select proximo, ultimo_usado, conferido_ate, parada_motivo from nfce_numeracao
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie)sql"};
constexpr db::Query take{"numbers_take", R"sql(
    update nfce_numeracao set proximo = :numero + 1, ultimo_usado = :numero
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and proximo = :expected and parada_em is null)sql"};
constexpr db::Query first_number{"numbers_first", R"sql(
    update emitente set primeiro_numero_em = :now where id = :emitente_id and primeiro_numero_em is null)sql"};
constexpr db::Query stop{"numbers_stop", R"sql(
    update nfce_numeracao set parada_em = :now, parada_motivo = :motivo
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and parada_em is null)sql"};
constexpr db::Query resume{"numbers_resume", R"sql(
    update nfce_numeracao set parada_em = null, parada_motivo = null
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie)sql"};

// Locks the row until the transaction ends.
constexpr db::Query lock{"numbers_lock", R"sql(
    update nfce_numeracao set proximo = proximo
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie)sql"};
constexpr db::Query start{"numbers_start", R"sql(
    insert into nfce_numeracao (emitente_id, ambiente, modelo, serie, proximo)
    values (:emitente_id, :ambiente, :modelo, :serie, :proximo))sql"};
constexpr db::Query move{"numbers_move", R"sql(
    update nfce_numeracao set proximo = :proximo,
        conferido_ate = case when conferido_ate < :proximo then conferido_ate else :proximo - 1 end
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie)sql"};

constexpr db::Query insert_range{"numbers_insert_range", R"sql(
    insert into nfce_faixa (emitente_id, ambiente, modelo, serie, ini, fim, tipo, inutilizacao_id, user_id, created_at)
    values (:emitente_id, :ambiente, :modelo, :serie, :ini, :fim, :tipo, :inutilizacao_id, :user_id, :created_at))sql"};
constexpr db::Query last_asked_to_void{"numbers_last_asked_to_void", R"sql(
    select max(fim) from nfce_inutilizacao
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and estado <> 'recusada')sql"};
constexpr db::Query drop_ranges_from{"numbers_drop_ranges_from", R"sql(
    delete from nfce_faixa
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and ini >= :proximo)sql"};
constexpr db::Query shorten_range{"numbers_shorten_range", R"sql(
    update nfce_faixa set fim = :fim
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and ini <= :fim and fim > :fim)sql"};
constexpr db::Query skipped_within{"numbers_skipped_within", R"sql(
    select ini, fim, user_id, created_at from nfce_faixa
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and tipo = 'saltada'
        and ini <= :ate and fim >= :de
    order by ini)sql"};
constexpr db::Query drop_range{"numbers_drop_range", R"sql(
    delete from nfce_faixa
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and ini = :ini)sql"};

constexpr db::Query lock_all{"numbers_lock_all", R"sql(
    update nfce_numeracao set proximo = proximo where emitente_id = :emitente_id and ambiente = :ambiente)sql"};
constexpr db::Query drop_all_ranges{"numbers_drop_all_ranges", R"sql(
    delete from nfce_faixa where emitente_id = :emitente_id and ambiente = :ambiente)sql"};
constexpr db::Query insert_earlier{"numbers_insert_earlier", R"sql(
    insert into nfce_faixa (emitente_id, ambiente, modelo, serie, ini, fim, tipo, user_id, created_at)
    select emitente_id, ambiente, modelo, serie, 1, proximo - 1, 'anterior', :user_id, :now from nfce_numeracao
    where emitente_id = :emitente_id and ambiente = :ambiente and proximo > 1)sql"};

// Each account with the end of the one before it; the first that does not follow it at once. A range that only ends
// after :depois counts from there.
constexpr db::Query first_break{"numbers_first_break", R"sql(
    with contas (ini, fim) as (
        select numero, numero from nfce
        where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and numero > :depois
        union all
        select case when ini > :depois then ini else :depois + 1 end, fim from nfce_faixa
        where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and fim > :depois
    ), seguidas as (
        select ini, fim, lag(fim, 1, :depois) over (order by ini, fim) as antes from contas
    )
    select antes, ini, fim from seguidas where ini <> antes + 1 order by ini, fim limit 1)sql"};
constexpr db::Query last_account{"numbers_last_account", R"sql(
    select max(fim) from (
        select max(numero) as fim from nfce
        where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie
        union all
        select max(fim) as fim from nfce_faixa
        where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie
    ) as ends)sql"};
constexpr db::Query remember_check{"numbers_remember_check", R"sql(
    update nfce_numeracao set conferido_ate = :ate
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie
        and conferido_ate < :ate and proximo > :ate)sql"};

db::Params of(auth::CompanyScope const& scope, Series const& series, std::initializer_list<db::Param> more = {}) {
    db::Params params{
        {"emitente_id", scope.id()}, {"ambiente", series.ambiente}, {"modelo", series.modelo}, {"serie", series.serie}};
    params.insert(params.end(), more);
    return params;
}

struct Range {
    std::int64_t ini = 0;
    std::int64_t fim = 0;
    std::optional<UserId> user{};
    Instant created_at;
};

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series, Range const& range,
            std::string_view tipo, std::optional<Uuid> const& inutilizacao_id = std::nullopt) {
    if (range.ini > range.fim) return;
    transaction.execute(insert_range, of(scope, series,
                                         {{"ini", range.ini},
                                          {"fim", range.fim},
                                          {"tipo", tipo},
                                          {"inutilizacao_id", inutilizacao_id},
                                          {"user_id", range.user},
                                          {"created_at", range.created_at}}));
}

Result<void> lower(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series,
                   Counter const& counter, std::int64_t proximo) {
    auto const asked = transaction.scalar<std::optional<std::int64_t>>(last_asked_to_void, of(scope, series));
    auto const lowest = std::max(counter.ultimo_usado, asked.value_or(std::nullopt).value_or(0)) + 1;
    if (proximo < lowest) {
        return invalid(std::vector<FieldProblem>{
            {"numero_inicial",
             fmt::format("Os números até {} desta série já foram usados ou inutilizados. Use {} ou um "
                         "maior.",
                         lowest - 1, lowest)}});
    }
    transaction.execute(drop_ranges_from, of(scope, series, {{"proximo", proximo}}));
    transaction.execute(shorten_range, of(scope, series, {{"fim", proximo - 1}}));
    return {};
}

} // namespace

std::optional<Counter> find_counter(db::Connection& connection, auth::CompanyScope const& scope, Series const& series) {
    return connection.first(find_row, of(scope, series), [](db::Row const& row) {
        return Counter{.proximo = row.get<std::int64_t>(0),
                       .ultimo_usado = row.get<std::int64_t>(1),
                       .conferido_ate = row.get<std::int64_t>(2),
                       .parada_motivo = row.get<std::optional<std::string>>(3)};
    });
}

Take take_number(db::Transaction& transaction, auth::CompanyScope const& scope, Marks& marks, Series const& series,
                 std::int64_t numero, Instant now) {
    if (numero > highest_number) return Take::stopped;
    auto expected = numero;
    if (!is_in_place(Protection::counter)) {
        if (auto const counter = find_counter(transaction, scope, series)) expected = counter->proximo;
    }
    if (transaction.execute(take, of(scope, series, {{"numero", numero}, {"expected", expected}})) == 0) {
        auto const counter = find_counter(transaction, scope, series);
        bool const can_go_on = counter && !counter->parada_motivo && counter->proximo <= highest_number;
        return can_go_on ? Take::lost : Take::stopped;
    }
    if (marks.highest(scope.id(), series) >= numero) return Take::behind;
    transaction.after_commit([&marks, company = scope.id(), series, numero] {
        crash_point("issue.before_mark");
        marks.note(company, series, numero);
    });
    // Practice numbers bind nobody: a company that only practised may still be deleted.
    if (series.ambiente != "simulador") transaction.execute(first_number, {{"emitente_id", scope.id()}, {"now", now}});
    return Take::taken;
}

void stop_series(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series,
                 std::string_view motivo, Instant now) {
    transaction.execute(stop, of(scope, series, {{"motivo", motivo}, {"now", now}}));
}

void resume_series(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series) {
    transaction.execute(resume, of(scope, series));
}

Result<void> set_next_number(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series,
                             std::int64_t proximo, std::optional<UserId> const& user, Instant now) {
    Counter counter;
    if (transaction.execute(lock, of(scope, series)) != 0) {
        counter = find_counter(transaction, scope, series).value();
    } else {
        transaction.execute(start, of(scope, series, {{"proximo", proximo}}));
    }

    if (proximo < counter.proximo) {
        if (auto lowered = lower(transaction, scope, series, counter, proximo); !lowered) return lowered;
    }
    transaction.execute(move, of(scope, series, {{"proximo", proximo}}));
    insert(transaction, scope, series, {.ini = counter.proximo, .fim = proximo - 1, .user = user, .created_at = now},
           counter.ultimo_usado == 0 ? "anterior" : "saltada");
    return {};
}

void account_as_earlier(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                        std::optional<UserId> const& user, Instant now) {
    db::Params const all{{"emitente_id", scope.id()}, {"ambiente", ambiente}};
    transaction.execute(lock_all, all);
    transaction.execute(drop_all_ranges, all);
    transaction.execute(insert_earlier,
                        {{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"user_id", user}, {"now", now}});
}

void void_skipped(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series, std::int64_t ini,
                  std::int64_t fim, Uuid const& inutilizacao_id) {
    transaction.execute(lock, of(scope, series));
    auto const ranges =
        transaction.all(skipped_within, of(scope, series, {{"de", ini}, {"ate", fim}}), [](db::Row const& row) {
            return Range{.ini = row.get<std::int64_t>(0),
                         .fim = row.get<std::int64_t>(1),
                         .user = row.get<std::optional<UserId>>(2),
                         .created_at = row.get<Instant>(3)};
        });
    for (auto const& range : ranges) {
        transaction.execute(drop_range, of(scope, series, {{"ini", range.ini}}));
        auto before = range, voided = range, after = range;
        before.fim = ini - 1;
        voided.ini = std::max(range.ini, ini);
        voided.fim = std::min(range.fim, fim);
        after.ini = fim + 1;
        insert(transaction, scope, series, before, "saltada");
        insert(transaction, scope, series, voided, "inutilizada", inutilizacao_id);
        insert(transaction, scope, series, after, "saltada");
    }
}

std::optional<LedgerFault> ledger_fault(db::Connection& connection, auth::CompanyScope const& scope,
                                        Series const& series, std::int64_t after) {
    using Kind = LedgerFault::Kind;
    auto const broken = connection.first(first_break, of(scope, series, {{"depois", after}}), [](db::Row const& row) {
        auto const before = row.get<std::int64_t>(0), ini = row.get<std::int64_t>(1), fim = row.get<std::int64_t>(2);
        if (ini > before + 1) return LedgerFault{.kind = Kind::unaccounted, .ini = before + 1, .fim = ini - 1};
        return LedgerFault{.kind = Kind::doubled, .ini = ini, .fim = std::min(fim, before)};
    });
    if (broken) return broken;
    auto const counter = find_counter(connection, scope, series).value_or(Counter{});
    auto const found = connection.scalar<std::optional<std::int64_t>>(last_account, of(scope, series));
    auto const last = std::max(found.value_or(std::nullopt).value_or(0), after);
    if (last < counter.proximo - 1)
        return LedgerFault{.kind = Kind::unaccounted, .ini = last + 1, .fim = counter.proximo - 1};
    if (last >= counter.proximo) return LedgerFault{.kind = Kind::ahead, .ini = counter.proximo, .fim = last};
    return std::nullopt;
}

std::optional<LedgerFault> check_ledger(db::Transaction& transaction, auth::CompanyScope const& scope,
                                        Series const& series) {
    auto const counter = find_counter(transaction, scope, series);
    if (!counter) return std::nullopt;
    if (auto fault = ledger_fault(transaction, scope, series, counter->conferido_ate)) return fault;
    transaction.execute(remember_check, of(scope, series, {{"ate", counter->proximo - 1}}));
    return std::nullopt;
}

} // namespace balcao::numbers
