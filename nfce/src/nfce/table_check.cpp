// check_table of tables.hpp.

#include "nfce/datetime.hpp"
#include "nfce/endpoint_reading.hpp"
#include "platform/base/decimal.hpp"
#include "platform/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace balcao::nfce {

namespace {

constexpr std::size_t most_bytes = 8U << 20U;
constexpr std::size_t most_errors = 20;
/// A table that lost more than this share of the base's rows was cut off.
constexpr std::size_t least_share = 2;
constexpr std::string_view beginning = "2018-01-01"; // of what every parameter needs a row for
constexpr int most_rate = 30; // percent, of IBS and CBS each: "0.9" and "90" are slips of the pen

struct Record {
    std::size_t line;
    std::vector<std::string> fields;
};

/// RFC 4180 with a line for each mistake.
std::vector<Record> split(std::string_view text, TableErrors& errors) {
    std::vector<Record> records;
    std::size_t line = 1, at = 0;
    while (at < text.size()) {
        Record record{.line = line, .fields = {""}};
        bool quoted = false;
        for (;; ++at) {
            if (at == text.size()) {
                if (quoted)
                    errors.push_back({record.line, record.fields.size(), "Faltam as aspas que fecham o campo."});
                break;
            }
            char const c = text[at];
            if (c == '\n') ++line;
            auto& field = record.fields.back();
            if (quoted && c == '"' && text.substr(at + 1).starts_with('"')) field += text[++at];
            else if (c == '"' && (quoted || field.empty())) quoted = !quoted;
            else if (!quoted && c == ',') record.fields.emplace_back();
            else if (!quoted && c == '\n') break;
            else field += c;
        }
        if (at < text.size()) ++at;
        records.push_back(std::move(record));
    }
    return records;
}

bool is_date(std::string_view text) {
    return text.size() == 10 && DateTime::parse(std::string(text) + "T12:00:00-03:00").has_value();
}

bool is_code(std::string_view text, std::size_t digits) { return text.size() == digits && is_digits(text); }

/// Whether the tables can read it, whose reader is less patient than `split`.
bool is_readable(std::string_view text) {
    try {
        CsvTable const table(text);
        return true;
    } catch (std::logic_error const&) {
        return false;
    }
}

/// The rows of a CSV under check, with the columns of the base.
class Check {
public:
    Check(TableFile file, std::string_view text) : rows_(split(text, errors_)), base_(split(base_text(file), errors_)) {
        read_shape();
        if (errors_.empty() && !is_readable(text)) add(0, 0, "O arquivo não é um CSV com vírgulas e aspas duplas.");
        is_shaped_ = errors_.empty();
    }

    TableErrors take() {
        if (errors_.size() > most_errors) errors_.resize(most_errors);
        return std::move(errors_);
    }
    bool is_shaped() const { return is_shaped_; }

    void parameters();
    void codes(std::string_view code, std::size_t digits, std::vector<std::string_view> const& flags,
               std::vector<std::string_view> const& percents = {});
    void periods(std::string_view from, std::string_view to, bool needs_from);
    void prefixes();
    void classifications();

private:
    void read_shape();
    void add(std::size_t line, std::size_t column, std::string message) {
        errors_.push_back({.line = line, .column = column, .message = std::move(message)});
    }
    void add(Record const& row, std::string_view column, std::string message) {
        add(row.line, columns_.at(std::string(column)) + 1, fmt::format("{}: {}", column, message));
    }
    std::string const& get(Record const& row, std::string_view column) const {
        return row.fields[columns_.at(std::string(column))];
    }
    void value(Record const& row, std::string const& base_value);
    void check_places(Record const& row, int places, std::int64_t most);

    TableErrors errors_;
    std::vector<Record> rows_, base_;
    std::map<std::string, std::size_t> columns_;
    bool is_shaped_ = false;
};

void Check::read_shape() {
    if (rows_.empty()) return add(1, 0, "O arquivo está vazio.");
    auto const header = base_.front().fields;
    if (rows_.front().fields != header) {
        std::string names;
        for (auto const& name : header) names += (names.empty() ? "" : ",") + name;
        return add(1, 0, fmt::format("A primeira linha deve ter as colunas {}.", names));
    }
    rows_.erase(rows_.begin());
    base_.erase(base_.begin());
    for (std::size_t at = 0; at < header.size(); ++at) columns_[header[at]] = at;
    if (rows_.size() < base_.size() / least_share) {
        add(0, 0,
            fmt::format("A tabela tem {} linhas, e a do programa {}: parece cortada. Envie o arquivo inteiro.",
                        rows_.size(), base_.size()));
    }
    for (auto const& row : rows_) {
        if (row.fields.size() != header.size())
            add(row.line, 0, fmt::format("A linha tem {} campos, e a tabela {}.", row.fields.size(), header.size()));
    }
}

void Check::check_places(Record const& row, int places, std::int64_t most) {
    auto const& text = get(row, "valor");
    auto const dot = text.find('.');
    auto const number = Decimal<4>::parse(text);
    if (!number || dot == std::string::npos || static_cast<int>(text.size() - dot) - 1 != places) {
        return add(row, "valor",
                   fmt::format("“{}” deve ser um número com ponto e {} casas. Exemplo: {}.", text, places,
                               places == 2 ? "10000.00" : "0.9000"));
    }
    if (*number < Decimal<4>{} || *number > Decimal<4>::from_units(most))
        add(row, "valor", fmt::format("“{}” não é plausível: use de 0 a {}.", text, most));
}

/// By the shape of the base's newest value of the parameter.
void Check::value(Record const& row, std::string const& base_value) {
    auto const& name = get(row, "parametro");
    auto const& text = get(row, "valor");
    if (name.starts_with("pIBS") || name == "pCBS" || name == "icms_interno" || name == "icms_fcp") {
        if (!text.empty()) check_places(row, 4, most_rate);
    } else if (name.starts_with("limite_")) {
        check_places(row, 2, 999'999'999);
    } else if (name == "regras_conhecidas_ate") {
        if (!is_date(text)) add(row, "valor", "Escreva a data como AAAA-MM-DD.");
    } else if (name == "pis_cofins") {
        if (text != "produto" && text != "sem" && !is_code(text, 2))
            add(row, "valor", "Use produto, sem, ou um CST de dois números.");
    } else if (name.ends_with("_minutos") || name.ends_with("_horas")) {
        if (text.empty() || text.size() > 6 || !is_digits(text)) add(row, "valor", "Use um número inteiro.");
    } else if (base_value == "S" || base_value == "N") {
        if (text != "S" && text != "N") add(row, "valor", "Use S ou N.");
    } else if (text.starts_with(' ') || text.ends_with(' ') || text.contains("  ") || text.contains(',')) {
        add(row, "valor", "Separe os códigos por um espaço.");
    }
}

void Check::parameters() {
    std::map<std::string, std::string> known;             // value of the base
    std::set<std::pair<std::string, std::string>> needed; // parameter and reach that begin for all
    for (auto const& row : base_) {
        known[get(row, "parametro")] = get(row, "valor");
        needed.emplace(get(row, "parametro"), get(row, "alcance"));
    }
    std::map<std::tuple<std::string, std::string, std::string, std::string>, std::string> last;
    for (auto const& row : rows_) {
        auto const &uf = get(row, "uf"), &since = get(row, "desde"), &ambiente = get(row, "ambiente"),
                   &reach = get(row, "alcance"), &name = get(row, "parametro"), &confidence = get(row, "confianca");
        if (uf != "*" && !tables::uf_code(uf)) add(row, "uf", fmt::format("“{}” não é uma UF. Use * para todas.", uf));
        if (!is_date(since)) add(row, "desde", fmt::format("“{}” não é uma data AAAA-MM-DD.", since));
        if (ambiente != "*" && ambiente != "producao" && ambiente != "homologacao")
            add(row, "ambiente", "Use producao, homologacao, ou * para os dois.");
        if (confidence != "alta" && confidence != "média" && confidence != "baixa")
            add(row, "confianca", "Use alta, média ou baixa.");
        auto const at = known.find(name);
        if (at == known.end()) add(row, "parametro", fmt::format("“{}” não existe nesta versão do Balcão.", name));
        else value(row, at->second);
        if (at != known.end() && !needed.contains({name, reach}) && reach != "sefaz" && reach != "lei")
            add(row, "alcance", "Use sefaz ou lei.");
        auto& before = last[{uf, ambiente, reach, name}];
        if (!is_date(since)) continue;
        if (before == since) add(row, "desde", fmt::format("{} tem duas linhas desde {}.", name, since));
        else if (before > since) add(row, "desde", fmt::format("As datas de {} devem crescer linha a linha.", name));
        before = since;
    }
    for (auto const& [name, reach] : needed) {
        bool const begins = std::ranges::any_of(rows_, [&](Record const& row) {
            return get(row, "parametro") == name && get(row, "alcance") == reach && get(row, "uf") == "*" &&
                   get(row, "ambiente") == "*" && get(row, "desde") <= beginning;
        });
        if (!begins) {
            add(0, 0,
                fmt::format("Falta a linha de {} (alcance {}) para todas as UF e ambientes desde {}.", name, reach,
                            beginning));
        }
    }
}

void Check::codes(std::string_view code, std::size_t digits, std::vector<std::string_view> const& flags,
                  std::vector<std::string_view> const& percents) {
    std::set<std::string> seen;
    for (auto const& row : rows_) {
        auto const& text = get(row, code);
        if (!is_code(text, digits)) add(row, code, fmt::format("“{}” deve ter {} números.", text, digits));
        else if (!seen.insert(text).second) add(row, code, fmt::format("{} aparece duas vezes.", text));
        for (auto const flag : flags)
            if (get(row, flag) != "0" && get(row, flag) != "1") add(row, flag, "Use 0 ou 1.");
        for (auto const percent : percents) {
            auto const number = Decimal<4>::parse(get(row, percent));
            if (!number || *number < Decimal<4>{} || *number > Decimal<4>::from_units(100))
                add(row, percent, fmt::format("“{}” não é um percentual de 0 a 100, com ponto.", get(row, percent)));
        }
    }
}

void Check::periods(std::string_view from, std::string_view to, bool needs_from) {
    for (auto const& row : rows_) {
        auto const &begin = get(row, from), &end = get(row, to);
        if (begin.empty() ? needs_from : !is_date(begin))
            add(row, from, fmt::format("“{}” não é uma data AAAA-MM-DD.", begin));
        if (!end.empty() && !is_date(end)) add(row, to, fmt::format("“{}” não é uma data AAAA-MM-DD.", end));
        else if (!end.empty() && end < begin) add(row, to, fmt::format("Termina em {}, antes de começar.", end));
    }
}

void Check::prefixes() {
    for (auto const& row : rows_) {
        auto const& list = get(row, "ncms");
        bool const is_list = list.find_first_not_of("0123456789|") == std::string::npos && !list.starts_with('|') &&
                             !list.ends_with('|') && !list.contains("||");
        if (!is_list) add(row, "ncms", "Use números separados por |.");
    }
}

void Check::classifications() {
    for (auto const& row : rows_) {
        auto const &cst = get(row, "cst"), &code = get(row, "cClassTrib");
        if (!code.starts_with(cst)) add(row, "cClassTrib", fmt::format("{} não é do CST {}.", code, cst));
    }
}

TableErrors check_endpoints(TableFile file, std::string_view text) {
    EndpointReading reading(text);
    if (!reading.errors.empty()) return std::move(reading.errors);
    for (auto const& [key, _] : EndpointReading(base_text(file)).rows) {
        if (reading.rows.contains(key)) continue;
        auto const& [uf, tpAmb, service, modelo] = key;
        reading.errors.push_back({.message = fmt::format("Falta {} de {} em {}, modelo {}.", service, uf,
                                                         tpAmb == 1 ? "produção" : "homologação", modelo)});
        if (reading.errors.size() == most_errors) break;
    }
    return std::move(reading.errors);
}

} // namespace

std::string sentence_of(TableError const& error) {
    if (error.line == 0) return error.message;
    if (error.column == 0) return fmt::format("Linha {}: {}", error.line, error.message);
    return fmt::format("Linha {}, coluna {}: {}", error.line, error.column, error.message);
}

std::string plain_table(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    std::string plain;
    plain.reserve(text.size() + 1);
    while (!text.empty()) {
        auto const end = std::min(text.find('\n'), text.size());
        auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        plain += line;
        plain += '\n';
    }
    return plain;
}

TableErrors check_table(TableFile file, std::string_view text) {
    if (text.size() > most_bytes)
        return {{.message = fmt::format("O arquivo passa de {} MB. Envie só a tabela.", most_bytes >> 20U)}};
    auto const first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '<')
        return {{.line = 1, .message = "Isto é uma página da internet (HTML), e não a tabela. Baixe o arquivo."}};
    if (!is_utf8(text)) {
        auto const line = [&] {
            std::size_t number = 1;
            for (std::size_t at = 0; at < text.size(); ++number) {
                auto const end = std::min(text.find('\n', at), text.size());
                if (!is_utf8(text.substr(at, end - at))) break;
                at = end + 1;
            }
            return number;
        }();
        return {{.line = line, .message = "O arquivo não está em UTF-8. Salve-o como CSV UTF-8 e envie de novo."}};
    }
    if (file == TableFile::enderecos || file == TableFile::enderecos_nfe) return check_endpoints(file, text);
    Check check(file, text);
    if (!check.is_shaped()) return check.take();
    switch (file) {
    case TableFile::parametros: check.parameters(); break;
    case TableFile::ncm:
        check.codes("codigo", 8, {});
        check.periods("inicio", "fim", true);
        break;
    case TableFile::cest:
        check.codes("codigo", 7, {});
        check.prefixes();
        break;
    case TableFile::cfop: check.codes("codigo", 4, {"grupo"}); break;
    case TableFile::ibscbs_cst: check.codes("cst", 3, {"ind_gIBSCBS", "ind_gIBSCBSMono", "ind_gRed"}); break;
    case TableFile::ibscbs_cclasstrib:
        check.codes("cClassTrib", 6, {"ind_gTribRegular", "indNFCe"}, {"pRedIBS", "pRedCBS"});
        check.periods("dIniVig", "dFimVig", true);
        check.classifications();
        break;
    case TableFile::enderecos:
    case TableFile::enderecos_nfe: std::unreachable();
    }
    return check.take();
}

} // namespace balcao::nfce
