#include "sefaz/simulator/authoriser_judge.hpp"

#include <fmt/format.h>

#include "nfce/datetime.hpp"
#include "nfce/modelo.hpp"
#include "platform/base/text.hpp"
#include "sefaz/simulator/state.hpp"

namespace balcao::sefaz::simulator {

namespace {

using nfce::Authoriser;

std::string_view svc_name(Authoriser authoriser) { return authoriser == Authoriser::svc_an ? "AN" : "RS"; }

bool serves(Inquiry const& inquiry, std::string_view cUF) {
    auto const UF = nfce::tables::uf_of_code(cUF).value_or("");
    auto const today = nfce::DateTime::from_epoch(inquiry.now(), -3).date();
    return inquiry.tables->parameter("svc", UF, today, 2) == svc_name(inquiry.authoriser);
}

SvcState state_for(Inquiry const& inquiry, std::string_view cUF) {
    return svc_state(inquiry.memory, nfce::tables::uf_of_code(cUF).value_or(""));
}

std::optional<Code> model_fault(Authoriser called, int mod) {
    auto const own = is_svc(called) ? Authoriser::nfe : called;
    if (nfce::authoriser_of(mod, 1) == own && nfce::modelo_of(mod).mod == mod) return std::nullopt;
    if (is_svc(called)) return Code(783);
    return Code(nfce::modelo_of(own == Authoriser::nfe ? 55 : 65).wrong_model);
}

std::optional<Code> svc_kind_fault(Inquiry const& inquiry, Kind const& kind) {
    if (kind.tpEmis != 6 && kind.tpEmis != 7) return Code(713);
    if (nfce::authoriser_of(kind.mod, kind.tpEmis) != inquiry.authoriser) {
        return Code(
            584, fmt::format("Rejeição: tpEmis informado é incompatível com a SVC-{}", svc_name(inquiry.authoriser)));
    }
    return std::nullopt;
}

} // namespace

bool is_svc(Authoriser authoriser) { return authoriser == Authoriser::svc_an || authoriser == Authoriser::svc_rs; }

std::optional<Code> kind_fault(Inquiry const& inquiry, Kind const& kind) {
    if (auto const fault = model_fault(inquiry.authoriser, kind.mod)) return fault;
    if (!is_svc(inquiry.authoriser))
        return is_svc(nfce::authoriser_of(kind.mod, kind.tpEmis)) ? std::optional(Code(570)) : std::nullopt;
    if (auto const fault = svc_kind_fault(inquiry, kind)) return fault;
    return svc_fault(inquiry, kind.cUF);
}

std::optional<Code> key_fault(Inquiry const& inquiry, std::string_view chNFe) {
    Kind const kind{.mod = static_cast<int>(parse_int(chNFe.substr(20, 2)).value_or(0)),
                    .tpEmis = static_cast<int>(parse_int(chNFe.substr(34, 1)).value_or(0)),
                    .cUF = chNFe.substr(0, 2)};
    if (model_fault(inquiry.authoriser, kind.mod)) return Code(618);
    return is_svc(inquiry.authoriser) ? svc_kind_fault(inquiry, kind) : std::nullopt;
}

std::optional<Code> svc_fault(Inquiry const& inquiry, std::string_view cUF) {
    if (!is_svc(inquiry.authoriser)) return std::nullopt;
    auto const name = svc_name(inquiry.authoriser);
    if (!serves(inquiry, cUF)) return Code(582, fmt::format("Rejeição: UF não atendida pela SVC-{}", name));
    if (state_for(inquiry, cUF) == SvcState::off)
        return Code(114, fmt::format("SVC-{} desabilitada pela SEFAZ Origem", name));
    return std::nullopt;
}

bool is_ending(Inquiry const& inquiry, std::string_view cUF) {
    return is_svc(inquiry.authoriser) && state_for(inquiry, cUF) == SvcState::ending;
}

} // namespace balcao::sefaz::simulator
