#pragma once
// A nota as its row in `nfce` (docs/receipts.md).

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fiscal/numbers/numbers.hpp"
#include "nfce/foreign.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "selling/receipts/nota/estado.hpp"
#include "selling/receipts/nota/modelo.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::receipts {

using sales::VendaId;

struct NotaId : Id<NotaId> {
    using Id::Id;
};
/// Goods that came back (selling/returns).
struct DevolucaoId : Id<DevolucaoId> {
    using Id::Id;
};

/// Goods of an order on a truck (selling/deliveries).
struct EntregaId : Id<EntregaId> {
    using Id::Id;
};

struct Nota {
    static constexpr std::string_view of_sale = "venda", of_return = "devolucao", of_delivery = "remessa";

    NotaId id;
    std::string operacao = std::string(of_sale); // what it documents
    VendaId venda_id;                            // that sale, or the one whose goods came back or leave
    std::optional<DevolucaoId> devolucao_id{};   // of_return: an NF-e of entry
    std::optional<EntregaId> entrega_id{};       // of_delivery
    std::string ambiente;                        // producao, homologacao, simulador
    std::int64_t modelo = numbers::modelo_nfce;
    std::int64_t serie = 0;
    std::int64_t numero = 0;
    std::string cNF; // 8 digits, for all versions
    std::string chave;
    std::int64_t tpEmis = 1; // 1 normal, 6 SVC-AN, 7 SVC-RS, 9 offline
    std::string estado;      // text(Estado)
    std::int64_t versao = 1; // the newest signed one; once authorised the one that was
    Instant dhEmi;           // of that version
    std::int64_t fuso = 0;   // hours of its offset
    std::optional<Instant> dhCont;
    std::optional<std::string> xJust;
    std::optional<Instant> prazo; // offline: until when it must be transmitted
    Money vNF;
    std::optional<std::string> documento; // CPF or CNPJ of who buys, without punctuation
    std::optional<std::string> nome;
    std::optional<std::int64_t> cStat; // last judgement
    std::optional<std::string> xMotivo;
    std::optional<std::int64_t> item; // that SEFAZ named, from 1
    std::optional<std::string> nProt;
    std::optional<Instant> dhRecbto;
    std::optional<std::string> digVal;
    std::optional<std::string> alertas; // authorised with alert (120): JSON, at most five of cMsg and xMsg
    std::optional<NotaId> substituida_por;
    std::optional<NotaId> substitui;
    std::optional<std::string> chave_alheia;
    std::optional<Instant> cancelavel_ate;
    std::optional<Instant> conferir_em; // offline: next step is due; abandoned: see set_abandoned
    std::optional<Instant> conferencia_pedida_em;
    UserId operador_id;
    Instant created_at;
    std::int64_t version = 1; // raised by every change and every announced exchange
    std::string busca;        // folded: name, document, number

    bool documents_sale() const { return operacao == of_sale; }
    Estado state() const { return estado_of(estado); }
    Modelo const& of_modelo() const { return modelo_of(modelo); }
    numbers::Series series() const { return {.ambiente = ambiente, .modelo = modelo, .serie = serie}; }
};

/// T3, T6a, T7c, T8, T9: as far as we know SEFAZ has nothing of it. A day later SEFAZ is asked for it once more
/// (`conferir_em`); from then on its number may be voided by itself.
inline void set_abandoned(Nota& nota, Instant now) {
    nota.estado = text(Estado::abandonada);
    nota.conferir_em = now + std::chrono::hours{24};
}

inline constexpr Field nota_fields[]{
    field<&Nota::id>("id"),
    field<&Nota::operacao>("operacao"),
    field<&Nota::venda_id>("venda_id"),
    field<&Nota::devolucao_id>("devolucao_id"),
    field<&Nota::entrega_id>("entrega_id"),
    field<&Nota::ambiente>("ambiente"),
    field<&Nota::modelo>("modelo"),
    field<&Nota::serie>("serie"),
    field<&Nota::numero>("numero"),
    field<&Nota::cNF>("cNF"),
    field<&Nota::chave>("chave"),
    field<&Nota::tpEmis>("tpEmis"),
    field<&Nota::estado>("estado"),
    field<&Nota::versao>("versao"),
    field<&Nota::dhEmi>("dhEmi"),
    field<&Nota::fuso>("fuso"),
    field<&Nota::dhCont>("dhCont"),
    field<&Nota::xJust>("xJust"),
    field<&Nota::prazo>("prazo"),
    field<&Nota::vNF>("vNF"),
    field<&Nota::documento>("documento"),
    field<&Nota::nome>("nome"),
    field<&Nota::cStat>("cStat"),
    field<&Nota::xMotivo>("xMotivo"),
    field<&Nota::item>("item"),
    field<&Nota::nProt>("nProt"),
    field<&Nota::dhRecbto>("dhRecbto"),
    field<&Nota::digVal>("digVal"),
    field<&Nota::alertas>("alertas"),
    field<&Nota::substituida_por>("substituida_por"),
    field<&Nota::substitui>("substitui"),
    field<&Nota::chave_alheia>("chave_alheia"),
    field<&Nota::cancelavel_ate>("cancelavel_ate"),
    field<&Nota::conferir_em>("conferir_em"),
    field<&Nota::conferencia_pedida_em>("conferencia_pedida_em"),
    field<&Nota::operador_id>("operador_id"),
    field<&Nota::created_at>("created_at"),
    field<&Nota::version>("version"),
    field<&Nota::busca>("busca"),
};

/// As a nota keeps them.
std::string alerts_json(std::span<nfce::ProtocolMessage const> messages);
/// What the first of its alerts says; SEFAZ's text where it sent none.
std::string alert_text(Nota const& nota);

/// "NFC-e nº 1.284, série 1".
std::string name_of(Nota const& nota);

/// The contract's schema ReceiptSummary: what its row says.
std::string summary_json(Nota const& nota);

} // namespace balcao::receipts
