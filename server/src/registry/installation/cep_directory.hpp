#pragma once
// Addresses of CEPs, asked of a service that the operator names. What it answers is foreign: read within limits, and
// nothing of it is believed that our own tables contradict.

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "platform/base/kept_answers.hpp"
#include "platform/base/result.hpp"

namespace balcao::installation {

/// What a CEP says of an address. Empty: it does not say, as in a town with one CEP.
struct CepAddress {
    std::string logradouro{}; // at most 60 characters, as bairro
    std::string bairro{};
    std::string municipio{};      // seven digits (IBGE)
    std::string municipio_nome{}; // as in our table
    std::string uf{};
};

/// Reads what a service answered about `cep` (eight digits): a JSON object in the common form logradouro, bairro,
/// localidade, uf, ibge. nullopt: it knows no such CEP. The error says, for the log, what is wrong with it. Pure.
std::expected<std::optional<CepAddress>, std::string> read_cep_answer(std::string_view body, std::string_view cep);

/// Thread-safe.
class CepDirectory {
public:
    /// `url`: a template with `{cep}`, http or https; empty: there is no service.
    explicit CepDirectory(std::string url) : url_(std::move(url)) {}

    bool is_on() const { return !url_.empty(); }

    /// nullopt: there is none. Waits at most two seconds, so not inside of a read or a write. Failure `unavailable`
    /// when the service says nothing that can be used, or when enough people wait for it already. Answers are kept in
    /// memory, the last 2,000 for a day.
    Result<std::optional<CepAddress>> find(std::string const& cep);

private:
    std::string const url_;
    AskingTurns turns_;
    KeptAnswers<std::string, std::optional<CepAddress>> kept_;
};

} // namespace balcao::installation
