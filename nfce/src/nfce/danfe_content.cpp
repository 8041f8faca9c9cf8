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
    const auto dot = std::min(number.find('.'), number.size());
    for (auto at = static_cast<int>(dot) - 3; at > 0; at -= 3) number.insert(static_cast<std::size_t>(at), "'");
    for (auto& c : number) c = c == '.' ? ',' : c == '\'' ? '.' : c;
    return number;
}
std::string printed(const Valor& value) { return printed(value.value.to_string()); }

/// Quantities and unit values without the zeros nobody reads, but at least `keep` decimals.
template <int P>
std::string trimmed(const Written<P>& number, std::size_t keep) {
    auto text = number.value.to_string();
    const auto dot = text.find('.');
    while (text.size() > dot + 1 + keep && text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return printed(text);
}

bool is_zero(const std::optional<Valor>& value) { return !value || value->value.is_zero(); }

class Writer {
public:
    Writer(const Nfce& nfce, const std::optional<Protocol>& protocol, const DanfeOptions& options)
        : n_(nfce), protocol_(protocol), options_(options), offline_(nfce.ide.tpEmis == 9) {}

    std::vector<Block> take() {
        header();
        pending();
        if (options_.detail == Detail::Full || offline_) items();
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
    void centred(std::string text, Weight weight = Weight::Normal) { blocks_.push_back(Text{std::move(text), Align::Centre, weight}); }
    void left(std::string text) { blocks_.push_back(Text{std::move(text)}); }
    void pair(std::string name, std::string value, Weight weight = Weight::Normal) {
        blocks_.push_back(Pair{std::move(name), std::move(value), weight});
    }
    /// Two rules never follow each other.
    void rule() {
        if (blocks_.empty() || !std::holds_alternative<Rule>(blocks_.back())) blocks_.push_back(Rule{});
    }

    static std::string address(const Endereco& a) {
        return fmt::format("{}, {}{}{}, {}, {} - {}{}", a.xLgr, a.nro, a.xCpl ? ", " : "", a.xCpl.value_or(""), a.xBairro, a.xMun, a.UF,
                           a.CEP ? fmt::format(", CEP {}", *a.CEP) : "");
    }

    void header() {
        const auto& emit = n_.emit;
        if (options_.cancelled) centred("CANCELADA", Weight::Bold);
        blocks_.push_back(Header{{{fmt::format("CNPJ: {}", format_cnpj(emit.CNPJ)), Align::Centre},
                                  {emit.xNome, Align::Centre, Weight::Bold},
                                  {address(emit.enderEmit), Align::Centre},
                                  {"Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica", Align::Centre}}});
        rule();
    }

    void pending() {
        if (!offline_ || protocol_) return;
        rule();
        centred("EMITIDA EM CONTINGÊNCIA", Weight::Bold);
        centred("Pendente de autorização", Weight::Bold);
        rule();
    }

    void items() {
        blocks_.push_back(Item{"Código Descrição", "Qtde UN Vl Unit", "Vl Total"});
        for (const auto& det : n_.det) {
            const auto& prod = det.prod;
            blocks_.push_back(Item{fmt::format("{} {}", prod.cProd, prod.xProd),
                                   fmt::format("{} {} x {}", trimmed(prod.qCom, 0), prod.uCom, trimmed(prod.vUnCom, 2)),
                                   printed(prod.vProd)});
            if (!is_zero(prod.vDesc)) pair("  Desconto", "-" + printed(*prod.vDesc));
            const auto charges = [&] {
                Money sum;
                for (const auto* value : {&prod.vFrete, &prod.vSeg, &prod.vOutro})
                    if (*value) sum += (*value)->value;
                return sum;
            }();
            if (!charges.is_zero()) pair("  Acréscimo", printed(charges));
        }
        rule();
    }

    void totals() {
        const auto& sums = n_.total.icmsTot;
        pair("Qtde. total de itens", std::to_string(n_.det.size()));
        pair("Valor total R$", printed(sums.vProd));
        bool changed = false;
        for (const auto& [name, value] :
             {std::pair{"Desconto R$", sums.vDesc}, {"Frete R$", sums.vFrete}, {"Seguro R$", sums.vSeg}, {"Outras R$", sums.vOutro}}) {
            if (value.value.is_zero()) continue;
            pair(name, printed(value));
            changed = true;
        }
        if (changed || sums.vNF.value != sums.vProd.value) pair("Valor a Pagar R$", printed(sums.vNF), Weight::Bold);
        pair("FORMA PAGAMENTO", "VALOR PAGO R$", Weight::Bold);
        static const CsvTable names(nfce_payment_means());
        for (const auto& means : n_.pag.detPag) {
            const auto* row = names.find(means.tPag);
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
        centred(grouped, Weight::Bold);
        blocks_.push_back(QrCode{n_.infNFeSupl.qrCode});
    }

    void consumer() {
        if (!n_.dest) return centred("CONSUMIDOR NÃO IDENTIFICADO");
        const auto& id = n_.dest->id;
        switch (id.kind) {
        case PersonId::Kind::Cnpj: centred("CONSUMIDOR CNPJ: " + format_cnpj(id.value)); break;
        case PersonId::Kind::Cpf: centred("CONSUMIDOR CPF: " + format_cpf(id.value)); break;
        case PersonId::Kind::Estrangeiro: centred("CONSUMIDOR Id. Estrangeiro: " + id.value); break;
        }
        if (n_.dest->xNome) centred(*n_.dest->xNome);
        if (n_.dest->enderDest) centred(address(*n_.dest->enderDest));
    }

    void identification() {
        centred(fmt::format("NFC-e nº {:09} Série {:03} {}", n_.ide.nNF, n_.ide.serie, n_.ide.dhEmi.printed()), Weight::Bold);
        if (options_.copy == Copy::Establishment) centred("Via do Estabelecimento", Weight::Bold);
        if (!protocol_) return;
        centred("Protocolo de autorização: " + protocol_->nProt);
        if (const auto moment = DateTime::parse(protocol_->dhRecbto)) centred("Data de autorização " + moment->printed());
    }

    void fiscal_message() {
        if (n_.ide.tpAmb == 2) centred("EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL", Weight::Bold);
        if (n_.infAdic && n_.infAdic->infAdFisco) left(*n_.infAdic->infAdFisco);
        if (protocol_ && !protocol_->xMsg.empty()) left(protocol_->xMsg);
        if (options_.cancelled) centred("CANCELADA", Weight::Bold);
    }

    void issuer_message() {
        const auto& tributes = n_.total.icmsTot.vTotTrib;
        const bool message = n_.infAdic && n_.infAdic->infCpl;
        if (message || !is_zero(tributes)) rule();
        if (message) left(*n_.infAdic->infCpl);
        if (!is_zero(tributes)) left("Tributos Totais Incidentes (Lei Federal 12.741/2012): R$ " + printed(*tributes));
    }

    const Nfce& n_;
    const std::optional<Protocol>& protocol_;
    const DanfeOptions& options_;
    const bool offline_;
    std::vector<Block> blocks_;
};

} // namespace

std::expected<std::vector<Block>, Problem> content_of(const Nfce& nfce, const std::optional<Protocol>& protocol,
                                                      const DanfeOptions& options) {
    constexpr std::size_t longest = 2'331; // bytes of the largest QR code at level M
    const auto size = nfce.infNFeSupl.qrCode.size();
    if (size == 0 || size > longest)
        return std::unexpected(Problem{.rule = 0,
                                       .cStat = 0,
                                       .field = "infNFeSupl/qrCode",
                                       .message = size == 0 ? "A nota não traz o QR Code, sem o qual o DANFE não pode ser impresso."
                                                            : "O QR Code é longo demais para ser impresso."});
    return Writer(nfce, protocol, options).take();
}

} // namespace balcao::nfce::danfe
