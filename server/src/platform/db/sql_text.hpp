#pragma once
// SQL as tokens: enough to find parameters, the end of a statement and the tables it names.

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

/// The tokens of a text, without white space and comments. An open quote or comment ends with the text.
std::vector<Token> tokenize(std::string_view sql);

/// A statement as PostgreSQL wants it: `:name` turned into `$n`, n counting the names from 1 in order of appearance.
struct NumberedSql {
    std::string sql;
    std::vector<std::string> names;
};
NumberedSql number_parameters(std::string_view sql);

/// Cuts a text at each `;` that ends a line (comments may follow it there). Comments before a statement stay with it.
std::vector<std::string_view> split_statements(std::string_view sql);

} // namespace balcao::db
