#include "db/company_filter.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "db/sql_text.hpp"

namespace balcao::db {

namespace {

struct CompanyTable {
    std::string_view table;
    std::string_view column;
};

// A table that belongs to companies is added here by the migration's author.
constexpr auto company_tables = std::to_array<CompanyTable>({
    {"contagens", "emitente_id"},
    {"emitente", "id"},
    {"digital_certificates", "emitente_id"},
    {"emitente_users", "emitente_id"},
    {"files", "emitente_id"},
    {"nfce_ambiente", "emitente_id"},
    {"nfce_numeracao", "emitente_id"},
    {"nfce_settings", "emitente_id"},
    {"orcamento", "emitente_id"},
    {"orcamento_composicao", "emitente_id"},
    {"orcamento_mes", "emitente_id"},
    {"orcamento_mes_cliente", "emitente_id"},
    {"orcamento_mes_clientes", "emitente_id"},
    {"orcamento_numeracao", "emitente_id"},
    {"orcamento_parcela", "emitente_id"},
    {"orcamento_trechos", "emitente_id"},
    {"produtos", "id_emit"},
    {"produtos_trechos", "id_emit"},
});

// Statements that rightly cross companies, each with its reason.
constexpr auto cross_company = std::to_array<CrossCompanyQuery>({
    {"active_company_first", "an administrator's first company, before any is chosen"},
    {"active_company_first_linked", "a user's first company: filtered by the user's links"},
    {"audit_export", "the log: all for an administrator, one company's for a user"},
    {"audit_page", "the log: all for an administrator, one company's for a user"},
    {"backup_rows", "a backup holds every company's rows"},
    {"budgets_empty_bin", "the bins of all companies are emptied alike"},
    {"companies_by_cnpj", "a CNPJ is unique over all companies"},
    {"companies_colors", "a new company takes the tone the others use least"},
    {"companies_count_found", "the company list: all for an administrator, linked ones for a user"},
    {"companies_count_linked", "the company list"},
    {"companies_page", "the company list"},
    {"events_has_any_company", "whether a listener has any company at all: filtered by the user's links"},
    {"gate_any_company", "whether somebody has any company at all: filtered by the user's links"},
    {"notifications_certificates", "all companies for an administrator, else filtered by the user's links"},
    {"notifications_imports", "a person's own imports, whatever the company: filtered by the user's links"},
    {"notifications_set_ups", "all companies for an administrator, else filtered by the user's links"},
    {"people_budgets_of", "people are shared: who has budgets in any company cannot be deleted"},
    {"people_with_budgets", "people are shared: who has budgets in any company cannot be deleted"},
    {"products_empty_bin", "the bins of all companies are emptied alike"},
    {"people_empty_bin", "people are shared: who has budgets in any company stays"},
    {"secrets_page_to_seal_anew", "a new key is for the secrets of all companies"},
    {"secrets_seal_anew", "a new key is for the secrets of all companies"},
    {"users_companies", "an administrator gives access to any company"},
    {"users_count_companies", "an administrator gives access to any company"},
    {"users_delete_links", "who is deleted loses every company: filtered by the user"},
    {"users_drop_unlinked_default", "whether the user is linked to the own default company: filtered by the user"},
    {"users_find", "the name of the user's own default company: filtered by the user"},
    {"users_page", "the names of the users' own default companies, for administrators"},
    {"companies_public_logo", "logos are open to whoever knows their random path"},
});

// A token, or everything between a pair of parentheses or between `case` and `end`.
struct Node {
    enum class Kind { token, parentheses, case_end };
    Kind kind;
    Token::Kind token{};
    std::string text{}; // lower case, without quotes
    std::vector<Node> inner{};

    bool is(std::string_view word) const { return kind == Kind::token && text == word && token != Token::Kind::string; }
    bool is_name() const { return kind == Kind::token && (token == Token::Kind::word || token == Token::Kind::quoted); }
    bool is_parameter() const { return kind == Kind::token && token == Token::Kind::parameter; }
};
using Nodes = std::span<Node const>;

std::string plain(Token const& token) {
    std::string text(token.text);
    if (token.kind == Token::Kind::quoted) return text.substr(1, text.size() - 2);
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

std::vector<Node> tree(std::vector<Token> const& tokens, std::size_t& at) {
    std::vector<Node> nodes;
    while (at < tokens.size()) {
        auto const& token = tokens[at++];
        auto text = plain(token);
        auto const word = token.kind == Token::Kind::word;
        if (token.text == ")" || (word && text == "end")) break;
        if (token.text == "(") nodes.push_back({.kind = Node::Kind::parentheses, .inner = tree(tokens, at)});
        else if (word && text == "case") nodes.push_back({.kind = Node::Kind::case_end, .inner = tree(tokens, at)});
        else nodes.push_back({.kind = Node::Kind::token, .token = token.kind, .text = std::move(text)});
    }
    return nodes;
}

bool is_any(Node const& node, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return node.is(word); });
}

bool is_statement(Nodes nodes) {
    return !nodes.empty() &&
           is_any(nodes.front(), {"select", "with", "insert", "update", "delete", "replace", "values"});
}
bool ends_condition(Node const& node) {
    return is_any(node, {"where", "group", "having", "order", "limit", "offset", "fetch", "for", "window", "returning",
                         "join", "inner", "left", "right", "full", "cross", "natural", "set", ","});
}
bool is_alias(Node const& node) {
    return node.is_name() && !ends_condition(node) &&
           !is_any(node, {"on", "using", "as", "outer", "select", "values", "default", "indexed", "not", "from"});
}

struct Reference {
    std::string name; // alias, or the table's name
    CompanyTable const* company;
};

// Two sides that are equal in every row: columns as `alias.column` or `.column`, parameters as `:name`.
// In a left join only the joined table's columns are sure to be so.
struct Equality {
    std::string left, right, only_for{};
    auto operator<=>(Equality const&) const = default;
};
using Equalities = std::set<Equality>;
using Columns = std::set<std::string>;

std::optional<std::string> operand(Nodes& nodes) {
    if (nodes.empty()) return std::nullopt;
    auto const take = [&](std::size_t count, std::string text) {
        nodes = nodes.subspan(count);
        return text;
    };
    if (nodes[0].is_parameter()) return take(nodes.size() > 2 && nodes[1].is("::") ? 3 : 1, nodes[0].text);
    if (!nodes[0].is_name()) return std::nullopt;
    if (nodes.size() > 2 && nodes[1].is(".") && nodes[2].is_name()) return take(3, nodes[0].text + "." + nodes[2].text);
    return take(1, "." + nodes[0].text);
}

std::vector<Nodes> split(Nodes nodes, std::string_view word) {
    std::vector<Nodes> parts;
    while (true) {
        auto const at = std::ranges::find_if(nodes, [&](Node const& node) { return node.is(word); });
        auto const size = static_cast<std::size_t>(at - nodes.begin());
        parts.push_back(nodes.first(size));
        if (at == nodes.end()) return parts;
        nodes = nodes.subspan(size + 1);
    }
}

// The equalities that hold whenever the condition does.
Equalities equalities(Nodes condition) {
    if (auto const sides = split(condition, "or"); sides.size() > 1) {
        auto common = equalities(sides.front());
        for (auto const& side : sides) {
            auto const here = equalities(side);
            std::erase_if(common, [&](Equality const& equality) { return !here.contains(equality); });
        }
        return common;
    }
    Equalities found;
    for (auto part : split(condition, "and")) {
        if (part.size() == 1 && part[0].kind == Node::Kind::parentheses) {
            if (!is_statement(part[0].inner)) found.merge(equalities(part[0].inner));
            continue;
        }
        auto left = operand(part);
        if (!left || part.empty() || !part[0].is("=")) continue;
        part = part.subspan(1);
        auto right = operand(part);
        if (right && part.empty()) found.insert({*std::move(left), *std::move(right)});
    }
    return found;
}

// One `select`, `insert`, `update` or `delete`, without its subqueries.
class Core {
public:
    explicit Core(Nodes nodes) { read(nodes, false); }

    // Columns that are sure to equal a parameter, given those of the enclosing statement.
    Columns bound(Columns outer) const {
        std::erase_if(outer, [&](std::string const& column) {
            return std::ranges::any_of(
                references_, [&](Reference const& reference) { return column.starts_with(reference.name + "."); });
        });
        auto const is_bound = [&](std::string const& side) { return side.starts_with(':') || outer.contains(side); };
        for (auto size = outer.size() + 1; size != outer.size();) {
            size = outer.size();
            for (auto const& [left, right, only_for] : equalities_) {
                for (auto const& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
                    if (is_bound(from) && !to.starts_with(':') && (only_for.empty() || to.starts_with(only_for + ".")))
                        outer.insert(to);
                }
            }
        }
        return outer;
    }

    std::optional<std::string> problem(Columns const& bound) const {
        if (inserts_without_)
            return fmt::format("inserts into {} without naming {}", inserts_without_->table, inserts_without_->column);
        for (auto const& reference : references_) {
            if (reference.company == nullptr) continue;
            auto const column = fmt::format("{}.{}", reference.name, reference.company->column);
            if (!bound.contains(column))
                return fmt::format("uses {} without {} = :parameter", reference.company->table, column);
        }
        return std::nullopt;
    }

private:
    void read(Nodes nodes, bool in_from) {
        std::string join_kind;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            auto const& node = nodes[i];
            auto const rest = nodes.subspan(i + 1);
            auto const after = [&](std::string_view word) { return i > 0 && nodes[i - 1].is(word); };
            if (node.is("on") && !rest.empty() && rest[0].is("conflict")) return; // what follows filters nothing
            if (node.is("into")) i += insert_target(rest);
            else if (node.is("update") && !after("for") && !after("do")) i += table(rest);
            else if ((node.is("from") && !after("distinct")) || node.is("join") || (node.is(",") && in_from)) {
                in_from = true;
                join_kind = node.is("join") ? kind_before(nodes.first(i)) : "inner";
                i += table(rest);
            } else if (node.is("using") && !rest.empty()) {
                i += rest[0].kind == Node::Kind::parentheses ? equal_names(rest[0].inner) : table(rest);
            } else if (node.is("on")) {
                i += condition(rest, join_kind);
            } else if (node.is("where")) {
                in_from = false;
                i += condition(rest, "inner");
            } else if (in_from && ends_condition(node) &&
                       is_any(node, {"group", "having", "order", "limit", "returning", "window"})) {
                in_from = false;
            } else if (in_from && i == 0) {
                i += table(nodes) - 1; // `(a join b on …)` inside from
            }
        }
    }

    static std::string kind_before(Nodes nodes) {
        while (!nodes.empty() && nodes.back().is("outer")) nodes = nodes.first(nodes.size() - 1);
        return !nodes.empty() && is_any(nodes.back(), {"left", "right", "full"}) ? nodes.back().text : "inner";
    }

    static CompanyTable const* company_table(std::string_view name) {
        auto const* const found = std::ranges::find(company_tables, name, &CompanyTable::table);
        return found == company_tables.end() ? nullptr : found;
    }

    // Reads `[only|lateral] table [as] alias`; returns how many nodes that were.
    std::size_t table(Nodes nodes) {
        std::size_t used = 0;
        while (used < nodes.size() &&
               is_any(nodes[used], {"only", "lateral", "or", "rollback", "abort", "replace", "fail", "ignore"}))
            ++used;
        if (used == nodes.size()) return used;
        Reference reference{};
        if (nodes[used].kind == Node::Kind::parentheses) {
            if (!is_statement(nodes[used].inner)) {
                read(nodes[used].inner, true);
                return used + 1;
            }
            ++used;
        } else {
            while (used + 2 < nodes.size() && nodes[used + 1].is(".")) used += 2; // schema
            reference = {nodes[used].text, company_table(nodes[used].text)};
            ++used;
            if (used < nodes.size() && nodes[used].kind == Node::Kind::parentheses) { // a function
                reference.company = nullptr;
                ++used;
            }
        }
        if (used < nodes.size() && nodes[used].is("as")) ++used;
        if (used < nodes.size() && is_alias(nodes[used])) reference.name = nodes[used++].text;
        references_.push_back(std::move(reference));
        return used;
    }

    std::size_t insert_target(Nodes nodes) {
        std::size_t used = 0;
        while (used + 2 < nodes.size() && nodes[used + 1].is(".")) used += 2;
        if (used == nodes.size()) return used;
        auto const* const company = company_table(nodes[used++].text);
        if (company == nullptr) return used;
        if (used + 1 < nodes.size() && nodes[used].is("as")) used += 2;
        auto const named =
            used < nodes.size() && nodes[used].kind == Node::Kind::parentheses &&
            std::ranges::any_of(nodes[used].inner, [&](Node const& node) { return node.is(company->column); });
        if (!named) inserts_without_ = company;
        return used;
    }

    std::size_t condition(Nodes nodes, std::string_view join_kind) {
        auto const end =
            std::ranges::find_if(nodes, [](Node const& node) { return ends_condition(node) || node.is("on"); });
        auto const size = static_cast<std::size_t>(end - nodes.begin());
        if (join_kind == "right" || join_kind == "full") return size;
        for (auto const& equality : equalities(nodes.first(size))) {
            for (auto const& left : resolved(equality.left)) {
                for (auto const& right : resolved(equality.right))
                    equalities_.insert({left, right, join_kind == "left" ? references_.back().name : ""});
            }
        }
        return size;
    }

    // A column without table belongs to the company table that filters by it, else to the only table there is.
    std::vector<std::string> resolved(std::string const& side) const {
        if (!side.starts_with('.')) return {side};
        std::vector<std::string> found;
        for (auto const& reference : references_) {
            if ((reference.company != nullptr && side.substr(1) == reference.company->column) ||
                references_.size() == 1)
                found.push_back(reference.name + side);
        }
        return found;
    }

    std::size_t equal_names(Nodes columns) {
        for (auto const& column : columns) {
            for (auto const& reference : references_) {
                if (column.is_name() && &reference != &references_.back()) {
                    equalities_.insert(
                        {references_.back().name + "." + column.text, reference.name + "." + column.text});
                }
            }
        }
        return 1;
    }

    std::vector<Reference> references_;
    Equalities equalities_;
    CompanyTable const* inserts_without_ = nullptr;
};

std::optional<std::string> statement_problem(Nodes nodes, Columns const& outer);

std::optional<std::string> subquery_problem(Nodes nodes, Columns const& bound) {
    for (auto const& node : nodes) {
        if (node.kind == Node::Kind::token) continue;
        auto problem =
            is_statement(node.inner) ? statement_problem(node.inner, bound) : subquery_problem(node.inner, bound);
        if (problem) return problem;
    }
    return std::nullopt;
}

std::optional<std::string> statement_problem(Nodes nodes, Columns const& outer) {
    while (!nodes.empty()) {
        auto const end = std::ranges::find_if(
            nodes, [](Node const& node) { return is_any(node, {"union", "intersect", "except"}); });
        auto const size = static_cast<std::size_t>(end - nodes.begin());
        Core const core(nodes.first(size));
        auto const bound = core.bound(outer);
        if (auto problem = core.problem(bound)) return problem;
        if (auto problem = subquery_problem(nodes.first(size), bound)) return problem;
        nodes = nodes.subspan(std::min(size + 1, nodes.size()));
    }
    return std::nullopt;
}

} // namespace

std::span<CrossCompanyQuery const> cross_company_queries() { return cross_company; }

std::optional<std::string> company_filter_problem(Query query) {
    if (std::ranges::find(cross_company, query.name, &CrossCompanyQuery::name) != cross_company.end())
        return std::nullopt;
    std::size_t at = 0;
    auto const nodes = tree(tokenize(query.sql), at);
    if (!is_statement(nodes)) return std::nullopt;
    return statement_problem(nodes, {});
}

void check_company_filter(Query const& query) {
    if (auto const problem = company_filter_problem(query))
        throw std::logic_error(fmt::format("query '{}' {} (db/company_filter.cpp)", query.name, *problem));
}

} // namespace balcao::db
