#include "nfce/events.hpp"

#include "nfce/json_fields.hpp"
#include "nfce/key.hpp"
#include "nfce/rules.hpp"
#include "nfce/services.hpp"
#include "nfce/signature.hpp"
#include "nfce/tables.hpp"
#include "nfce/text.hpp"
#include "nfce/xml_writer.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"

namespace balcao::nfce {

namespace {

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
    void issuer(std::string const& cnpj) { add_if(!is_valid_cnpj(cnpj), "CNPJ", "CNPJ do emitente inválido.", 3, 207); }
    Problems take() { return std::move(problems_); }

private:
    std::string_view object_;
    Problems problems_;
};

Problems check(Cancellation const& event) {
    Faults faults("evento");
    faults.environment(event.tpAmb);
    faults.issuer(event.CNPJ);
    faults.reason(event.xJust);
    faults.add_if(!is_number(event.idLote, 1, 15), "idLote", "O lote deve ter de 1 a 15 dígitos.");
    bool const key_ok = parse_key(event.chNFe).has_value();
    faults.add_if(!key_ok, "chNFe", "Chave de acesso inválida.", 14, 236);
    faults.add_if(key_ok && event.chNFe.substr(6, 14) != event.CNPJ, "CNPJ", "A chave é de outro emitente.", 0, 574);
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

Problems check(Voiding const& voiding) {
    Faults faults("inutilizacao");
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

SignedEvent write(Cancellation const& event, Certificate const& certificate) {
    std::string const type = event.by ? "110112" : "110111";
    auto const uf = event.chNFe.substr(0, 2);
    XmlWriter xml;
    xml.text("cOrgao", uf);
    xml.text("tpAmb", std::to_string(event.tpAmb));
    xml.text("CNPJ", event.CNPJ);
    xml.text("chNFe", event.chNFe);
    xml.text("dhEvento", event.dhEvento.to_string());
    xml.text("tpEvento", type);
    xml.text("nSeqEvento", std::to_string(event.nSeqEvento));
    xml.text("verEvento", "1.00");
    xml.raw("<detEvento versao=\"1.00\">");
    xml.text("descEvento", event.by ? "Cancelamento por substituicao" : "Cancelamento");
    if (event.by) {
        xml.text("cOrgaoAutor", uf);
        xml.text("tpAutor", "1");
        xml.text("verAplic", event.by->verAplic);
    }
    xml.text("nProt", event.nProt);
    xml.text("xJust", event.xJust);
    if (event.by) xml.text("chNFeRef", event.by->chNFeRef);
    xml.raw("</detEvento>");

    auto const id = fmt::format("ID{}{}{:02}", type, event.chNFe, event.nSeqEvento);
    auto document = fmt::format("<evento xmlns=\"{}\" versao=\"1.00\">", nfe_namespace);
    append_signed(document, "infEvento", id, xml.take(), certificate);
    document += "</evento>";
    return {.message = event_message(event.idLote, document), .document = document};
}

SignedEvent write(Voiding const& voiding, Certificate const& certificate) {
    XmlWriter xml;
    xml.text("tpAmb", std::to_string(voiding.tpAmb));
    xml.text("xServ", "INUTILIZAR");
    xml.text("cUF", voiding.cUF);
    xml.text("ano", voiding.ano);
    xml.text("CNPJ", voiding.CNPJ);
    xml.text("mod", "65");
    xml.text("serie", std::to_string(voiding.serie));
    xml.text("nNFIni", std::to_string(voiding.nNFIni));
    xml.text("nNFFin", std::to_string(voiding.nNFFin));
    xml.text("xJust", voiding.xJust);
    auto const id = fmt::format("ID{}{}{}65{:03}{:09}{:09}", voiding.cUF, voiding.ano, voiding.CNPJ, voiding.serie,
                                voiding.nNFIni, voiding.nNFFin);
    auto document = fmt::format("<inutNFe xmlns=\"{}\" versao=\"4.00\">", nfe_namespace);
    append_signed(document, "infInut", id, xml.take(), certificate);
    document += "</inutNFe>";
    return {.message = document, .document = document};
}

void read_cancellation(JsonFields& in, Cancellation& to) {
    std::string type;
    in.read("tpEvento", type);
    in.read("idLote", to.idLote);
    in.read("tpAmb", to.tpAmb);
    in.read("CNPJ", to.CNPJ);
    in.read("chNFe", to.chNFe);
    in.read("nProt", to.nProt);
    in.read("dhEvento", to.dhEvento);
    in.read("nSeqEvento", to.nSeqEvento);
    in.read("xJust", to.xJust);
    if (type == "110112") {
        auto& by = to.by.emplace();
        in.read("chNFeRef", by.chNFeRef);
        in.read("verAplic", by.verAplic);
    } else if (type != "110111") {
        in.add("tpEvento", "Evento deve ser 110111 (cancelamento) ou 110112 (cancelamento por substituição).");
    }
}

void read_voiding(JsonFields& in, Voiding& to) {
    in.read("tpAmb", to.tpAmb);
    in.read("cUF", to.cUF);
    in.read("ano", to.ano);
    in.read("CNPJ", to.CNPJ);
    in.read("serie", to.serie);
    in.read("nNFIni", to.nNFIni);
    in.read("nNFFin", to.nNFFin);
    in.read("xJust", to.xJust);
}

} // namespace

Problems check_event(EventRequest const& request) {
    return std::visit([](auto const& what) { return check(what); }, request);
}

Problems check_event_window(Tables const& tables, Cancellation const& event, DateTime const& authorised_at,
                            std::int64_t now) {
    auto const uf = tables::uf_of_code(event.chNFe.substr(0, 2)).value_or("");
    auto const name = event.by ? "substituicao_horas" : "cancelamento_minutos";
    auto const limit =
        balcao::parse_int(tables.parameter(name, uf, authorised_at.date())).value_or(0) * (event.by ? 3'600 : 60);
    if (now - authorised_at.epoch() <= limit) return {};
    return {{.rule = 112,
             .cStat = rule_text(112).cStat,
             .field = "evento.dhEvento",
             .message = std::string(rule_text(112).sentence)}};
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
    top.optional_object("evento", [&](JsonFields& in) { read_cancellation(in, request.emplace<Cancellation>()); });
    top.optional_object("inutilizacao", [&](JsonFields& in) { read_voiding(in, request.emplace<Voiding>()); });
    top.finish();
    // Texts are made fit as those of a receipt are.
    std::visit([](auto& what) { what.xJust = normalise_text(what.xJust, 255).text; }, request);
    if (!problems.empty()) return std::unexpected(std::move(problems));
    return request;
}

} // namespace balcao::nfce
