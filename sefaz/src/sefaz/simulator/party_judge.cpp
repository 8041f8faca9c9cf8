#include "sefaz/simulator/party_judge.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "nfce/datetime.hpp"
#include "nfce/foreign.hpp"
#include "nfce/key.hpp"
#include "nfce/modelo.hpp"
#include "platform/base/documents.hpp"
#include "sefaz/simulator/registration.hpp"
#include "sefaz/simulator/state.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr int complement = 2; // finNFe

std::vector<std::string> keys_named_by(nfce::Nfce const& document) {
    std::vector<std::string> keys;
    for (auto const& reference : document.ide.nfref)
        if (auto const* electronic = std::get_if<nfce::RefNFe>(&reference)) keys.push_back(electronic->chave);
    for (auto const& item : document.det)
        if (item.referenciado) keys.push_back(item.referenciado->chaveAcesso);
    return keys;
}

/// Whether a document could have this key, of which the check digit fits.
bool is_plausible(Inquiry const& inquiry, nfce::KeyParts const& key) {
    auto const month = key.aamm.substr(2);
    return nfce::tables::uf_of_code(key.cUF) && is_valid_cnpj(key.CNPJ) && key.nNF > 0 && month >= "01" &&
           month <= "12" && key.aamm <= nfce::DateTime::from_epoch(inquiry.now(), -3).aamm();
}

std::optional<Code> complement_fault(Document const& known) {
    if (known.cancelada) return Code(686);
    auto const read = nfce::read_receipt(known.NFe);
    if (!read) throw std::logic_error("an authorised receipt cannot be read");
    return read->nfce.ide.finNFe == complement ? std::optional(Code(268)) : std::nullopt;
}

} // namespace

std::optional<Code> receiver_fault(Inquiry const& inquiry, nfce::Nfce const& document) {
    auto const& dest = document.dest;
    if (!nfce::modelo_of(document.ide.mod).judges_receiver || !dest || !dest->enderDest ||
        dest->id.kind != nfce::PersonId::Kind::cnpj)
        return std::nullopt;
    auto const& UF = dest->enderDest->UF;
    auto const registration = find_registration(inquiry.memory, dest->id.value);
    auto const& known = registration ? registration->inscricoes : std::vector<Registration::Inscricao>();
    if (!dest->IE) {
        bool const has_one =
            std::ranges::any_of(known, [&](auto const& each) { return each.UF == UF && each.habilitada; });
        return has_one ? std::optional(Code(232)) : std::nullopt;
    }
    auto const own =
        std::ranges::find_if(known, [&](auto const& each) { return each.IE == *dest->IE && each.UF == UF; });
    if (own == known.end()) {
        if (is_ie_of_another(inquiry.memory, *dest->IE, UF, dest->id.value)) return Code(234);
        return registration ? std::optional(Code(233)) : std::nullopt;
    }
    if (own->bloqueada) return Code(305);
    return own->habilitada ? std::nullopt : std::optional(Code(306));
}

std::optional<Code> reference_fault(Inquiry const& inquiry, nfce::Nfce const& document) {
    for (auto const& chNFe : keys_named_by(document)) {
        auto const key = nfce::parse_key(chNFe);
        if (!key) return Code(547);
        bool const complements = document.ide.finNFe == complement;
        if (auto const known = document_of_key(inquiry.memory, chNFe)) {
            if (!complements) continue;
            if (auto const fault = complement_fault(*known)) return fault;
        } else if (!is_plausible(inquiry, *key) || (complements && key->CNPJ == document.emit.CNPJ)) {
            return Code(267);
        }
    }
    return std::nullopt;
}

} // namespace balcao::sefaz::simulator
