// NFeStatusServico4.

#include "nfce/tables.hpp"
#include "sefaz/simulator/authoriser_judge.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr Shape shape{"consStatServ", "retConsStatServ", "4.00"};
constexpr auto average_seconds = "1";

Verdict tell(Inquiry const& inquiry, Code const& code) {
    auto const cUF = inquiry.message.root.text_of("cUF");
    nfce::XmlWriter xml;
    open_answer(xml, shape);
    write_code(xml, code);
    xml.text("cUF", nfce::tables::uf_of_code(cUF) ? std::string_view(cUF) : default_uf);
    xml.text("dhRecbto", date_time(inquiry.now()));
    if (code.cStat == 107 || code.cStat == 113) xml.text("tMed", average_seconds);
    xml.close(shape.answer);
    return {.result = xml.take(), .cStat = code.cStat};
}

Verdict judge(Inquiry const& inquiry) {
    auto const cUF = inquiry.message.root.text_of("cUF");
    if (auto const fault = svc_fault(inquiry, cUF)) return tell(inquiry, *fault);
    if (is_ending(inquiry, cUF)) return tell(inquiry, Code(113, "SVC em processo de desativação pela SEFAZ Origem"));
    return tell(inquiry, Code(107));
}

} // namespace

ServiceFunctions const services::status{
    .shape = shape, .schema = "nfe/consStatServ_v4.00.xsd", .judge = &judge, .refuse = &tell, .tell = &tell};

} // namespace balcao::sefaz::simulator
