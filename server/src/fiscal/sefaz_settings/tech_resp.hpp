#pragma once
// The technical responsible of a company's receipts (group infRespTec), columns `tech_resp_*` and `csrt*` of
// `nfce_settings`. It has a version of its own.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::sefaz_settings {

/// Lengths: NF-e layout 4.00, group infRespTec.
struct TechResp {
    std::optional<std::string> tech_resp_cnpj;
    std::optional<std::string> tech_resp_contact;
    std::optional<std::string> tech_resp_email;
    std::optional<std::string> tech_resp_phone; // digits
    std::optional<std::string> csrt_id;         // two digits
};

struct TechRespInput {
    TechResp fields;
    std::optional<Secret> csrt{}; // nullopt: as it is
};
Result<TechRespInput> read_tech_resp(boost::json::object const& json);

struct StoredTechResp {
    TechResp fields;
    std::optional<db::Blob> csrt_encrypted{};
    std::optional<Instant> updated_at{};
    std::int64_t version = 0; // 0: nothing was saved yet
};
StoredTechResp find_tech_resp(db::Connection& connection, auth::CompanyScope const& scope);
/// The contract's schema TechResp.
std::string to_json(StoredTechResp const& stored);

/// The CSRT goes with its id: without one it is taken away.
Result<StoredTechResp> put_tech_resp(auth::Write const& write, auth::CompanyScope const& scope,
                                     SettingsServices const& services, std::string_view if_match,
                                     TechRespInput const& input);

} // namespace balcao::sefaz_settings
