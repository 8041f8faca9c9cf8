#include "selling/cash/cash.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "selling/cash/cash_store.hpp"

namespace balcao::cash {

namespace {

std::vector<Movement> movements_of(std::vector<Sum> const& sums, sales::VendaId sale, Instant now) {
    std::vector<Movement> movements;
    std::ranges::transform(sums, std::back_inserter(movements), [&](Sum const& sum) {
        return Movement{
            .tipo = std::string(venda), .tPag = sum.tPag, .valor = sum.valor, .venda_id = sale, .created_at = now};
    });
    return movements;
}

} // namespace

std::unexpected<Failure> no_open_till(std::string_view to) {
    return fail(
        {.kind = FailureKind::till_closed,
         .title = "Caixa fechado",
         .detail = fmt::format("O caixa desta estação está fechado. Abra o caixa para {}; nada foi gravado.", to)});
}

Result<void> take_payment(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale,
                          Instant now) {
    if (!sale.sessao_id) return {};
    auto movements = movements_of(moved_by(sale), sale.id, now);
    for (auto& one : movements) one.user_id = sale.operador_id;
    if (append(transaction, scope, *sale.sessao_id, sale.ambiente, movements)) return {};
    return no_open_till("vender");
}

Result<void> pay_back(db::Transaction& transaction, auth::CompanyScope const& scope, PaidBack const& paid,
                      Instant now) {
    std::array<Movement, 1> one{{{.tipo = std::string(devolucao),
                                  .tPag = std::string(kinds[in_cash]),
                                  .valor = -paid.valor,
                                  .venda_id = paid.venda,
                                  .motivo = paid.motivo,
                                  .user_id = paid.user,
                                  .created_at = now}}};
    if (append(transaction, scope, paid.sessao, paid.ambiente, one)) return {};
    return no_open_till("devolver em dinheiro");
}

void give_back(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale, Instant now) {
    if (!sale.sessao_id || !sale.estacao_id) return;
    auto const open = find_open(transaction, scope, sale.ambiente, *sale.estacao_id);
    auto movements = undoing(find_sums_of_sale(transaction, scope, sale.id), sale.id, now);
    if (open && append(transaction, scope, *open, sale.ambiente, movements)) return;
    put_off(transaction, scope, sale.ambiente, *sale.estacao_id, sale.id, now);
}

std::vector<Movement> undoing(std::vector<Sum> const& sums, sales::VendaId sale, Instant now) {
    auto movements = movements_of(sums, sale, now);
    for (auto& one : movements) {
        one.tipo = estorno;
        one.valor = -one.valor;
    }
    return movements;
}

} // namespace balcao::cash
