#include "registry/imports/imports_store.hpp"

#include <utility>

#include <fmt/format.h>

#include "platform/base/json.hpp"

namespace balcao::imports {

namespace {

// `importacoes` is not among the tables of platform/db/company_filter.cpp, since those of people have no company. So
// every statement here names its owner by one of these two; rows and problems are only reached with an import's id that
// was found that way.
constexpr std::string_view of_company = "emitente_id = :emitente_id and tipo = 'produtos'";
constexpr std::string_view of_people = "emitente_id is null and tipo = 'pessoas'";

std::string_view owned_by(Owner const& owner) { return owner ? of_company : of_people; }

db::Params params_of(Owner const& owner) {
    return {{"emitente_id", owner ? std::optional(owner->id()) : std::nullopt}};
}
db::Params params_of(Owner const& owner, Uuid const& id) {
    auto params = params_of(owner);
    params.emplace_back("id", id);
    return params;
}

constexpr std::string_view state = "coalesce(desfazer, estado)";
constexpr std::string_view columns =
    "id, user_id, file_name, coalesce(desfazer, estado), feitas, total, novas, alteradas, iguais, ruins, aplicada_ate, "
    "criadas, mudadas, desfeitas, mantidas, colunas, erro, created_at, updated_at";

Import read_import(db::Row const& row) {
    return {.id = row.get<Uuid>(0),
            .user = row.get<UserId>(1),
            .file_name = row.get<std::string>(2),
            .state = row.get<std::string>(3),
            .done = row.get<std::int64_t>(4),
            .total = row.get<std::int64_t>(5),
            .rows_new = row.get<std::int64_t>(6),
            .rows_changed = row.get<std::int64_t>(7),
            .rows_same = row.get<std::int64_t>(8),
            .rows_bad = row.get<std::int64_t>(9),
            .applied_to = row.get<std::int64_t>(10),
            .written_new = row.get<std::int64_t>(11),
            .written_changed = row.get<std::int64_t>(12),
            .undone = row.get<std::int64_t>(13),
            .kept = row.get<std::int64_t>(14),
            .columns = row.get<std::string>(15),
            .error = row.get<std::optional<std::string>>(16),
            .created_at = row.get<Instant>(17),
            .updated_at = row.get<Instant>(18)};
}

constexpr db::Query insert_import{"imports_insert", R"sql(
    insert into importacoes (id, emitente_id, tipo, user_id, file_name, estado, arquivo, created_at, updated_at)
    values (:id, :emitente_id, :tipo, :user_id, :file_name, :estado, :arquivo, :created_at, :updated_at))sql"};

constexpr std::string_view assignments =
    "estado = coalesce(:estado, estado), desfazer = :desfazer, feitas = :feitas, total = :total, novas = :novas, "
    "alteradas = :alteradas, iguais = :iguais, ruins = :ruins, aplicada_ate = :aplicada_ate, criadas = :criadas, "
    "mudadas = :mudadas, desfeitas = :desfeitas, mantidas = :mantidas, colunas = :colunas, erro = :erro, "
    "updated_at = :updated_at";

constexpr db::Query delete_rows{"imports_delete_rows", "delete from importacao_linhas where importacao_id = :id"};
constexpr db::Query delete_problems{"imports_delete_problems",
                                    "delete from importacao_problemas where importacao_id = :id"};
constexpr db::Query delete_problems_of_row{
    "imports_delete_problems_of_row", "delete from importacao_problemas where importacao_id = :id and linha = :linha"};
constexpr db::Query update_situation{"imports_update_row", R"sql(
    update importacao_linhas set situacao = :situacao where importacao_id = :id and linha = :linha)sql"};

constexpr db::Query select_to_apply{"imports_rows_to_apply", R"sql(
    select linha, situacao, dados
    from importacao_linhas
    where importacao_id = :id and situacao in ('nova', 'alterada') and linha > :linha
    order by linha
    limit :limit)sql"};

constexpr db::Query insert_written_row{"imports_insert_written", R"sql(
    update importacao_linhas set registro_id = :registro_id, registro_versao = :registro_versao, antes = :antes
    where importacao_id = :id and linha = :linha)sql"};
constexpr db::Query select_to_undo{"imports_rows_to_undo", R"sql(
    select linha, registro_id, registro_versao, antes
    from importacao_linhas
    where importacao_id = :id and linha > :linha and registro_id is not null and desfecho is null
    order by linha
    limit :limit)sql"};
constexpr db::Query update_undone_row{"imports_update_undone", R"sql(
    update importacao_linhas set desfecho = :desfecho, motivo = :motivo
    where importacao_id = :id and linha = :linha)sql"};

constexpr db::Query select_problems{"imports_problems_of_rows", R"sql(
    select linha, campo, valor, mensagem
    from importacao_problemas
    where importacao_id = :id and linha between :first and :last
    order by linha, numero)sql"};

constexpr db::Query count_problems{"imports_count_problems",
                                   "select count(*) from importacao_problemas where importacao_id = :id"};
constexpr db::Query page_of_problems{"imports_problems_page", R"sql(
    select linha, campo, valor, mensagem
    from importacao_problemas
    where importacao_id = :id
    order by linha, numero
    limit :limit offset :offset)sql"};

constexpr db::Query bad_rows{"imports_bad_rows", R"sql(
    select linha, situacao, original
    from importacao_linhas
    where importacao_id = :id and situacao = 'ruim' and linha > :linha
    order by linha
    limit 1000)sql"};

constexpr db::Query delete_old_imports{"imports_delete_old", "delete from importacoes where created_at < :before"};

constexpr db::Query insert_row{"imports_insert_rows", R"sql(
    insert into importacao_linhas (importacao_id, linha, situacao, dados, original)
    values (:id, :linha, :situacao, :dados, :original))sql"};

constexpr db::Query insert_problem{"imports_insert_problems", R"sql(
    insert into importacao_problemas (importacao_id, linha, numero, campo, valor, mensagem)
    values (:id, :linha, :numero, :campo, :valor, :mensagem))sql"};

void insert_problems(db::Transaction& transaction, Uuid const& import, std::span<StoredRow const> rows) {
    std::vector<db::Params> problems;
    for (auto const& row : rows) {
        for (std::size_t i = 0; i < row.problems.size(); ++i) {
            auto const& problem = row.problems[i];
            problems.push_back({{"id", import},
                                {"linha", row.line},
                                {"numero", i},
                                {"campo", problem.field},
                                {"valor", problem.value},
                                {"mensagem", problem.message}});
        }
    }
    transaction.execute_each(insert_problem, problems);
}

// Puts their problems to rows in the order of their lines.
void read_problems(db::Connection& connection, Uuid const& import, std::vector<StoredRow>& rows) {
    if (rows.empty()) return;
    auto at = rows.begin();
    connection.run(select_problems, {{"id", import}, {"first", rows.front().line}, {"last", rows.back().line}},
                   [&](db::Row const& row) {
                       auto const line = row.get<std::int64_t>(0);
                       while (at != rows.end() && at->line < line) ++at;
                       if (at != rows.end() && at->line == line) {
                           at->problems.push_back(
                               {row.get<std::string>(1), row.get<std::string>(2), row.get<std::string>(3)});
                       }
                   });
}

std::string row_json(StoredRow const& row) {
    std::string problems = "[";
    for (auto const& problem : row.problems) {
        json::ObjectWriter writer;
        writer.text("field", problem.field);
        writer.text("message", problem.message);
        if (problems.size() > 1) problems += ',';
        problems += writer.take();
    }
    json::ObjectWriter writer;
    writer.integer("line", row.line);
    writer.text("situacao", row.situation);
    writer.raw("values", row.original);
    writer.raw("problems", problems + ']');
    writer.optional_text("kept_because", row.kept_because);
    return writer.take();
}

} // namespace

std::string to_json(Owner const& owner, Import const& import) {
    json::ObjectWriter writer;
    writer.text("id", import.id.to_string());
    writer.text("tipo", owner ? "produtos" : "pessoas");
    writer.text("file_name", import.file_name);
    writer.text("state", import.state);
    writer.integer("done", import.done);
    writer.integer("total", import.total);
    writer.integer("rows_new", import.rows_new);
    writer.integer("rows_changed", import.rows_changed);
    writer.integer("rows_same", import.rows_same);
    writer.integer("rows_bad", import.rows_bad);
    writer.integer("written_new", import.written_new);
    writer.integer("written_changed", import.written_changed);
    writer.integer("undone", import.undone);
    writer.integer("kept", import.kept);
    writer.raw("columns", import.columns);
    writer.optional_text("error", import.error);
    writer.text("created_at", import.created_at.to_iso());
    writer.text("updated_at", import.updated_at.to_iso());
    return writer.take();
}

void insert(db::Transaction& transaction, Owner const& owner, Import const& import, std::string_view file) {
    auto params = params_of(owner, import.id);
    params.emplace_back("tipo", owner ? "produtos" : "pessoas");
    params.emplace_back("user_id", import.user);
    params.emplace_back("file_name", import.file_name);
    params.emplace_back("estado", import.state);
    params.emplace_back("arquivo", std::as_bytes(std::span(file)));
    params.emplace_back("created_at", import.created_at);
    params.emplace_back("updated_at", import.updated_at);
    transaction.execute(insert_import, params);
}

std::optional<Import> find(db::Connection& connection, Owner const& owner, Uuid const& id) {
    auto const sql = fmt::format("select {} from importacoes where id = :id and {}", columns, owned_by(owner));
    return connection.first({"imports_find", sql}, params_of(owner, id), read_import);
}

std::vector<Import> list(db::Connection& connection, Owner const& owner) {
    auto const sql = fmt::format("select {} from importacoes where {} order by created_at desc, id desc limit 20",
                                 columns, owned_by(owner));
    return connection.all({"imports_list", sql}, params_of(owner), read_import);
}

std::optional<std::string> file_of(db::Connection& connection, Owner const& owner, Uuid const& id) {
    auto const sql =
        fmt::format("select arquivo from importacoes where id = :id and {} and arquivo is not null", owned_by(owner));
    return connection.first({"imports_file", sql}, params_of(owner, id), [](db::Row const& row) {
        auto const bytes = row.blob(0);
        return std::string(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    });
}

bool update(db::Transaction& transaction, Owner const& owner, Import const& import, std::string_view expected_state) {
    auto const sql = fmt::format("update importacoes set {} where id = :id and {} and {} = :expected", assignments,
                                 owned_by(owner), state);
    auto const is_undoing = import.state == "desfazendo" || import.state == "desfeita";
    auto const stated = std::optional<std::string_view>(import.state);
    auto params = params_of(owner, import.id);
    params.emplace_back("estado", is_undoing ? std::nullopt : stated);
    params.emplace_back("desfazer", is_undoing ? stated : std::nullopt);
    params.emplace_back("feitas", import.done);
    params.emplace_back("total", import.total);
    params.emplace_back("novas", import.rows_new);
    params.emplace_back("alteradas", import.rows_changed);
    params.emplace_back("iguais", import.rows_same);
    params.emplace_back("ruins", import.rows_bad);
    params.emplace_back("aplicada_ate", import.applied_to);
    params.emplace_back("criadas", import.written_new);
    params.emplace_back("mudadas", import.written_changed);
    params.emplace_back("desfeitas", import.undone);
    params.emplace_back("mantidas", import.kept);
    params.emplace_back("colunas", import.columns);
    params.emplace_back("erro", import.error);
    params.emplace_back("updated_at", import.updated_at);
    params.emplace_back("expected", expected_state);
    return transaction.execute({"imports_update", sql}, params) > 0;
}

void insert_written(db::Transaction& transaction, Uuid const& import, std::span<WrittenRow const> rows) {
    std::vector<db::Params> params;
    for (auto const& row : rows) {
        params.push_back({{"id", import},
                          {"linha", row.line},
                          {"registro_id", row.record},
                          {"registro_versao", row.version},
                          {"antes", row.before}});
    }
    transaction.execute_each(insert_written_row, params);
}

std::vector<WrittenRow> rows_to_undo(db::Connection& connection, Uuid const& import, std::int64_t after_line,
                                     std::int64_t limit) {
    return connection.all(select_to_undo, {{"id", import}, {"linha", after_line}, {"limit", limit}},
                          [](db::Row const& row) {
                              return WrittenRow{.line = row.get<std::int64_t>(0),
                                                .record = row.get<Uuid>(1),
                                                .version = row.get<std::int64_t>(2),
                                                .before = row.get<std::optional<std::string>>(3)};
                          });
}

void update_undone(db::Transaction& transaction, Uuid const& import, std::span<UndoneRow const> rows) {
    std::vector<db::Params> params;
    for (auto const& row : rows) {
        params.push_back({{"id", import},
                          {"linha", row.line},
                          {"desfecho", row.kept_because ? "mantida" : "desfeita"},
                          {"motivo", row.kept_because}});
    }
    transaction.execute_each(update_undone_row, params);
}

void forget_file(db::Transaction& transaction, Owner const& owner, Uuid const& id) {
    auto const sql = fmt::format("update importacoes set arquivo = null where id = :id and {}", owned_by(owner));
    transaction.execute({"imports_forget_file", sql}, params_of(owner, id));
}

void forget_rows(db::Transaction& transaction, Owner const& owner, Uuid const& id) {
    if (!find(transaction, owner, id)) return;
    transaction.execute(delete_rows, {{"id", id}});
    transaction.execute(delete_problems, {{"id", id}});
}

void insert_rows(db::Transaction& transaction, Uuid const& import, std::span<StoredRow const> rows) {
    std::vector<db::Params> params;
    for (auto const& row : rows) {
        params.push_back({{"id", import},
                          {"linha", row.line},
                          {"situacao", row.situation},
                          {"dados", row.given},
                          {"original", row.original}});
    }
    transaction.execute_each(insert_row, params);
    insert_problems(transaction, import, rows);
}

void update_row(db::Transaction& transaction, Uuid const& import, StoredRow const& row) {
    transaction.execute(update_situation, {{"id", import}, {"linha", row.line}, {"situacao", row.situation}});
    transaction.execute(delete_problems_of_row, {{"id", import}, {"linha", row.line}});
    insert_problems(transaction, import, std::span(&row, 1));
}

std::vector<StoredRow> rows_to_apply(db::Connection& connection, Uuid const& import, std::int64_t after_line,
                                     std::int64_t limit) {
    return connection.all(select_to_apply, {{"id", import}, {"linha", after_line}, {"limit", limit}},
                          [](db::Row const& row) {
                              return StoredRow{.line = row.get<std::int64_t>(0),
                                               .situation = row.get<std::string>(1),
                                               .given = row.get<std::string>(2)};
                          });
}

void each_bad_row(db::Connection& connection, Uuid const& import, std::function<void(StoredRow const&)> const& row) {
    std::int64_t after = 0;
    for (;;) {
        auto rows = connection.all(bad_rows, {{"id", import}, {"linha", after}}, [](db::Row const& found) {
            return StoredRow{.line = found.get<std::int64_t>(0),
                             .situation = found.get<std::string>(1),
                             .original = found.get<std::string>(2)};
        });
        if (rows.empty()) return;
        read_problems(connection, import, rows);
        for (auto const& each : rows) row(each);
        after = rows.back().line;
    }
}

records::ListPage rows_page(db::Connection& connection, Import const& import, std::string_view situation,
                            records::ListQuery const& query) {
    auto const is_kept = situation == "mantida";
    auto const sql = fmt::format(
        "select linha, situacao, original, motivo from importacao_linhas where importacao_id = :id{} order by linha "
        "limit :limit offset :offset",
        situation.empty() ? ""
        : is_kept         ? " and desfecho = 'mantida'"
                          : " and situacao = :situacao");
    auto rows = connection.all(
        {"imports_rows_page", sql},
        {{"id", import.id}, {"situacao", situation}, {"limit", query.page_size}, {"offset", query.offset()}},
        [](db::Row const& row) {
            return StoredRow{.line = row.get<std::int64_t>(0),
                             .situation = row.get<std::string>(1),
                             .original = row.get<std::string>(2),
                             .kept_because = row.get<std::optional<std::string>>(3)};
        });
    read_problems(connection, import.id, rows);

    records::ListPage page;
    for (auto const& row : rows) page.items.push_back(row_json(row));
    if (is_kept) page.total = import.kept;
    for (auto const& [name, total] : {std::pair<std::string_view, std::int64_t>{"nova", import.rows_new},
                                      {"alterada", import.rows_changed},
                                      {"igual", import.rows_same},
                                      {"ruim", import.rows_bad}})
        if (situation.empty() || situation == name) page.total += total;
    return page;
}

records::ListPage problems_page(db::Connection& connection, Import const& import, records::ListQuery const& query) {
    records::ListPage page;
    page.total = connection.scalar<std::int64_t>(count_problems, {{"id", import.id}}).value_or(0);
    page.items =
        connection.all(page_of_problems, {{"id", import.id}, {"limit", query.page_size}, {"offset", query.offset()}},
                       [](db::Row const& row) {
                           json::ObjectWriter writer;
                           writer.integer("line", row.get<std::int64_t>(0));
                           writer.text("field", row.text(1));
                           writer.text("value", row.text(2));
                           writer.text("message", row.text(3));
                           return writer.take();
                       });
    return page;
}

void delete_old(db::Transaction& transaction, Instant before) {
    transaction.execute(delete_old_imports, {{"before", before}});
}

} // namespace balcao::imports
