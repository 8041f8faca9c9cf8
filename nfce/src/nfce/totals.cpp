#include "nfce/totals.hpp"

#include "nfce/composition.hpp"
#include "nfce/taxes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace balcao::nfce {

namespace {

Money value_or_zero(std::optional<Valor> const& value) { return value ? value->value : Money{}; }

void add_share(std::optional<Valor>& own, Money share) {
    auto const sum = value_or_zero(own) + share;
    own = sum.is_zero() ? std::nullopt : std::optional<Valor>(sum);
}

std::unexpected<Problems> refused(std::string_view name, std::string message) {
    return std::unexpected(Problems{{.rule = name == "vDesc" ? 57 : 0,
                                     .cStat = 0,
                                     .field = fmt::format("nota.rateio.{}", name),
                                     .message = std::move(message)}});
}

/// Shares of `total` by vProd, none above its room.
std::vector<Money> capped_shares(Money total, std::span<Money const> weights, std::span<Money const> rooms) {
    std::vector<Money> shares(weights.size());
    std::vector<std::size_t> open(weights.size());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
    while (!total.is_zero()) {
        std::vector<Money> open_weights;
        for (auto const i : open) open_weights.push_back(weights[i]);
        auto const parts = apportion(total, std::span<Money const>(open_weights));
        std::vector<std::size_t> still_open;
        Money capped;
        for (std::size_t k = 0; k < open.size(); ++k) {
            auto const i = open[k];
            if (parts[k] > rooms[i]) {
                shares[i] = rooms[i];
                capped += rooms[i];
            } else {
                shares[i] = parts[k];
                still_open.push_back(i);
            }
        }
        if (still_open.size() == open.size()) return shares;
        total -= capped;
        open = std::move(still_open);
    }
    for (auto const i : open) shares[i] = Money{};
    return shares;
}

std::expected<void, Problems> apportion_one(Money total, std::optional<Valor> Prod::* member, std::string_view name,
                                            std::span<Det> items) {
    if (total < Money{}) return refused(name, "O valor a ratear não pode ser negativo.");
    std::vector<Money> weights, rooms;
    Money room, weight;
    bool const discount = name == "vDesc";
    for (auto const& item : items) {
        auto const own = value_or_zero(item.prod.*member);
        weights.push_back(item.prod.vProd.value);
        rooms.push_back(discount ? std::max(Money{}, item.prod.vProd.value - own) : total);
        room += rooms.back();
        weight += weights.back();
    }
    bool const negative = std::ranges::any_of(weights, [](Money w) { return w < Money{}; });
    if (!total.is_zero() && (negative || weight.is_zero()))
        return refused(name, "Não há valor de produtos sobre o qual ratear.");
    if (discount && total > room) return refused(name, "Desconto maior que o valor dos itens.");
    auto const shares = capped_shares(total, weights, rooms);
    for (std::size_t i = 0; i < items.size(); ++i) add_share(items[i].prod.*member, shares[i]);
    return {};
}

} // namespace

std::expected<void, Problems> apportion_whole(Apportionment const& whole, std::span<Det> items) {
    const struct {
        std::optional<Money> const& total;
        std::optional<Valor> Prod::* member;
        std::string_view name;
    } amounts[] = {{whole.vDesc, &Prod::vDesc, "vDesc"},
                   {whole.vFrete, &Prod::vFrete, "vFrete"},
                   {whole.vSeg, &Prod::vSeg, "vSeg"},
                   {whole.vOutro, &Prod::vOutro, "vOutro"}};
    for (auto const& [total, member, name] : amounts) {
        if (!total) continue;
        if (auto done = apportion_one(*total, member, name, items); !done) return done;
    }
    return {};
}

Total total_of(std::span<Det const> items) {
    Total total;
    auto& sums = total.icmsTot;
    IbsCbsTot ibscbs{.vBCIBSCBS = {}, .gIBS = GIbsTot{}, .gCBS = GCbsTot{}, .gMono = GMonoTot{}};
    bool any_ibscbs = false;
    Money deducted, tributes, vNFTot, mono, mono_ret;
    UfDestTot uf_dest;
    bool any_uf_dest = false;
    Decimal<4> mono_quantity, mono_ret_quantity;
    for (auto const& item : items) {
        auto const icms = amounts_of(item);
        sums.vBC.value += icms.vBC;
        sums.vICMS.value += icms.vICMS;
        sums.vICMSDeson.value += icms.vICMSDeson;
        deducted += icms.vICMSDesonDeduzida;
        sums.vFCP.value += icms.vFCP;
        sums.vBCST.value += icms.vBCST;
        sums.vST.value += icms.vICMSST;
        sums.vFCPST.value += icms.vFCPST;
        sums.vFCPSTRet.value += icms.vFCPSTRet;
        mono += icms.vICMSMono;
        mono_quantity += icms.qBCMono;
        mono_ret += icms.vICMSMonoRet;
        mono_ret_quantity += icms.qBCMonoRet;
        sums.vProd.value += item.prod.vProd.value;
        sums.vFrete.value += value_or_zero(item.prod.vFrete);
        sums.vSeg.value += value_or_zero(item.prod.vSeg);
        sums.vDesc.value += value_or_zero(item.prod.vDesc);
        sums.vOutro.value += value_or_zero(item.prod.vOutro);
        sums.vIPI.value += icms.vIPI;
        sums.vIPIDevol.value += icms.vIPIDevol;
        any_uf_dest = any_uf_dest || item.icmsUFDest.has_value();
        uf_dest.vFCPUFDest.value += icms.vFCPUFDest;
        uf_dest.vICMSUFDest.value += icms.vICMSUFDest;
        uf_dest.vICMSUFRemet.value += icms.vICMSUFRemet;
        if (item.pis) sums.vPIS.value += amount_of(*item.pis);
        if (item.cofins) sums.vCOFINS.value += amount_of(*item.cofins);
        tributes += value_or_zero(item.vTotTrib);
        vNFTot += item_total(item.prod, icms);
        if (!item.ibscbs) continue;
        any_ibscbs = true;
        if (!item.ibscbs->gIBSCBS) continue;
        auto const& g = *item.ibscbs->gIBSCBS;
        ibscbs.vBCIBSCBS.value += g.vBC.value;
        ibscbs.gIBS->gIBSUF.v.value += g.gIBSUF.v.value;
        ibscbs.gIBS->gIBSMun.v.value += g.gIBSMun.v.value;
        ibscbs.gIBS->vIBS.value += g.vIBS.value;
        ibscbs.gCBS->vCBS.value += g.gCBS.v.value;
    }
    // Item quantities have four decimals, the total two: sum first, round once.
    auto const mono_total = [](Decimal<4> quantity, Money amount) -> std::optional<MonoTot> {
        if (amount.is_zero()) return std::nullopt;
        return MonoTot{.qBC = round_to<2>(quantity, Rounding::half_up), .vICMS = amount};
    };
    sums.mono = mono_total(mono_quantity, mono);
    sums.monoRet = mono_total(mono_ret_quantity, mono_ret);
    if (any_uf_dest) sums.ufDest = uf_dest;
    sums.vNF = vNF_of(sums, deducted);
    if (tributes > Money{}) sums.vTotTrib = tributes;
    if (any_ibscbs) {
        total.ibsCbsTot = ibscbs;
        if (!vNFTot.is_zero()) total.vNFTot = vNFTot;
    }
    return total;
}

} // namespace balcao::nfce
