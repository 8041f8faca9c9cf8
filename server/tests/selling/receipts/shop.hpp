#pragma once
// A company that may sell: settings, certificate, one product, and what issuing takes.

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "company.hpp"
#include "fiscal/sefaz_settings/settings_rules.hpp"
#include "platform/events/events.hpp"
#include "registry/products/products.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/sending/sending.hpp"
#include "vectors.hpp"

namespace balcao::receipts::test {

struct SetClock final : Clock {
    Instant now() const override { return at; }
    Instant at = test::now;
};

inline products::StoredProduct sellable(auth::CompanyScope const& scope, std::string code, std::string_view price) {
    products::Product product;
    product.id = ProductId::make();
    product.id_emit = scope.id();
    product.prod_cProd = std::move(code);
    product.prod_xProd = "Laje H8";
    product.prod_NCM = "68109100";
    product.prod_CFOP = "5102";
    product.prod_uCOM = "UN";
    product.prod_vUnCOM = Decimal<4>::parse(price).value();
    product.icms_orig = 0;
    product.icms_CST = "102";
    product.updated_at = test::now; // it is judged as of then
    return {.record = std::move(product), .version = 1};
}

class Shop {
public:
    explicit Shop(db::Dialect dialect) : company(dialect), scope(scope_of(*company.database, company.id)) {
        // Never started: what is to be done is there to be seen.
        for (auto const type : {resolve_job, transmission_job})
            queue.handle(std::string(type), {.run = [](jobs::JobContext&) -> Result<void> { return {}; }});
        run("update emitente set inscricao_estadual = '110042490114', razao_social = 'Lajes Boa Vista', "
            "logradouro = 'Rua das Olarias', bairro = 'Centro' where id = :emitente_id");
        run("insert into nfce_settings (emitente_id, ambiente, destino, updated_at, version) "
            "values (:emitente_id, 'homologacao', 'sefaz', 0, 1)");
        auto const csc = secrets.seal(secrets::csc.at(company.id.uuid(), "homologacao"), "A1B2C3D4E5F6A7B8C9D0");
        database().write([&](db::Transaction& t) {
            t.execute({"insert_csc", "insert into nfce_ambiente (emitente_id, ambiente, serie, csc_encrypted, csc_id) "
                                     "values (:emitente_id, 'homologacao', 1, :csc, '000001')"},
                      {{"emitente_id", company.id}, {"csc", csc}});
            auto const stored = sellable(scope, "L8", "41.00");
            product = stored.record.id;
            products::Products(scope).insert(t, std::span(&stored, 1));
        });
    }

    db::Database& database() { return *company.database; }
    /// A statement about this company, behind the program's back.
    void run(std::string const& sql) {
        database().write([&](db::Transaction& t) { t.execute({"run", sql}, {{"emitente_id", company.id}}); });
    }
    std::int64_t number(std::string const& sql) {
        return database().read([&](db::Connection& c) {
            return c.scalar<std::int64_t>({"number", sql}, {{"emitente_id", company.id}}).value_or(-1);
        });
    }

    IssuingServices services() { return services(database()); }
    IssuingServices services(db::Database& used) {
        return {.database = used,
                .records = {events, clock},
                .queue = queue,
                .marks = marks,
                .rules = {.secrets = secrets, .clocks = clocks, .offline = offline, .verProc = "Balcao teste"},
                .signer = signer};
    }
    Result<IssuedSale> post(Issuing& issuing, std::string const& body) {
        return issuing.post(actor, scope, body,
                            [this](db::Transaction&) -> Result<auth::CompanyScope> { return scope; });
    }
    Result<IssuedSale> post(std::string const& body) {
        Issuing issuing(services());
        return post(issuing, body);
    }

    /// Two slabs paid in cash with a note of 100; `more` are further members.
    std::string sale(sales::VendaId id, std::string_view more = R"(,"emitir":true)") const {
        return fmt::format(R"({{"id":"{}","itens":[{{"produto_id":"{}","quantidade":"2","valor":"41.00",)"
                           R"("preco_lido":"41.00"}}],"pagamentos":[{{"tPag":"01","valor":"100.00"}}],)"
                           R"("total_visto":"82.00"{}}})",
                           id.to_string(), product.to_string(), more);
    }

    Company company;
    auth::CompanyScope const scope;
    SetClock clock;
    secrets::Secrets const secrets{secrets::Key::make()};
    sefaz_calls::FiscalClocks clocks;
    events::Events events{database(), clock};
    jobs::Queue queue{database()};
    balcao::test::TemporaryFolder const folder;
    numbers::Marks marks{folder.file("numeros.max")};
    auth::Actor const actor{.user = company.user, .email = "a@exemplo.com", .full_name = "Ana", .role = "user"};
    ProductId product;
    FindOffline offline{};
    FindSigner signer = [certificate = certificate("a1-numerico")](
                            auth::CompanyScope const&, companies::Company const&, std::string_view,
                            Instant) -> Result<nfce::Certificate> { return certificate; };
};

} // namespace balcao::receipts::test
