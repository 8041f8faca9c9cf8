#include "nfce/datetime.hpp"
#include "nfce/field_words.hpp"
#include "nfce/rules_report.hpp"
#include "platform/base/text.hpp"

#include <algorithm>
#include <array>

/// Modelo 65, NFC-e: what it fixes and forbids, and the rules of its own.
namespace balcao::nfce::rules {

namespace {

/// The values of ide that have no choice.
struct FixedValue {
    int Ide::* member;
    int value, cStat;
    std::string_view field;
};
constexpr std::array<FixedValue, 4> fixed_values{{{&Ide::tpNF, 1, 706, "ide/tpNF"},
                                                  {&Ide::idDest, 1, 707, "ide/idDest"},
                                                  {&Ide::finNFe, 1, 715, "ide/finNFe"},
                                                  {&Ide::indFinal, 1, 716, "ide/indFinal"}}};

/// Groups of the layout that it does not take, with what shows that one is there.
struct ForbiddenGroup {
    bool (*is_there)(Nfce const&);
    int rule, cStat;
    std::string_view field, sentence;
};
constexpr std::string_view transport = "Dados de transporte ou cobrança não permitidos em NFC-e.";
constexpr std::array<ForbiddenGroup, 11> forbidden_groups{{
    {[](Nfce const& n) { return n.ide.dhSaiEnt.has_value(); }, 0, 705, "ide/dhSaiEnt",
     "A NFC-e não tem data de saída."},
    {[](Nfce const& n) { return !n.ide.nfref.empty(); }, 0, 708, "ide/NFref",
     "Documento referenciado não permitido em NFC-e."},
    {[](Nfce const& n) { return n.dest && n.dest->ISUF; }, 0, 730, "dest/ISUF",
     "A NFC-e não aceita a inscrição na SUFRAMA."},
    {[](Nfce const& n) { return n.dest && n.dest->IM; }, 0, 225, "dest/IM",
     "A NFC-e não leva a inscrição municipal do consumidor."},
    {[](Nfce const& n) { return n.retirada.has_value(); }, 0, 669, "retirada",
     "Local de retirada não permitido em NFC-e."},
    {[](Nfce const& n) { return n.entrega.has_value(); }, 0, 670, "entrega",
     "Local de entrega não permitido em NFC-e: use o endereço do consumidor."},
    {[](Nfce const& n) { return n.transp.veicTransp.has_value(); }, 96, 756, "transp/veicTransp", transport},
    {[](Nfce const& n) { return !n.transp.reboque.empty(); }, 96, 757, "transp/reboque", transport},
    {[](Nfce const& n) { return !n.transp.vol.empty(); }, 96, 225, "transp/vol", transport},
    {[](Nfce const& n) { return n.cobr.has_value(); }, 96, 760, "cobr", transport},
    {[](Nfce const& n) { return n.compra.has_value(); }, 96, 762, "compra", transport},
}};

struct ForbiddenOfItem {
    bool (*is_there)(Det const&);
    int rule, cStat;
    std::string_view field, sentence;
};
constexpr std::string_view tax = "Tributo não permitido em NFC-e.";
constexpr std::array<ForbiddenOfItem, 5> forbidden_of_items{{
    {[](Det const& d) { return d.ipi.has_value(); }, 75, 742, "imposto/IPI", tax},
    {[](Det const& d) { return d.icmsUFDest.has_value(); }, 75, 807, "imposto/ICMSUFDest", tax},
    {[](Det const& d) { return d.impostoDevol.has_value(); }, 0, 390, "impostoDevol", tax},
    {[](Det const& d) { return d.prod.xPed || d.prod.nItemPed || d.prod.nFCI || d.prod.EXTIPI; }, 0, 225, "prod/xPed",
     "Pedido de compra, FCI e EX da TIPI não vão em NFC-e."},
    {[](Det const& d) { return d.referenciado.has_value(); }, 0, 708, "DFeReferenciado",
     "Documento referenciado não permitido em NFC-e."},
}};

void check_number_and_times(Report& r) {
    auto const& ide = r.nfce.ide;
    r.add_if(ide.tpEmis == 1 && ide.dhEmi.epoch() < r.context.now - five_minutes, 16, "ide/dhEmi");
    r.add_unlisted_if(ide.tpImp != 4 && ide.tpImp != 5, 709, "ide/tpImp",
                      "O DANFE da NFC-e só sai em papel (4) ou em mensagem eletrônica (5).");
    r.add_unlisted_if(r.nfce.emit.IEST.has_value(), 718, "emit/IEST",
                      "Retire a inscrição estadual de substituto tributário: a NFC-e não a aceita.");
}

void check_presence(Report& r) {
    auto const& ide = r.nfce.ide;
    r.add_if(ide.indPres != 1 && ide.indPres != 4 && ide.indPres != 5, 18, "ide/indPres");
    r.add_if(ide.indPres == 4 && !ide.indIntermed, 19, "ide/indIntermed");
    r.add_if((ide.indPres == 1 || ide.indPres == 5) && ide.indIntermed, 20, "ide/indIntermed");
}

void check_offline(Report& r) {
    auto const& ide = r.nfce.ide;
    // The layout knows more, of modelo 55.
    if (ide.tpEmis != 1 && ide.tpEmis != 9) {
        r.add(116, "ide/tpEmis", "A NFC-e só sai com tpEmis 1 (normal) ou 9 (contingência off-line).",
              ide.tpEmis == 4 ? 714 : 570);
    }
    if (ide.tpEmis != 9) {
        r.add_if(ide.dhCont || ide.xJust, 115, "ide/dhCont");
        return;
    }
    r.add_if(!ide.dhCont || !ide.xJust, 23, "ide/xJust");
    r.add_if(ide.xJust && balcao::length(*ide.xJust) < 15, 24, "ide/xJust");
    r.add_if(ide.dhCont && ide.dhCont->epoch() > ide.dhEmi.epoch(), 25, "ide/dhCont");
    r.add_if(ide.dhCont && ide.dhCont->epoch() < r.context.now - thirty_days, 26, "ide/dhCont");
    r.add_if(!r.allowed("contingencia_offline"), 116, "ide/tpEmis");
}

/// Version of the code: as it will be written, else as infNFeSupl has it. 0 when neither tells.
int qr_version(Report const& r) {
    if (r.context.qr) return std::holds_alternative<QrV2>(*r.context.qr) ? 2 : 3;
    auto const& url = r.nfce.infNFeSupl.qrCode;
    auto const parameter = url.find("?p=");
    if (parameter == std::string::npos) return 0;
    auto const after_key = url.substr(std::min(parameter + 3 + 44, url.size()));
    return after_key.starts_with("|2|") ? 2 : after_key.starts_with("|3|") ? 3 : 0;
}

/// Limits of SEFAZ's registration of the code (reference c12).
void check_csc(Report& r, QrV2 const& v2) {
    if (v2.CSC.empty() || v2.idCSC.empty()) return r.add(107, "nfce_settings.csc");
    bool const visible = std::ranges::all_of(v2.CSC, [](char c) { return c > ' ' && c <= '~'; });
    if (v2.CSC.size() < 16 || v2.CSC.size() > 36 || !visible)
        r.add(107, "nfce_settings.csc", "O CSC deve ter de 16 a 36 caracteres, sem espaços.", 462);
    if (v2.idCSC.size() > 6 || !is_all_digits(v2.idCSC, v2.idCSC.size()))
        r.add(107, "nfce_settings.id_csc", "O identificador do CSC deve ter de 1 a 6 dígitos.", 462);
}

void check_addresses(Report& r) {
    auto const& supplement = r.nfce.infNFeSupl;
    int const tpAmb = r.nfce.ide.tpAmb;
    auto const base =
        r.context.urls ? r.context.urls->qrCode : supplement.qrCode.substr(0, supplement.qrCode.find("?p="));
    r.add_if(!base.empty() && !r.tables.is_qr_base(r.uf, tpAmb, base), 108, "infNFeSupl/qrCode");
    auto const& consultation = r.context.urls ? r.context.urls->urlChave : supplement.urlChave;
    r.add_unlisted_if(!consultation.empty() && !r.tables.is_key_consultation(r.uf, tpAmb, consultation), 878,
                      "infNFeSupl/urlChave", "Endereço de consulta da chave de acesso incorreto.");
}

void check_qr(Report& r) {
    if (r.context.qr)
        if (auto const* v2 = std::get_if<QrV2>(&*r.context.qr)) check_csc(r, *v2);
    check_addresses(r);
    int const version = qr_version(r);
    r.add_unlisted_if(version != 0 && !r.listed("qr_versoes", std::to_string(version)), 407, "infNFeSupl/qrCode",
                      fmt::format("A UF não aceita o QR Code versão {}.", version));
    auto const by_cpf = r.nfce.dest && r.nfce.dest->id.kind == PersonId::Kind::cpf;
    r.add_if(version == 3 && r.nfce.ide.tpEmis == 9 && by_cpf, 109, "infNFeSupl/qrCode");
}

/// A limit of the UF's table; nullopt when there is none.
std::optional<Money> limit(Report const& r, std::string_view name) {
    auto const text = r.tables.parameter(name, r.uf, r.date, r.nfce.ide.tpAmb);
    return text.empty() ? std::nullopt : std::optional(Money::parse(text).value());
}

/// "10.000,00".
std::string printed(Money amount) {
    auto text = amount.to_string();
    std::ranges::replace(text, '.', ',');
    for (auto at = static_cast<int>(text.size()) - 6; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ".");
    return text;
}

void check_consumer(Report& r) {
    auto const& dest = r.nfce.dest;
    auto const total = r.nfce.total.icmsTot.vNF.value;
    bool const delivery = r.nfce.ide.indPres == 4;
    auto const anonymous_limit = limit(r, "limite_sem_destinatario");
    if (!dest && anonymous_limit && total > *anonymous_limit) {
        r.add(30, "dest",
              fmt::format("Acima de R$ {} é obrigatório identificar o consumidor.", printed(*anonymous_limit)), 750);
    }
    auto const largest = limit(r, "limite_total");
    r.add_if(largest && total > *largest, 31, "total/ICMSTot/vNF");
    r.add_if(delivery && !dest, 32, "dest");
    r.add_if(delivery && dest && !dest->enderDest, 33, "dest/enderDest");
    if (!dest) return;
    if (dest->id.kind == PersonId::Kind::cnpj) {
        r.add_if(!r.context.allow_cnpj_consumer && !r.allowed("cnpj_consumidor"), 29, "dest/CNPJ");
        r.add_if(dest->id.value == r.nfce.emit.CNPJ, 38, "dest");
    }
    r.add_if(dest->indIEDest != 9 || dest->IE, 36, "dest/indIEDest");
    r.add_if(delivery && dest->enderDest && dest->enderDest->UF != r.uf, 34, "dest/enderDest/UF");
}

void check_nfce_cfop(Report& r, Det const& det, std::string const& at) {
    constexpr std::string_view taxed_codes = "00 20 40 41 90 102 103 300 400 900";
    constexpr std::string_view taxed_cfops = "5101 5102 5103 5104 5115 5910";
    constexpr std::string_view st_cfops = "5405 5656 5667 5910";
    auto const& cfop = det.prod.CFOP;
    auto const field = at + "/prod/CFOP";
    auto const [code, simples] = icms_code(det.icms);
    if (r.listed("cfop_excecoes", fmt::format("{}:{}", cfop, code))) return;
    if (!r.listed("cfop_permitidos", cfop)) return r.add(50, field);
    if (r.nfce.emit.CRT == 4 && cfop != "5102") return r.add(68, field);
    bool const fits = has_word(taxed_codes, code)     ? has_word(taxed_cfops, cfop)
                      : code == "60" || code == "500" ? has_word(st_cfops, cfop)
                                                      : true;
    if (!fits) r.add(simples ? 52 : 51, field);
}

/// The codes of ICMS that it takes.
void check_icms(Report& r, Icms const& icms, std::string const& at) {
    auto const [code, simples] = icms_code(icms);
    if (!simples) {
        r.add_if(!has_word("00 20 40 41 60 61", code) && !(code == "90" && r.allowed("cst_90")), 62, at + "/CST");
        auto const* other = std::get_if<Icms90>(&icms);
        return r.add_if(other != nullptr && other->st, 65, at + "/ICMS90");
    }
    auto const* other = std::get_if<IcmsSn900>(&icms);
    r.add_if(other != nullptr && other->st, 66, at + "/ICMSSN900");
    if (r.nfce.emit.CRT == 4) return r.add_if(!has_word("102 300", code), 67, at + "/CSOSN");
    r.add_if(!has_word("102 103 300 400 500", code) && !(code == "900" && r.allowed("csosn_900")), 63, at + "/CSOSN");
    r.add_if((code == "103" || code == "400") && !r.allowed("csosn_103_400"), 64, at + "/CSOSN");
}

void check_transport_and_payment(Report& r) {
    bool const delivery = r.nfce.ide.indPres == 4;
    bool const freight = r.nfce.total.icmsTot.vFrete.value > Money{};
    r.add_if(!delivery && (r.nfce.transp.modFrete != 9 || freight), 95, "transp/modFrete");
    r.add_if(!delivery && r.nfce.transp.transporta, 118, "transp/transporta");
    auto const& payments = r.nfce.pag.detPag;
    for (std::size_t i = 0; i < payments.size(); ++i)
        r.add_if(payments[i].tPag == "90", 100, fmt::format("pag/detPag[{}]/tPag", i + 1));
}

} // namespace

Problems refused_by_65(Nfce const& nfce) {
    Problems problems;
    auto const add = [&](int rule, int cStat, std::string field, std::string message) {
        problems.push_back({.rule = rule, .cStat = cStat, .field = std::move(field), .message = std::move(message)});
    };
    for (auto const& [member, value, cStat, field] : fixed_values) {
        if (nfce.ide.*member != value)
            add(0, cStat, std::string(field), fmt::format("{}: em NFC-e deve ser {}.", in_words(field), value));
    }
    for (auto const& group : forbidden_groups)
        if (group.is_there(nfce)) add(group.rule, group.cStat, std::string(group.field), std::string(group.sentence));
    for (std::size_t i = 0; i < nfce.det.size(); ++i) {
        for (auto const& group : forbidden_of_items) {
            if (group.is_there(nfce.det[i])) {
                add(group.rule, group.cStat, fmt::format("{}/{}", item_path(i), group.field),
                    std::string(group.sentence));
            }
        }
    }
    return problems;
}

void check_65(Report& r) {
    check_number_and_times(r);
    check_presence(r);
    check_offline(r);
    check_qr(r);
    check_consumer(r);
    for (std::size_t i = 0; i < r.nfce.det.size(); ++i) {
        auto const& det = r.nfce.det[i];
        auto const at = item_path(i);
        check_nfce_cfop(r, det, at);
        r.add_if(det.prod.indTot != 1, 58, at + "/prod/indTot");
        check_icms(r, det.icms, at + "/imposto/ICMS");
    }
    check_transport_and_payment(r);
}

} // namespace balcao::nfce::rules
