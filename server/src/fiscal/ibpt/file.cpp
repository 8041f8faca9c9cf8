#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "fiscal/ibpt/ibpt.hpp"
#include "fiscal/ibpt/store.hpp"
#include "nfce/tables.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/text.hpp"
#include "platform/spreadsheets/table.hpp"

namespace balcao::ibpt {

namespace {

enum class Column : std::uint8_t {
    codigo,
    ex,
    tipo,
    nacional,
    importado,
    estadual,
    municipal,
    inicio,
    fim,
    chave,
    versao,
    fonte
};
constexpr auto columns =
    std::to_array<std::string_view>({"codigo", "ex", "tipo", "nacionalfederal", "importadosfederal", "estadual",
                                     "municipal", "vigenciainicio", "vigenciafim", "chave", "versao", "fonte"});
constexpr std::string_view of_goods = "0"; // tipo; 1 and 2 are services
constexpr std::string_view file_prefix = "tabelaibptax";
constexpr std::size_t longest_word = 60; // of versao, chave, fonte

constexpr std::string_view other_file = "Este arquivo não é a tabela do IBPT. Envie o arquivo .csv TabelaIBPTax da sua "
                                        "UF, como o IBPT o entrega.";

bool is_number(std::string_view text, std::size_t digits) {
    return text.size() == digits && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "31/08/2026" or "2026-08-31".
std::optional<std::string> date_of(std::string_view text) {
    bool const is_iso = text.size() == 10 && text[4] == '-' && text[7] == '-';
    bool const is_local = text.size() == 10 && text[2] == '/' && text[5] == '/';
    if (!is_iso && !is_local) return std::nullopt;
    auto const year = is_iso ? text.substr(0, 4) : text.substr(6);
    auto const month = is_iso ? text.substr(5, 2) : text.substr(3, 2);
    auto const day = is_iso ? text.substr(8) : text.substr(0, 2);
    if (!is_number(year, 4) || !is_number(month, 2) || !is_number(day, 2)) return std::nullopt;
    return fmt::format("{}-{}-{}", year, month, day);
}

std::optional<Decimal<4>> percent_of(std::string_view text) {
    std::string plain(text);
    std::ranges::replace(plain, ',', '.');
    auto const value = Decimal<4>::parse(plain);
    constexpr auto most = 1000;
    if (!value || *value < Decimal<4>{} || *value >= Decimal<4>::from_units(most)) return std::nullopt;
    return *value;
}

std::unexpected<Failure> at_line(std::int64_t line, std::string_view what) {
    return invalid(fmt::format("Linha {} da tabela do IBPT: {} Nada foi mudado; baixe o arquivo de novo.", line, what));
}

// The UF stands in the name alone.
Result<std::string> uf_of(std::string_view name, std::string_view company_uf) {
    auto const plain = fold(name);
    std::string uf;
    if (plain.starts_with(file_prefix) && plain.size() > file_prefix.size() + 2)
        uf = upper_ascii(plain.substr(file_prefix.size(), 2));
    if (!nfce::tables::uf_code(uf)) {
        return invalid(fmt::format("O nome do arquivo não diz de que UF é a tabela. Envie-o com o nome que o IBPT lhe "
                                   "deu, que começa com TabelaIBPTax{}.",
                                   company_uf));
    }
    if (uf == company_uf) return uf;
    return invalid(
        fmt::format("Esta tabela do IBPT é de {}, e a empresa é de {}. Envie a de {}.", uf, company_uf, company_uf));
}

// Where each of our columns stands in the file.
Result<std::array<std::size_t, columns.size()>> places_of(spreadsheets::Table const& table) {
    std::array<std::size_t, columns.size()> places{};
    auto const heading = table.cells(0);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        auto const at = std::ranges::find_if(heading, [&](std::string_view name) { return fold(name) == columns[i]; });
        if (at == heading.end()) return invalid(std::string(other_file));
        places[i] = static_cast<std::size_t>(at - heading.begin());
    }
    return places;
}

Result<void> check_days(Heading const& heading, std::string_view today) {
    if (heading.fim < today) {
        return invalid(
            fmt::format("Esta tabela do IBPT venceu em {}. Envie a que está em vigor.", date_text(heading.fim)));
    }
    if (heading.inicio > today) {
        return invalid(
            fmt::format("Esta tabela do IBPT só vale a partir de {}. Envie-a nesse dia.", date_text(heading.inicio)));
    }
    return {};
}

} // namespace

Result<File> read_file(std::string_view name, std::string_view content, std::string_view company_uf,
                       std::string_view today) {
    auto const table = spreadsheets::read_table(content);
    if (!table || trim(content).starts_with('<')) return invalid(std::string(other_file));
    auto const places = BALCAO_TRY(places_of(*table));
    File file;
    file.heading.uf = BALCAO_TRY(uf_of(name, company_uf));
    std::map<std::pair<std::string, std::string>, Row> rows;
    for (std::size_t i = 1; i < table->rows(); ++i) {
        auto const cells = table->cells(i);
        auto const cell = [&](Column column) {
            auto const at = places.at(std::to_underlying(column));
            return at < cells.size() ? cells[at] : std::string_view{};
        };
        auto const line = table->line(i);
        if (cell(Column::tipo) != of_goods) continue;
        if (!is_number(cell(Column::codigo), 8)) return at_line(line, "o código não é um NCM de 8 números.");
        auto const from = date_of(cell(Column::inicio)), to = date_of(cell(Column::fim));
        if (!from || !to) return at_line(line, "a vigência não tem datas como 31/08/2026.");
        Row row{.ncm = std::string(cell(Column::codigo)), .ex = plain_ex(cell(Column::ex))};
        for (auto const& [column, member] : {std::pair{Column::nacional, &Row::nacional},
                                             {Column::importado, &Row::importado},
                                             {Column::estadual, &Row::estadual},
                                             {Column::municipal, &Row::municipal}}) {
            auto const percent = percent_of(cell(column));
            if (!percent) return at_line(line, fmt::format("“{}” não é uma porcentagem.", cell(column)));
            row.*member = *percent;
        }
        if (rows.empty()) {
            auto& heading = file.heading;
            heading.versao = cell(Column::versao);
            heading.chave = cell(Column::chave);
            heading.fonte = cell(Column::fonte);
            heading.inicio = *from;
            heading.fim = *to;
            for (auto const& word : {heading.versao, heading.fonte})
                if (word.empty() || word.size() > longest_word) return at_line(line, "falta a versão ou a fonte.");
            if (heading.chave.size() > longest_word) return at_line(line, "a chave é longa demais.");
            BALCAO_TRY(check_days(heading, today));
        } else if (*from != file.heading.inicio || *to != file.heading.fim) {
            return at_line(line, "a vigência é outra que a das linhas antes dela.");
        }
        auto key = std::pair{row.ncm, row.ex};
        rows.emplace(std::move(key), std::move(row));
    }
    if (rows.empty()) return invalid("Esta tabela do IBPT não traz nenhum NCM. Baixe o arquivo de novo.");
    for (auto& [_, row] : rows) file.rows.push_back(std::move(row));
    return file;
}

} // namespace balcao::ibpt
