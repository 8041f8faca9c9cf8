// NFeAutorizacao4.

#include <fmt/format.h>

#include "platform/base/text.hpp"
#include "sefaz/simulator/authoriser_judge.hpp"
#include "sefaz/simulator/party_judge.hpp"
#include "sefaz/simulator/receipt_judge.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr Shape shape{"enviNFe", "retEnviNFe", "4.00"};
constexpr auto average_seconds = "1";
constexpr int being_judged = 1;

/// retEnviNFe: `inside` is protNFe or infRec, or nothing.
std::string answer(Inquiry const& inquiry, Code const& code, std::string_view inside) {
    nfce::XmlWriter xml;
    open_answer(xml, shape);
    write_code(xml, code);
    xml.text("cUF", uf_of_key(inquiry.message.subject.chNFe));
    xml.text("dhRecbto", date_time(inquiry.now()));
    xml.raw(inside);
    xml.close(shape.answer);
    return xml.take();
}

Verdict refuse(Inquiry const& inquiry, Code const& code) {
    return {.result = answer(inquiry, code, {}), .cStat = code.cStat};
}

Verdict processed(Inquiry const& inquiry, int cStat, std::string_view protNFe) {
    return {.result = answer(inquiry, Code(104), protNFe), .cStat = 104, .cStat_inner = cStat};
}

/// The receipt's protocol with a code that is no authorisation. The signature says the digest without being believed.
Verdict tell(Inquiry const& inquiry, Code const& code) {
    auto const digest = inquiry.message.root.descendant("DigestValue");
    return processed(inquiry, code.cStat,
                     protocol({.chNFe = inquiry.message.subject.chNFe,
                               .nProt = {},
                               .digVal = digest ? digest->text().value_or("") : "",
                               .when = inquiry.now(),
                               .code = code},
                              nullptr));
}

/// Taken in, to be judged later: the number is seen as waiting when its sender was told so.
Verdict take_in(Inquiry const& inquiry, Receipt const& receipt) {
    auto const& ide = receipt.nfce.ide;
    Batch const batch{.nRec = fmt::format("{}{:013}", uf_of_key(receipt.nfce.chave), next_of(inquiry.memory, "nRec")),
                      .CNPJ = receipt.nfce.emit.CNPJ,
                      .mod = ide.mod,
                      .serie = ide.serie,
                      .nNF = ide.nNF,
                      .NFe = receipt.xml,
                      .recebido_em = inquiry.now(),
                      .vence_em_us =
                          inquiry.now_us - inquiry.ahead_us + inquiry.pace.shortened(*inquiry.judged_after).count(),
                      .anunciado = inquiry.announced};
    add_batch(inquiry.memory, batch);
    auto const infRec = fmt::format("<infRec><nRec>{}</nRec><tMed>{}</tMed></infRec>", batch.nRec, average_seconds);
    return {.result = answer(inquiry, Code(103), infRec), .cStat = 103};
}

/// The very bytes of an authorised receipt came again, to an authoriser that answers them with their first protocol.
bool repeats(Inquiry const& inquiry, Receipt const& receipt, std::optional<Document> const& known) {
    return inquiry.variants.repeat_is_authorised && known && !known->cancelada && known->digVal == receipt.digest_value;
}

/// Whether the authoriser that was called judges this receipt.
std::optional<Code> kind_fault_of(Inquiry const& inquiry) {
    auto const ide = inquiry.message.root.descendant("ide");
    auto const number = [&](char const* name) { return static_cast<int>(parse_int(ide->text_of(name)).value_or(0)); };
    auto const cUF = ide->text_of("cUF");
    return kind_fault(inquiry, {.mod = number("mod"), .tpEmis = number("tpEmis"), .cUF = cUF});
}

Verdict judge(Inquiry const& inquiry) {
    auto const& root = inquiry.message.root;
    if (root.children().size() > 3) return refuse(inquiry, Code(126));
    if (root.text_of("indSinc") != "1") return refuse(inquiry, Code(452));
    if (auto const fault = kind_fault_of(inquiry))
        return fault->cStat == 114 ? refuse(inquiry, *fault) : tell(inquiry, *fault);
    auto const receipt = examine_receipt(inquiry.message.subject.document, inquiry.now(), inquiry.tables,
                                         [&](std::string_view CNPJ) { return demands_ibscbs(inquiry.memory, CNPJ); });
    if (!receipt) return tell(inquiry, receipt.error());
    if (auto const fault = registration_fault(inquiry, *receipt)) return tell(inquiry, *fault);
    if (auto const fault = receiver_fault(inquiry, receipt->nfce)) return tell(inquiry, *fault);
    if (auto const fault = reference_fault(inquiry, receipt->nfce)) return tell(inquiry, *fault);
    if (inquiry.judged_after && !inquiry.announced) return take_in(inquiry, *receipt);
    if (auto const known = document_of_key(inquiry.memory, receipt->nfce.chave); repeats(inquiry, *receipt, known))
        return processed(inquiry, known->cStat, known->protNFe);
    if (auto const conflict = conflict_of(inquiry.memory, *receipt)) return tell(inquiry, *conflict);
    if (inquiry.judged_after) return take_in(inquiry, *receipt);
    auto const document = authorise_receipt(inquiry.registrar(), *receipt);
    return processed(inquiry, document.cStat, document.protNFe);
}

} // namespace

ServiceFunctions const services::authorisation{
    .shape = shape, .schema = "nfe/enviNFe_v4.00.xsd", .judge = &judge, .refuse = &refuse, .tell = &tell};

void settle_due(db::Transaction& memory, std::int64_t now_us, std::shared_ptr<nfce::Tables const> const& tables) {
    for (auto const& batch : due_batches(memory, now_us)) {
        auto const receipt = examine_receipt(batch.NFe, batch.recebido_em, tables);
        if (!receipt) throw std::logic_error("a batch that was taken in is refused");
        Registrar const registrar{.memory = memory,
                                  .now = (batch.vence_em_us + ahead_us(memory, batch.CNPJ)) / 1'000'000};
        settle_batch(memory, batch.nRec, being_judged, {}); // it must not be the one it waits for (635)
        if (auto const conflict = conflict_of(memory, *receipt)) {
            settle_batch(memory, batch.nRec, conflict->cStat,
                         protocol({.chNFe = receipt->nfce.chave,
                                   .nProt = {},
                                   .digVal = receipt->digest_value,
                                   .when = registrar.now,
                                   .code = *conflict},
                                  nullptr));
            continue;
        }
        auto const document = authorise_receipt(registrar, *receipt);
        settle_batch(memory, batch.nRec, document.cStat, document.protNFe);
    }
}

} // namespace balcao::sefaz::simulator
