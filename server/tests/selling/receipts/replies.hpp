#pragma once
// Replies of SEFAZ for tests, read from XML as the program reads them.

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "selling/receipts/judging/transition.hpp"

namespace balcao::receipts::test {

inline constexpr std::string_view own_chave = "35261111222333000181650010000012841120004565";
inline constexpr std::string_view foreign_chave = "35261111222333000181650010000012841999999997";
inline constexpr std::string_view own_digest = "AAAAAAAAAAAAAAAAAAAAAAAAAAA=";
inline constexpr std::string_view other_digest = "BBBBBBBBBBBBBBBBBBBBBBBBBBB=";
inline constexpr std::string_view received = "2026-11-20T10:15:30-03:00";

inline Reply read(nfce::Service asked, std::string const& body) {
    auto head = nfce::read_answer_head(body);
    if (!head) return Answered{{.service = asked}, nfce::Undecided{head.error()}};
    return Answered{*std::move(head), nfce::read_answer(body)};
}

struct Protocol {
    int cStat = 100;
    std::string xMotivo = "Motivo";
    std::string_view digest = own_digest;
    std::string_view chave = own_chave;
    int tpAmb = 2;
};

inline std::string protNFe(Protocol const& protocol) {
    return fmt::format(R"(<protNFe versao="4.00"><infProt><tpAmb>{}</tpAmb><verAplic>X</verAplic><chNFe>{}</chNFe>)"
                       "<dhRecbto>{}</dhRecbto><nProt>135260000000001</nProt><digVal>{}</digVal><cStat>{}</cStat>"
                       "<xMotivo>{}</xMotivo></infProt></protNFe>",
                       protocol.tpAmb, protocol.chave, received, protocol.digest, protocol.cStat, protocol.xMotivo);
}

inline std::string element(nfce::Service service) {
    switch (service) {
    case nfce::Service::authorisation: return "retEnviNFe";
    case nfce::Service::authorisation_result: return "retConsReciNFe";
    case nfce::Service::query: return "retConsSitNFe";
    case nfce::Service::voiding: return "retInutNFe";
    case nfce::Service::event: return "retEnvEvento";
    default: return "retConsStatServ";
    }
}

inline std::string answer(nfce::Service service, std::string_view inner) {
    return fmt::format(R"(<{0} xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">{1}</{0}>)", element(service),
                       inner);
}

inline std::string head(int cStat, std::string_view xMotivo = "Motivo", int tpAmb = 2) {
    return fmt::format("<tpAmb>{}</tpAmb><verAplic>X</verAplic><cStat>{}</cStat><xMotivo>{}</xMotivo>", tpAmb, cStat,
                       xMotivo);
}

/// To NFeAutorizacao4 or NFeRetAutorizacao4: codes about the receipt come in its protocol.
inline Reply transmission_reply(nfce::Service service, Protocol const& protocol) {
    return read(service, answer(service, head(104) + protNFe(protocol)));
}
inline Reply in_progress_reply(nfce::Service service, int cStat, std::string_view nRec) {
    return read(service,
                answer(service, head(cStat) + fmt::format("<infRec><nRec>{}</nRec><tMed>1</tMed></infRec>", nRec)));
}

inline std::string procEventoNFe(std::string_view tpEvento, std::string_view chave = own_chave) {
    return fmt::format(R"(<procEventoNFe versao="1.00"><evento/><retEvento versao="1.00"><infEvento><tpAmb>2</tpAmb>)"
                       "<cStat>135</cStat><xMotivo>Motivo</xMotivo><chNFe>{}</chNFe><tpEvento>{}</tpEvento>"
                       "<nSeqEvento>1</nSeqEvento><dhRegEvento>{}</dhRegEvento><nProt>135260000000002</nProt>"
                       "</infEvento></retEvento></procEventoNFe>",
                       chave, tpEvento, received);
}

/// To NFeConsultaProtocolo4.
inline Reply query_reply(int cStat, std::string_view xMotivo = "Motivo", std::string_view beside = {}) {
    return read(
        nfce::Service::query,
        answer(nfce::Service::query, head(cStat, xMotivo) + fmt::format("<chNFe>{}</chNFe>{}", own_chave, beside)));
}

/// To NFeRecepcaoEvento4.
inline Reply event_reply(int cStat, std::string_view tpEvento = "110111", std::string_view chave = own_chave) {
    auto const inner =
        fmt::format(R"(<retEvento versao="1.00"><infEvento>{}<chNFe>{}</chNFe><tpEvento>{}</tpEvento>)"
                    "<dhRegEvento>{}</dhRegEvento><nProt>135260000000002</nProt></infEvento></retEvento>",
                    head(cStat), chave, tpEvento, received);
    return read(nfce::Service::event, answer(nfce::Service::event, "<idLote>1</idLote>" + head(128) + inner));
}

/// To NFeInutilizacao4.
inline Reply voiding_reply(int cStat, int ini, int fim) {
    return read(
        nfce::Service::voiding,
        answer(nfce::Service::voiding, fmt::format("<infInut>{}<serie>1</serie><nNFIni>{}</nNFIni><nNFFin>{}</nNFFin>"
                                                   "<dhRecbto>{}</dhRecbto><nProt>135260000000003</nProt></infInut>",
                                                   head(cStat), ini, fim, received)));
}

} // namespace balcao::receipts::test
