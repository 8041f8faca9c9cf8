#include "full_receipt.hpp"

#include "nfce/document.hpp"
#include "nfce/sale.hpp"
#include "support.hpp"

namespace balcao::nfce::test {

Nfce full_receipt(std::string const& vector) {
    auto nfce = compute(test::sale(vector)).value().nfce;
    nfce.autXML = {{.kind = PersonId::Kind::cpf, .value = "52998224725"}};
    nfce.infAdic = InfAdic{.infAdFisco = {}, .infCpl = "Obrigado", .obsCont = {{.xCampo = "Pedido", .xTexto = "123"}}};
    nfce.infRespTec = InfRespTec{.CNPJ = "11222333000181",
                                 .xContato = "Suporte",
                                 .email = "a@b.com.br",
                                 .fone = "1133334444",
                                 .csrt = Csrt{.idCSRT = "01", .hashCSRT = "INWOoT340iOjikiWQaXOeATZywE="}};
    nfce.transp.transporta = Transporta{.id = PersonId{.kind = PersonId::Kind::cpf, .value = "52998224725"},
                                        .xNome = "Motoboy",
                                        .IE = "ISENTO",
                                        .xEnder = "Rua A",
                                        .xMun = "São Paulo",
                                        .UF = "SP"};
    nfce.dest = Dest{.id = {.kind = PersonId::Kind::cpf, .value = "52998224725"},
                     .xNome = "Maria",
                     .enderDest = nfce.emit.enderEmit,
                     .indIEDest = 9,
                     .IE = {},
                     .email = "maria@example.com"};
    auto& prod = nfce.det.front().prod;
    prod.cest = Cest{.CEST = "1704900", .indEscala = "S", .CNPJFab = {}};
    prod.cBenef = "SP123456";
    prod.rastro = {{.nLote = "L1",
                    .qLote = Decimal<3>::from_raw(1'000),
                    .dFab = "2026-01-01",
                    .dVal = "2027-01-01",
                    .cAgreg = {}}};
    return nfce;
}

std::string signed_xml(Nfce const& nfce) {
    static ConsultationUrls const urls = *sale("v03").urls;
    // Offline, QR version 3 does not take a CPF: a rule (109), not a format.
    static QrV2 const qr{.CSC = "0123456789ABCDEF", .idCSC = "1"};
    auto const document = write_signed(nfce, qr, urls, certificate());
    return document ? document->xml : std::string();
}

} // namespace balcao::nfce::test
