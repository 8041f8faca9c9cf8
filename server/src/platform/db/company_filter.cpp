#include "platform/db/company_filter.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "platform/db/sql_text.hpp"

namespace balcao::db {

namespace {

struct CompanyTable {
    std::string_view table;
    std::string_view column;
};

// A table that belongs to companies is added here by the migration's author.
constexpr auto company_tables = std::to_array<CompanyTable>({
    {"aprovacao", "emitente_id"},
    {"aviso_seguranca", "emitente_id"},
    {"caixa_contagem", "emitente_id"},
    {"caixa_estorno_pendente", "emitente_id"},
    {"caixa_movimento", "emitente_id"},
    {"caixa_sessao", "emitente_id"},
    {"contagens", "emitente_id"},
    {"contagens_mudancas", "emitente_id"},
    {"emitente", "id"},
    {"contingencia", "emitente_id"},
    {"credito_loja", "emitente_id"},
    {"credito_uso", "emitente_id"},
    {"devolucao", "emitente_id"},
    {"devolucao_item", "emitente_id"},
    {"remessa_item", "emitente_id"},
    {"digital_certificates", "emitente_id"},
    {"emitente_users", "emitente_id"},
    {"estacao", "emitente_id"},
    {"figura_conferencia", "emitente_id"},
    {"figura_dia", "emitente_id"},
    {"figura_mes", "emitente_id"},
    {"figura_mudanca", "emitente_id"},
    {"files", "emitente_id"},
    {"logos_retirados", "emitente_id"},
    {"ibpt_capitulo", "emitente_id"},
    {"ibpt_tabela", "emitente_id"},
    {"loja_exemplo_registro", "emitente_id"},
    {"nfce", "emitente_id"},
    {"nfce_alarme", "emitente_id"},
    {"nfce_ambiente", "emitente_id"},
    {"nfce_dia", "emitente_id"},
    {"nfce_email", "emitente_id"},
    {"nfce_evento", "emitente_id"},
    {"nfce_faixa", "emitente_id"},
    {"nfce_impressao", "emitente_id"},
    {"nfce_inutilizacao", "emitente_id"},
    {"nfce_numeracao", "emitente_id"},
    {"nfce_settings", "emitente_id"},
    {"nfce_xml", "emitente_id"},
    {"nfce_xml_mes", "emitente_id"},
    {"nfce_xml_mes_arquivo", "emitente_id"},
    {"nfce_xml_mes_parte", "emitente_id"},
    {"operador_balcao", "emitente_id"},
    {"orcamento", "emitente_id"},
    {"orcamento_composicao", "emitente_id"},
    {"orcamento_mes", "emitente_id"},
    {"orcamento_mes_cliente", "emitente_id"},
    {"orcamento_mes_clientes", "emitente_id"},
    {"orcamento_numeracao", "emitente_id"},
    {"orcamento_parcela", "emitente_id"},
    {"pedido_entrega", "emitente_id"},
    {"pedido_entrega_item", "emitente_id"},
    {"perfil_fiscal", "emitente_id"},
    {"pin", "emitente_id"},
    {"pin_falha", "emitente_id"},
    {"prontidao", "emitente_id"},
    {"produtos", "id_emit"},
    {"produtos_julgamento", "emitente_id"},
    {"relatorio_arquivo", "emitente_id"},
    {"sefaz_bloqueio", "emitente_id"},
    {"sefaz_troca", "emitente_id"},
    {"venda", "emitente_id"},
    {"venda_item", "emitente_id"},
    {"venda_pagamento", "emitente_id"},
    {"vender_config", "emitente_id"},
});

// Statements that rightly cross companies, each with its reason.
constexpr auto cross_company = std::to_array<CrossCompanyQuery>({
    {"active_company_first", "an administrator's first company, before any is chosen"},
    {"active_company_first_linked", "a user's first company: filtered by the user's links"},
    {"audit_export", "the log: all for an administrator, one company's for a user"},
    {"audit_page", "the log: all for an administrator, one company's for a user"},
    {"backup_rows", "a backup holds every company's rows"},
    {"budgets_all_numbers", "a restored backup may be behind what every company has given"},
    {"budgets_empty_bin", "the bins of all companies are emptied alike"},
    {"companies_by_cnpj", "a CNPJ is unique over all companies"},
    {"companies_colors", "a new company takes the tone the others use least"},
    {"companies_count_found", "the company list: all for an administrator, linked ones for a user"},
    {"companies_count_linked", "the company list"},
    {"companies_page", "the company list"},
    {"figures_any_change", "changes of all companies are folded alike"},
    {"figures_take", "changes of all companies are folded alike"},
    {"fiscal_tables_products_cest", "fiscal tables are all companies'"},
    {"fiscal_tables_products_cfop", "fiscal tables are all companies'"},
    {"fiscal_tables_products_class", "fiscal tables are all companies'"},
    {"fiscal_tables_products_cst", "fiscal tables are all companies'"},
    {"fiscal_tables_products_ncm", "fiscal tables are all companies'"},
    {"fiscal_tables_products_uf", "fiscal tables are all companies'"},
    {"health_certificates", "the first certificate of any company that ends"},
    {"move_rows", "everything goes to the other engine"},
    {"statistics_is_grown", "an index is chosen for all companies alike"},
    {"status_certificates", "balcao status says it of the installation"},
    {"replication_producao", "at start: whether any company of the installation issues in produção"},
    {"status_series", "balcao status: how many of the installation are stopped"},
    {"status_waiting", "balcao status: how many of the installation wait for SEFAZ"},
    {"status_last_receipt", "balcao status: the newest of the installation"},
    {"list_totals_any_change", "changes of all companies are added up alike"},
    {"list_totals_add_up", "changes of all companies are added up alike"},
    {"events_users_with_company", "who has any company at all: those may know of what companies share"},
    {"notifications_alarms", "all companies for an administrator, else filtered by the user's links"},
    {"notifications_certificates", "all companies for an administrator, else filtered by the user's links"},
    {"notifications_ibscbs", "all companies for an administrator, else filtered by the user's links"},
    {"notifications_imports", "a person's own imports, whatever the company: filtered by the user's links"},
    {"notifications_offline", "all companies for an administrator, else filtered by the user's links"},
    {"notifications_rules_end", "all companies for an administrator, else filtered by the user's links"},
    {"notifications_set_ups", "all companies for an administrator, else filtered by the user's links"},
    {"notifications_stopped_series", "all companies for an administrator, else filtered by the user's links"},
    {"notifications_voiding", "all companies for an administrator, else filtered by the user's links"},
    {"example_shop_people_elsewhere", "people are shared: who is named in another company's orders stays"},
    {"numbers_stop_all", "a restored backup may be behind SEFAZ for every company"},
    {"people_budgets_of", "people are shared: who has budgets in any company cannot be deleted"},
    {"people_with_budgets", "people are shared: who has budgets in any company cannot be deleted"},
    {"products_empty_bin", "the bins of all companies are emptied alike"},
    {"products_judged_by", "the program itself looks whose products were judged by other rules"},
    {"people_empty_bin", "people are shared: who has budgets in any company stays"},
    {"receipts_all_series", "the program itself checks the numbers of every series"},
    {"receipts_any_open_day", "the days of all companies are added up alike"},
    {"receipts_companies_with_abandoned", "the program itself voids what was given up"},
    {"receipts_companies_with_open_events", "the program itself looks for what lost its job"},
    {"receipts_companies_with_open_voidings", "the program itself looks for what lost its job"},
    {"receipts_every_series", "an operator at the machine checks the numbers of all companies"},
    {"receipts_last_queries", "the program itself asks for what was given up"},
    {"receipts_oldest_waiting", "one receipt of any company shows whether SEFAZ answers again"},
    {"receipts_exchanges_ahead", "the program itself follows a clock that was put back"},
    {"receipts_open_days", "the days of all companies are added up alike"},
    {"receipts_pull_blocks_in", "the program itself follows a clock that was put back"},
    {"receipts_pull_exchanges_in", "the program itself follows a clock that was put back"},
    {"receipts_pull_questions_in", "the program itself follows a clock that was put back"},
    {"receipts_pull_sendings_in", "the program itself follows a clock that was put back"},
    {"receipts_pull_slowness_in", "the program itself follows a clock that was put back"},
    {"receipts_waiting", "the program itself looks for what lost its job"},
    {"receipts_waiting_offline", "the program itself looks for what lost its job"},
    {"receipts_waiting_substitutions", "the program itself watches what waits"},
    {"receipts_with_key", "an operator at the machine asks for a receipt by its key alone"},
    {"security_notices_delete_old", "what is not told any more goes, whatever the company"},
    {"security_notices_of_administrators", "what is of no company"},
    {"security_notices_of_all_companies", "all companies for an administrator"},
    {"security_notices_of_companies", "filtered by the user's links"},
    {"security_notices_of_person", "what is of a person and of no company"},
    {"reports_all_companies", "the program itself compares the sums of all companies with their documents"},
    {"sessions_by_token", "whether somebody has any company at all: filtered by the user's links"},
    {"secrets_page_to_seal_anew", "a new key is for the secrets of all companies"},
    {"secrets_seal_anew", "a new key is for the secrets of all companies"},
    {"users_companies", "an administrator gives access to any company"},
    {"users_count_companies", "an administrator gives access to any company"},
    {"users_delete_links", "who is deleted loses every company: filtered by the user"},
    {"users_drop_unlinked_default", "whether the user is linked to the own default company: filtered by the user"},
    {"users_find", "the name of the user's own default company: filtered by the user"},
    {"users_page", "the names of the users' own default companies, for administrators"},
    {"companies_public_logo", "logos are open to whoever knows their random path"},
    {"companies_undrawn_logos", "the program draws what earlier versions kept, whatever the company"},
    {"notifications_logos", "all companies for an administrator, else filtered by the user's links"},
});

char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

CompanyTable const* company_table(std::string_view name) {
    auto const* const found = std::ranges::find(company_tables, name, &CompanyTable::table);
    return found == company_tables.end() ? nullptr : found;
}

struct Word {
    std::string text; // lower case, without quotes
    bool is_name;
};

// Without casts.
std::vector<Word> words_of(std::string_view sql) {
    std::vector<Word> words;
    auto after_cast = false;
    for (auto const& token : tokenize(sql)) {
        if (std::exchange(after_cast, token.text == "::") || token.text == "::") continue;
        std::string text(token.text);
        if (token.kind == Token::Kind::quoted) text = text.substr(1, text.size() - 2);
        else if (token.kind != Token::Kind::string) std::ranges::transform(text, text.begin(), small_letter);
        words.push_back({std::move(text), token.kind == Token::Kind::word || token.kind == Token::Kind::quoted});
    }
    return words;
}

// One statement as a row of words. Every use of a company's table needs a comparison of its own.
class Check {
public:
    explicit Check(std::vector<Word> words) : words_(std::move(words)) { read_comparisons(); }

    std::optional<std::string> problem() {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            auto const* const company = words_[i].is_name ? company_table(words_[i].text) : nullptr;
            if (company == nullptr || is(i + 1, {"."})) continue;
            auto const before = i >= 2 && is(i - 1, {"."}) ? i - 2 : i; // a schema stands before the table
            auto found = before > 0 && is(before - 1, {"into"})      ? problem_of_insert(*company, i + 1)
                         : before > 0 && is(before - 1, introducing) ? problem_of_use(*company, i + 1)
                                                                     : std::nullopt;
            if (found) return found;
        }
        return std::nullopt;
    }

private:
    static constexpr auto introducing =
        std::to_array<std::string_view>({"from", "join", "update", "using", ",", "(", "only", "ignore"});

    bool is(std::size_t at, std::span<std::string_view const> any) const {
        return at < words_.size() && std::ranges::find(any, words_[at].text) != any.end();
    }
    bool is(std::size_t at, std::initializer_list<std::string_view> any) const {
        return is(at, std::span(any.begin(), any.size()));
    }
    bool is_operand(std::size_t at) const {
        return at < words_.size() && (words_[at].is_name || words_[at].text.starts_with(':'));
    }

    // `table.column`, `.column` or `:parameter`, of which the word at `last` is the last.
    std::string operand(std::size_t last) const {
        if (!words_[last].is_name) return words_[last].text;
        return (last >= 2 && is(last - 1, {"."}) ? words_[last - 2].text : "") + "." + words_[last].text;
    }

    // Those that every row must meet, as far as the words beside them tell.
    void read_comparisons() {
        std::vector<std::pair<std::string, std::string>> equal;
        for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
            if (!is(i, {"="}) || !is_operand(i - 1) || !is_operand(i + 1)) continue;
            auto first = i - 1;
            if (first >= 2 && is(first - 1, {"."})) first -= 2;
            auto const last = is(i + 2, {"."}) ? i + 3 : i + 1;
            while (first > 0 && is(first - 1, {"("})) --first;
            auto next = last + 1;
            while (is(next, {")"})) ++next;
            if (first == 0 || !is(first - 1, {"where", "and", "on"}) || is(next, {"or", "+", "-", "*", "/", "|"}))
                continue;
            equal.emplace_back(operand(i - 1), operand(last));
        }
        // What equals a parameter, what equals that, and so on.
        std::set<std::string> known;
        auto const is_known = [&](std::string const& side) { return side.starts_with(':') || known.contains(side); };
        for (auto left = equal.size() + 1; left != equal.size();) {
            left = equal.size();
            std::erase_if(equal, [&](auto const& sides) {
                auto const& [a, b] = sides;
                if (is_known(a) == is_known(b)) return false;
                auto const& bound = is_known(a) ? b : a;
                known.insert(bound);
                ++bound_[bound];
                return true;
            });
        }
        // Both known by other comparisons: a second use of the same name.
        for (auto const& [a, b] : equal) {
            for (auto const& side : {a, b})
                if (known.contains(side)) ++bound_[side];
        }
    }

    std::optional<std::string> problem_of_use(CompanyTable const& company, std::size_t at) {
        if (is(at, {"as"})) ++at;
        auto const has_alias = at < words_.size() && words_[at].is_name && !is(at, not_an_alias);
        auto const name = has_alias ? words_[at].text : std::string(company.table);
        auto const column = fmt::format("{}.{}", name, company.column);
        for (auto const& side : {column, fmt::format(".{}", company.column)}) {
            if (auto const found = bound_.find(side); found != bound_.end() && found->second > 0) {
                --found->second;
                return std::nullopt;
            }
        }
        return fmt::format("uses {} without {} = :parameter", company.table, column);
    }

    std::optional<std::string> problem_of_insert(CompanyTable const& company, std::size_t at) const {
        if (!lists(at, company.column))
            return fmt::format("inserts into {} without naming {}", company.table, company.column);
        auto const is_upsert = [&](std::size_t i) {
            return is(i, {"conflict"}) && is(end_of_list(i + 1), {"do", "where"});
        };
        for (; at < words_.size(); ++at) {
            if (is_upsert(at) && !lists(at + 1, company.column) && does_update(at))
                return fmt::format("changes rows of {} on a conflict without {}", company.table, company.column);
        }
        return std::nullopt;
    }
    bool does_update(std::size_t at) const {
        while (at < words_.size() && !is(at, {"do"})) ++at;
        return is(at + 1, {"update"});
    }
    // Whether the parentheses at `at` name the column.
    bool lists(std::size_t at, std::string_view column) const {
        for (auto const end = end_of_list(at); at < end; ++at)
            if (is(at, {column})) return true;
        return false;
    }
    std::size_t end_of_list(std::size_t at) const {
        if (!is(at, {"("})) return at;
        while (at < words_.size() && !is(at, {")"})) ++at;
        return at + 1;
    }

    static constexpr auto not_an_alias = std::to_array<std::string_view>(
        {"where", "set",   "on",     "using", "join",    "inner",     "left",   "right",
         "full",  "cross", "order",  "group", "union",   "intersect", "except", "limit",
         "for",   "as",    "values", "from",  "natural", "returning", "having", "window"});

    std::vector<Word> words_;
    std::map<std::string, int> bound_; // how often a column is compared with what comes down to a parameter
};

} // namespace

std::span<CrossCompanyQuery const> cross_company_queries() { return cross_company; }

std::optional<std::string> company_filter_problem(Query query) {
    if (std::ranges::find(cross_company, query.name, &CrossCompanyQuery::name) != cross_company.end())
        return std::nullopt;
    auto words = words_of(query.sql);
    constexpr std::array statements{"select", "with", "insert", "update", "delete", "replace"};
    if (words.empty() || std::ranges::find(statements, words.front().text) == statements.end()) return std::nullopt;
    return Check(std::move(words)).problem();
}

void check_company_filter(Query const& query) {
    if (auto const problem = company_filter_problem(query))
        throw std::logic_error(fmt::format("query '{}' {} (platform/db/company_filter.cpp)", query.name, *problem));
}

} // namespace balcao::db
