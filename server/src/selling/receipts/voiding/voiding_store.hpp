#pragma once
// The SQL of requests to void numbers (`nfce_inutilizacao`), and of the numbers they are about.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiscal/numbers/numbers.hpp"
#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// A request as it is stored.
struct VoidingRequest {
    Uuid id;
    std::string ambiente;
    std::int64_t modelo = numbers::modelo_nfce;
    std::int64_t serie = 0, ini = 0, fim = 0;
    std::int64_t ano = 0; // two digits
    std::string xJust;
    std::string estado = "enviando"; // enviando, indefinido, homologada, recusada
    std::optional<UserId> user;      // nullopt: by the program
    Instant created_at;

    numbers::Series series() const { return {.ambiente = ambiente, .modelo = modelo, .serie = serie}; }
    bool is_open() const { return estado == "enviando" || estado == "indefinido"; }
};
void insert_voiding(db::Transaction& transaction, auth::CompanyScope const& scope, VoidingRequest const& request);
std::optional<VoidingRequest> find_voiding(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& id);
std::vector<Uuid> open_voidings(db::Connection& connection, auth::CompanyScope const& scope);
/// Whether some number of the range stands in an open request.
bool is_being_voided(db::Connection& connection, auth::CompanyScope const& scope, VoidingRequest const& range);

/// What SEFAZ said of it last.
struct VoidingAnswer {
    std::string_view estado;
    int cStat = 0;
    std::string xMotivo;
    std::optional<std::string> nProt{};
    std::optional<Instant> dhRecbto{};
};
void save_voiding(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& id,
                  VoidingAnswer const& answer);

/// A nota of the range.
struct Numbered {
    NotaId id;
    std::int64_t numero = 0;
    Estado estado{};
};
/// By their numbers.
std::vector<Numbered> notas_within(db::Connection& connection, auth::CompanyScope const& scope,
                                   VoidingRequest const& range);
/// Numbers of the range that are neither a nota's that was given up nor skipped.
std::vector<std::int64_t> not_voidable(db::Connection& connection, auth::CompanyScope const& scope,
                                       VoidingRequest const& range);

struct VoidableNumber {
    numbers::Series series;
    std::int64_t numero = 0;
};
/// Numbers of notas whose last query was due by then, that are in no open request and in none of the program's own that
/// SEFAZ refused. In order, at most `limit`.
std::vector<VoidableNumber> numbers_to_void(db::Connection& connection, auth::CompanyScope const& scope, Instant before,
                                            std::int64_t limit);

/// Announces an exchange that only the run `execucao` may send, and returns its number.
std::int64_t announce_voiding(db::Transaction& transaction, auth::CompanyScope const& scope,
                              VoidingRequest const& request, std::string_view execucao, Instant now);
/// The exchange whose answer is missing.
std::optional<std::int64_t> open_voiding_exchange(db::Connection& connection, auth::CompanyScope const& scope,
                                                  Uuid const& id);

} // namespace balcao::receipts
