#include "selling/receipts/receipts.hpp"

#include "selling/receipts/actions/actions.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/corrections/corrections.hpp"
#include "selling/receipts/documents/documents.hpp"
#include "selling/receipts/emails/emails.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/reading/reading.hpp"
#include "selling/receipts/sending/sending.hpp"
#include "selling/receipts/upkeep/upkeep.hpp"
#include "selling/receipts/voiding/voiding.hpp"

namespace balcao::receipts {

void add_jobs(Wire const& wire, stations::Reach const& printers, mail::Server const* mail) {
    add_receipt_jobs(wire.queue, wire);
    add_event_jobs(wire.queue, wire);
    add_status_job(wire.queue, wire);
    add_voiding_job(wire.queue, wire);
    add_upkeep_job(wire.queue, wire);
    add_print_job(wire.queue, wire, printers);
    add_month_job(wire.queue, wire);
    add_email_job(wire.queue, wire, mail);
}

void begin(Wire const& wire) {
    wire.database.write([&](db::Transaction& transaction) { ensure_upkeep(transaction, wire); });
}

void look_for_connection(Wire const& wire) {
    auto const url = wire.watch.unreached();
    if (!url || !sefaz_calls::can_connect(*url) || !wire.watch.connected()) return;
    wire.database.write(
        [&](db::Transaction& transaction) { wire.records.events.publish(transaction, {.topic = "contingency"}); });
}

FindOffline offline_by(sefaz_calls::Watch const& watch) {
    return [&watch](db::Connection& connection, auth::CompanyScope const& scope,
                    std::string_view ambiente) -> std::optional<Offline> {
        auto const contingency = active(connection, scope, ambiente, watch);
        if (!contingency) return std::nullopt;
        return Offline{.since = contingency->desde, .xJust = contingency->xJust, .only_if_agreed = contingency->ask};
    };
}

void add_receipts_routes(auth::Gate& gate, Wire const& wire, mail::Server const* mail) {
    add_reading_routes(gate, wire);
    add_action_routes(gate, wire);
    add_print_routes(gate, wire);
    add_document_routes(gate, wire);
    add_email_routes(gate, wire, mail);
    add_correction_routes(gate, wire);
}

} // namespace balcao::receipts
