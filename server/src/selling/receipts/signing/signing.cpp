#include "selling/receipts/signing/signing.hpp"

#include <chrono>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <sodium.h>

#include "nfce/key.hpp"
#include "nfce/modelo.hpp"
#include "nfce/reissue.hpp"
#include "nfce/rules.hpp"
#include "nfce/tables.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/text.hpp"
#include "platform/secrets/secrets.hpp"
#include "selling/receipts/judging/judging.hpp"

namespace balcao::receipts {

namespace {

std::int64_t seconds_of(Instant at) {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(at.microseconds())).count();
}

Instant instant_at(nfce::DateTime const& at) { return Instant{at.epoch() * 1'000'000}; }

struct Signer {
    std::shared_ptr<nfce::Tables const> const& tables;
    nfce::QrVersion const& qr;
    nfce::Certificate const& certificate;
    Instant now;
};

struct Checked {
    nfce::Nfce receipt;
    nfce::ConsultationUrls urls;
};

std::expected<Checked, nfce::Problems> check(std::shared_ptr<nfce::Tables const> const& tables, nfce::Nfce receipt,
                                             std::optional<nfce::ConsultationUrls> urls, nfce::QrVersion const& qr,
                                             nfce::Certificate const* certificate, Instant now) {
    bool const has_qr = nfce::modelo_of(receipt.ide.mod).has_supplement;
    if (has_qr && !urls) urls = tables->consultation_urls(receipt.emit.enderEmit.UF, receipt.ide.tpAmb);
    if (has_qr && !urls) {
        return std::unexpected(nfce::Problems{
            {.field = "empresa", .message = "Não há endereço de consulta da NFC-e para a UF da empresa."}});
    }
    nfce::CheckContext context;
    context.tables = tables;
    context.now = seconds_of(now);
    context.certificate_required = certificate != nullptr;
    if (certificate != nullptr) context.certificate = nfce::facts_of(*certificate);
    context.tpAmb = receipt.ide.tpAmb;
    if (has_qr) {
        context.qr = qr;
        context.urls = urls;
    }
    if (auto problems = nfce::check(receipt, context); !problems.empty()) return std::unexpected(std::move(problems));
    return Checked{.receipt = std::move(receipt), .urls = urls.value_or(nfce::ConsultationUrls{})};
}

std::expected<Signed, nfce::Problems> sign(Checked checked, Signer const& signer) {
    auto& receipt = checked.receipt;
    auto document = nfce::write_signed(receipt, signer.qr, checked.urls, signer.certificate);
    if (!document) return std::unexpected(nfce::Problems{std::move(document).error()});
    receipt.infNFeSupl = document->supplement;
    auto sha256 = secrets::sha256(std::as_bytes(std::span(document->xml)));
    return Signed{.version = {.version = {.versao = 1,
                                          .chave = std::move(document->chave),
                                          .digest = std::move(document->digest_value),
                                          .dhEmi = instant_at(receipt.ide.dhEmi),
                                          .signer_valid_to = Instant{signer.certificate.valid_to() * 1'000'000}},
                              .xml = std::move(document->xml),
                              .sha256 = std::move(sha256),
                              .tabela_revisao = signer.tables->revision()},
                  .receipt = std::move(receipt),
                  .tables = signer.tables};
}

std::expected<Signed, nfce::Problems> check_and_sign(nfce::Nfce receipt, std::optional<nfce::ConsultationUrls> urls,
                                                     Signer const& signer) {
    auto checked =
        check(signer.tables, std::move(receipt), std::move(urls), signer.qr, &signer.certificate, signer.now);
    if (!checked) return std::unexpected(std::move(checked).error());
    return sign(*std::move(checked), signer);
}

// The receipt of a sale that has the total the customer was told.
std::expected<nfce::Nfce, std::vector<FieldProblem>> compute_sale_receipt(nfce::Sale const& facts,
                                                                          sales::Sale const& sale) {
    auto computed = nfce::compute(facts);
    if (!computed) return std::unexpected(to_field_problems(computed.error(), sale));
    auto const vNF = computed->nfce.total.icmsTot.vNF.value;
    if (vNF == sale.total) return std::move(computed->nfce);
    return std::unexpected(std::vector<FieldProblem>{
        {"itens", fmt::format("O total da nota seria {}, e o da venda é {}: um produto desconta o ICMS desonerado do "
                              "total. Marque o campo \"deduz desonerado\" como Não no cadastro dele.",
                              brl(vNF), brl(sale.total))}});
}

std::string sentences_of(nfce::Problems const& problems) {
    std::string sentences;
    for (auto const& problem : problems) sentences += (sentences.empty() ? "" : " ") + problem.message;
    return sentences;
}

} // namespace

nfce::DateTime local_time(companies::Company const& company, Instant fiscal_now) {
    auto const seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(fiscal_now.microseconds()));
    return nfce::DateTime::from_epoch(seconds.count(), offset_hours(company.fuso_horario, fiscal_now));
}

std::string draw_cNF(std::int64_t numero) {
    for (;;) {
        auto cNF = fmt::format("{:08}", randombytes_uniform(100'000'000));
        if (nfce::is_allowed_cnf(cNF, static_cast<int>(numero))) return cNF;
    }
}

std::vector<FieldProblem> check_sale(nfce::Sale const& facts, sales::Sale const& sale, Instant now) {
    auto receipt = compute_sale_receipt(facts, sale);
    if (!receipt) return std::move(receipt).error();
    auto const checked = check(facts.tables, *std::move(receipt), facts.urls, facts.qr, nullptr, now);
    return checked ? std::vector<FieldProblem>{} : to_field_problems(checked.error(), sale);
}

Result<Signed> sign_sale(nfce::Sale const& facts, sales::Sale const& sale, nfce::Certificate const& certificate,
                         Instant now) {
    auto receipt = compute_sale_receipt(facts, sale);
    if (!receipt) return invalid(std::move(receipt).error());
    auto result = check_and_sign(*std::move(receipt), facts.urls,
                                 {.tables = facts.tables, .qr = facts.qr, .certificate = certificate, .now = now});
    if (!result) return invalid(to_field_problems(result.error(), sale));
    return *std::move(result);
}

Result<Signed> sign_entry(nfce::Nfce const& entry, Issuer const& issuer, nfce::Certificate const& certificate,
                          Instant now) {
    auto result = check_and_sign(entry, std::nullopt,
                                 {.tables = issuer.tables, .qr = issuer.qr, .certificate = certificate, .now = now});
    if (result) return *std::move(result);
    return invalid(sentences_of(result.error()));
}

Result<Signed> sign_reissue(std::string_view signed_nfe, Issuer const& issuer, Heading const& heading,
                            nfce::Certificate const& certificate, Instant now) {
    nfce::Reissue const change{.nNF = static_cast<int>(heading.numero),
                               .cNF = heading.cNF,
                               .tpEmis = heading.tpEmis,
                               .dhEmi = heading.dhEmi,
                               .dhCont = heading.dhCont,
                               .xJust = heading.xJust,
                               .CSRT = issuer.CSRT};
    auto receipt = nfce::reissue(signed_nfe, change);
    auto result =
        receipt ? check_and_sign(*std::move(receipt), std::nullopt,
                                 {.tables = issuer.tables, .qr = issuer.qr, .certificate = certificate, .now = now})
                : std::unexpected(std::move(receipt).error());
    if (result) return *std::move(result);
    return invalid(sentences_of(result.error()));
}

Nota new_nota(Signed const& document, std::optional<std::string> nome, std::string_view uf, Instant now) {
    auto const& ide = document.receipt.ide;
    bool const offline = ide.tpEmis == 9;
    Nota nota;
    nota.id = NotaId::make();
    nota.modelo = ide.mod;
    nota.serie = ide.serie;
    nota.numero = ide.nNF;
    nota.cNF = ide.cNF;
    nota.tpEmis = ide.tpEmis;
    nota.estado = text(offline ? Estado::contingencia : Estado::enviando);
    nota.nome = std::move(nome);
    nota.created_at = now;
    take_version(nota, document);
    if (ide.dhCont) nota.dhCont = Instant{ide.dhCont->epoch() * 1'000'000};
    nota.xJust = ide.xJust;
    if (!offline) return nota;
    auto const hours = document.tables->parameter("contingencia_prazo_horas", uf, ide.dhEmi.date(), ide.tpAmb);
    nota.prazo = prazo(nota.dhEmi, std::chrono::hours(parse_int(hours).value()));
    nota.conferir_em = now;
    return nota;
}

void take_version(Nota& nota, Signed const& version) {
    auto const& receipt = version.receipt;
    nota.versao = version.version.version.versao;
    nota.chave = version.version.version.chave;
    nota.dhEmi = version.version.version.dhEmi;
    nota.fuso = receipt.ide.dhEmi.offset_hours();
    nota.vNF = receipt.total.icmsTot.vNF.value;
    nota.documento = receipt.dest.transform([](nfce::Dest const& dest) { return dest.id.value; });
    auto words = std::to_string(nota.numero);
    if (nota.documento) words += ' ' + *nota.documento;
    if (nota.nome) words += ' ' + *nota.nome;
    nota.busca = fold(words);
}

} // namespace balcao::receipts
