#include "nfce/datetime.hpp"
#include "nfce/expected_size.hpp"
#include "nfce/key.hpp"
#include "nfce/receipt_key.hpp"
#include "nfce/rules_report.hpp"
#include "nfce/xml_writer.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/inscricao_estadual.hpp"

/// Who issues, number, times, environment, program.
namespace balcao::nfce::rules {

namespace {

/// SEFAZ takes messages up to 500 KB; envelope, supplement and signature take the rest.
constexpr std::size_t most_body_bytes = 500 * 1024 - 8 * 1024;

void check_certificate(Report& r) {
    auto const& certificate = r.context.certificate;
    if (!certificate) return r.add_if(r.context.certificate_required, 1, "empresa.certificado");
    r.add_if(r.context.now < certificate->valid_from || r.context.now > certificate->valid_to, 1,
             "empresa.certificado");
    r.add_if(certificate->cnpj.substr(0, 8) != r.nfce.emit.CNPJ.substr(0, 8), 2, "empresa.certificado");
}

void check_issuer(Report& r) {
    auto const& emit = r.nfce.emit;
    auto const& address = emit.enderEmit;
    r.add_if(!is_valid_cnpj(emit.CNPJ), 3, "emit/CNPJ");
    r.add_if(!is_valid_ie(emit.IE, r.uf), 4, "emit/IE");
    r.add_if(tables::uf_code(r.uf) != std::optional<std::string_view>(r.nfce.ide.cUF), 5, "emit/enderEmit/UF");
    auto const uf_of_city = tables::uf_of_municipality(address.cMun);
    if (!uf_of_city) r.add(6, "emit/enderEmit/cMun");
    else r.add_if(*uf_of_city != r.uf, 7, "emit/enderEmit/cMun");
    r.add_if(!address.CEP || !is_all_digits(*address.CEP, 8), 8, "emit/enderEmit/CEP");
    r.add_if(emit.CRT < 1 || emit.CRT > 4, 9, "emit/CRT");
    r.add_unlisted_if(emit.CNAE && !emit.IM, 225, "emit/CNAE",
                      "Informe a inscrição municipal do emitente ou retire o CNAE.");
    r.add_if(tables::uf_of_municipality(r.nfce.ide.cMunFG) != std::optional<std::string_view>(r.uf), 10, "ide/cMunFG");
}

void check_number(Report& r) {
    auto const& ide = r.nfce.ide;
    r.add_if(ide.serie < 0 || ide.serie > 889, 11, "ide/serie");
    r.add_if(ide.nNF < 1 || ide.nNF > 999'999'999, 12, "ide/nNF");
    r.add_if(!is_allowed_cnf(ide.cNF, ide.nNF), 13, "ide/cNF");
    auto const key = key_of(r.nfce);
    r.add_if(!key || *key != r.nfce.chave || ide.cDV != key->substr(43), 14, "infNFe/@Id");
}

void check_times(Report& r) {
    auto const& ide = r.nfce.ide;
    auto const issued = ide.dhEmi.epoch();
    r.add_if(issued > r.context.now + five_minutes, 15, "ide/dhEmi");
    r.add_if(r.context.tpAmb && *r.context.tpAmb != ide.tpAmb, 17, "ide/tpAmb");
}

void check_broker(Report& r) {
    auto const& ide = r.nfce.ide;
    auto const broker = ide.indIntermed == 1;
    r.add_if(broker && !r.nfce.infIntermed, 21, "infIntermed");
    r.add_if(!broker && r.nfce.infIntermed, 22, "infIntermed");
    r.add_unlisted_if(r.nfce.infIntermed && !is_valid_cnpj(r.nfce.infIntermed->CNPJ), 440, "infIntermed/CNPJ",
                      "CNPJ do intermediador inválido.");
    if ((ide.indPres == 5) != ide.cMunFGIBS.has_value()) {
        r.add(117, "ide/cMunFGIBS",
              ide.indPres == 5 ? std::string(rule_text(117).sentence)
                               : "Município do IBS só é informado em venda fora do estabelecimento.",
              ide.indPres == 5 ? 1005 : 1000);
    }
}

void check_program(Report& r) {
    auto const& responsible = r.nfce.infRespTec;
    r.add_if(!responsible && r.allowed("responsavel_tecnico"), 105, "infRespTec");
    r.add_if(responsible && !is_valid_cnpj(responsible->CNPJ), 106, "infRespTec/CNPJ");
}

void check_size(Report& r) {
    XmlWriter writer(expected_receipt_bytes(r.nfce.det.size()));
    write_infNFe(writer, r.nfce);
    r.add_if(writer.size() > most_body_bytes, 111, "infNFe");
}

} // namespace

void check_issue(Report& r) {
    check_certificate(r);
    check_issuer(r);
    check_number(r);
    check_times(r);
    check_broker(r);
    check_program(r);
    check_size(r);
}

} // namespace balcao::nfce::rules
