#include "nfce/danfe_content.hpp"

#include "base/documents.hpp"
#include "base/embedded.hpp"
#include "nfce/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

BALCAO_EMBEDDED(nfce_payment_means)

namespace balcao::nfce::danfe {

namespace {

/// "1234.50" -> "1.234,50".
std::string printed(std::string number) {
    auto const dot = std::min(number.find('.'), number.size());
    for (auto at = static_cast<int>(dot) - 3; at > 0; at -= 3) number.insert(static_cast<std::size_t>(at), "'");
    for (auto& c : number) c = c == '.' ? ',' : c == '\'' ? '.' : c;
    return number;
}
std::string printed(Valor const& value) { return printed(value.value.to_string()); }

/// Quantities and unit values without the zeros nobody reads, but at least `keep` decimals.
template <int P>
std::string trimmed(Written<P> const& number, std::size_t keep) {
    auto text = number.value.to_string();
    auto const dot = text.find('.');
    while (text.size() > dot + 1 + keep && text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return printed(text);
}

bool is_zero(std::optional<Valor> const& value) { return !value || value->value.is_zero(); }

class Writer {
public:
    Writer(Nfce const& nfce, std::optional<Protocol> const& protocol, DanfeOptions const& options)
        : n_(nfce), protocol_(protocol), options_(options), offline_(nfce.ide.tpEmis == 9) {}

    std::vector<Block> take() {
        header();
        pending();
        if (options_.detail == Detail::full || offline_) items();
        totals();
        key();
        consumer();
        identification();
        pending();
        fiscal_message();
        issuer_message();
        return std::move(blocks_);
    }

private:
    void centred(std::string text, Weight weight = Weight::normal) {
        blocks_.push_back(Text{std::move(text), Align::centre, weight});
    }
    void left(std::string text) { blocks_.push_back(Text{std::move(text)}); }
    void pair(std::string name, std::string value, Weight weight = Weight::normal) {
        blocks_.push_back(Pair{std::move(name), std::move(value), weight});
    }
    /// Two rules never follow each other.
    void rule() {
        if (blocks_.empty() || !std::holds_alternative<Rule>(blocks_.back())) blocks_.push_back(Rule{});
    }

    static std::string address(Endereco const& a) {
        return fmt::format("{}, {}{}{}, {}, {} - {}{}", a.xLgr, a.nro, a.xCpl ? ", " : "", a.xCpl.value_or(""),
                           a.xBairro, a.xMun, a.UF, a.CEP ? fmt::format(", CEP {}", *a.CEP) : "");
    }

    void header() {
        auto const& emit = n_.emit;
        if (options_.cancelled) centred("CANCELADA", Weight::bold);
        blocks_.push_back(Header{{{fmt::format("CNPJ: {}", format_cnpj(emit.CNPJ)), Align::centre},
                                  {emit.xNome, Align::centre, Weight::bold},
                                  {address(emit.enderEmit), Align::centre},
                                  {"Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica", Align::centre}}});
        rule();
    }

    void pending() {
        if (!offline_ || protocol_) return;
        rule();
        centred("EMITIDA EM CONTINGÊNCIA", Weight::bold);
        centred("Pendente de autorização", Weight::bold);
        rule();
    }

    void items() {
        blocks_.push_back(Item{"Código Descrição", "Qtde UN Vl Unit", "Vl Total"});
        for (auto const& det : n_.det) {
            auto const& prod = det.prod;
            blocks_.push_back(Item{fmt::format("{} {}", prod.cProd, prod.xProd),
                                   fmt::format("{} {} x {}", trimmed(prod.qCom, 0), prod.uCom, trimmed(prod.vUnCom, 2)),
                                   printed(prod.vProd)});
            if (!is_zero(prod.vDesc)) pair("  Desconto", "-" + printed(*prod.vDesc));
            auto const charges = [&] {
                Money sum;
                for (auto const* value : {&prod.vFrete, &prod.vSeg, &prod.vOutro})
                    if (*value) sum += (*value)->value;
                return sum;
            }();
            if (!charges.is_zero()) pair("  Acréscimo", printed(charges));
        }
        rule();
    }

    void totals() {
        auto const& sums = n_.total.icmsTot;
        pair("Qtde. total de itens", std::to_string(n_.det.size()));
        pair("Valor total R$", printed(sums.vProd));
        bool changed = false;
        for (auto const& [name, value] : {std::pair{"Desconto R$", sums.vDesc},
                                          {"Frete R$", sums.vFrete},
                                          {"Seguro R$", sums.vSeg},
                                          {"Outras R$", sums.vOutro}}) {
            if (value.value.is_zero()) continue;
            pair(name, printed(value));
            changed = true;
        }
        if (changed || sums.vNF.value != sums.vProd.value) pair("Valor a Pagar R$", printed(sums.vNF), Weight::bold);
        pair("FORMA PAGAMENTO", "VALOR PAGO R$", Weight::bold);
        static CsvTable const names(nfce_payment_means());
        for (auto const& means : n_.pag.detPag) {
            auto const* row = names.find(means.tPag);
            pair(means.xPag ? *means.xPag : row != nullptr ? std::string((*row)[1]) : means.tPag, printed(means.vPag));
        }
        if (!is_zero(n_.pag.vTroco)) pair("Troco R$", printed(*n_.pag.vTroco));
        rule();
    }

    void key() {
        centred("Consulte pela Chave de Acesso em");
        centred(n_.infNFeSupl.urlChave);
        std::string grouped;
        for (std::size_t i = 0; i < n_.chave.size(); i += 4) grouped += (i == 0 ? "" : " ") + n_.chave.substr(i, 4);
        centred(grouped, Weight::bold);
        blocks_.push_back(QrCode{n_.infNFeSupl.qrCode});
    }

    void consumer() {
        if (!n_.dest) return centred("CONSUMIDOR NÃO IDENTIFICADO");
        auto const& id = n_.dest->id;
        switch (id.kind) {
        case PersonId::Kind::cnpj: centred("CONSUMIDOR CNPJ: " + format_cnpj(id.value)); break;
        case PersonId::Kind::cpf: centred("CONSUMIDOR CPF: " + format_cpf(id.value)); break;
        case PersonId::Kind::estrangeiro: centred("CONSUMIDOR Id. Estrangeiro: " + id.value); break;
        }
        if (n_.dest->xNome) centred(*n_.dest->xNome);
        if (n_.dest->enderDest) centred(address(*n_.dest->enderDest));
    }

    void identification() {
        centred(fmt::format("NFC-e nº {:09} Série {:03} {}", n_.ide.nNF, n_.ide.serie, n_.ide.dhEmi.printed()),
                Weight::bold);
        if (options_.copy == Copy::establishment) centred("Via do Estabelecimento", Weight::bold);
        if (!protocol_) return;
        centred("Protocolo de autorização: " + protocol_->nProt);
        if (auto const moment = DateTime::parse(protocol_->dhRecbto))
            centred("Data de autorização " + moment->printed());
    }

    void fiscal_message() {
        if (n_.ide.tpAmb == 2) centred("EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL", Weight::bold);
        if (n_.infAdic && n_.infAdic->infAdFisco) left(*n_.infAdic->infAdFisco);
        if (protocol_ && !protocol_->xMsg.empty()) left(protocol_->xMsg);
        if (options_.cancelled) centred("CANCELADA", Weight::bold);
    }

    void issuer_message() {
        auto const& tributes = n_.total.icmsTot.vTotTrib;
        bool const message = n_.infAdic && n_.infAdic->infCpl;
        if (message || !is_zero(tributes)) rule();
        if (message) left(*n_.infAdic->infCpl);
        if (!is_zero(tributes)) left("Tributos Totais Incidentes (Lei Federal 12.741/2012): R$ " + printed(*tributes));
    }

    Nfce const& n_;
    std::optional<Protocol> const& protocol_;
    DanfeOptions const& options_;
    bool const offline_;
    std::vector<Block> blocks_;
};

} // namespace

std::expected<std::vector<Block>, Problem> content_of(Nfce const& nfce, std::optional<Protocol> const& protocol,
                                                      DanfeOptions const& options) {
    constexpr std::size_t longest = 2'331; // bytes of the largest QR code at level M
    auto const size = nfce.infNFeSupl.qrCode.size();
    if (size == 0 || size > longest) {
        return std::unexpected(
            Problem{.rule = 0,
                    .cStat = 0,
                    .field = "infNFeSupl/qrCode",
                    .message = size == 0 ? "A nota não traz o QR Code, sem o qual o DANFE não pode ser impresso."
                                         : "O QR Code é longo demais para ser impresso."});
    }
    return Writer(nfce, protocol, options).take();
}

} // namespace balcao::nfce::danfe
