#pragma once
// The sums that reports and dashboard read (docs/figures.md): kept as changes that are only appended in the transaction
// of their cause (`figura_mudanca`), so tills share no row, and folded into days and months (`figura_dia`,
// `figura_mes`).

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "fiscal/numbers/numbers.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/db/database.hpp"

namespace balcao::figures {

/// Of orders, which belong to no environment.
inline constexpr std::string_view all_environments = "todas";
inline constexpr std::int64_t no_series = -1;
inline constexpr std::string_view nobody = "-"; // client of a sale without one

/// What is added up for a key, in the order of the columns.
struct Sums {
    std::int64_t quantidade = 0; // of receipts, returns, orders, items
    std::int64_t valor = 0;
    std::int64_t desconto = 0;
    std::int64_t volume = 0; // of a product; of orders days since the budget
    std::int64_t base_icms = 0;
    std::int64_t icms = 0;
    std::int64_t pis = 0;
    std::int64_t cofins = 0;
    std::int64_t ibs = 0;
    std::int64_t cbs = 0;

    void add(Sums const& other, std::int64_t times = 1);
    bool is_zero() const { return *this == Sums{}; }
    friend bool operator==(Sums const&, Sums const&) = default;
};
inline constexpr auto sum_columns = std::to_array<std::string_view>(
    {"quantidade", "valor", "desconto", "volume", "base_icms", "icms", "pis", "cofins", "ibs", "cbs"});
/// The columns from `first` on.
Sums read_sums(db::Row const& row, int first);

/// `serie` of a key: that of a NFC-e as it is, of another model with the model before it, since series are counted
/// apart.
constexpr std::int64_t series_key(std::int64_t modelo, std::int64_t serie) {
    return modelo == numbers::modelo_nfce ? serie : modelo * 1000 + serie;
}

struct Key {
    std::string ambiente;
    std::string dimensao; // hora, produto, cliente, pagamento, fiscal
    std::string dia;      // YYYY-MM-DD
    std::string grupo;    // autorizada, cancelada, devolucao, pedido, faturado, orcamento, recebido
    std::int64_t serie = no_series;
    Uuid operador{}; // nil: none
    std::string chave{};

    friend auto operator<=>(Key const&, Key const&) = default;
    friend bool operator==(Key const&, Key const&) = default;
};

/// Changes that belong together: gathered, then written at once.
class Changes {
public:
    void add(Key const& key, Sums const& sums, std::int64_t times = 1);
    /// Appends what is not zero.
    void write(db::Transaction& transaction, auth::CompanyScope const& scope) const;

    std::map<Key, Sums> const& all() const { return changes_; }

private:
    std::map<Key, Sums> changes_;
};

/// Days of what has no offset of its own are those of the company's time zone.
std::string time_zone(db::Connection& connection, auth::CompanyScope const& scope);

/// Whether any company's changes wait to be folded.
bool has_changes(db::Connection& connection);
/// Folds some of them. False when none is left.
bool fold(db::Transaction& transaction);

/// By kind of payment, of authorised receipts.
struct PaymentsOf {
    std::string_view ambiente;
    std::string first_day, last_day;
    std::optional<std::int64_t> modelo{}, serie{};
    std::optional<UserId> operador{};
    std::optional<std::string> tPag{};
};
void each_payment(db::Connection& connection, auth::CompanyScope const& scope, PaymentsOf const& of,
                  std::function<void(std::string_view tPag, Sums const& sums)> const& use);

/// Those of orders and budgets of a month, folded or not. `month`: its first day.
std::map<Key, Sums> sums_of_orders(db::Connection& connection, auth::CompanyScope const& scope, std::string_view month);
/// What the sums of a day say, folded or not, without those of orders and budgets.
std::map<Key, Sums> sums_of_day(db::Connection& connection, auth::CompanyScope const& scope, std::string_view day);
/// Where the sums of a month are not those of its days. `month`: its first day.
std::map<Key, Sums> differences_of_month(db::Connection& connection, auth::CompanyScope const& scope,
                                         std::string_view month);
/// Adds to the sums of months.
void correct_months(db::Transaction& transaction, auth::CompanyScope const& scope, std::map<Key, Sums> const& by);

} // namespace balcao::figures
