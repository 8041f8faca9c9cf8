// NFeRetAutorizacao4.

#include "nfce/tables.hpp"
#include "sefaz/simulator/services.hpp"
#include "sefaz/simulator/state.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr Shape shape{"consReciNFe", "retConsReciNFe", "4.00"};

Verdict answer(Inquiry const& inquiry, Code const& code, int cStat_inner, std::string_view protNFe) {
    auto nRec = inquiry.message.root.text_of("nRec");
    // Whatever was asked: the answer has one in its form.
    if (nRec.size() != 15 || nRec.find_first_not_of("0123456789") != std::string::npos) nRec = std::string(15, '0');
    auto const uf = std::string_view(nRec).substr(0, 2);
    nfce::XmlWriter xml;
    open_answer(xml, shape);
    write_code(xml, code, "nRec", nRec);
    xml.text("cUF", nfce::tables::uf_of_code(uf) ? uf : default_uf);
    xml.text("dhRecbto", date_time(inquiry.now()));
    xml.raw(protNFe);
    xml.close(shape.answer);
    return {.result = xml.take(), .cStat = code.cStat, .cStat_inner = cStat_inner};
}

Verdict refuse(Inquiry const& inquiry, Code const& code) { return answer(inquiry, code, 0, {}); }

/// Who asks must be of the company that sent it.
bool is_of_another_company(Inquiry const& inquiry, std::string_view CNPJ) {
    return !inquiry.certificate_CNPJ.empty() && inquiry.certificate_CNPJ.substr(0, 8) != CNPJ.substr(0, 8);
}

Verdict judge(Inquiry const& inquiry) {
    auto const nRec = inquiry.message.root.text_of("nRec");
    if (auto const document = document_of_batch(inquiry.memory, nRec)) {
        if (is_of_another_company(inquiry, document->CNPJ)) return refuse(inquiry, Code(223));
        return answer(inquiry, Code(104), document->cStat, document->protNFe);
    }
    auto const batch = batch_of(inquiry.memory, nRec);
    if (!batch || !batch->anunciado) return refuse(inquiry, Code(106));
    if (is_of_another_company(inquiry, batch->CNPJ)) return refuse(inquiry, Code(223));
    if (batch->cStat == 0) return refuse(inquiry, Code(105));
    return answer(inquiry, Code(104), batch->cStat, batch->protNFe);
}

} // namespace

ServiceFunctions const services::authorisation_result{
    .shape = shape, .schema = "nfe/consReciNFe_v4.00.xsd", .judge = &judge, .refuse = &refuse, .tell = &refuse};

} // namespace balcao::sefaz::simulator
