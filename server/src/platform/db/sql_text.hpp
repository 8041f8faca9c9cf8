#pragma once
// Tokenises SQL: parameters, ends of statements, tables.

#include <string>
#include <string_view>
#include <vector>

namespace balcao::db {

struct Token {
    enum class Kind {
        word,      // identifier, keyword or number
        quoted,    // "identifier", quotes included
        string,    // 'text' or $tag$text$tag$, quotes included
        parameter, // :name, colon included
        symbol     // one character, or ::
    };
    Kind kind;
    std::string_view text; // views the SQL
};

/// The tokens, without white space and comments. An open quote or comment ends with the text.
std::vector<Token> tokenize(std::string_view sql);

/// A statement for PostgreSQL: `:name` becomes `$n`, numbered from 1 by first appearance.
struct NumberedSql {
    std::string sql;
    std::vector<std::string> names;
};
NumberedSql number_parameters(std::string_view sql);

/// Splits at each `;` at the end of a line (comments may follow it). Comments before a statement belong to it.
std::vector<std::string_view> split_statements(std::string_view sql);

} // namespace balcao::db
