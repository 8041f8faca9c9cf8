#include "nfce/qr.hpp"

#include "nfce/digest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace balcao::nfce {

namespace {

std::string version_2(QrFacts const& facts, QrV2 const& v2) {
    auto const first = std::min(v2.idCSC.find_first_not_of('0'), v2.idCSC.empty() ? 0 : v2.idCSC.size() - 1);
    auto const id = v2.idCSC.substr(first);
    auto const hashed = facts.offline ? fmt::format("{}|2|{}|{}|{}|{}|{}", facts.chave, facts.tpAmb, facts.day,
                                                    facts.vNF, hex_lower(as_bytes(facts.digest_value)), id)
                                      : fmt::format("{}|2|{}|{}", facts.chave, facts.tpAmb, id);
    return hashed + '|' + hex_upper(sha1({hashed, v2.CSC}));
}

std::string version_3(QrFacts const& facts, Certificate const& certificate) {
    auto parameter = fmt::format("{}|3|{}", facts.chave, facts.tpAmb);
    if (!facts.offline) return parameter;
    std::string_view kind, id;
    if (facts.consumer) {
        switch (facts.consumer->kind) {
        case PersonId::Kind::cnpj:
            kind = "1";
            id = facts.consumer->value;
            break;
        case PersonId::Kind::cpf:
            kind = "2";
            id = facts.consumer->value;
            break;
        case PersonId::Kind::estrangeiro: kind = "3"; break;
        }
    }
    parameter += fmt::format("|{}|{}|{}|{}", facts.day, facts.vNF, kind, id);
    return parameter + '|' + certificate.sign_sha1(parameter);
}

} // namespace

QrFacts qr_facts(Nfce const& nfce, std::string_view digest_value) {
    return {.chave = nfce.chave,
            .tpAmb = nfce.ide.tpAmb,
            .offline = nfce.ide.tpEmis == 9,
            .day = nfce.ide.dhEmi.day(),
            .vNF = nfce.total.icmsTot.vNF.to_string(),
            .digest_value = std::string(digest_value),
            .consumer = nfce.dest ? std::optional(nfce.dest->id) : std::nullopt};
}

std::string qr_parameter(QrFacts const& facts, QrVersion const& version, Certificate const& certificate) {
    if (auto const* v2 = std::get_if<QrV2>(&version)) return version_2(facts, *v2);
    return version_3(facts, certificate);
}

std::string qr_url(std::string_view base, std::string_view parameter) {
    return fmt::format("{}{}{}", base, base.ends_with("?p=") ? "" : "?p=", parameter);
}

std::string hash_csrt(std::string_view csrt, std::string_view chave) { return base64(sha1({csrt, chave})); }

} // namespace balcao::nfce
