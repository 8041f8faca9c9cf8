#include "random_sale.hpp"

#include "nfce/taxes.hpp"
#include "support.hpp"

namespace balcao::nfce::test {

namespace {

SaleItem random_item(Dice& dice, SaleItem const& base) {
    SaleItem item = base;
    auto& prod = item.prod;
    prod.qCom = prod.qTrib = dice.decimal<4>(1, 100'0000);
    prod.vUnCom = prod.vUnTrib = dice.decimal<10>(5'0000000000, 500'0000000000);
    prod.xProd = dice.pick<std::string>({"ARROZ & FEIJÃO <1kg>", "Pão de queijo", "A", "Laje \"treliçada\" > 3 m"});
    auto const goods = cents(1, prod.qCom.value, prod.vUnCom.value);
    prod.vFrete.reset();
    prod.vDesc.reset();
    if (dice.chance(30) && goods > Money::from_raw(2)) prod.vDesc = Money::from_raw(dice.between(1, goods.raw() / 2));
    if (dice.chance(20)) prod.vFrete = dice.decimal<2>(1, 1000);
    item.icms = {};
    auto& icms = item.icms;
    icms.orig = static_cast<int>(dice.between(0, 8));
    icms.code = dice.pick<std::string>({"00", "10",  "20",  "30",  "40",  "41",  "50",  "60",  "61",  "02",  "70",
                                        "90", "101", "102", "103", "300", "400", "201", "202", "203", "500", "900"});
    icms.simples = icms.code.size() == 3;
    icms.pICMS = dice.decimal<4>(1'0000, 25'0000);
    icms.pRedBC = dice.decimal<4>(1'0000, 99'0000);
    icms.modBCST = 4;
    icms.pMVAST = dice.decimal<4>(30'0000, 90'0000);
    icms.pICMSST = Decimal<4>::from_raw(icms.pICMS->value.raw() + 20'0000);
    icms.pCredSN = dice.decimal<4>(1'0000, 4'0000);
    icms.adRemICMS = icms.adRemICMSRet = dice.decimal<4>(1'0000, 2'0000);
    if (dice.chance(30)) {
        icms.pFCP = dice.decimal<4>(1'0000, 1'5000);
        icms.pFCPST = dice.decimal<4>(1'6000, 2'0000);
    }
    if (dice.chance(50) && (icms.code == "20" || icms.code == "40" || icms.code == "70" || icms.code == "90")) {
        icms.motDesICMS = 9;
        if (dice.chance(50)) icms.indDeduzDeson = static_cast<int>(dice.between(0, 1));
    }
    if (dice.chance(60)) {
        item.pis = {.CST = "01",
                    .p = dice.decimal<4>(1'0000, 2'0000),
                    .excluiICMS = dice.chance(50),
                    .qBCProd = {},
                    .vAliqProd = {}};
        item.cofins = item.pis;
    } else {
        item.pis = item.cofins = {.CST = dice.pick<std::string>({"04", "06", "49", "99"}),
                                  .p = {},
                                  .excluiICMS = false,
                                  .qBCProd = {},
                                  .vAliqProd = {}};
    }
    return item;
}

} // namespace

Sale random_sale(std::uint64_t seed) {
    Dice dice(seed);
    static Sale const v04 = test::sale("v04");
    auto sale = v04;
    auto const base = sale.items.front();
    sale.items.clear();
    auto const count = dice.chance(3) ? 990 : dice.between(1, 12);
    for (std::int64_t i = 0; i < count; ++i) sale.items.push_back(random_item(dice, base));
    bool const ibscbs = dice.chance(50);
    for (auto& item : sale.items)
        if (!ibscbs) item.ibscbs.reset();
    if (dice.chance(40)) sale.whole.vOutro = Money::from_raw(dice.between(1, 10'000));
    if (dice.chance(40)) sale.whole.vSeg = Money::from_raw(dice.between(1, 10'000));
    sale.payments = {sale.payments.front()};
    sale.payments.front().vPag = Money::from_raw(dice.between(100'00, 9'000'000'00));
    return sale;
}

} // namespace balcao::nfce::test
