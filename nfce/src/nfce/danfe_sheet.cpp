#include "nfce/danfe_barcode.hpp"
#include "nfce/danfe_content.hpp"
#include "nfce/danfe_sheet_text.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/overloaded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace balcao::nfce::danfe {

namespace {

/// From this day of dhEmi by the layout of NT 2026.010.
constexpr std::string_view reform_since = "2026-12-01";
/// What the page has room for; the others are told in the additional data.
constexpr std::size_t most_instalments = 21, most_volumes = 3;
constexpr std::size_t instalments_a_line = 7;

std::string identity(PersonId const& id) {
    switch (id.kind) {
    case PersonId::Kind::cnpj: return format_cnpj(id.value);
    case PersonId::Kind::cpf: return format_cpf(id.value);
    case PersonId::Kind::estrangeiro: break;
    }
    return id.value;
}
std::string identity(std::optional<PersonId> const& id) { return id ? identity(*id) : ""; }

/// Street, number and complement.
std::string street(Endereco const& a) {
    return fmt::format("{}, {}{}{}", a.xLgr, a.nro, a.xCpl ? " " : "", a.xCpl.value_or(""));
}
std::string cep(Endereco const& a) { return a.CEP ? cep_text(*a.CEP) : ""; }
std::string phone(Endereco const& a) { return a.fone ? phone_text(*a.fone) : ""; }
std::string date_of(std::optional<DateTime> const& moment) { return moment ? moment->printed().substr(0, 10) : ""; }
std::string time_of(std::optional<DateTime> const& moment) { return moment ? moment->printed().substr(11) : ""; }

std::string_view regime_name(int crt) {
    switch (crt) {
    case 1: return "1 - Simples Nacional";
    case 2: return "2 - Simples Nacional, excesso de sublimite";
    case 3: return "3 - Regime Normal";
    case 4: return "4 - Simples Nacional, MEI";
    default: return "";
    }
}

std::string_view freight_name(int modFrete) {
    switch (modFrete) {
    case 0: return "0 - Remetente (CIF)";
    case 1: return "1 - Destinatário (FOB)";
    case 2: return "2 - Terceiros";
    case 3: return "3 - Próprio, remetente";
    case 4: return "4 - Próprio, destinatário";
    default: return "9 - Sem transporte";
    }
}

class SheetWriter {
public:
    SheetWriter(ForeignReceipt const& receipt, DanfeOptions const& options)
        : n_(receipt.nfce), protocol_(receipt.protocol), options_(options), standing_(standing_of(receipt)),
          by_reform_(n_.ide.dhEmi.date() >= reform_since) {}

    Sheet take() {
        head();
        addressee();
        place("INFORMAÇÕES DO LOCAL DE RETIRADA", n_.retirada);
        place("INFORMAÇÕES DO LOCAL DE ENTREGA", n_.entrega);
        marks(); // the first of the additional data, before what other blocks have no room for
        bill();
        taxes();
        transport();
        add_items(s_, n_, by_reform_);
        messages();
        return std::move(s_);
    }

private:
    void add(std::string paragraph) {
        if (!s_.additional.empty()) s_.additional += '\n';
        s_.additional += paragraph;
    }
    Frame& frame(std::string title) { return s_.frames.emplace_back(Frame{std::move(title), {}}); }

    void head() {
        auto const& emit = n_.emit;
        auto const& address = emit.enderEmit;
        auto const number = fmt::format("{:09}", n_.ide.nNF);
        s_.number = fmt::format("{}.{}.{}", number.substr(0, 3), number.substr(3, 3), number.substr(6));
        s_.series = fmt::format("{:03}", n_.ide.serie);
        s_.direction = n_.ide.tpNF;
        s_.issuer = emit.xNome;
        if (emit.xFant && *emit.xFant != emit.xNome) s_.issuer_lines.push_back(*emit.xFant);
        s_.issuer_lines.push_back(street(address));
        s_.issuer_lines.push_back(fmt::format("{} - {} - {}", address.xBairro, address.xMun, address.UF));
        s_.issuer_lines.push_back(
            fmt::format("CEP {}{}{}", cep(address), address.fone ? " - Fone " : "", phone(address)));
        if (by_reform_) {
            // The field of the second has no source in the XML yet.
            s_.regime = {{"CÓDIGO DE REGIME TRIBUTÁRIO", std::string(regime_name(emit.CRT)), 1},
                         {"REGIME DE APURAÇÃO DO IBS E DA CBS", "", 1}};
        }
        s_.key = spaced(n_.chave);
        s_.bars = code128(n_.chave);
        s_.authenticity = "Consulta de autenticidade no portal nacional da NF-e www.nfe.fazenda.gov.br/portal ou no "
                          "site da SEFAZ autorizadora";
        s_.operation = {{{"NATUREZA DA OPERAÇÃO", n_.ide.natOp, 108},
                         {"PROTOCOLO DE AUTORIZAÇÃO DE USO", authorisation(), 90, centre}},
                        {{"INSCRIÇÃO ESTADUAL", emit.IE, 66},
                         {"INSCRIÇÃO ESTADUAL DO SUBST. TRIBUTÁRIO", emit.IEST.value_or(""), 66},
                         {"CNPJ", format_cnpj(emit.CNPJ), 66}}};
        // Who issues a note of entry receives the goods himself.
        if (n_.ide.tpNF == 0) return;
        auto const to = n_.dest ? n_.dest->xNome.value_or("") : "";
        s_.stub =
            fmt::format("RECEBEMOS DE {} OS PRODUTOS E/OU SERVIÇOS CONSTANTES DA NOTA FISCAL ELETRÔNICA INDICADA "
                        "AO LADO. EMISSÃO: {} VALOR TOTAL: R$ {} DESTINATÁRIO: {}{}",
                        emit.xNome, date_of(n_.ide.dhEmi), text(n_.total.icmsTot.vNF), to,
                        n_.dest && n_.dest->enderDest ? fmt::format(" - {} - {} - {}", street(*n_.dest->enderDest),
                                                                    n_.dest->enderDest->xMun, n_.dest->enderDest->UF)
                                                      : "");
    }

    std::string authorisation() const {
        if (standing_ == Standing::pending) return "EMITIDA EM CONTINGÊNCIA";
        if (standing_ == Standing::none) return "NÃO AUTORIZADA, SEM VALOR FISCAL";
        auto const moment = DateTime::parse(protocol_->dhRecbto);
        return protocol_->nProt + (moment ? " - " + moment->printed() : "");
    }

    void addressee() {
        auto& lines = frame("DESTINATÁRIO / REMETENTE").lines;
        auto const dest = n_.dest.value_or(Dest{});
        auto const address = dest.enderDest.value_or(Endereco{});
        auto const& departure = n_.ide.dhSaiEnt;
        lines.push_back({{"NOME / RAZÃO SOCIAL", dest.xNome.value_or(""), 120},
                         {"CNPJ / CPF", identity(dest.id), 46},
                         {"DATA DA EMISSÃO", date_of(n_.ide.dhEmi), 32, centre}});
        lines.push_back({{"ENDEREÇO", dest.enderDest ? street(address) : "", 94},
                         {"BAIRRO / DISTRITO", address.xBairro, 46},
                         {"CEP", cep(address), 26},
                         {"DATA DA SAÍDA / ENTRADA", date_of(departure), 32, centre}});
        lines.push_back({{"MUNICÍPIO", address.xMun, 76},
                         {"UF", address.UF, 10},
                         {"FONE / FAX", phone(address), 34},
                         {"INSCRIÇÃO ESTADUAL", dest.IE.value_or(""), 46},
                         {"HORA DA SAÍDA / ENTRADA", time_of(departure), 32, centre}});
    }

    void place(std::string title, std::optional<Local> const& local) {
        if (!local) return;
        auto const& address = local->endereco;
        frame(std::move(title)).lines = {{{"NOME / RAZÃO SOCIAL", local->xNome.value_or(""), 106},
                                          {"CNPJ / CPF", identity(local->id), 46},
                                          {"INSCRIÇÃO ESTADUAL", local->IE.value_or(""), 46}},
                                         {{"ENDEREÇO", street(address), 72},
                                          {"BAIRRO / DISTRITO", address.xBairro, 36},
                                          {"MUNICÍPIO", address.xMun, 36},
                                          {"UF", address.UF, 8},
                                          {"CEP", cep(address), 18},
                                          {"FONE / FAX", phone(address), 28}}};
    }

    void bill() {
        if (!n_.cobr) return;
        auto const& [fat, dup] = *n_.cobr;
        auto& lines = frame("FATURA / DUPLICATAS").lines;
        if (fat) {
            lines.push_back({{"NÚMERO DA FATURA", fat->nFat.value_or(""), 66},
                             {"VALOR ORIGINAL", text(fat->vOrig), 44, right},
                             {"DESCONTO", text(fat->vDesc), 44, right},
                             {"VALOR LÍQUIDO", text(fat->vLiq), 44, right}});
        }
        std::string others;
        for (std::size_t i = 0; i < dup.size(); ++i) {
            auto const due = dup[i].dVenc ? date_text(*dup[i].dVenc) : "";
            auto const name = fmt::format("Nº {}  VENC. {}", dup[i].nDup.value_or(""), due);
            if (i >= most_instalments) {
                others +=
                    fmt::format("{}{} R$ {}", others.empty() ? "DEMAIS DUPLICATAS: " : "; ", name, text(dup[i].vDup));
                continue;
            }
            if (i % instalments_a_line == 0) lines.emplace_back();
            lines.back().push_back({name, text(dup[i].vDup), 1, right});
        }
        // The last line is as wide as the others.
        while (!dup.empty() && lines.back().size() < instalments_a_line) lines.back().push_back({});
        if (!others.empty()) add(std::move(others));
    }

    void taxes() {
        auto const& t = n_.total.icmsTot;
        auto const amounts = [](std::initializer_list<std::pair<char const*, std::string>> fields) {
            Line line;
            for (auto const& [name, value] : fields) line.push_back({name, value, 1, right});
            return line;
        };
        auto& lines = frame("CÁLCULO DO IMPOSTO").lines;
        lines.push_back(amounts({{"BASE DE CÁLC. DO ICMS", text(t.vBC)},
                                 {"VALOR DO ICMS", text(t.vICMS)},
                                 {"BASE DE CÁLC. ICMS ST", text(t.vBCST)},
                                 {"VALOR DO ICMS ST", text(t.vST)},
                                 {"VALOR DO PIS", text(t.vPIS)},
                                 {"VALOR DA COFINS", text(t.vCOFINS)},
                                 {"VALOR TOTAL DOS PRODUTOS", text(t.vProd)}}));
        lines.push_back(amounts({{"VALOR DO FRETE", text(t.vFrete)},
                                 {"VALOR DO SEGURO", text(t.vSeg)},
                                 {"DESCONTO", text(t.vDesc)},
                                 {"OUTRAS DESPESAS", text(t.vOutro)},
                                 {"VALOR TOTAL DO IPI", text(t.vIPI)},
                                 {"VALOR APROX. DOS TRIBUTOS", text(t.vTotTrib)},
                                 {"VALOR TOTAL DA NOTA", text(t.vNF)}}));
        auto const dest = t.ufDest.value_or(UfDestTot{});
        auto const seldom = amounts({{"VALOR DO FCP", text(t.vFCP)},
                                     {"VALOR DO FCP ST", text(t.vFCPST)},
                                     {"FCP DA UF DE DESTINO", text(dest.vFCPUFDest)},
                                     {"ICMS DA UF DE DESTINO", text(dest.vICMSUFDest)},
                                     {"ICMS DA UF REMETENTE", text(dest.vICMSUFRemet)},
                                     {"ICMS DESONERADO", text(t.vICMSDeson)},
                                     {"VALOR DO IPI DEVOLVIDO", text(t.vIPIDevol)}});
        if (std::ranges::any_of(seldom, [](Field const& field) { return field.value != "0,00"; }))
            lines.push_back(seldom);
        if (!by_reform_ || !n_.total.ibsCbsTot) return;
        auto const& [vBC, gIBS, gCBS, gMono] = *n_.total.ibsCbsTot;
        // IS is not issued, and a document that has it is not read.
        frame("TOTAL DO IBS / CBS / IS")
            .lines.push_back(amounts({{"VALOR DA CBS", gCBS ? text(gCBS->vCBS) : ""},
                                      {"VALOR DO IBS UF", gIBS ? text(gIBS->gIBSUF.v) : ""},
                                      {"VALOR DO IBS MUNICÍPIO", gIBS ? text(gIBS->gIBSMun.v) : ""},
                                      {"VALOR DO IMP. SELETIVO", ""},
                                      {"IBS MONOFÁSICO", gMono ? text(gMono->vIBSMono) : ""},
                                      {"CBS MONOFÁSICA", gMono ? text(gMono->vCBSMono) : ""},
                                      {"IBS MONOF. RETENÇÃO", gMono ? text(gMono->vIBSMonoReten) : ""},
                                      {"CBS MONOF. RETENÇÃO", gMono ? text(gMono->vCBSMonoReten) : ""}}));
    }

    static Line volume_line(Volume const& volume) {
        auto const weight = [](std::optional<Written<3>> const& kg) { return kg ? decimal_text(kg->value, 3) : ""; };
        return {{"QUANTIDADE", volume.qVol.value_or(""), 25, right},
                {"ESPÉCIE", volume.esp.value_or(""), 35},
                {"MARCA", volume.marca.value_or(""), 35},
                {"NUMERAÇÃO", volume.nVol.value_or(""), 43},
                {"PESO BRUTO", weight(volume.pesoB), 30, right},
                {"PESO LÍQUIDO", weight(volume.pesoL), 30, right}};
    }

    void transport() {
        auto const& t = n_.transp;
        auto const carrier = t.transporta.value_or(Transporta{});
        auto const vehicle = t.veicTransp.value_or(Veiculo{});
        auto& lines = frame("TRANSPORTADOR / VOLUMES TRANSPORTADOS").lines;
        lines.push_back({{"NOME / RAZÃO SOCIAL", carrier.xNome.value_or(""), 70},
                         {"FRETE POR CONTA", std::string(freight_name(t.modFrete)), 38},
                         {"CÓDIGO ANTT", vehicle.RNTC.value_or(""), 22},
                         {"PLACA DO VEÍCULO", vehicle.placa, 22, centre},
                         {"UF", vehicle.UF.value_or(""), 8},
                         {"CNPJ / CPF", identity(carrier.id), 38}});
        lines.push_back({{"ENDEREÇO", carrier.xEnder.value_or(""), 90},
                         {"MUNICÍPIO", carrier.xMun.value_or(""), 62},
                         {"UF", carrier.UF.value_or(""), 8},
                         {"INSCRIÇÃO ESTADUAL", carrier.IE.value_or(""), 38}});
        if (t.vol.empty()) lines.push_back(volume_line({}));
        for (std::size_t i = 0; i < t.vol.size(); ++i) {
            auto const line = volume_line(t.vol[i]);
            if (i < most_volumes) lines.push_back(line);
            else {
                std::string others;
                for (auto const& field : line)
                    if (!field.value.empty()) others += fmt::format(" {} {}", field.name, field.value);
                add("VOLUME" + others);
            }
            std::string seals;
            for (auto const& seal : t.vol[i].lacres) seals += " " + seal.nLacre;
            if (!seals.empty()) add(fmt::format("LACRES DO VOLUME {}:{}", i + 1, seals));
        }
        for (auto const& trailer : t.reboque)
            add(fmt::format("REBOQUE: {} {} {}", trailer.placa, trailer.UF.value_or(""), trailer.RNTC.value_or("")));
    }

    void mark(std::string sentence, std::string_view watermark) {
        add(std::move(sentence));
        if (watermark.empty() || s_.watermark.contains(watermark)) return;
        if (!s_.watermark.empty()) s_.watermark += '\n';
        s_.watermark += watermark;
    }

    void marks() {
        auto const& ide = n_.ide;
        if (options_.cancelled) mark("CANCELADA", "CANCELADA");
        if (standing_ == Standing::pending) mark("EMITIDA EM CONTINGÊNCIA - Pendente de autorização", "");
        if (standing_ == Standing::none) mark("NÃO AUTORIZADA, SEM VALOR FISCAL", "SEM VALOR FISCAL");
        if (ide.tpAmb == 2) mark("EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL", "SEM VALOR FISCAL");
        if (!ide.dhCont) return;
        auto const where = ide.tpEmis == 6 ? " SVC-AN" : ide.tpEmis == 7 ? " SVC-RS" : "";
        add(fmt::format("EMITIDA EM CONTINGÊNCIA{} desde {}: {}", where, ide.dhCont->printed(),
                        ide.xJust.value_or("")));
    }

    void messages() {
        auto const more = n_.infAdic.value_or(InfAdic{});
        if (more.infAdFisco) add(*more.infAdFisco);
        if (protocol_ && !protocol_->messages.empty()) add(protocol_->messages.front().xMsg);
        if (more.infCpl) add(*more.infCpl);
        for (auto const& note : more.obsCont) add(fmt::format("{}: {}", note.xCampo, note.xTexto));
        if (n_.dest && n_.dest->ISUF) add("Inscrição SUFRAMA do destinatário: " + *n_.dest->ISUF);
        if (n_.compra) {
            for (auto const& [name, value] : {std::pair{"Nota de empenho", n_.compra->xNEmp},
                                              {"Pedido", n_.compra->xPed},
                                              {"Contrato", n_.compra->xCont}})
                if (value) add(fmt::format("{}: {}", name, *value));
        }
        std::set<std::string> keys;
        for (auto const& reference : n_.ide.nfref) {
            std::visit(Overloaded{[&](RefNFe const& electronic) { keys.insert(electronic.chave); },
                                  [&](RefNF const& paper) {
                                      add(fmt::format("Nota fiscal referenciada: modelo {} série {} nº {} de {}/{}, "
                                                      "CNPJ {}",
                                                      paper.mod, paper.serie, paper.nNF, paper.AAMM.substr(2),
                                                      paper.AAMM.substr(0, 2), format_cnpj(paper.CNPJ)));
                                  }},
                       reference);
        }
        for (auto const& det : n_.det)
            if (det.referenciado) keys.insert(det.referenciado->chaveAcesso);
        for (auto const& key : keys) add("Documento referenciado: " + spaced(key));
    }

    Nfce const& n_;
    std::optional<Protocol> const& protocol_;
    DanfeOptions const& options_;
    Standing const standing_;
    bool const by_reform_;
    Sheet s_;
};

} // namespace

std::expected<Document, Problem> content_of_55(ForeignReceipt const& receipt, DanfeOptions const& options) {
    return SheetWriter(receipt, options).take();
}

} // namespace balcao::nfce::danfe
