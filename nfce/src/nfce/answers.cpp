#include "nfce/answers.hpp"

#include "base/text.hpp"
#include "nfce/key.hpp"
#include "nfce/return_codes.hpp"

#include <array>

namespace balcao::nfce {

namespace {

int number(std::string const& text) {
    if (text.size() > 9) return 0;
    return static_cast<int>(balcao::parse_int(text).value_or(0));
}

/// The text between "[name:" and "]" of xMotivo.
std::string_view bracketed(std::string_view text, std::string_view name) {
    auto const start = text.find("[" + std::string(name) + ":");
    if (start == std::string_view::npos) return {};
    auto const from = start + name.size() + 2;
    auto value = text.substr(from, text.find(']', from) - from);
    while (value.starts_with(' ')) value.remove_prefix(1);
    return value;
}

std::string key_in(std::string_view xMotivo) {
    auto const key = bracketed(xMotivo, "chNFe");
    return is_valid_key(key) ? std::string(key) : std::string();
}

std::optional<int> item_in(std::string_view xMotivo) {
    auto const digits = bracketed(xMotivo, "nItem");
    auto const value = digits.size() <= 3 ? balcao::parse_int(digits) : std::nullopt;
    return value && *value >= 1 && *value <= 990 ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

/// What a code means where no success of the service at hand is meant.
Answer without_success(int cStat, std::string xMotivo) {
    if (cStat == 0) return Undecided{"A resposta não traz cStat."};
    switch (class_of(cStat)) {
    case CodeClass::temporary:
    case CodeClass::overuse: return Unavailable{cStat, std::move(xMotivo)};
    case CodeClass::duplicate: {
        auto key = key_in(xMotivo);
        return Duplicate{cStat, std::move(xMotivo), std::move(key)};
    }
    case CodeClass::in_progress: return InProgress{};
    case CodeClass::not_there: return NotThere{std::move(xMotivo)};
    default: {
        auto const item = item_in(xMotivo);
        return Rejected{cStat, std::move(xMotivo), item};
    }
    }
}

Answer of_protocol(XmlElement const& protNFe) {
    auto protocol = read_protocol(protNFe);
    if (!means_authorised(protocol.cStat)) return without_success(protocol.cStat, std::move(protocol.xMotivo));
    if (protocol.nProt.empty() || protocol.chNFe.empty())
        return Undecided{"A autorização veio sem protocolo ou sem chave."};
    auto xml = protNFe.canonical();
    if (!xml) return Undecided{"A autorização veio em um XML que não pode ser guardado."};
    return Authorised{std::move(protocol), *std::move(xml)};
}

struct Head {
    int cStat;
    std::string xMotivo;
};
Head head_of(XmlElement const& element) { return {number(element.text_of("cStat")), element.text_of("xMotivo")}; }

Answer of_batch(XmlElement const& answer) {
    auto [cStat, xMotivo] = head_of(answer);
    if (cStat == 104) {
        auto const protocol = answer.child("protNFe");
        return protocol ? of_protocol(*protocol)
                        : Answer(Undecided{"O lote foi processado mas a resposta não traz a nota."});
    }
    if (cStat == 103 || cStat == 105) {
        auto const receipt = answer.child("infRec");
        return InProgress{.nRec = receipt ? receipt->text_of("nRec") : answer.text_of("nRec"),
                          .tMed = number(receipt ? receipt->text_of("tMed") : "")};
    }
    // Only the protocol of the receipt can authorise it.
    if (means_authorised(cStat)) return Undecided{"O lote traz um código que só vale para a nota."};
    return without_success(cStat, std::move(xMotivo));
}

Answer of_query(XmlElement const& answer) {
    auto [cStat, xMotivo] = head_of(answer);
    if (cStat == 101 || cStat == 151 || cStat == 155) return Cancelled{cStat, std::move(xMotivo)};
    if (means_authorised(cStat)) {
        auto const protocol = answer.child("protNFe");
        return protocol ? of_protocol(*protocol)
                        : Answer(Undecided{"A nota consta como autorizada mas a resposta não traz o protocolo."});
    }
    if (cStat == 562 || cStat == 613) {
        auto key = key_in(xMotivo);
        return Duplicate{cStat, std::move(xMotivo), std::move(key)};
    }
    return without_success(cStat, std::move(xMotivo));
}

Answer of_event(XmlElement const& answer) {
    auto [outer, outer_text] = head_of(answer);
    auto const event = answer.child("retEvento");
    auto const body = event ? event->child("infEvento") : std::nullopt;
    if (outer != 128) return without_success(outer, std::move(outer_text));
    if (!body) return Undecided{"O lote de eventos foi processado mas a resposta não traz o evento."};
    auto [cStat, xMotivo] = head_of(*body);
    if (cStat != 135 && cStat != 136 && cStat != 155) return without_success(cStat, std::move(xMotivo));
    auto xml = event->canonical();
    if (!xml) return Undecided{"O evento veio em um XML que não pode ser guardado."};
    return EventRegistered{.cStat = cStat,
                           .xMotivo = std::move(xMotivo),
                           .chNFe = body->text_of("chNFe"),
                           .tpEvento = body->text_of("tpEvento"),
                           .nProt = body->text_of("nProt"),
                           .dhRegEvento = body->text_of("dhRegEvento"),
                           .retEvento_xml = *std::move(xml)};
}

Answer of_voiding(XmlElement const& answer) {
    auto const body = answer.child("infInut").value_or(answer);
    auto [cStat, xMotivo] = head_of(body);
    if (cStat != 102) return without_success(cStat, std::move(xMotivo));
    return Voided{.nProt = body.text_of("nProt"),
                  .dhRecbto = body.text_of("dhRecbto"),
                  .serie = number(body.text_of("serie")),
                  .nNFIni = number(body.text_of("nNFIni")),
                  .nNFFin = number(body.text_of("nNFFin"))};
}

Answer of_status(XmlElement const& answer) {
    auto [cStat, xMotivo] = head_of(answer);
    if (cStat == 107) return ServiceUp{number(answer.text_of("tMed"))};
    return without_success(cStat, std::move(xMotivo));
}

Answer of_registry(XmlElement const& answer) {
    auto const body = answer.child("infCons").value_or(answer);
    auto [cStat, xMotivo] = head_of(body);
    if (cStat != 111 && cStat != 112) return without_success(cStat, std::move(xMotivo));
    Registrations result;
    for (auto const& entry : body.children()) {
        if (entry.name() == "infCad") {
            result.found.push_back({.IE = entry.text_of("IE"),
                                    .CNPJ = entry.text_of("CNPJ"),
                                    .UF = entry.text_of("UF"),
                                    .xNome = entry.text_of("xNome"),
                                    .enabled = entry.text_of("cSit") == "1"});
        }
    }
    return result;
}

struct Reader {
    std::string_view name;
    Answer (*read)(XmlElement const&);
};
constexpr std::array<Reader, 7> kReaders{{{"retEnviNFe", of_batch},
                                          {"retConsReciNFe", of_batch},
                                          {"retConsSitNFe", of_query},
                                          {"retConsStatServ", of_status},
                                          {"retInutNFe", of_voiding},
                                          {"retEnvEvento", of_event},
                                          {"retConsCad", of_registry}}};

/// The one result in the answer, and how to read it. The error is a sentence.
std::expected<std::pair<XmlElement, Reader const*>, std::string> result_in(XmlDocument const& document) {
    for (auto const& reader : kReaders) {
        auto const found = document.all(reader.name);
        if (found.size() > 1) return std::unexpected("A resposta traz mais de um resultado.");
        if (!found.empty()) return std::pair(found.front(), &reader);
    }
    return std::unexpected("A resposta não é da SEFAZ.");
}

} // namespace

std::expected<AnswerHead, std::string> read_answer_head(std::string_view body) {
    auto const document = XmlDocument::parse(body);
    if (!document) return std::unexpected(document.error());
    auto const result = result_in(*document);
    if (!result) return std::unexpected(result.error());
    auto const& element = result->first;
    // Registry and voiding answer one level further in.
    auto const inner = element.child("infCons") ? element.child("infCons") : element.child("infInut");
    auto [cStat, xMotivo] = head_of(inner.value_or(element));
    if (cStat == 0) return std::unexpected("A resposta não traz cStat.");
    return AnswerHead{cStat, std::move(xMotivo)};
}

Answer read_answer(std::string_view body) {
    auto const document = XmlDocument::parse(body);
    if (!document) return Undecided{document.error()};
    auto const result = result_in(*document);
    return result ? result->second->read(result->first) : Answer(Undecided{result.error()});
}

} // namespace balcao::nfce
