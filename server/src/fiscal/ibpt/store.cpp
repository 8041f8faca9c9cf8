#include "fiscal/ibpt/store.hpp"

#include <charconv>

#include <fmt/format.h>

namespace balcao::ibpt {

namespace {

constexpr db::Query find{"ibpt_find", R"sql(
    select uf, versao, chave, fonte, vigencia_inicio, vigencia_fim, nome_arquivo, linhas, created_at, version
    from ibpt_tabela where emitente_id = :emitente_id)sql"};
constexpr db::Query chapter_of{"ibpt_chapter", R"sql(
    select aliquotas from ibpt_capitulo where emitente_id = :emitente_id and capitulo = :capitulo)sql"};
constexpr db::Query forget{"ibpt_delete", "delete from ibpt_tabela where emitente_id = :emitente_id"};
constexpr db::Query insert{"ibpt_insert", R"sql(
    insert into ibpt_tabela (emitente_id, uf, versao, chave, fonte, vigencia_inicio, vigencia_fim, nome_arquivo, linhas,
        created_at, version)
    values (:emitente_id, :uf, :versao, :chave, :fonte, :vigencia_inicio, :vigencia_fim, :nome_arquivo, :linhas,
        :created_at, :version))sql"};
constexpr db::Query insert_chapter{"ibpt_insert_chapter", R"sql(
    insert into ibpt_capitulo (emitente_id, capitulo, aliquotas) values (:emitente_id, :capitulo, :aliquotas))sql"};

std::string line_of(Row const& row) {
    return fmt::format("{}{};{};{};{}\n", line_start(row.ncm, row.ex), row.nacional.raw(), row.importado.raw(),
                       row.estadual.raw(), row.municipal.raw());
}

// Reads a number and the separator after it.
Decimal<4> take_percent(std::string_view& text) {
    std::int64_t raw = 0;
    auto const* const end = std::from_chars(text.data(), text.data() + text.size(), raw).ptr;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    return Decimal<4>::from_raw(raw);
}

} // namespace

std::string plain_ex(std::string_view typed) {
    auto const first = typed.find_first_not_of('0');
    return first == std::string_view::npos ? std::string() : std::string(typed.substr(first));
}

std::string line_start(std::string_view ncm, std::string_view ex) { return fmt::format("{};{};", ncm, ex); }

std::optional<Row> find_row(std::string_view chapter, std::string_view ncm, std::string_view ex) {
    auto const start = line_start(ncm, ex);
    for (std::size_t at = 0; (at = chapter.find(start, at)) != std::string_view::npos; ++at) {
        if (at > 0 && chapter[at - 1] != '\n') continue;
        auto rest = chapter.substr(at + start.size());
        Row row{.ncm = std::string(ncm), .ex = std::string(ex)};
        for (auto* const member : {&row.nacional, &row.importado, &row.estadual, &row.municipal})
            *member = take_percent(rest);
        return row;
    }
    return std::nullopt;
}

std::optional<StoredTable> find_table(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.first(find, {{"emitente_id", scope.id()}}, [](db::Row const& row) {
        return StoredTable{.heading = {.uf = row.get<std::string>(0),
                                       .versao = row.get<std::string>(1),
                                       .chave = row.get<std::string>(2),
                                       .fonte = row.get<std::string>(3),
                                       .inicio = row.get<std::string>(4),
                                       .fim = row.get<std::string>(5)},
                           .file_name = row.get<std::string>(6),
                           .rows = row.integer(7),
                           .created_at = row.get<Instant>(8),
                           .version = row.integer(9)};
    });
}

std::string find_chapter(db::Connection& connection, auth::CompanyScope const& scope, std::string_view chapter) {
    return connection.scalar<std::string>(chapter_of, {{"emitente_id", scope.id()}, {"capitulo", chapter}})
        .value_or("");
}

void store(db::Transaction& transaction, auth::CompanyScope const& scope, File const& file, StoredTable const& table) {
    remove(transaction, scope);
    auto const& heading = file.heading;
    transaction.execute(insert, {{"emitente_id", scope.id()},
                                 {"uf", heading.uf},
                                 {"versao", heading.versao},
                                 {"chave", heading.chave},
                                 {"fonte", heading.fonte},
                                 {"vigencia_inicio", heading.inicio},
                                 {"vigencia_fim", heading.fim},
                                 {"nome_arquivo", table.file_name},
                                 {"linhas", table.rows},
                                 {"created_at", table.created_at},
                                 {"version", table.version}});
    std::string chapter, lines;
    auto const write = [&] {
        if (lines.empty()) return;
        transaction.execute(insert_chapter, {{"emitente_id", scope.id()}, {"capitulo", chapter}, {"aliquotas", lines}});
        lines.clear();
    };
    for (auto const& row : file.rows) {
        if (!row.ncm.starts_with(chapter) || chapter.empty()) {
            write();
            chapter = row.ncm.substr(0, chapter_digits);
        }
        lines += line_of(row);
    }
    write();
}

bool remove(db::Transaction& transaction, auth::CompanyScope const& scope) {
    return transaction.execute(forget, {{"emitente_id", scope.id()}}) > 0;
}

} // namespace balcao::ibpt
