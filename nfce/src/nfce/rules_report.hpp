#pragma once

#include "nfce/datetime.hpp"
#include "nfce/modelo.hpp"
#include "nfce/rules.hpp"
#include "nfce/tables.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

/// What the rule files share. Not part of the library's interface.
namespace balcao::nfce::rules {

/// The receipt under check, with what many rules ask of it, and the problems found.
class Report {
public:
    Report(Nfce const& nfce, CheckContext const& context)
        : nfce(nfce), context(context), tables(*context.tables), uf(nfce.emit.enderEmit.UF),
          date(nfce.ide.dhEmi.date()), modelo(modelo_of(nfce.ide.mod)) {}

    Nfce const& nfce;
    CheckContext const& context;
    Tables const& tables;
    std::string const& uf;  ///< of the issuer
    std::string const date; ///< of dhEmi, AAAA-MM-DD
    Modelo const& modelo;

    /// The rule with its own sentence and code.
    void add(int rule, std::string field) {
        add(rule, std::move(field), std::string(rule_text(rule).sentence), rule_text(rule).cStat);
    }
    /// A rule whose sentence or code depends on what was found.
    void add(int rule, std::string field, std::string sentence, int cStat) {
        problems_.push_back({.rule = rule, .cStat = cStat, .field = std::move(field), .message = std::move(sentence)});
    }
    void add_if(bool broken, int rule, std::string_view field) {
        if (broken) add(rule, std::string(field));
    }
    /// A rejection that has no number in the reference's list.
    void add_unlisted_if(bool broken, int cStat, std::string_view field, std::string_view sentence) {
        if (broken) add(0, std::string(field), std::string(sentence), cStat);
    }
    bool allowed(std::string_view parameter) const { return tables.allowed(parameter, uf, date, nfce.ide.tpAmb); }
    bool listed(std::string_view parameter, std::string_view word) const {
        return tables.listed(parameter, uf, date, word, nfce.ide.tpAmb);
    }
    Problems take() { return std::move(problems_); }

private:
    Problems problems_;
};

inline constexpr std::int64_t five_minutes = 5 * 60;
inline constexpr std::int64_t thirty_days = 30 * seconds_a_day;

/// "det[3]" for the third item.
inline std::string item_path(std::size_t index) { return fmt::format("det[{}]", index + 1); }

/// CST or CSOSN of an item.
struct IcmsCode {
    std::string code;
    bool simples;
};
IcmsCode icms_code(Icms const& icms);

inline Money value_or_zero(std::optional<Valor> const& value) { return value ? value->value : Money{}; }
/// Whether two amounts differ by more than a cent.
inline bool off_by_more_than_a_cent(Money a, Money b) {
    auto const difference = a - b;
    return difference > Money::from_raw(1) || difference < Money::from_raw(-1);
}
inline bool is_all_digits(std::string_view text, std::size_t size) {
    return text.size() == size && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Both models.
void check_issue(Report& report);   // 1–15, 17, 21, 22, 105, 106, 111, 117
void check_buyer(Report& report);   // 27, 28, 35, 37
void check_goods(Report& report);   // 39–49, 53–57, 59, 119
void check_taxes(Report& report);   // 60, 61, 69–74
void check_ibscbs(Report& report);  // 77–91
void check_totals(Report& report);  // 92–94
void check_payment(Report& report); // 97–104

// Modelo 65: 16, 18–20, 23–26, 29–34, 36, 38, 41, 50–52, 58, 62–68, 75, 95, 96, 107–109, 115, 116, 118.
void check_65(Report& report);
Problems refused_by_65(Nfce const& nfce);

// Modelo 55, whose rules have no number but their rejection's.
void check_55(Report& report);
Problems refused_by_55(Nfce const& nfce);
void check_55_people(Report& report);
void check_55_references(Report& report);
void check_55_goods(Report& report);
void check_55_taxes(Report& report);
void check_55_commerce(Report& report);

} // namespace balcao::nfce::rules
