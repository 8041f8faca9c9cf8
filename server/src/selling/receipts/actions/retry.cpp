// A refused receipt is tried again (T7, T7c, T11).

#include <fmt/format.h>

#include "fiscal/ibpt/ibpt.hpp"
#include "fiscal/sefaz_calls/situation.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"
#include "selling/receipts/actions/actions.hpp"
#include "selling/receipts/actions/offline.hpp"
#include "selling/receipts/chain/chain.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/signing/signing.hpp"
#include "selling/receipts/wire/wire.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

struct Sold {
    sales::Sale sale;
    bool is_corrected = false;
    std::vector<products::Product> products;
    std::vector<std::optional<nfce::ApproximateTaxes>> taxes;
    Issuer issuer;
    std::optional<people::Person> client{}; // from the records
    // Of a return or a delivery, in the place of all above but the issuer.
    std::optional<Entry> entry{};
    std::optional<Remessa> remessa{};
};
// The sale as it was sold, with what was corrected of it; its products and settings as they are. Of a return what came
// back, of a delivery what leaves.
Result<Sold> find_sold(db::Connection& connection, Acting const& acting, Subject const& subject,
                       boost::json::object const& corrections) {
    auto const& nota = subject.nota;
    if (nota.devolucao_id) {
        if (!corrections.empty()) return invalid("A NF-e de devolução sai como a devolução foi registrada.");
        auto entry = BALCAO_TRY(find_entry(connection, acting.wire, acting.scope, *nota.devolucao_id));
        entry.issuer.serie = nota.serie;
        Sold sold{.sale = {}, .products = {}, .taxes = {}, .issuer = entry.issuer, .entry = entry};
        sold.sale.nome = nota.nome;
        return sold;
    }
    if (nota.operacao == Nota::of_delivery) {
        if (!corrections.empty()) return invalid("A NF-e de remessa sai como a entrega foi registrada.");
        auto remessa = BALCAO_TRY(find_remessa(connection, acting.wire, acting.scope, nota));
        remessa.issuer.serie = nota.serie;
        Sold sold{.sale = {}, .products = {}, .taxes = {}, .issuer = remessa.issuer, .remessa = remessa};
        sold.sale.nome = nota.nome;
        return sold;
    }
    auto stored = sales::find(connection, acting.scope, nota.venda_id);
    if (!stored) return not_found();
    Sold sold{.sale = std::move(stored->sale),
              .products = {},
              .taxes = {},
              .issuer = BALCAO_TRY(find_issuer(connection, acting.scope, acting.wire.secrets, nota.ambiente,
                                               nota.modelo, acting.wire.verProc))};
    sold.issuer.serie = nota.serie;
    if (!corrections.empty()) {
        auto const client = sold.sale.cliente_id;
        sold.sale = BALCAO_TRY(sales::correct_sale(std::move(sold.sale), corrections));
        sold.is_corrected = true;
        std::vector<FieldProblem> problems;
        if (sold.sale.cliente_id != client) sold.client = identify_client(connection, sold.sale, problems);
        if (sold.client && sold.client->pessoa_tipo == people::legal_person && !modelo_of(nota.modelo).needs_buyer) {
            problems.push_back({"cliente_id",
                                "Esta nota é uma NFC-e, e empresa (CNPJ) recebe NF-e. Escolha uma pessoa, "
                                "ou desista da nota e venda de novo."});
        }
        if (!problems.empty()) return invalid(std::move(problems));
        mark_cards(sold.sale, subject.company.uf, document_time(nota, subject.facts.fiscal_now()).date());
    }
    if (modelo_of(nota.modelo).needs_buyer && !sold.client && sold.sale.cliente_id) {
        if (auto person = people::People{}.find(connection, *sold.sale.cliente_id))
            sold.client = std::move(person->record);
    }
    sold.products = BALCAO_TRY(products_of(connection, acting.scope, sold.sale));
    auto const day = document_time(nota, subject.facts.fiscal_now()).date();
    sold.taxes = ibpt::taxes_of(connection, acting.scope, subject.company.uf, day, sold.products);
    return sold;
}

Result<Signed> sign_sold(Acting const& acting, Subject const& subject, Sold const& sold, Heading const& heading) {
    if (sold.entry) return sign_entry(acting, *sold.entry, heading, subject.facts.fiscal_now());
    if (sold.remessa) return sign_remessa(acting, *sold.remessa, heading, subject.facts.fiscal_now());
    auto const identity = acting.wire.caller.identity(acting.scope, subject.destination());
    if (!identity) return blocked(identity.error());
    if (!identity->certificate)
        return blocked("Falta o certificado digital da empresa. Envie em Empresas para vender.");
    std::vector<FieldProblem> problems;
    auto const facts = build(sold.issuer, sold.sale, sold.products, sold.taxes, heading, problems,
                             sold.client ? &*sold.client : nullptr);
    if (!problems.empty()) return invalid(std::move(problems));
    return sign_sale(facts, sold.sale, *identity->certificate, subject.facts.fiscal_now());
}

// In the transaction that signs it again: the sale's corrections, and the block that an administrator lifts by it.
Result<void> prepare_again(db::Transaction& transaction, Acting const& acting, Subject const& subject,
                           Sold const& sold) {
    if (sold.is_corrected && !sales::correct(transaction, acting.scope, sold.sale, acting.wire.now()))
        return unavailable(subject.nota, "A venda mudou enquanto era corrigida. Veja como ela ficou.");
    if (acting.actor.is_admin())
        sefaz_calls::lift_blocks(transaction, acting.scope, {subject.nota.ambiente, subject.nota.modelo});
    return {};
}

// T7, T11: the same number, another version.
Result<Acted> correct(Acting const& acting, Subject const& seen, Sold const& sold) {
    bool const offline = seen.facts.offline;
    auto const dhEmi =
        offline ? document_time(seen.nota, seen.nota.dhEmi) : local_time(seen.company, seen.facts.fiscal_now());
    auto document = BALCAO_TRY(sign_sold(acting, seen, sold, own_heading(seen.nota, dhEmi)));
    document.version.version.versao = seen.facts.versions.back().versao + 1;
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
        auto const subject = BALCAO_TRY(lock_acted_on(transaction, acting, seen.nota.id));
        if (subject.nota.version != seen.nota.version)
            return unavailable(subject.nota, "A nota mudou enquanto era corrigida. Veja como ela ficou.");
        BALCAO_TRY(prepare_again(transaction, acting, subject, sold));
        auto after = subject.nota;
        after.nome = sold.sale.nome;
        take_version(after, document);
        after.estado = text(offline ? Estado::contingencia : Estado::enviando);
        after.conferir_em = std::nullopt;
        if (!save_nota(transaction, acting.scope, subject.nota, after)) throw db::Conflict("the nota changed");
        insert_version(transaction, acting.scope, after, document.version, acting.wire.now());
        ++after.version;
        ensure_job(transaction, acting.wire, acting.scope, after);
        note_action(transaction, acting, after, "nfce_retry", "Enviou de novo", {});
        return Acted{.nota = after};
    });
}

// T7c: into contingency, with another number.
Result<Acted> correct_offline(Acting const& acting, Subject const& seen, Sold const& sold, OfflineHeading const& why) {
    return with_next_number(acting.wire, acting.scope, seen.nota, [&](std::int64_t numero) -> Result<Acted> {
        auto const document = BALCAO_TRY(sign_sold(acting, seen, sold, offline_heading(seen, why, numero)));
        return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Acted> {
            auto const subject = BALCAO_TRY(lock_acted_on(transaction, acting, seen.nota.id));
            if (subject.nota.version != seen.nota.version)
                return unavailable(subject.nota, "A nota mudou enquanto era corrigida. Veja como ela ficou.");
            BALCAO_TRY(prepare_again(transaction, acting, subject, sold));
            auto after = subject.nota;
            after.nome = sold.sale.nome;
            set_abandoned(after, acting.wire.now());
            auto const next =
                put_successor(transaction, acting.wire, acting.scope, subject.nota, after, document, subject.company);
            ensure_job(transaction, acting.wire, acting.scope, next);
            publish_nota(transaction, acting.wire, acting.scope, subject.nota);
            acting.wire.records.events.publish(transaction, {.topic = "numbers", .company = acting.scope.id()});
            note_action(transaction, acting, next, "nfce_contingency", "Emitiu em contingência", {});
            return Acted{.nota = next, .is_new = true};
        });
    });
}

} // namespace

Result<Acted> try_again(Acting const& acting, NotaId id, boost::json::object const& corrections) {
    auto const seen = BALCAO_TRY(find_acted_on(acting, id));
    struct Prepared {
        std::optional<Contingency> contingency;
        OfflineHeading why;
        Result<void> offline_allowed;
        std::optional<sefaz_calls::Blocked> block;
        Result<Sold> sold;
    };
    auto prepared = acting.wire.database.read([&](db::Connection& connection) {
        return Prepared{.contingency = active(connection, acting.scope, seen.nota.ambiente, acting.wire.watch),
                        .why = why_offline(connection, acting, seen),
                        .offline_allowed = check_offline_allowed(connection, acting, seen),
                        .block =
                            sefaz_calls::find_block(connection, acting.scope, {seen.nota.ambiente, seen.nota.modelo},
                                                    nfce::Service::authorisation, acting.wire.now()),
                        .sold = find_sold(connection, acting, seen, corrections)};
    });
    auto const rule = retry_transition(seen.facts, prepared.contingency && !prepared.contingency->ask);
    if (rule == Rule::none) return unavailable(seen.nota, "Só uma nota recusada pode ser enviada de novo.");
    if (prepared.block && !prepared.block->until && !acting.actor.is_admin()) {
        return blocked(prepared.block->motivo +
                       " Depois de corrigido, tente de novo; um administrador pode tentar de novo sem corrigir.");
    }
    auto const sold = BALCAO_TRY(std::move(prepared.sold));
    if (rule != Rule::t7c) return correct(acting, seen, sold);
    BALCAO_TRY(std::move(prepared.offline_allowed));
    try {
        return correct_offline(acting, seen, sold, prepared.why);
    } catch (SeriesStopped const&) {
        return series_stopped(acting, seen.nota);
    }
}

} // namespace balcao::receipts
