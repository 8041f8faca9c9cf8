#include "selling/receipts/actions/actions.hpp"

#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "nfce/foreign.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/secrets/secrets.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/signing/signing.hpp"

namespace balcao::receipts {

namespace {

// What was handed in, as a version of a nota; its number comes with the nota.
struct HandedIn {
    Signed document;
    std::string digest;
};

std::unexpected<Failure> refused(std::string sentence) { return invalid(std::move(sentence)); }

// The bytes of the signed document inside `file`: what SEFAZ digested is kept as it was written. A prefix or a second
// NFe would make them others than those that were read.
Result<std::string_view> signed_bytes(std::string_view file) {
    constexpr std::string_view open = "<NFe ", close = "</NFe>";
    auto const begin = file.find(open), end = file.rfind(close);
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin ||
        file.find(open, begin + 1) != std::string_view::npos)
        return refused("Este arquivo não traz uma nota. Envie o XML da nota, como a SEFAZ ou a contabilidade o tem.");
    return file.substr(begin, end + close.size() - begin);
}

Result<HandedIn> read(std::string_view file) {
    auto const bytes = BALCAO_TRY(signed_bytes(file));
    auto const document = nfce::XmlDocument::parse(bytes);
    if (!document) return refused("O XML está danificado: " + document.error());
    auto receipt = nfce::read_receipt(bytes);
    if (!receipt) return refused("O XML não é de uma nota que se possa guardar. " + receipt.error().front().message);
    auto const signature = nfce::verify_signature(*document, "infNFe");
    if (!signature) return refused("A assinatura do XML não confere. " + signature.error().message);
    std::string xml(bytes);
    auto const& nfce = receipt->nfce;
    SignedVersion version{.version = {.chave = nfce.chave,
                                      .digest = signature->digest_value,
                                      .dhEmi = Instant{nfce.ide.dhEmi.epoch() * 1'000'000},
                                      .signer_valid_to = Instant{signature->signer.valid_to * 1'000'000}},
                          .xml = xml,
                          .sha256 = secrets::sha256(std::as_bytes(std::span(xml)))};
    return HandedIn{.document = {.version = std::move(version), .receipt = std::move(receipt->nfce)},
                    .digest = signature->digest_value};
}

// Whether it is the document that SEFAZ authorised under the nota's number.
Result<void> check_of(Subject const& subject, HandedIn const& handed_in) {
    auto const& nota = subject.nota;
    if (!is_own_key(subject.facts, handed_in.document.version.version.chave)) {
        return refused(fmt::format("Este XML é de outra nota: a chave dele não é a da {}.", name_of(nota)));
    }
    if (handed_in.digest != nota.digVal.value_or("")) {
        return refused("Este não é o XML que a SEFAZ autorizou: o conteúdo (DigestValue) é outro. Peça o XML à "
                       "SEFAZ ou a quem emitiu a nota.");
    }
    return {};
}

} // namespace

Result<Nota> hand_in_xml(Acting const& acting, NotaId id, std::string_view file) {
    auto const handed_in = read(file);
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Nota> {
        BALCAO_TRY(acting.ask_again(transaction));
        auto const subject = lock_subject(transaction, acting.wire, acting.scope, id, {});
        if (!subject) return not_found();
        auto const& nota = subject->nota;
        if (subject->facts.estado != Estado::autorizada_sem_xml) {
            return fail({.kind = FailureKind::action_unavailable,
                         .title = "Isso não pode ser feito agora",
                         .detail = "Só uma nota que a SEFAZ autorizou com outro conteúdo espera um XML.",
                         .current_json = summary_json(nota)});
        }
        if (!handed_in) return fail(handed_in.error());
        BALCAO_TRY(check_of(*subject, *handed_in));

        auto document = handed_in->document;
        document.version.version.versao = subject->facts.versions.back().versao + 1;
        insert_version(transaction, acting.scope, nota, document.version, acting.wire.now());
        auto after = nota;
        take_version(after, document);
        after.vNF = nota.vNF; // of the sale; what was charged does not change by it
        after.estado = text(Estado::autorizada);
        if (!save_nota(transaction, acting.scope, nota, after)) throw db::Conflict("the nota changed");
        ++after.version;
        json::ObjectWriter details;
        details.text("chave", after.chave);
        auto const written = document.receipt.total.icmsTot.vNF.value;
        if (written != nota.vNF) {
            details.text("vNF_da_venda", nota.vNF.to_string());
            details.text("vNF_do_xml", written.to_string());
        }
        records::note({transaction, acting.actor}, acting.wire.records,
                      {.topic = "receipts",
                       .action = "nfce_xml_upload",
                       .description = "Enviou o XML da " + name_of(nota),
                       .company = acting.scope.id(),
                       .entity = nota.id.uuid(),
                       .version = after.version,
                       .details = details.take()});
        return after;
    });
}

} // namespace balcao::receipts
