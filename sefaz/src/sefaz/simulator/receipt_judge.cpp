#include "sefaz/simulator/receipt_judge.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "nfce/composition.hpp"
#include "nfce/datetime.hpp"
#include "nfce/foreign.hpp"
#include "nfce/modelo.hpp"
#include "nfce/rules.hpp"
#include "nfce/tables.hpp"
#include "sefaz/simulator/qr_judge.hpp"
#include "sefaz/simulator/registration.hpp"
#include "sefaz/simulator/signer_judge.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr int offline = 9; // tpEmis

Code code_of(nfce::Problem const& problem) {
    std::string item;
    if (problem.field.starts_with("det[")) {
        auto const number = problem.field.substr(4, problem.field.find(']') - 4);
        item = fmt::format("[nItem:{}]", number);
    }
    auto const cStat = problem.cStat != 0 ? problem.cStat : 225;
    return Code(cStat, nfce::tables::official_text(cStat) ? "" : "Rejeição: " + problem.message, item);
}

/// The first problem that is SEFAZ's, too: some are only ours.
std::optional<Code> first_refusal(nfce::Problems const& problems) {
    for (auto const& problem : problems)
        if (problem.cStat != 0) return code_of(problem);
    return std::nullopt;
}

} // namespace

std::expected<Receipt, Code> examine_receipt(std::string_view nfe, std::int64_t received_at,
                                             std::shared_ptr<nfce::Tables const> const& tables,
                                             std::function<bool(std::string_view CNPJ)> const& demands_ibscbs) {
    auto const document = nfce::XmlDocument::parse(nfe);
    if (!document) return std::unexpected(Code(225));
    auto const signature = nfce::verify_signature(*document, "infNFe");
    if (!signature) return std::unexpected(code_of(signature.error()));
    auto const read = nfce::read_receipt(nfe);
    if (!read) return std::unexpected(first_refusal(read.error()).value_or(Code(225)));
    auto const& receipt = read->nfce;
    auto const& modelo = nfce::modelo_of(receipt.ide.mod);
    if (signature->signer.cnpj.empty()) return std::unexpected(Code(292));
    if (auto const wrong = first_refusal(nfce::check_signer(signature->signer, receipt.emit.CNPJ, received_at)))
        return std::unexpected(*wrong);
    // A sale to a CNPJ is a matter of law, which the schema and the rules let through (reference c3).
    nfce::CheckContext context{.tables = tables, .now = received_at, .tpAmb = 2, .allow_cnpj_consumer = true};
    auto const& emit = receipt.emit;
    context.ibscbs_demanded =
        nfce::ibscbs_demand(*context.tables, emit.enderEmit.UF, emit.CRT, receipt.ide.dhEmi.date(), receipt.ide.tpAmb)
            .by_law &&
        demands_ibscbs && demands_ibscbs(emit.CNPJ);
    if (auto const wrong = first_refusal(nfce::check(receipt, context))) return std::unexpected(*wrong);
    if (modelo.has_supplement)
        if (auto const wrong = qr_fault(receipt, *document, signature->digest_value)) return std::unexpected(*wrong);
    return Receipt{.xml = std::string(nfe), .nfce = receipt, .digest_value = signature->digest_value};
}

std::optional<Code> registration_fault(Inquiry const& inquiry, Receipt const& receipt) {
    auto const& emit = receipt.nfce.emit;
    auto const registration = find_registration(inquiry.memory, emit.CNPJ);
    if (!registration) return std::nullopt;
    auto const document = nfce::XmlDocument::parse(receipt.xml);
    if (!document) throw std::logic_error("an examined receipt cannot be read");
    if (auto const fault = issuer_fault(inquiry, *document, emit.CNPJ)) return fault;
    auto const& known = registration->inscricoes;
    auto const own = std::ranges::find_if(
        known, [&](auto const& each) { return each.IE == emit.IE && each.UF == emit.enderEmit.UF; });
    if (own == known.end()) return Code(230);
    auto const& modelo = nfce::modelo_of(receipt.nfce.ide.mod);
    if (!own->habilitada) return Code(modelo.not_enabled);
    return registration->csc && modelo.has_supplement ? csc_fault(receipt.nfce, *registration->csc) : std::nullopt;
}

std::optional<Code> conflict_of(db::Connection& memory, Receipt const& receipt) {
    auto const& ide = receipt.nfce.ide;
    Number const number{receipt.nfce.emit.CNPJ, ide.mod, ide.serie, ide.nNF};
    if (auto const known = document_of_number(memory, number)) {
        if (known->chNFe != receipt.nfce.chave)
            return Code(539, {}, fmt::format("[chNFe:{}][nRec:{}]", known->chNFe, known->nRec));
        return known->cancelada ? Code(218) : Code(204, {}, fmt::format("[nRec:{}]", known->nRec));
    }
    if (waiting_batch(memory, number)) return Code(635);
    VoidedRange const alone{.CNPJ = receipt.nfce.emit.CNPJ,
                            .mod = ide.mod,
                            .serie = ide.serie,
                            .nNFIni = ide.nNF,
                            .nNFFin = ide.nNF,
                            .nProt = {},
                            .inutNFe = {}};
    if (!voided_within(memory, alone).empty()) return Code(206);
    return std::nullopt;
}

Document authorise_receipt(Registrar const& registrar, Receipt const& receipt) {
    auto const& nfce = receipt.nfce;
    auto const uf = uf_of_key(nfce.chave);
    auto const& alerts = registrar.variants.alerts;
    bool const is_late = nfce.ide.tpEmis == offline && registrar.now - nfce.ide.dhEmi.epoch() > nfce::seconds_a_day;
    Code const code(is_late ? 150 : alerts.empty() ? 100 : 120);
    Document document{.chNFe = nfce.chave,
                      .CNPJ = nfce.emit.CNPJ,
                      .mod = nfce.ide.mod,
                      .serie = nfce.ide.serie,
                      .nNF = nfce.ide.nNF,
                      .digVal = receipt.digest_value,
                      .nProt = next_protocol(registrar, uf),
                      .nRec = fmt::format("{}{:013}", uf, next_of(registrar.memory, "nRec")),
                      .cStat = code.cStat,
                      .autorizada_em = registrar.now,
                      .NFe = receipt.xml};
    document.protNFe = protocol({.chNFe = document.chNFe,
                                 .nProt = document.nProt,
                                 .digVal = document.digVal,
                                 .when = document.autorizada_em,
                                 .code = code,
                                 .alerts = alerts},
                                registrar.variants.signed_protocol ? registrar.signer : nullptr);
    add_document(registrar.memory, document);
    return document;
}

std::string_view uf_of_key(std::string_view chNFe) {
    auto const uf = chNFe.substr(0, 2);
    return nfce::tables::uf_of_code(uf) ? uf : default_uf;
}

} // namespace balcao::sefaz::simulator
