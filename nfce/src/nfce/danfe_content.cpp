#include "nfce/danfe_content.hpp"

#include "nfce/modelo.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/tables.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/documents.hpp"

#include <fmt/format.h>

#include <algorithm>

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

/// Of a cancelled receipt some UFs repeat the code of the query in the protocol; it had been authorised.
bool had_been_authorised(int cStat) { return means_authorised(cStat) || class_of(cStat) == CodeClass::cancelled; }

class Writer {
public:
    Writer(ForeignReceipt const& receipt, DanfeOptions const& options)
        : n_(receipt.nfce), protocol_(receipt.protocol), options_(options), standing_(standing_of(receipt)) {}

    Content take() {
        header();
        standing();
        if (options_.detail == Detail::full || n_.ide.tpEmis == 9) items();
        totals();
        blocks_.push_back(KeySection{key(), n_.infNFeSupl.qrCode, identification()});
        standing();
        fiscal_message();
        issuer_message();
        auto continuation = key();
        continuation.insert(continuation.begin(), number());
        continuation.insert(continuation.begin(),
                            Text{fmt::format("{} - CNPJ {}", n_.emit.xNome, format_cnpj(n_.emit.CNPJ)), Align::centre});
        return {std::move(blocks_), std::move(continuation)};
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
                           a.xBairro, a.xMun, a.UF, a.CEP ? ", CEP " + cep_text(*a.CEP) : "");
    }

    void header() {
        auto const& emit = n_.emit;
        if (options_.cancelled) centred("CANCELADA", Weight::bold);
        if (options_.reprint) centred("REIMPRESSÃO", Weight::bold);
        std::vector<Text> lines;
        // The name customers know goes first; the manual demands only the registered one.
        if (emit.xFant && *emit.xFant != emit.xNome) lines.push_back({*emit.xFant, Align::centre, Weight::bold});
        lines.push_back({emit.xNome, Align::centre, Weight::bold});
        lines.push_back({fmt::format("CNPJ: {}", format_cnpj(emit.CNPJ)), Align::centre});
        lines.push_back({address(emit.enderEmit), Align::centre});
        if (emit.enderEmit.fone) lines.push_back({"Telefone " + phone_text(*emit.enderEmit.fone), Align::centre});
        lines.push_back({"Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica", Align::centre});
        blocks_.push_back(Header{std::move(lines)});
        rule();
    }

    /// What is printed twice when the receipt is not authorised.
    void standing() {
        if (standing_ == Standing::authorised) return;
        rule();
        if (standing_ == Standing::pending) {
            centred("EMITIDA EM CONTINGÊNCIA", Weight::bold);
            centred("Pendente de autorização", Weight::bold);
        } else {
            centred("NÃO AUTORIZADA, SEM VALOR FISCAL", Weight::bold);
        }
        rule();
    }

    void items() {
        blocks_.push_back(ItemTitles{});
        for (auto const& det : n_.det) {
            auto const& prod = det.prod;
            blocks_.push_back(Item{prod.cProd, prod.xProd, trimmed(prod.qCom, 0), prod.uCom, trimmed(prod.vUnCom, 2),
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
        for (auto const& means : n_.pag.detPag) {
            pair(means.xPag ? *means.xPag : std::string(tables::payment_means(means.tPag).value_or(means.tPag)),
                 printed(means.vPag));
        }
        if (!is_zero(n_.pag.vTroco)) pair("Troco R$", printed(*n_.pag.vTroco));
        rule();
    }

    std::vector<Text> key() const {
        return {{"Consulte pela Chave de Acesso em", Align::centre},
                {n_.infNFeSupl.urlChave, Align::centre},
                {spaced(n_.chave), Align::centre, Weight::bold}};
    }

    Text number() const {
        return {fmt::format("NFC-e nº {:09} Série {:03} {}", n_.ide.nNF, n_.ide.serie, n_.ide.dhEmi.printed()),
                Align::centre, Weight::bold};
    }

    std::vector<Text> identification() const {
        std::vector<Text> lines;
        auto const add = [&lines](std::string text, Weight weight = Weight::normal) {
            lines.push_back({std::move(text), Align::centre, weight});
        };
        if (!n_.dest) add("CONSUMIDOR NÃO IDENTIFICADO");
        else {
            auto const& id = n_.dest->id;
            switch (id.kind) {
            case PersonId::Kind::cnpj: add("CONSUMIDOR CNPJ: " + format_cnpj(id.value)); break;
            case PersonId::Kind::cpf: add("CONSUMIDOR CPF: " + format_cpf(id.value)); break;
            case PersonId::Kind::estrangeiro: add("CONSUMIDOR Id. Estrangeiro: " + id.value); break;
            }
            if (n_.dest->xNome) add(*n_.dest->xNome);
            if (n_.dest->enderDest) add(address(*n_.dest->enderDest));
        }
        lines.push_back(number());
        if (options_.copy == Copy::establishment) add("Via do Estabelecimento", Weight::bold);
        if (standing_ != Standing::authorised) return lines;
        add("Protocolo de autorização: " + protocol_->nProt);
        if (auto const moment = DateTime::parse(protocol_->dhRecbto)) add("Data de autorização " + moment->printed());
        return lines;
    }

    void fiscal_message() {
        if (n_.ide.tpAmb == 2) centred("EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL", Weight::bold);
        if (n_.infAdic && n_.infAdic->infAdFisco) left(*n_.infAdic->infAdFisco);
        if (protocol_ && !protocol_->messages.empty()) left(protocol_->messages.front().xMsg);
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
    Standing const standing_;
    std::vector<Block> blocks_;
};

} // namespace

Standing standing_of(ForeignReceipt const& receipt) {
    if (receipt.protocol && had_been_authorised(receipt.protocol->cStat)) return Standing::authorised;
    return receipt.nfce.ide.tpEmis == 9 && !receipt.protocol ? Standing::pending : Standing::none;
}

std::string spaced(std::string_view key) {
    std::string out;
    for (std::size_t i = 0; i < key.size(); i += 4) {
        if (i > 0) out += ' ';
        out += key.substr(i, 4);
    }
    return out;
}

std::expected<Document, Problem> content_of(ForeignReceipt const& receipt, DanfeOptions const& options) {
    auto const& nfce = receipt.nfce;
    if (auto const& protocol = receipt.protocol) {
        bool const same_environment = protocol->tpAmb == 0 || protocol->tpAmb == nfce.ide.tpAmb;
        if (!matches(*protocol, nfce.chave, receipt.digest_value) || !same_environment) {
            return std::unexpected(
                Problem{.rule = 0,
                        .cStat = 0,
                        .field = "protNFe",
                        .message = "O protocolo é de outra nota: chave, ambiente ou conteúdo (digVal) não conferem."});
        }
    }
    return modelo_of(nfce.ide.mod).danfe(receipt, options);
}

std::expected<Document, Problem> content_of_65(ForeignReceipt const& receipt, DanfeOptions const& options) {
    constexpr std::size_t longest = 2'331; // bytes of the largest QR code at level M
    auto const size = receipt.nfce.infNFeSupl.qrCode.size();
    if (size == 0 || size > longest) {
        return std::unexpected(
            Problem{.rule = 0,
                    .cStat = 0,
                    .field = "infNFeSupl/qrCode",
                    .message = size == 0 ? "A nota não traz o QR Code, sem o qual o DANFE não pode ser impresso."
                                         : "O QR Code é longo demais para ser impresso."});
    }
    return Writer(receipt, options).take();
}

} // namespace balcao::nfce::danfe
