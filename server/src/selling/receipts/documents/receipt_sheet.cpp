#include "selling/receipts/documents/documents.hpp"

#include <array>

#include "nfce/datetime.hpp"
#include "platform/base/entity.hpp"
#include "platform/spreadsheets/exports.hpp"

namespace balcao::receipts {

namespace {

struct Row {
    std::string dhEmi;
    std::string modelo;
    std::int64_t serie = 0;
    std::int64_t numero = 0;
    std::string situacao;
    Money vNF;
    std::string chave, nProt, dhRecbto, documento, nome, emissao;
    std::optional<std::int64_t> cStat;
    std::string xMotivo;
};
constexpr std::array fields{
    field<&Row::dhEmi>("dhEmi"),         field<&Row::modelo>("modelo"),     field<&Row::serie>("serie"),
    field<&Row::numero>("numero"),       field<&Row::situacao>("situacao"), field<&Row::vNF>("vNF"),
    field<&Row::chave>("chave"),         field<&Row::nProt>("nProt"),       field<&Row::dhRecbto>("dhRecbto"),
    field<&Row::documento>("documento"), field<&Row::nome>("nome"),         field<&Row::emissao>("emissao"),
    field<&Row::cStat>("cStat"),         field<&Row::xMotivo>("xMotivo"),
};
constexpr std::array columns{
    spreadsheets::Column{.field = "dhEmi", .title = "Emissão", .width = 20},
    spreadsheets::Column{.field = "modelo", .title = "Modelo", .width = 8},
    spreadsheets::Column{.field = "serie", .title = "Série", .width = 8},
    spreadsheets::Column{.field = "numero", .title = "Número", .width = 12},
    spreadsheets::Column{.field = "situacao", .title = "Situação", .width = 26},
    spreadsheets::Column{.field = "vNF", .title = "Valor total", .width = 14},
    spreadsheets::Column{.field = "chave", .title = "Chave de acesso", .width = 48},
    spreadsheets::Column{.field = "nProt", .title = "Protocolo", .width = 20},
    spreadsheets::Column{.field = "dhRecbto", .title = "Autorização", .width = 20},
    spreadsheets::Column{.field = "documento", .title = "CPF/CNPJ do cliente", .width = 22},
    spreadsheets::Column{.field = "nome", .title = "Cliente", .width = 30},
    spreadsheets::Column{.field = "emissao", .title = "Tipo de emissão", .width = 16},
    spreadsheets::Column{.field = "cStat", .title = "Código da SEFAZ", .width = 16},
    spreadsheets::Column{.field = "xMotivo", .title = "Resposta da SEFAZ", .width = 50},
};

std::string time_text(Nota const& nota, Instant at) {
    auto const seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(at.microseconds()));
    return nfce::DateTime::from_epoch(seconds.count(), static_cast<int>(nota.fuso)).printed();
}

} // namespace

std::string receipt_sheet(spreadsheets::Format format, EachNota const& each) {
    return spreadsheets::export_file(format, "Notas", columns, fields, [&](auto const& record) {
        each([&](Nota const& nota) {
            Row const row{
                .dhEmi = time_text(nota, nota.dhEmi),
                .modelo = std::string(nota.of_modelo().nome),
                .serie = nota.serie,
                .numero = nota.numero,
                .situacao = std::string(situation_shown(nota.state())),
                .vNF = nota.vNF,
                .chave = nota.chave,
                .nProt = nota.nProt.value_or(""),
                .dhRecbto = nota.dhRecbto ? time_text(nota, *nota.dhRecbto) : std::string{},
                .documento = nota.documento.value_or(""),
                .nome = nota.nome.value_or(""),
                .emissao = std::string(emission_name(nota.tpEmis)),
                .cStat = nota.cStat,
                .xMotivo = nota.xMotivo.value_or(""),
            };
            record(&row);
        });
    });
}

} // namespace balcao::receipts
