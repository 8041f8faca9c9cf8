#pragma once
// Expected outcomes are values: Result<T> is T or a Failure. Exceptions are bugs or broken storage.

#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace balcao {

/// Kinds of refusal. Only platform/http/problem.cpp maps them to HTTP statuses.
enum class FailureKind {
    unreadable,             // the body or a parameter cannot be read at all
    unauthenticated,        // nobody is signed in, or the session ended
    forbidden,              // signed in, but not allowed
    not_found,              // does not exist, or belongs to a company out of reach
    conflict,               // uniqueness only
    stale,                  // If-Match names an older version
    too_large,              // body above the route's limit
    unsupported_media_type, // content type the route does not take
    invalid,                // readable, but some field breaks a rule
    missing_precondition,   // If-Match is required
    limited,                // too many attempts; see retry_after
    unavailable,            // try again later: database busy or away, disk full; nothing was saved
    outcome_unknown,        // the database went away while it saved: look before repeating
    // For sales and receipts: `current_json` is the sale with its nota, or the nota, in its current state.
    result_unknown,     // the same of a sale, whose id makes it safe to repeat
    sale_issued,        // other content for a sale that was issued
    sale_ended,         // thrown away, or undone
    sale_changed,       // the draft has another version
    number_in_question, // SEFAZ has not denied the number yet; see retry_after
    action_unavailable, // state, siblings, a pending event or a time limit forbid it
    issuing_blocked,    // nothing can be issued until somebody has put right what `detail` says
    till_closed,        // no till is open where one is needed, or it was closed meanwhile
    approval_needed,    // a gerente has to allow it first: `current_json` is what
    person_ended        // who took the counter by PIN has to give it again
};

/// One bad field: the path of the form's field (`cnpj`, `itens.2.prod_NCM`) and a Portuguese sentence.
struct FieldProblem {
    std::string field;
    std::string message;
    /// The product whose field (`prod_NCM`) caused the problem, if any.
    std::optional<std::string> produto_id{};
    std::optional<std::string> campo{};
};

/// A refusal to show: title and detail are Portuguese and say what to do.
struct Failure {
    FailureKind kind{};
    std::string title;
    std::string detail{};
    std::vector<FieldProblem> fields{};
    std::optional<std::string> current_json{}; // stale: the record as it is now
    std::optional<std::string> current_etag{}; // stale: its ETag
    std::optional<std::string> changed_by{};   // stale: who saved it, and when (ISO), where that is known
    std::optional<std::string> changed_at{};
    std::optional<std::string> existing_id{}; // conflict: the record that already has the value
    std::optional<int> retry_after{};         // limited: seconds
};

template <class T>
using Result = std::expected<T, Failure>;

/// Shorthand for `return std::unexpected(Failure{...})`.
inline std::unexpected<Failure> fail(Failure failure) { return std::unexpected(std::move(failure)); }

/// Unwraps a Result, or returns its failure from the enclosing function, which returns a Result too:
///     auto const company = BALCAO_TRY(find_company(connection, id));
///     BALCAO_TRY(check_code_is_free(connection, product)); // Result<void>
/// Use it as a statement or as the whole initialiser, so that nothing else of an expression has run.
#define BALCAO_TRY(result)                                                                                             \
    __extension__({                                                                                                    \
        auto&& balcao_tried = (result);                                                                                \
        if (!balcao_tried) return ::balcao::fail(std::forward<decltype(balcao_tried)>(balcao_tried).error());          \
        *std::forward<decltype(balcao_tried)>(balcao_tried);                                                           \
    })

/// A 422 with these fields; the title counts them.
std::unexpected<Failure> invalid(std::vector<FieldProblem> fields);
/// A 422 that belongs to no field.
std::unexpected<Failure> invalid(std::string detail);
/// 404, for a missing record and for one out of reach alike.
std::unexpected<Failure> not_found();
/// 403.
std::unexpected<Failure> forbidden();

} // namespace balcao
