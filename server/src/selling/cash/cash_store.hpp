#pragma once
// The SQL of the till.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/newest_page.hpp"
#include "platform/records/list_query.hpp"
#include "selling/cash/amounts.hpp"
#include "selling/cash/cash.hpp"

namespace balcao::cash {

struct Session {
    SessaoId id;
    std::string ambiente;
    std::string treino = "N"; // S: opened to practise
    StationId estacao_id;
    std::string estacao; // its name
    UserId operador_id;
    std::string operador; // full names, these two
    std::optional<UserId> fechada_por;
    std::optional<std::string> fechador;
    Instant aberta_em;
    std::optional<Instant> fechada_em;
    Money fundo;
    std::int64_t movimentos = 0;
    std::optional<std::string> nota_gerente;
    std::optional<Money> contado; // these three over all kinds, of a closed one
    std::optional<Money> esperado;
    std::optional<Money> diferenca;

    bool is_open() const { return !fechada_em; }
};

std::optional<Session> find(db::Connection& connection, auth::CompanyScope const& scope, SessaoId id);

struct SessionFilter {
    std::string ambiente;
    std::optional<bool> open{};
    std::optional<StationId> estacao{};
    std::optional<UserId> operador{};
    std::optional<Instant> from{}; // opened then or later
    std::optional<Instant> before{};
    std::optional<UserId> seen_by{}; // only what is theirs, or open
};
using SessionPage = db::Page<Session>;
SessionPage find_page(db::Connection& connection, auth::CompanyScope const& scope, SessionFilter const& filter,
                      std::int64_t limit, std::int64_t offset);

/// Whether the company ever opened a till in earnest.
bool has_opened(db::Connection& connection, auth::CompanyScope const& scope);
/// UniqueViolation `caixa_sessao_aberta`: the station has an open one.
void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Session const& session);
/// When the latest of its movements was written, of which its opening is one.
Instant last_movement_at(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session);
/// False when it was closed already: nothing was written.
[[nodiscard]] bool close(db::Transaction& transaction, auth::CompanyScope const& scope, SessaoId id, UserId by,
                         Instant now);
void set_note(db::Transaction& transaction, auth::CompanyScope const& scope, SessaoId id,
              std::optional<std::string> const& note);

struct Movement {
    std::int64_t seq = 0;
    std::string tipo;
    std::string tPag;
    Money valor; // signed
    std::optional<sales::VendaId> venda_id{};
    std::optional<Uuid> nfce_id{}; // these two of the sale's receipt
    std::optional<std::int64_t> numero{};
    std::optional<std::string> motivo{};
    std::string tardio = "N"; // S: see caixa_estorno_pendente
    std::optional<UserId> user_id{};
    std::optional<std::string> usuario{}; // full name
    Instant created_at;
};
/// Raises the session's count first. False when it is closed: nothing was written. `movements` get their `seq`.
[[nodiscard]] bool append(db::Transaction& transaction, auth::CompanyScope const& scope, SessaoId session,
                          std::string_view ambiente, std::span<Movement> movements);

/// What takes out again what a sale moved.
std::vector<Movement> undoing(std::vector<Sum> const& sums, sales::VendaId sale, Instant now);

enum class Which { all, by_hand }; // by_hand: neither of sales nor of their undoing
std::vector<Movement> find_movements(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session,
                                     Which which, std::int64_t limit, std::int64_t offset);
std::int64_t count_movements(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session,
                             Which which);
/// All but those of sales, in their order.
std::vector<Movement> find_origin(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session);
struct FoundMovement {
    SessaoId session;
    Movement movement;
};
std::optional<FoundMovement> find_movement(db::Connection& connection, auth::CompanyScope const& scope,
                                           std::int64_t seq);

std::vector<Sum> find_sums(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session);
/// Of the movement that the sale made, whatever session it is in.
std::vector<Sum> find_sums_of_sale(db::Connection& connection, auth::CompanyScope const& scope, sales::VendaId sale);

/// What was counted; nothing while it is open.
std::optional<Amounts> find_counted(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session);
void insert_count(db::Transaction& transaction, auth::CompanyScope const& scope, Session const& session,
                  Amounts const& counted, Amounts const& expected, Instant now);

void put_off(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
             StationId station, sales::VendaId sale, Instant now);
/// Takes what was put off there.
std::vector<sales::VendaId> take_put_off(db::Transaction& transaction, auth::CompanyScope const& scope,
                                         std::string_view ambiente, StationId station);

/// How many sales a session took the money of, and how many of those are undone.
struct SaleCount {
    std::int64_t vendas = 0;
    std::int64_t canceladas = 0;
};
SaleCount count_sales(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session);

/// What of its sales is not done yet; the contract's member `pendencias`.
std::string pending_json(db::Connection& connection, auth::CompanyScope const& scope, Session const& session);

/// The parts of the report: each session with its sums and what was counted.
struct Reported {
    SessaoId id;
    Instant aberta_em;
    UserId operador_id;
    std::string operador;
    std::vector<Sum> sums{};
    std::optional<Amounts> counted{};
};
/// Those opened in that time, first opened first.
std::vector<Reported> find_reported(db::Connection& connection, auth::CompanyScope const& scope,
                                    std::string_view ambiente, Instant from, Instant before);

} // namespace balcao::cash
