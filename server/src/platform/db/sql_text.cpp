#include "platform/db/sql_text.hpp"

#include <algorithm>

namespace balcao::db {

namespace {

bool is_letter(char c) {
    // Bytes of UTF-8 sequences count as letters, as both engines do.
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

class Scanner {
public:
    explicit Scanner(std::string_view sql) : sql_(sql) {}

    std::vector<Token> tokens() {
        std::vector<Token> found;
        while (at_ < sql_.size()) {
            if (is_space(sql_[at_])) ++at_;
            else if (starts("--")) at_ = std::min(sql_.find('\n', at_), sql_.size());
            else if (starts("/*")) skip_past("*/", at_ + 2);
            else found.push_back(next());
        }
        return found;
    }

private:
    bool starts(std::string_view text) const { return sql_.substr(at_).starts_with(text); }
    char peek(std::size_t ahead) const { return at_ + ahead < sql_.size() ? sql_[at_ + ahead] : '\0'; }
    void skip_past(std::string_view end, std::size_t from) {
        auto const found = sql_.find(end, from);
        at_ = found == std::string_view::npos ? sql_.size() : found + end.size();
    }
    void skip_word() {
        while (is_letter(peek(0)) || is_digit(peek(0))) ++at_;
    }

    Token next() {
        auto const start = at_;
        auto const kind = skip();
        return {kind, sql_.substr(start, at_ - start)};
    }

    Token::Kind skip() {
        char const c = peek(0);
        if (c == '\'' || c == '"') {
            skip_quoted(c);
            return c == '"' ? Token::Kind::quoted : Token::Kind::string;
        }
        if (c == '$' && !is_digit(peek(1)) && skip_dollar_quoted()) return Token::Kind::string;
        if (is_letter(c) || is_digit(c)) {
            skip_word();
            return Token::Kind::word;
        }
        if (c == ':' && is_letter(peek(1))) {
            ++at_;
            skip_word();
            return Token::Kind::parameter;
        }
        at_ += starts("::") ? 2 : 1;
        return Token::Kind::symbol;
    }

    // A doubled quote stands for itself.
    void skip_quoted(char quote) {
        ++at_;
        while (at_ < sql_.size()) {
            if (sql_[at_++] != quote) continue;
            if (peek(0) != quote) return;
            ++at_;
        }
    }

    bool skip_dollar_quoted() {
        auto end = at_ + 1;
        while (end < sql_.size() && (is_letter(sql_[end]) || is_digit(sql_[end]))) ++end;
        if (end >= sql_.size() || sql_[end] != '$') return false;
        auto const tag = sql_.substr(at_, end + 1 - at_);
        skip_past(tag, end + 1);
        return true;
    }

    std::string_view sql_;
    std::size_t at_ = 0;
};

bool ends_line(std::string_view rest) {
    rest = rest.substr(0, rest.find('\n'));
    auto const text = std::ranges::find_if_not(rest, is_space);
    return text == rest.end() || std::string_view(text, rest.end()).starts_with("--");
}

} // namespace

std::vector<Token> tokenize(std::string_view sql) { return Scanner(sql).tokens(); }

NumberedSql number_parameters(std::string_view sql) {
    NumberedSql result;
    auto const* copied = sql.data();
    for (auto const& token : tokenize(sql)) {
        if (token.kind != Token::Kind::parameter) continue;
        auto const name = token.text.substr(1);
        auto found = std::ranges::find(result.names, name);
        if (found == result.names.end()) found = result.names.insert(found, std::string(name));
        result.sql.append(copied, token.text.data());
        result.sql += '$' + std::to_string(found - result.names.begin() + 1);
        copied = token.text.data() + token.text.size();
    }
    result.sql.append(copied, sql.data() + sql.size());
    return result;
}

std::vector<std::string_view> split_statements(std::string_view sql) {
    std::vector<std::string_view> statements;
    std::size_t start = 0;
    bool any = false;
    for (auto const& token : tokenize(sql)) {
        auto const end = static_cast<std::size_t>(token.text.data() + token.text.size() - sql.data());
        if (token.text != ";" || !ends_line(sql.substr(end))) {
            any = true;
            continue;
        }
        if (any) statements.push_back(sql.substr(start, end - 1 - start));
        start = end;
        any = false;
    }
    if (any) statements.push_back(sql.substr(start));
    return statements;
}

} // namespace balcao::db
