#include "nfce/rules_report.hpp"
#include "platform/base/documents.hpp"

#include <algorithm>

/// The consumer and the limits that depend on knowing him.
namespace balcao::nfce::rules {

namespace {

/// A limit of the UF's table; nullopt when there is none.
std::optional<Money> limit(Report const& r, std::string_view name) {
    auto const text = r.tables.parameter(name, r.uf, r.date, r.nfce.ide.tpAmb);
    return text.empty() ? std::nullopt : std::optional(Money::parse(text).value());
}

/// "10.000,00".
std::string printed(Money amount) {
    auto text = amount.to_string();
    std::ranges::replace(text, '.', ',');
    for (auto at = static_cast<int>(text.size()) - 6; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ".");
    return text;
}

void check_identification(Report& r, Dest const& dest) {
    auto const& id = dest.id;
    r.add_if(id.kind == PersonId::Kind::cpf && !is_valid_cpf(id.value), 27, "dest/CPF");
    if (id.kind == PersonId::Kind::cnpj) {
        r.add_if(!is_valid_cnpj(id.value), 28, "dest/CNPJ");
        r.add_if(!r.context.allow_cnpj_consumer && !r.allowed("cnpj_consumidor"), 29, "dest/CNPJ");
        r.add_if(id.value == r.nfce.emit.CNPJ, 38, "dest");
    }
    r.add_if(dest.indIEDest != 9 || dest.IE, 36, "dest/indIEDest");
    r.add_if(r.nfce.ide.tpAmb == 2 && dest.xNome && *dest.xNome != homologacao_nome, 37, "dest/xNome");
}

void check_address(Report& r, Endereco const& address, bool delivery) {
    r.add_if(delivery && address.UF != r.uf, 34, "dest/enderDest/UF");
    r.add_if(tables::uf_of_municipality(address.cMun) != std::optional<std::string_view>(address.UF), 35,
             "dest/enderDest/cMun");
}

} // namespace

void check_consumer(Report& r) {
    auto const& dest = r.nfce.dest;
    auto const total = r.nfce.total.icmsTot.vNF.value;
    bool const delivery = r.nfce.ide.indPres == 4;
    auto const anonymous_limit = limit(r, "limite_sem_destinatario");
    if (!dest && anonymous_limit && total > *anonymous_limit) {
        r.add(30, "dest",
              fmt::format("Acima de R$ {} é obrigatório identificar o consumidor.", printed(*anonymous_limit)), 750);
    }
    auto const largest = limit(r, "limite_total");
    r.add_if(largest && total > *largest, 31, "total/ICMSTot/vNF");
    r.add_if(delivery && !dest, 32, "dest");
    r.add_if(delivery && dest && !dest->enderDest, 33, "dest/enderDest");
    if (!dest) return;
    check_identification(r, *dest);
    if (dest->enderDest) check_address(r, *dest->enderDest, delivery);
}

} // namespace balcao::nfce::rules
