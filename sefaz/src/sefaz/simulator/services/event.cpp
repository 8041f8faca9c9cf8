// NFeRecepcaoEvento4: letter of correction (110110), cancellation (110111) and cancellation by substitution (110112),
// one event a batch.

#include <algorithm>
#include <array>
#include <expected>

#include <fmt/format.h>

#include "nfce/events.hpp"
#include "nfce/foreign.hpp"
#include "nfce/key.hpp"
#include "nfce/modelo.hpp"
#include "platform/base/text.hpp"
#include "sefaz/simulator/authoriser_judge.hpp"
#include "sefaz/simulator/receipt_judge.hpp"
#include "sefaz/simulator/schema_judge.hpp"
#include "sefaz/simulator/signer_judge.hpp"
#include "sefaz/simulator/substitution.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr Shape shape{"envEvento", "retEnvEvento", "1.00"};
constexpr std::int64_t clock_tolerance = 5 * 60;

struct EventKind {
    std::string_view tpEvento, done; // done: xEvento of the answer
    int most;                        // nSeqEvento
    bool cancels;
};
constexpr std::array kinds{EventKind{"110110", "Carta de Correcao registrada", nfce::most_corrections, false},
                           EventKind{"110111", "Cancelamento homologado", 1, true},
                           EventKind{"110112", "Cancelamento por substituicao homologado", 1, true}};

/// An infEvento as it was sent.
struct Asked {
    std::string id, cOrgao, CNPJ, chNFe, tpEvento, nSeqEvento, verEvento, nProt, chNFeRef;
    nfce::DateTime dhEvento;
    bool is_substitution() const { return tpEvento == "110112"; }
    EventKind const* kind() const {
        auto const* const found = std::ranges::find(kinds, std::string_view(tpEvento), &EventKind::tpEvento);
        return found == kinds.end() ? nullptr : found;
    }
    int number() const { return static_cast<int>(parse_int(nSeqEvento).value_or(0)); }
};

Asked asked(Inquiry const& inquiry) {
    auto const event = inquiry.message.root.child("evento");
    auto const body = event ? event->child("infEvento") : std::nullopt;
    if (!body) return {};
    auto const detail = body->child("detEvento");
    return {.id = body->attribute("Id").value_or(""),
            .cOrgao = body->text_of("cOrgao"),
            .CNPJ = body->text_of("CNPJ"),
            .chNFe = body->text_of("chNFe"),
            .tpEvento = body->text_of("tpEvento"),
            .nSeqEvento = body->text_of("nSeqEvento"),
            .verEvento = body->text_of("verEvento"),
            .nProt = detail ? detail->text_of("nProt") : "",
            .chNFeRef = detail ? detail->text_of("chNFeRef") : "",
            .dhEvento = nfce::DateTime::parse(body->text_of("dhEvento")).value_or(nfce::DateTime())};
}

/// retEnvEvento; `inside` is retEvento or nothing.
std::string answer(Inquiry const& inquiry, Code const& code, std::string_view inside) {
    auto idLote = inquiry.message.root.text_of("idLote");
    if (idLote.empty() || idLote.size() > 15 || idLote.find_first_not_of("0123456789") != std::string::npos)
        idLote = "0";
    nfce::XmlWriter xml;
    open_answer(xml, shape);
    xml.text("idLote", idLote);
    write_code(xml, code, "cOrgao", uf_of_key(inquiry.message.subject.chNFe));
    xml.raw(inside);
    xml.close(shape.answer);
    return xml.take();
}

Verdict refuse(Inquiry const& inquiry, Code const& code) {
    return {.result = answer(inquiry, code, {}), .cStat = code.cStat};
}

std::string ret_evento(Inquiry const& inquiry, Code const& code, std::string_view nProt) {
    auto const event = asked(inquiry);
    nfce::XmlWriter xml;
    xml.raw("<retEvento versao=\"1.00\"><infEvento>");
    write_code(xml, code, "cOrgao", uf_of_key(event.chNFe));
    xml.text("chNFe", event.chNFe);
    xml.text("tpEvento", event.tpEvento);
    if (!nProt.empty()) xml.text("xEvento", event.kind()->done);
    xml.text("nSeqEvento", event.nSeqEvento);
    xml.text("dhRegEvento", date_time(inquiry.now()));
    if (!nProt.empty()) xml.text("nProt", nProt);
    xml.raw("</infEvento></retEvento>");
    return xml.take();
}

Verdict tell(Inquiry const& inquiry, Code const& code) {
    return {
        .result = answer(inquiry, Code(128), ret_evento(inquiry, code, {})), .cStat = 128, .cStat_inner = code.cStat};
}

std::optional<Code> signature_fault(Inquiry const& inquiry, Asked const& event) {
    auto const document = nfce::XmlDocument::parse(inquiry.message.subject.document);
    if (!document) return Code(215);
    return signer_fault(inquiry, *document, "infEvento", event.CNPJ);
}

/// What is wrong with the event in itself.
std::optional<Code> event_fault(Inquiry const& inquiry, Asked const& event) {
    auto const key = nfce::parse_key(event.chNFe);
    if (event.kind() == nullptr || (key && !nfce::has_word(nfce::modelo_of(key->mod).events, event.tpEvento)))
        return Code(491);
    if (event.verEvento != "1.00") return Code(492);
    auto const detail = inquiry.message.root.descendant("detEvento");
    auto const xml = detail ? detail->standalone() : std::nullopt;
    if (!xml || schema_fault(fmt::format("evento/e{}_v1.00.xsd", event.tpEvento), *xml)) return Code(493);
    if (event.id != fmt::format("ID{}{}{:0>2}", event.tpEvento, event.chNFe, event.nSeqEvento)) return Code(572);
    if (event.number() > event.kind()->most) return Code(594);
    if (!key) return Code(236);
    if (auto const fault = key_fault(inquiry, event.chNFe)) return fault;
    if (auto const fault = svc_fault(inquiry, key->cUF)) return fault;
    if (event.cOrgao != event.chNFe.substr(0, 2)) return Code(250);
    if (event.CNPJ != event.chNFe.substr(6, 14)) return Code(574);
    return std::nullopt;
}

/// Whether the event's time fits emission, authorisation and now.
std::optional<Code> time_fault(Inquiry const& inquiry, Asked const& event, Document const& document) {
    auto const parts = nfce::parse_key(document.chNFe);
    auto const receipt = nfce::read_receipt(document.NFe);
    if (!parts || !receipt) throw std::logic_error("an authorised receipt cannot be read");
    auto const at = event.dhEvento.epoch();
    if (at < receipt->nfce.ide.dhEmi.epoch() - clock_tolerance) return Code(577);
    if (parts->tpEmis != 9 && at < document.autorizada_em - clock_tolerance) return Code(579);
    if (at > inquiry.now() + clock_tolerance) return Code(578);
    return std::nullopt;
}

nfce::Window window_of_event(Inquiry const& inquiry, Asked const& event, Document const& document) {
    auto const elapsed = static_cast<double>(inquiry.now() - document.autorizada_em) * inquiry.pace.fast;
    auto const authorised_at = nfce::DateTime::from_epoch(document.autorizada_em, -3);
    auto const at = document.autorizada_em + static_cast<std::int64_t>(elapsed);
    if (!event.kind()->cancels)
        return nfce::window_of(*inquiry.tables, nfce::Correction{.chNFe = event.chNFe}, authorised_at, at);
    nfce::Cancellation request{.chNFe = event.chNFe};
    if (event.is_substitution()) request.by.emplace();
    return nfce::window_of(*inquiry.tables, request, authorised_at, at);
}

/// Whether what is known allows it: the code that it is registered under, or that of its refusal.
std::expected<Code, Code> code_of_event(Inquiry const& inquiry, Asked const& event) {
    auto const document = document_of_key(inquiry.memory, event.chNFe);
    if (!document) return std::unexpected(Code(494));
    for (auto const& known : events_of(inquiry.memory, event.chNFe))
        if (known.tpEvento == event.tpEvento && known.nSeqEvento == event.number()) return std::unexpected(Code(573));
    bool const cancels = event.kind()->cancels;
    if (document->cancelada) return std::unexpected(Code(cancels ? 420 : 580));
    if (cancels && event.nProt != document->nProt) return std::unexpected(Code(222));
    if (auto const fault = time_fault(inquiry, event, *document)) return std::unexpected(*fault);
    if (event.is_substitution()) {
        if (auto const fault = substitution_fault(inquiry.memory, *document, event.chNFeRef))
            return std::unexpected(*fault);
    }
    switch (window_of_event(inquiry, event, *document)) {
    case nfce::Window::over:
        return std::unexpected(cancels ? Code(501) : Code(501, "Rejeição: NF-e autorizada há mais de 30 dias"));
    case nfce::Window::late: return Code(155);
    case nfce::Window::open: break;
    }
    return Code(135);
}

Verdict judge(Inquiry const& inquiry) {
    auto const event = asked(inquiry);
    if (inquiry.message.root.children().size() != 2) return refuse(inquiry, Code(215)); // one event a batch
    auto const environment = inquiry.message.root.descendant("infEvento")->text_of("tpAmb");
    if (environment != "2") return tell(inquiry, Code(252));
    if (auto const fault = signature_fault(inquiry, event)) return tell(inquiry, *fault);
    if (auto const fault = event_fault(inquiry, event)) return tell(inquiry, *fault);
    auto const code = code_of_event(inquiry, event);
    if (!code) return tell(inquiry, code.error());

    auto const nProt = next_protocol(inquiry.registrar(), uf_of_key(event.chNFe));
    auto const retEvento = ret_evento(inquiry, *code, nProt);
    auto const sent = std::string(inquiry.message.subject.document);
    add_event(inquiry.memory,
              {.chNFe = event.chNFe,
               .tpEvento = event.tpEvento,
               .nSeqEvento = event.number(),
               .nProt = nProt,
               .registrado_em = inquiry.now(),
               .evento = sent,
               .procEventoNFe = fmt::format("<procEventoNFe versao=\"1.00\">{}{}</procEventoNFe>", sent, retEvento),
               .cancels = event.kind()->cancels});
    return {.result = answer(inquiry, Code(128), retEvento), .cStat = 128, .cStat_inner = code->cStat};
}

} // namespace

ServiceFunctions const services::event{
    .shape = shape, .schema = "evento/envEvento_v1.00.xsd", .judge = &judge, .refuse = &refuse, .tell = &tell};

} // namespace balcao::sefaz::simulator
