#include "nfce/events.hpp"

#include "nfce/json_fields.hpp"
#include "nfce/key.hpp"
#include "nfce/modelo.hpp"
#include "nfce/rules.hpp"
#include "nfce/services.hpp"
#include "nfce/signature.hpp"
#include "nfce/tables.hpp"
#include "nfce/text.hpp"
#include "nfce/xml_writer.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"

#include <algorithm>
#include <utility>

namespace balcao::nfce {

namespace {

constexpr std::size_t most_reason = 255;

bool is_number(std::string_view text, std::size_t min, std::size_t max) {
    return text.size() >= min && text.size() <= max && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Collects problems under the name of the input's object.
class Faults {
public:
    explicit Faults(std::string_view object) : object_(object) {}
    void add_if(bool broken, std::string_view name, std::string message, int rule = 0, int cStat = 225) {
        if (broken) {
            problems_.push_back({.rule = rule,
                                 .cStat = cStat,
                                 .field = fmt::format("{}.{}", object_, name),
                                 .message = std::move(message)});
        }
    }
    void reason(std::string const& xJust) {
        auto const size = balcao::length(xJust);
        add_if(size < 15, "xJust", std::string(rule_text(113).sentence), 113);
        add_if(size > 255, "xJust", "A justificativa deve ter no máximo 255 letras.");
        add_if(size >= 15 && !is_layout_text(xJust), "xJust", "Texto com caracteres não permitidos.", 110);
    }
    void environment(int tpAmb) {
        add_if(tpAmb != 1 && tpAmb != 2, "tpAmb", "Ambiente deve ser 1 (produção) ou 2 (homologação).", 0, 252);
    }
    /// Batch, receipt and issuer of an event.
    void about_receipt(auto const& event, std::string_view tpEvento) {
        environment(event.tpAmb);
        issuer(event.CNPJ);
        add_if(!is_number(event.idLote, 1, 15), "idLote", "O lote deve ter de 1 a 15 dígitos.");
        auto const key = parse_key(event.chNFe);
        add_if(!key, "chNFe", "Chave de acesso inválida.", 14, 236);
        if (!key) return;
        add_if(key->CNPJ != event.CNPJ, "CNPJ", "A chave é de outro emitente.", 0, 574);
        auto const& modelo = modelo_of(key->mod);
        add_if(!has_word(modelo.events, tpEvento), "chNFe",
               fmt::format("{} não existe para a {}.",
                           tpEvento == "110110" ? "Carta de correção" : "Cancelamento por substituição", modelo.name),
               0, 491);
    }
    void issuer(std::string const& cnpj) { add_if(!is_valid_cnpj(cnpj), "CNPJ", "CNPJ do emitente inválido.", 3, 207); }
    Problems take() { return std::move(problems_); }

private:
    std::string_view object_;
    Problems problems_;
};

Problems check(Cancellation const& event) {
    Faults faults("evento");
    faults.about_receipt(event, event.by ? "110112" : "110111");
    faults.reason(event.xJust);
    faults.add_if(!is_number(event.nProt, 15, 15) && !is_number(event.nProt, 17, 17), "nProt",
                  "O protocolo deve ter 15 ou 17 dígitos.");
    faults.add_if(event.nSeqEvento != 1, "nSeqEvento", "O número do evento de cancelamento é sempre 1.", 0, 594);
    if (!event.by) return faults.take();
    auto const own = parse_key(event.chNFe), other = parse_key(event.by->chNFeRef);
    faults.add_if(!other, "chNFeRef", "Chave da nota substituta inválida.", 0, 910);
    faults.add_if(own && other &&
                      (own->cUF != other->cUF || own->CNPJ != other->CNPJ || event.chNFe == event.by->chNFeRef),
                  "chNFeRef", "A nota substituta deve ser outra nota do mesmo emitente e UF.", 0, 911);
    faults.add_if(own && other && (own->tpEmis != 1 || other->tpEmis != 9), "chNFeRef",
                  "A nota cancelada deve ser normal e a substituta deve ter sido emitida em contingência.", 0, 920);
    faults.add_if(event.by->verAplic.size() > 20 || !is_layout_text(event.by->verAplic), "verAplic",
                  "Versão do programa deve ter de 1 a 20 caracteres.");
    return faults.take();
}

constexpr std::size_t least_correction = 15, most_correction = 1'000;

void check_items(Correction const& event, Faults& faults) {
    faults.add_if(event.nSeqEvento > 1 && event.anterior.empty(), "anterior",
                  "A carta nova substitui a anterior e deve repetir o que ela corrigiu.");
    faults.add_if(event.itens.empty(), "itens", "Informe o que corrigir.");
    auto const& subjects = correction_subjects();
    for (std::size_t i = 0; i < event.itens.size(); ++i) {
        auto const& [assunto, texto] = event.itens[i];
        auto const name = fmt::format("itens.{}.", i);
        auto const subject = std::ranges::find(subjects, std::string_view(assunto), &CorrectionSubject::codigo);
        faults.add_if(subject == subjects.end(), name + "assunto", "Escolha na lista o que está errado na nota.");
        if (subject != subjects.end())
            faults.add_if(!subject->refusal.empty(), name + "assunto", std::string(subject->refusal), 0, 0);
        faults.add_if(texto.empty(), name + "texto", "Escreva o texto certo.");
    }
}

Problems check(Correction const& event) {
    Faults faults("evento");
    faults.about_receipt(event, "110110");
    faults.add_if(event.nSeqEvento < 1 || event.nSeqEvento > most_corrections, "nSeqEvento",
                  "Uma nota aceita até 20 cartas de correção.", 0, 594);
    if (event.texto.empty()) check_items(event, faults);
    auto const text = correction_text(event);
    auto const size = balcao::length(text);
    faults.add_if(size < least_correction, "itens", "A correção deve ter pelo menos 15 letras.");
    faults.add_if(size > most_correction, "itens",
                  fmt::format("Com as cartas anteriores a correção tem {} letras, e cabem 1000: escreva menos.", size));
    faults.add_if(size >= least_correction && !is_layout_text(text), "itens", "Texto com caracteres não permitidos.",
                  110);
    return faults.take();
}

Problems check(Voiding const& voiding) {
    Faults faults("inutilizacao");
    faults.add_if(modelo_of(voiding.mod).mod != voiding.mod, "mod", "O modelo deve ser 55 (NF-e) ou 65 (NFC-e).", 0,
                  775);
    faults.environment(voiding.tpAmb);
    faults.issuer(voiding.CNPJ);
    faults.reason(voiding.xJust);
    faults.add_if(!tables::uf_of_code(voiding.cUF), "cUF", "Código da UF desconhecido.");
    faults.add_if(!is_number(voiding.ano, 2, 2), "ano", "O ano deve ter 2 dígitos.");
    faults.add_if(voiding.serie < 0 || voiding.serie > 889, "serie", std::string(rule_text(11).sentence), 11, 266);
    faults.add_if(voiding.nNFIni < 1 || voiding.nNFFin > 999'999'999, "nNFIni", std::string(rule_text(12).sentence),
                  12);
    faults.add_if(voiding.nNFFin < voiding.nNFIni, "nNFFin", "O número final deve ser maior ou igual ao inicial.", 0,
                  224);
    faults.add_if(std::int64_t{voiding.nNFFin} - voiding.nNFIni >= 10'000, "nNFFin",
                  "Inutilize no máximo 10000 números por vez.", 0, 201);
    return faults.take();
}

/// Puts `<name xmlns Id>body</name>` and its signature behind it into `document`.
void append_signed(std::string& document, std::string_view name, std::string_view id, std::string const& body,
                   Certificate const& certificate) {
    auto const end = fmt::format("</{}>", name);
    document += fmt::format("<{} Id=\"{}\">", name, id) + body + end;
    auto const digest = digest_value(fmt::format("<{} xmlns=\"{}\" Id=\"{}\">", name, nfe_namespace, id), body + end);
    document += signature_element(id, digest, certificate);
}

/// An event whose detEvento holds what `write_detail` writes.
SignedEvent write_event_of(auto const& event, std::string_view type, Certificate const& certificate,
                           auto const& write_detail) {
    XmlWriter xml;
    xml.text("cOrgao", event.chNFe.substr(0, 2));
    xml.text("tpAmb", std::to_string(event.tpAmb));
    xml.text("CNPJ", event.CNPJ);
    xml.text("chNFe", event.chNFe);
    xml.text("dhEvento", event.dhEvento.to_string());
    xml.text("tpEvento", type);
    xml.text("nSeqEvento", std::to_string(event.nSeqEvento));
    xml.text("verEvento", "1.00");
    xml.raw("<detEvento versao=\"1.00\">");
    write_detail(xml);
    xml.raw("</detEvento>");

    auto const id = fmt::format("ID{}{}{:02}", type, event.chNFe, event.nSeqEvento);
    auto document = fmt::format("<evento xmlns=\"{}\" versao=\"1.00\">", nfe_namespace);
    append_signed(document, "infEvento", id, xml.take(), certificate);
    document += "</evento>";
    return {.message = event_message(event.idLote, document), .document = document};
}

void write_cancellation(XmlWriter& xml, Cancellation const& event) {
    xml.text("descEvento", event.by ? "Cancelamento por substituicao" : "Cancelamento");
    if (event.by) {
        xml.text("cOrgaoAutor", event.chNFe.substr(0, 2));
        xml.text("tpAutor", "1");
        xml.text("verAplic", event.by->verAplic);
    }
    xml.text("nProt", event.nProt);
    xml.text("xJust", event.xJust);
    if (event.by) xml.text("chNFeRef", event.by->chNFeRef);
}

SignedEvent write(Cancellation const& event, Certificate const& certificate) {
    return write_event_of(event, event.by ? "110112" : "110111", certificate,
                          [&](XmlWriter& xml) { write_cancellation(xml, event); });
}

SignedEvent write(Correction const& event, Certificate const& certificate) {
    return write_event_of(event, "110110", certificate, [&](XmlWriter& xml) {
        xml.text("descEvento", "Carta de Correcao");
        xml.text("xCorrecao", correction_text(event));
        xml.text("xCondUso", correction_terms);
    });
}

SignedEvent write(Voiding const& voiding, Certificate const& certificate) {
    XmlWriter xml;
    xml.text("tpAmb", std::to_string(voiding.tpAmb));
    xml.text("xServ", "INUTILIZAR");
    xml.text("cUF", voiding.cUF);
    xml.text("ano", voiding.ano);
    xml.text("CNPJ", voiding.CNPJ);
    xml.text("mod", std::to_string(voiding.mod));
    xml.text("serie", std::to_string(voiding.serie));
    xml.text("nNFIni", std::to_string(voiding.nNFIni));
    xml.text("nNFFin", std::to_string(voiding.nNFFin));
    xml.text("xJust", voiding.xJust);
    auto const id = fmt::format("ID{}{}{}{}{:03}{:09}{:09}", voiding.cUF, voiding.ano, voiding.CNPJ, voiding.mod,
                                voiding.serie, voiding.nNFIni, voiding.nNFFin);
    auto document = fmt::format("<inutNFe xmlns=\"{}\" versao=\"4.00\">", nfe_namespace);
    append_signed(document, "infInut", id, xml.take(), certificate);
    document += "</inutNFe>";
    return {.message = document, .document = document};
}

/// What every event has.
void read_head(JsonFields& in, auto& to) {
    in.read("idLote", to.idLote);
    in.read("tpAmb", to.tpAmb);
    in.read("CNPJ", to.CNPJ);
    in.read("chNFe", to.chNFe);
    in.read("dhEvento", to.dhEvento);
    in.read("nSeqEvento", to.nSeqEvento);
}

void read_correction(JsonFields& in, Correction& to) {
    read_head(in, to);
    std::optional<std::string> anterior;
    in.read("anterior", anterior);
    to.anterior = normalise_text(anterior.value_or(""), most_correction).text;
    in.array("itens", [&](JsonFields& item) {
        auto& [assunto, texto] = to.itens.emplace_back();
        item.read("assunto", assunto);
        item.read("texto", texto);
        texto = normalise_text(texto, most_correction).text;
    });
}

void read_cancellation(JsonFields& in, Cancellation& to, std::string_view type) {
    read_head(in, to);
    in.read("nProt", to.nProt);
    in.read("xJust", to.xJust);
    to.xJust = normalise_text(to.xJust, most_reason).text;
    if (type == "110112") {
        auto& by = to.by.emplace();
        in.read("chNFeRef", by.chNFeRef);
        in.read("verAplic", by.verAplic);
    } else if (type != "110111") {
        in.add("tpEvento", "Evento deve ser 110110 (carta de correção), 110111 (cancelamento) ou 110112 (cancelamento "
                           "por substituição).");
    }
}

void read_evento(JsonFields& in, EventRequest& to) {
    std::string type;
    in.read("tpEvento", type);
    if (type == "110110") read_correction(in, to.emplace<Correction>());
    else read_cancellation(in, to.emplace<Cancellation>(), type);
}

void read_voiding(JsonFields& in, Voiding& to) {
    in.read("tpAmb", to.tpAmb);
    in.read_or("mod", to.mod, 65);
    in.read("cUF", to.cUF);
    in.read("ano", to.ano);
    in.read("CNPJ", to.CNPJ);
    in.read("serie", to.serie);
    in.read("nNFIni", to.nNFIni);
    in.read("nNFFin", to.nNFFin);
    in.read("xJust", to.xJust);
    to.xJust = normalise_text(to.xJust, most_reason).text;
}

/// How the time between authorisation and `now` fits the minutes of one parameter, and then of another.
Window window(std::int64_t elapsed, std::int64_t in_time, std::int64_t late) {
    return elapsed <= in_time ? Window::open : elapsed <= late ? Window::late : Window::over;
}

std::int64_t seconds_of(Tables const& tables, std::string_view parameter, std::string_view chNFe,
                        DateTime const& authorised_at) {
    auto const uf = tables::uf_of_code(chNFe.substr(0, 2)).value_or("");
    auto const value = balcao::parse_int(tables.parameter(parameter, uf, authorised_at.date())).value_or(0);
    return value * (parameter.ends_with("_horas") ? 3'600 : 60);
}

Problems window_problem(Window window) {
    if (window != Window::over) return {};
    return {{.rule = 112,
             .cStat = rule_text(112).cStat,
             .field = "evento.dhEvento",
             .message = std::string(rule_text(112).sentence)}};
}

} // namespace

Problems check_event(EventRequest const& request) {
    return std::visit([](auto const& what) { return check(what); }, request);
}

Window window_of(Tables const& tables, Cancellation const& event, DateTime const& authorised_at, std::int64_t now) {
    auto const key = parse_key(event.chNFe);
    auto const& modelo = modelo_of(key ? key->mod : 65);
    auto const seconds = [&](std::string_view name) { return seconds_of(tables, name, event.chNFe, authorised_at); };
    auto const late = event.by || modelo.late_cancellation.empty() ? 0 : seconds(modelo.late_cancellation);
    return window(now - authorised_at.epoch(), seconds(event.by ? "substituicao_horas" : modelo.cancellation), late);
}

Window window_of(Tables const& tables, Correction const& event, DateTime const& authorised_at, std::int64_t now) {
    return window(now - authorised_at.epoch(), seconds_of(tables, "carta_correcao_horas", event.chNFe, authorised_at),
                  0);
}

Problems check_event_window(Tables const& tables, Cancellation const& event, DateTime const& authorised_at,
                            std::int64_t now) {
    return window_problem(window_of(tables, event, authorised_at, now));
}

Problems check_event_window(Tables const& tables, Correction const& event, DateTime const& authorised_at,
                            std::int64_t now) {
    return window_problem(window_of(tables, event, authorised_at, now));
}

std::expected<SignedEvent, Problems> write_event(EventRequest const& request, Certificate const& certificate) {
    if (auto problems = check_event(request); !problems.empty()) return std::unexpected(std::move(problems));
    return std::visit([&](auto const& what) { return write(what, certificate); }, request);
}

std::expected<EventRequest, Problems> read_event(std::string_view json) {
    auto const object = balcao::json::parse_object(json);
    if (!object) {
        return std::unexpected(
            Problems{{.rule = 0,
                      .cStat = 0,
                      .field = "",
                      .message = "O arquivo não é um objeto JSON válido em UTF-8, ou traz o mesmo campo duas vezes."}});
    }
    Problems problems;
    EventRequest request;
    JsonFields top(*object, "", problems);
    for (auto const* ignored : {"id", "descricao", "certificado"}) top.ignore(ignored);
    if (top.has("evento") == top.has("inutilizacao")) top.add("", "Informe exatamente um de evento ou inutilizacao.");
    top.optional_object("evento", [&](JsonFields& in) { read_evento(in, request); });
    top.optional_object("inutilizacao", [&](JsonFields& in) { read_voiding(in, request.emplace<Voiding>()); });
    top.finish();
    if (!problems.empty()) return std::unexpected(std::move(problems));
    return request;
}

} // namespace balcao::nfce
