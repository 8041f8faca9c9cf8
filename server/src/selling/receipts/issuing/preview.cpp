#include "selling/receipts/issuing/issuing.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "fiscal/numbers/numbers.hpp"
#include "nfce/danfe.hpp"
#include "platform/base/json.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::receipts {

namespace {

struct Drawing {
    std::int64_t numero = 0; // that the receipt would have, unless another one takes it
    std::optional<std::string> logo;
};

Drawing drawing_of(db::Connection& connection, auth::CompanyScope const& scope, Issuer const& issuer) {
    auto const counter = numbers::find_counter(connection, scope, issuer.series());
    return {.numero = std::min(counter ? counter->proximo : 1, numbers::highest_number),
            .logo = companies::find_documents_logo(connection, issuer.company)};
}

} // namespace

Result<std::string> Issuing::preview(auth::Actor const& actor, auth::CompanyScope const& scope,
                                     std::string const& body) {
    auto typed = sales::read_sale(BALCAO_TRY(json::parse_object(body)));
    typed.emitir = true;
    bool const treino = typed.treino;
    auto const now = services_.records.clock.now();
    Drawing drawing;
    auto ready = services_.database.read([&](db::Connection& connection) -> Result<ReadySale> {
        auto judged = BALCAO_TRY(judge_sale(connection, scope, actor, std::move(typed), services_.rules, now));
        drawing = drawing_of(connection, scope, *judged.issuer);
        return judged;
    });
    if (!ready) return fail(with_certificate(std::move(ready).error(), scope, treino));
    auto const& issuer = *ready->issuer;
    // An offline NFC-e would be a receipt as soon as it is on paper.
    if (modelo_of(issuer.modelo).prints_on_roll)
        return invalid("Só a NF-e pode ser vista antes. Uma NFC-e é emitida na hora: confira os itens na tela.");
    auto const certificate = BALCAO_TRY(services_.signer(scope, issuer.company, issuer.ambiente, now));
    auto const document = BALCAO_TRY(sign(*ready, drawing.numero, certificate));
    auto const receipt = nfce::read_receipt(document.version.xml);
    if (!receipt) throw std::logic_error("preview: a document that was just signed cannot be read");
    // Without a protocol it says by itself that it has no fiscal value.
    nfce::DanfeOptions options{.paper = nfce::Paper::a4};
    if (drawing.logo) options.logo = *drawing.logo;
    auto drawn = nfce::danfe_pdf(*receipt, options);
    if (!drawn) return invalid(drawn.error().message);
    return *std::move(drawn);
}

} // namespace balcao::receipts
