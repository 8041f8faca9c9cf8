#include "selling/receipts/upkeep/upkeep.hpp"

#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/reading/reading.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query every_series{"receipts_every_series", R"sql(
    select n.emitente_id, e.cnpj, n.ambiente, n.modelo, n.serie, n.proximo
    from nfce_numeracao n join emitente e on e.id = n.emitente_id order by e.cnpj, n.ambiente, n.modelo desc, n.serie)sql"};
constexpr db::Query with_key{"receipts_with_key", R"sql(
    select distinct emitente_id, nfce_id from nfce_xml where chave = :chave and tipo = 'nfe')sql"};

std::string sentence(numbers::LedgerFault const& fault) {
    switch (fault.kind) {
    case numbers::LedgerFault::Kind::unaccounted: return fmt::format("SEM REGISTRO: {} a {}.", fault.ini, fault.fim);
    case numbers::LedgerFault::Kind::doubled:
        return fmt::format("COM MAIS DE UM REGISTRO: {} a {}.", fault.ini, fault.fim);
    case numbers::LedgerFault::Kind::ahead: break;
    }
    return fmt::format("COM REGISTRO, mas o contador ainda não chegou neles: {} a {}.", fault.ini, fault.fim);
}

} // namespace

std::vector<CheckedSeries> check_all_numbers(db::Connection& connection) {
    struct Row {
        CompanyId company;
        CheckedSeries series;
    };
    auto rows = connection.all(every_series, {}, [](db::Row const& row) {
        return Row{.company = row.get<CompanyId>(0),
                   .series = {.company = row.get<std::string>(1),
                              .of = {.ambiente = row.get<std::string>(2),
                                     .modelo = row.get<std::int64_t>(3),
                                     .serie = row.get<std::int64_t>(4)},
                              .numbers = row.get<std::int64_t>(5) - 1,
                              .fault = {}}};
    });
    std::vector<CheckedSeries> checked;
    for (auto& [company, series] : rows) {
        auto const fault = numbers::ledger_fault(connection, Upkeep::scope_of(company), series.of, 0);
        if (fault) series.fault = sentence(*fault);
        checked.push_back(std::move(series));
    }
    return checked;
}

std::optional<std::string> tell_receipt(db::Connection& connection, std::string_view chave) {
    auto const found = connection.first(with_key, {{"chave", chave}}, [](db::Row const& row) {
        return std::pair(row.get<CompanyId>(0), row.get<NotaId>(1));
    });
    if (!found) return std::nullopt;
    auto const scope = Upkeep::scope_of(found->first);
    auto const nota = find_nota(connection, scope, found->second);
    if (!nota) return std::nullopt;
    auto told = fmt::format("{}, {}: {}\n", name_of(*nota), nota->ambiente, nota->estado);
    for (auto const& one : timeline(connection, scope, *nota)) {
        told += fmt::format("{}  {}{}{}\n", one.em.to_iso(), one.texto, one.ms ? fmt::format(" ({} ms)", *one.ms) : "",
                            one.quem ? ", " + *one.quem : "");
    }
    return told;
}

} // namespace balcao::receipts
