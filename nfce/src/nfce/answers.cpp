#include "nfce/answers.hpp"

#include "nfce/key.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/signature.hpp"
#include "platform/base/text.hpp"

#include <algorithm>
#include <array>

namespace balcao::nfce {

namespace {

int number(std::string const& text) {
    if (text.size() > 9) return 0;
    return static_cast<int>(balcao::parse_int(text).value_or(0));
}

/// The text between "[name:" and "]" of xMotivo, without blanks around it.
std::string_view bracketed(std::string_view text, std::string_view name) {
    auto const start = text.find("[" + std::string(name) + ":");
    if (start == std::string_view::npos) return {};
    auto const from = start + name.size() + 2;
    auto value = text.substr(from, text.find(']', from) - from);
    while (value.starts_with(' ')) value.remove_prefix(1);
    while (value.ends_with(' ')) value.remove_suffix(1);
    return value;
}

std::string key_in(std::string_view xMotivo) {
    auto const key = bracketed(xMotivo, "chNFe");
    return is_valid_key(key) ? std::string(key) : std::string();
}

std::string batch_in(std::string_view xMotivo) {
    auto const nRec = bracketed(xMotivo, "nRec");
    bool const fits = nRec.size() == 15 && nRec.find_first_not_of("0123456789") == std::string_view::npos;
    return fits ? std::string(nRec) : std::string();
}

Duplicate duplicate(int cStat, std::string xMotivo) {
    auto key = key_in(xMotivo), batch = batch_in(xMotivo);
    return {.cStat = cStat, .xMotivo = std::move(xMotivo), .chNFe = std::move(key), .nRec = std::move(batch)};
}

bool means_cancelled(int cStat) { return cStat == 101 || cStat == 151 || cStat == 155; }
bool means_registered(int cStat) { return cStat == 135 || cStat == 136 || cStat == 155; }

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
    case CodeClass::duplicate: return duplicate(cStat, std::move(xMotivo));
    case CodeClass::in_progress: return InProgress{};
    case CodeClass::not_there: return NotThere{std::move(xMotivo)};
    case CodeClass::denied_old: return Denied{cStat, std::move(xMotivo)};
    default: {
        auto const item = item_in(xMotivo);
        return Rejected{cStat, std::move(xMotivo), item};
    }
    }
}

struct Head {
    int cStat;
    std::string xMotivo;
};
Head head_of(XmlElement const& element) { return {read_code(element.text_of("cStat")), element.text_of("xMotivo")}; }

bool is_of_sefaz(XmlElement const& element) { return element.namespace_uri() == nfe_namespace; }

bool more_than_one(XmlElement const& parent, std::string_view name) {
    return std::ranges::count(parent.children(), name, &XmlElement::name) > 1;
}

/// The protocol to keep. The error is a sentence.
std::expected<Authorised, std::string> kept_protocol(XmlElement const& protNFe) {
    auto protocol = read_protocol(protNFe);
    auto const body = protNFe.child("infProt");
    if (!is_of_sefaz(protNFe) || !body || !is_of_sefaz(*body))
        return std::unexpected("A autorização veio fora do formato da SEFAZ.");
    if (protocol.nProt.empty() || protocol.chNFe.empty())
        return std::unexpected("A autorização veio sem protocolo ou sem chave.");
    auto xml = protNFe.standalone();
    if (!xml) return std::unexpected("A autorização veio em um XML que não pode ser guardado.");
    return Authorised{std::move(protocol), *std::move(xml)};
}

Answer of_protocol(XmlElement const& protNFe) {
    auto head = head_of(protNFe.child("infProt").value_or(protNFe));
    if (!means_authorised(head.cStat)) return without_success(head.cStat, std::move(head.xMotivo));
    auto kept = kept_protocol(protNFe);
    return kept ? Answer(*std::move(kept)) : Answer(Undecided{std::move(kept).error()});
}

/// An event beside the receipt; nullopt when it is not registered. The error is a sentence.
std::expected<std::optional<KnownEvent>, std::string> known_event(XmlElement const& procEventoNFe) {
    auto const answered = procEventoNFe.child("retEvento");
    auto const body = answered ? answered->child("infEvento") : std::nullopt;
    if (!is_of_sefaz(procEventoNFe) || !body || !is_of_sefaz(*body))
        return std::unexpected("A resposta traz um evento fora do formato da SEFAZ.");
    auto const cStat = head_of(*body).cStat;
    if (!means_registered(cStat)) return std::nullopt;
    auto xml = procEventoNFe.standalone();
    if (!xml) return std::unexpected("O evento veio em um XML que não pode ser guardado.");
    return KnownEvent{.cStat = cStat,
                      .chNFe = body->text_of("chNFe"),
                      .tpEvento = body->text_of("tpEvento"),
                      .nSeqEvento = body->text_of("nSeqEvento"),
                      .nProt = body->text_of("nProt"),
                      .dhRegEvento = body->text_of("dhRegEvento"),
                      .procEventoNFe_xml = *std::move(xml)};
}

bool cancels(KnownEvent const& event) { return event.tpEvento == "110111" || event.tpEvento == "110112"; }

Answer of_batch(XmlElement const& answer) {
    auto [cStat, xMotivo] = head_of(answer);
    if (cStat == 104) {
        auto const protocol = answer.child("protNFe");
        if (more_than_one(answer, "protNFe")) return Undecided{"A resposta traz mais de uma nota."};
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
    if (cStat == 562 || cStat == 613) return duplicate(cStat, std::move(xMotivo));
    if (!means_cancelled(cStat) && !means_authorised(cStat)) return without_success(cStat, std::move(xMotivo));

    Cancelled found{.cStat = cStat, .xMotivo = std::move(xMotivo), .authorised = {}, .events = {}};
    auto key = answer.text_of("chNFe");
    auto const of_this_key = [&key](std::string const& named) {
        if (key.empty()) key = named;
        return named == key;
    };
    if (more_than_one(answer, "protNFe")) return Undecided{"A resposta traz mais de uma nota."};
    if (auto const protocol = answer.child("protNFe")) {
        // Of a cancelled receipt some UFs repeat the code of the query here.
        auto const code = read_protocol(*protocol).cStat;
        if (!means_authorised(code) && !means_cancelled(code))
            return Undecided{"O protocolo contradiz o resultado da consulta."};
        auto kept = kept_protocol(*protocol);
        if (!kept) return Undecided{std::move(kept).error()};
        if (!of_this_key(kept->protocol.chNFe)) return Undecided{"A resposta fala de duas chaves."};
        found.authorised = *std::move(kept);
    }
    for (auto const& child : answer.children()) {
        if (child.name() != "procEventoNFe") continue;
        auto event = known_event(child);
        if (!event) return Undecided{std::move(event).error()};
        if (!*event) continue;
        if (!of_this_key((*event)->chNFe)) return Undecided{"A resposta fala de duas chaves."};
        found.events.push_back(**std::move(event));
    }
    bool const cancelled = means_cancelled(cStat) || std::ranges::any_of(found.events, cancels) ||
                           (found.authorised && means_cancelled(found.authorised->protocol.cStat));
    if (cancelled) return found;
    if (!found.authorised) return Undecided{"A nota consta como autorizada mas a resposta não traz o protocolo."};
    found.authorised->events = std::move(found.events);
    return *std::move(found.authorised);
}

Answer of_event(XmlElement const& answer) {
    auto [outer, outer_text] = head_of(answer);
    if (more_than_one(answer, "retEvento")) return Undecided{"A resposta traz mais de um evento."};
    auto const event = answer.child("retEvento");
    auto const body = event ? event->child("infEvento") : std::nullopt;
    if (outer != 128) return without_success(outer, std::move(outer_text));
    if (!body) return Undecided{"O lote de eventos foi processado mas a resposta não traz o evento."};
    auto [cStat, xMotivo] = head_of(*body);
    if (!means_registered(cStat)) return without_success(cStat, std::move(xMotivo));
    if (!is_of_sefaz(*event)) return Undecided{"O evento veio fora do formato da SEFAZ."};
    auto xml = event->standalone();
    if (!xml) return Undecided{"O evento veio em um XML que não pode ser guardado."};
    return EventRegistered{.cStat = cStat,
                           .xMotivo = std::move(xMotivo),
                           .chNFe = body->text_of("chNFe"),
                           .tpEvento = body->text_of("tpEvento"),
                           .nProt = body->text_of("nProt"),
                           .dhRegEvento = body->text_of("dhRegEvento"),
                           .retEvento_xml = *std::move(xml),
                           .nSeqEvento = body->text_of("nSeqEvento")};
}

Answer of_voiding(XmlElement const& answer) {
    auto const body = answer.child("infInut").value_or(answer);
    auto [cStat, xMotivo] = head_of(body);
    if (cStat != 102) return without_success(cStat, std::move(xMotivo));
    auto xml = answer.standalone();
    if (!xml) return Undecided{"A inutilização veio em um XML que não pode ser guardado."};
    return Voided{.nProt = body.text_of("nProt"),
                  .dhRecbto = body.text_of("dhRecbto"),
                  .serie = number(body.text_of("serie")),
                  .nNFIni = number(body.text_of("nNFIni")),
                  .nNFFin = number(body.text_of("nNFFin")),
                  .retInutNFe_xml = *std::move(xml)};
}

Answer of_status(XmlElement const& answer) {
    auto [cStat, xMotivo] = head_of(answer);
    if (class_of(cStat) == CodeClass::service_up) return ServiceUp{number(answer.text_of("tMed"))};
    return without_success(cStat, std::move(xMotivo));
}

Answer of_registry(XmlElement const& answer) {
    auto const body = answer.child("infCons").value_or(answer);
    auto [cStat, xMotivo] = head_of(body);
    if (cStat != 111 && cStat != 112) return without_success(cStat, std::move(xMotivo));
    Registrations result;
    for (auto const& entry : body.children()) {
        if (entry.name() != "infCad") continue;
        Registration one{.IE = entry.text_of("IE"),
                         .CNPJ = entry.text_of("CNPJ"),
                         .UF = entry.text_of("UF"),
                         .xNome = entry.text_of("xNome"),
                         .xFant = entry.text_of("xFant"),
                         .enabled = entry.text_of("cSit") == "1"};
        if (auto const ender = entry.child("ender")) {
            one.xLgr = ender->text_of("xLgr");
            one.nro = ender->text_of("nro");
            one.xCpl = ender->text_of("xCpl");
            one.xBairro = ender->text_of("xBairro");
            one.cMun = ender->text_of("cMun");
            one.xMun = ender->text_of("xMun");
            one.CEP = ender->text_of("CEP");
        }
        result.found.push_back(std::move(one));
    }
    return result;
}

struct Reader {
    std::string_view name;
    Service service;
    Answer (*read)(XmlElement const&);
    std::array<std::string_view, 2> inner; ///< from the result to the element that tells of one receipt; "" ends it
};
constexpr std::array<Reader, 7> readers{
    {{"retEnviNFe", Service::authorisation, of_batch, {"protNFe", "infProt"}},
     {"retConsReciNFe", Service::authorisation_result, of_batch, {"protNFe", "infProt"}},
     {"retConsSitNFe", Service::query, of_query, {"protNFe", "infProt"}},
     {"retConsStatServ", Service::status, of_status, {}},
     {"retInutNFe", Service::voiding, of_voiding, {"infInut", ""}},
     {"retEnvEvento", Service::event, of_event, {"retEvento", "infEvento"}},
     {"retConsCad", Service::registry, of_registry, {"infCons", ""}}}};

struct Result {
    XmlElement element;
    Reader const* reader;
};

/// The one result in the answer. The error is a sentence.
std::expected<Result, std::string> result_in(XmlDocument const& document) {
    std::optional<Result> result;
    for (auto const& reader : readers) {
        for (auto const& found : document.all(reader.name)) {
            if (result) return std::unexpected("A resposta traz mais de um resultado.");
            result = Result{found, &reader};
        }
    }
    // The registry proves nothing of a receipt, and not every UF's names its namespace.
    if (!result || (!is_of_sefaz(result->element) && result->reader->service != Service::registry))
        return std::unexpected("A resposta não é da SEFAZ.");
    return *result;
}

/// What the outer and the inner part both say, or the one that says it; nullopt when they differ.
std::optional<std::string> agreed(std::string outer, std::string inner) {
    if (outer.empty() || outer == inner) return inner;
    return inner.empty() ? std::optional(std::move(outer)) : std::nullopt;
}

/// The error is a sentence.
std::expected<AnswerHead, std::string> head_of_result(Result const& result) {
    auto const& [element, reader] = result;
    std::optional<XmlElement> inner = element;
    for (auto const name : reader->inner)
        if (inner && !name.empty()) inner = inner->child(name);
    auto const told = [&](std::string_view name) {
        return agreed(element.text_of(name), inner ? inner->text_of(name) : std::string());
    };
    auto const tpAmb = told("tpAmb"), chNFe = told("chNFe");
    if (!tpAmb || !chNFe) return std::unexpected("A resposta mistura ambientes ou chaves.");

    // An event's answer has it under another name, and when it was refused too (MOC, layout of retEvento).
    bool const is_event = reader->service == Service::event && inner;
    // Registry and voiding have their code one level further in.
    bool const inside = reader->service == Service::registry || reader->service == Service::voiding;
    auto const head = inside && inner ? *inner : element;
    auto [cStat, xMotivo] = head_of(head);
    if (cStat == 0) return std::unexpected("A resposta não traz cStat.");
    return AnswerHead{.cStat = cStat,
                      .xMotivo = std::move(xMotivo),
                      .service = reader->service,
                      .tpAmb = number(*tpAmb),
                      .chNFe = *chNFe,
                      .dhRecbto = is_event ? inner->text_of("dhRegEvento") : head.text_of("dhRecbto")};
}

} // namespace

bool concerns(AnswerHead const& head, int tpAmb, std::string_view chNFe) {
    return (head.tpAmb == 0 || head.tpAmb == tpAmb) && (head.chNFe.empty() || head.chNFe == chNFe);
}

std::expected<AnswerHead, std::string> read_answer_head(std::string_view body) {
    auto const document = XmlDocument::parse(body);
    if (!document) return std::unexpected(document.error());
    auto const result = result_in(*document);
    return result ? head_of_result(*result) : std::unexpected(result.error());
}

Answer read_answer(std::string_view body) {
    auto const document = XmlDocument::parse(body);
    if (!document) return Undecided{document.error()};
    auto const result = result_in(*document);
    if (!result) return Undecided{result.error()};
    if (auto const head = head_of_result(*result); !head) return Undecided{head.error()};
    return result->reader->read(result->element);
}

} // namespace balcao::nfce
