#include "selling/receipts/signing/entry_builder.hpp"

#include <utility>

#include <fmt/format.h>

#include "nfce/modelo.hpp"
#include "nfce/tables.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/documents.hpp"
#include "selling/receipts/signing/nfe_builder.hpp"

namespace balcao::receipts {

namespace {

constexpr int contribuinte = 1; // indIEDest

nfce::Dest company_itself(nfce::Emit const& emit) {
    nfce::Dest dest;
    dest.id = {.kind = nfce::PersonId::Kind::cnpj, .value = emit.CNPJ};
    dest.xNome = emit.xNome;
    dest.enderDest = emit.enderEmit;
    dest.indIEDest = contribuinte;
    dest.IE = emit.IE;
    return dest;
}

// Nothing when no address of who bought is known.
std::optional<nfce::Dest> consumer(ReturnedGoods const& goods) {
    auto const& named = goods.origins.front().dest;
    if (!named || named->enderDest) return named;
    if (!goods.client || goods.client->cpf_cnpj != named->id.value) return std::nullopt;
    std::vector<FieldProblem> problems;
    auto recorded = buyer(goods.sale, &*goods.client, problems);
    return problems.empty() ? recorded : std::nullopt;
}

std::string note_of(ReturnedGoods const& goods, bool names_consumer) {
    std::string text = "Devolução de ";
    for (auto const& origin : goods.origins) {
        auto const& ide = origin.ide;
        text += fmt::format("{}{} nº {}, série {}, de {}", &origin == &goods.origins.front() ? "" : "; ",
                            nfce::modelo_of(ide.mod).name, grouped(ide.nNF), ide.serie, date_text(ide.dhEmi.date()));
    }
    text += fmt::format(". Motivo: {}.", goods.motivo);
    if (names_consumer) return text;
    auto const& named = goods.origins.front().dest;
    if (!named) return text + " Consumidor não identificado.";
    text += fmt::format(" Devolvido por CPF {}", document_text(named->id.value));
    if (goods.sale.nome) text += ", " + *goods.sale.nome;
    return text + '.';
}

} // namespace

Result<nfce::Nfce> build_entry(Issuer const& issuer, ReturnedGoods const& goods, Heading const& heading) {
    nfce::Ide ide;
    ide.cUF = nfce::tables::uf_code(issuer.company.uf).value_or("");
    ide.cNF = heading.cNF;
    ide.serie = static_cast<int>(issuer.serie);
    ide.nNF = static_cast<int>(heading.numero);
    ide.dhEmi = heading.dhEmi;
    ide.tpAmb = issuer.tpAmb();
    ide.verProc = issuer.verProc;
    auto emit = emit_of(issuer.company);
    auto dest = consumer(goods);
    auto note = note_of(goods, dest.has_value());
    if (!dest) dest = company_itself(emit);
    auto entry = nfce::entry_note({.origins = goods.origins,
                                   .items = goods.itens,
                                   .ide = std::move(ide),
                                   .emit = std::move(emit),
                                   .dest = *std::move(dest),
                                   .infCpl = std::move(note),
                                   .infRespTec = issuer.responsible,
                                   .idCSRT = issuer.idCSRT,
                                   .CSRT = issuer.CSRT});
    if (!entry) return invalid(entry.error().front().message);
    auto const vNF = entry->total.icmsTot.vNF.value;
    if (vNF == goods.total) return *std::move(entry);
    return invalid(
        fmt::format("O total da NF-e seria {}, e o da devolução é {}: um item tem imposto somado ao preço ou "
                    "descontado dele. Emita a NF-e com a contabilidade e digite a chave dela aqui.",
                    brl(vNF), brl(goods.total)));
}

} // namespace balcao::receipts
