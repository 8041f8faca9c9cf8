#include "sefaz/simulator/substitution.hpp"

#include <algorithm>
#include <cstdlib>

#include "nfce/foreign.hpp"
#include "nfce/key.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr std::int64_t most_apart = 2 * 60 * 60;

nfce::Nfce receipt_in(Document const& document) {
    auto read = nfce::read_receipt(document.NFe);
    if (!read) throw std::logic_error("an authorised receipt cannot be read");
    return std::move(read->nfce);
}

/// What makes two items the same to the customer.
bool is_same_item(nfce::Det const& a, nfce::Det const& b) {
    return a.prod.cProd == b.prod.cProd && a.prod.NCM == b.prod.NCM && a.prod.uCom == b.prod.uCom &&
           a.prod.qCom.value == b.prod.qCom.value && a.prod.vProd.value == b.prod.vProd.value;
}

std::optional<int> difference(nfce::Nfce const& cancelled, nfce::Nfce const& other) {
    auto const apart = other.ide.dhEmi.epoch() - cancelled.ide.dhEmi.epoch();
    if (std::abs(apart) > most_apart) return 914;
    auto const &sums = cancelled.total.icmsTot, &other_sums = other.total.icmsTot;
    if (sums.vNF.value != other_sums.vNF.value) return 915;
    if (sums.vICMS.value != other_sums.vICMS.value) return 916;
    auto const consumer = [](nfce::Nfce const& nfce) {
        return nfce.dest ? std::optional(nfce.dest->id) : std::nullopt;
    };
    if (consumer(cancelled) != consumer(other)) return 917;
    if (cancelled.det.size() != other.det.size()) return 918;
    if (!std::ranges::equal(cancelled.det, other.det, is_same_item)) return 919;
    return std::nullopt;
}

} // namespace

std::optional<Code> substitution_fault(db::Connection& memory, Document const& cancelled, std::string const& chNFeRef) {
    auto const own = nfce::parse_key(cancelled.chNFe), other = nfce::parse_key(chNFeRef);
    if (!nfce::is_valid_key(chNFeRef)) return Code(910);
    if (!own || !other || own->cUF != other->cUF || own->CNPJ != other->CNPJ || cancelled.chNFe == chNFeRef)
        return Code(911);
    if (own->tpEmis != 1 || other->tpEmis != 9) return Code(920);
    auto const substitute = document_of_key(memory, chNFeRef);
    if (!substitute) return Code(912);
    if (substitute->cancelada) return Code(913);
    if (auto const cStat = difference(receipt_in(cancelled), receipt_in(*substitute))) return Code(*cStat);
    return std::nullopt;
}

} // namespace balcao::sefaz::simulator
