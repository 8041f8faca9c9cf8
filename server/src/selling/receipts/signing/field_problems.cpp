// Where in the form a mistake in a receipt can be corrected.

#include <utility>

#include <fmt/format.h>

#include "registry/products/sale_item.hpp"
#include "selling/receipts/nota/modelo.hpp"
#include "selling/receipts/signing/receipt_builder.hpp"

namespace balcao::receipts {

namespace {

// The index behind `prefix`, from 0, and what follows it.
struct Indexed {
    std::size_t index = 0;
    std::string_view rest;
};
std::optional<Indexed> indexed(std::string_view path, std::string_view prefix, std::string_view digits_end,
                               std::size_t first) {
    if (!path.starts_with(prefix)) return std::nullopt;
    path.remove_prefix(prefix.size());
    std::size_t number = 0, used = 0;
    for (; used < path.size() && path[used] >= '0' && path[used] <= '9' && used < 6; ++used)
        number = number * 10 + static_cast<std::size_t>(path[used] - '0');
    if (used == 0 || number < first) return std::nullopt;
    path.remove_prefix(used);
    if (path.starts_with(digits_end)) path.remove_prefix(digits_end.size());
    return Indexed{.index = number - first, .rest = path};
}

FieldProblem at_item(Indexed const& at, std::string const& message, sales::Sale const& sale) {
    FieldProblem problem{.field = fmt::format("itens.{}", at.index), .message = message};
    auto const name = at.rest.substr(at.rest.find_last_of("./") + 1);
    if (at.rest.contains("rastro")) problem.field += ".lote";
    else if (name == "vDesc") problem.field += ".desconto";
    else if (name == "qCom") problem.field += ".quantidade";
    else if (name == "vUnCom" || name == "vProd") problem.field += ".valor";
    if (at.index >= sale.itens.size()) return problem;
    auto const& item = sale.itens[at.index];
    problem.message = fmt::format("{}: {}", item.descricao, message);
    auto field = products::field_at(at.rest);
    if (field.empty()) return problem;
    problem.produto_id = item.produto_id.to_string();
    problem.campo = std::move(field);
    return problem;
}

// Of an NF-e alone.
constexpr std::pair<std::string_view, std::string_view> nfe_places[]{
    {"dest/IE", "cliente.insc_estadual"},
    {"dest/indIEDest", "cliente.insc_estadual"},
    {"dest/xNome", "cliente.razao_social"},
    {"dest/email", "cliente.email"},
    {"dest/enderDest/xLgr", "cliente.logradouro"},
    {"dest/enderDest/nro", "cliente.numero"},
    {"dest/enderDest/xCpl", "cliente.complemento"},
    {"dest/enderDest/xBairro", "cliente.bairro"},
    {"dest/enderDest/CEP", "cliente.cep"},
    {"dest/enderDest/fone", "cliente.telefone"},
    {"dest/enderDest", "cliente.municipio"},
    {"dest", "cliente_id"},
    {"ide/idDest", "cliente.municipio"},
    {"ide/indFinal", "nfe.consumidor_final"},
    {"entrega", "entrega"},
    {"cobr", "nfe.duplicatas"},
    {"transp/transporta", "nfe.transportadora"},
    {"transp/veicTransp", "nfe.placa"},
    {"transp/vol", "nfe.volumes"},
    {"transp", "nfe.mod_frete"},
};

std::string form_field(std::string_view path, bool is_nfe) {
    if (is_nfe) {
        for (auto const& [prefix, field] : nfe_places)
            if (path.starts_with(prefix)) return std::string(field);
    }
    constexpr std::pair<std::string_view, std::string_view> places[]{
        {"dest/xNome", "nome"},
        {"dest/enderDest", "entrega"},
        {"dest", "cpf"},
        {"pag", "pagamentos"},
        {"transp", "frete"},
        {"infAdic", "observacao"},
        {"total", "itens"},
        {"rateio.vFrete", "frete"},
        {"rateio.vOutro", "acrescimo"},
        {"rateio", "desconto"},
        {"infNFe", "itens"},
        {"ide/indPres", "ind_pres"},
        {"ide/indIntermed", "ind_pres"},
    };
    for (auto const& [prefix, field] : places)
        if (path.starts_with(prefix)) return std::string(field);
    return "empresa";
}

} // namespace

std::vector<FieldProblem> to_field_problems(nfce::Problems const& problems, sales::Sale const& sale) {
    std::vector<FieldProblem> out;
    for (auto const& problem : problems) {
        if (auto const item = indexed(problem.field, "det[", "]", 1)) {
            out.push_back(at_item(*item, problem.message, sale));
        } else if (auto const input = indexed(problem.field, "itens.", "", 0)) {
            out.push_back(at_item(*input, problem.message, sale));
        } else if (auto const paid = indexed(problem.field, "pag/detPag[", "]", 1)) {
            out.push_back({fmt::format("pagamentos.{}", paid->index), problem.message});
        } else {
            out.push_back({form_field(problem.field, modelo_of(sale.modelo).needs_buyer), problem.message});
        }
    }
    return out;
}

} // namespace balcao::receipts
