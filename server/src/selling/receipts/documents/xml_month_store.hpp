#pragma once
// The SQL of a month's files (`nfce_xml_mes`, `_arquivo`, `_parte`) and of what goes into them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/entity.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// A row of `nfce_xml_mes`.
struct XmlMonth {
    Uuid id;
    std::string ambiente;
    std::string mes;    // AAAA-MM
    std::string estado; // preparando, pronta, falhou
    std::int64_t notas = 0;
    std::optional<std::string> erro;
    UserId user_id;
    Instant created_at;
    std::optional<Instant> pronta_em;
};
struct MonthFile {
    std::int64_t n = 0; // from 1
    std::int64_t tamanho = 0;
};

void insert_month(db::Transaction& transaction, auth::CompanyScope const& scope, XmlMonth const& month);
std::optional<XmlMonth> find_month(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& id);
std::optional<XmlMonth> find_month(db::Connection& connection, auth::CompanyScope const& scope,
                                   std::string_view ambiente, std::string_view mes);
/// Writes who asked and when, state, count, reason and end.
void save_month(db::Transaction& transaction, auth::CompanyScope const& scope, XmlMonth const& month);
/// With what is left of its files.
void delete_month(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& id);

/// A file is written and deleted piece by piece, each in a transaction of its own: others wait for one of them only.
constexpr std::size_t bytes_of_piece = std::size_t{1024} * 1024;
void insert_piece(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& month, std::int64_t n,
                  std::int64_t parte, std::string_view bytes);
/// Behind its pieces.
void insert_file(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& month, std::int64_t n,
                 std::size_t tamanho);
/// Deletes a file's row, so that nobody downloads half of it, or when there is none, a piece. False when nothing was
/// left.
[[nodiscard]] bool delete_piece(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& month);
std::vector<MonthFile> files_of(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& month);
std::optional<std::string> find_file(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& month,
                                     std::int64_t n);

/// The notas of a stretch of time, oldest first, so many behind `after` (by dhEmi and seq; begins with the stretch).
struct Position {
    Instant dhEmi;
    std::int64_t seq = 0;
};
struct NotaAt {
    Position at;
    Nota nota;
};
std::vector<NotaAt> notas_from(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                               Position const& after, Instant until, std::int64_t most);
/// Numbers that were voided in a stretch of time.
struct VoidedNumbers {
    Uuid id;
    std::int64_t ano = 0, modelo = 0, serie = 0, ini = 0, fim = 0;
};
std::vector<VoidedNumbers> voided_between(db::Connection& connection, auth::CompanyScope const& scope,
                                          std::string_view ambiente, Instant from, Instant until);

} // namespace balcao::receipts
