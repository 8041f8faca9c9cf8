#include "registry/companies/companies.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/audit/audit.hpp"
#include "platform/pictures/drawing_process.hpp"
#include "registry/companies/companies_store.hpp"
#include "registry/companies/logos_store.hpp"

namespace balcao::companies {

namespace {

void note(db::Transaction& transaction, Instant now, UndrawnLogo const& logo, std::string description) {
    audit::write(transaction, now,
                 {.action = "company_update", .description = std::move(description), .company = logo.company});
}

} // namespace

void convert_logos(db::Database& database, Clock const& clock) {
    auto const undrawn = database.read([](db::Connection& connection) { return undrawn_logos(connection); });
    for (auto const& logo : undrawn) {
        auto const upload = database.read(
            [&](db::Connection& connection) { return undrawn_bytes(connection, logo.company, logo.path); });
        if (!upload) continue; // replaced meanwhile
        auto const drawn =
            pictures::draw_apart({reinterpret_cast<char const*>(upload->data()), upload->size()}, side_of(logo.kind));
        database.write([&](db::Transaction& transaction) {
            auto const now = clock.now();
            if (drawn) {
                auto const path = new_logo_path(logo.path.substr(0, logo.path.find('/')), *drawn);
                if (!replace_undrawn(transaction, logo, now, path, *drawn)) return;
                note(transaction, now, logo, "Redesenhou um logo guardado por uma versão anterior");
            } else {
                if (!withdraw_undrawn(transaction, logo, now, drawn.error())) return;
                note(transaction, now, logo, "Retirou um logo guardado por uma versão anterior: " + drawn.error());
            }
        });
    }
}

} // namespace balcao::companies
