#pragma once

#include "nfce/datetime.hpp"
#include "nfce/model_taxes.hpp"
#include "nfce/written.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

/// A fiscal document 4.00 of modelo 65 (NFC-e) or 55 (NF-e), one type per group, named as the layout names them; the
/// comment gives the group's id. Plain values, any thread. Text is UTF-8; codes and document numbers are text without
/// punctuation. What one model fixes or forbids is in modelo.hpp. There is no place for what neither is issued with
/// here: ISSQN, import (DI, II), export, retTransp.
namespace balcao::nfce {

/// Exactly one identification (CNPJ, CPF or idEstrangeiro).
struct PersonId {
    enum class Kind { cnpj, cpf, estrangeiro };
    Kind kind = Kind::cpf;
    std::string value;
    friend bool operator==(PersonId const&, PersonId const&) = default;
};

/// BA02 refNFe: an electronic document by its key.
struct RefNFe {
    std::string chave;
    friend bool operator==(RefNFe const&, RefNFe const&) = default;
};
/// BA03 refNF: a document on paper, modelo 1 or 2.
struct RefNF {
    std::string cUF, AAMM, CNPJ, mod = "01";
    int serie = 0, nNF = 0;
    friend bool operator==(RefNF const&, RefNF const&) = default;
};
/// BA01 NFref.
using NFref = std::variant<RefNFe, RefNF>;

/// B01 ide: what the receipt is.
struct Ide {
    std::string cUF; ///< B02, IBGE code of the issuer's UF, 2 digits
    std::string cNF; ///< B03, 8 digits
    std::string natOp;
    int mod = 65;                                    ///< B06, 65 or 55
    int serie = 0;                                   ///< B07, 0–889 for own programs
    int nNF = 0;                                     ///< B08, 1–999999999
    DateTime dhEmi;                                  ///< B09
    std::optional<DateTime> dhSaiEnt = std::nullopt; ///< B10
    int tpNF = 1;                                    ///< B11, 0 entrada, 1 saída
    int idDest = 1;                                  ///< B11a, 1 inside the UF, 2 another UF, 3 abroad
    std::string cMunFG;
    std::optional<std::string> cMunFGIBS; ///< only with indPres 5
    int tpImp = 4;                        ///< B21, 4 paper, 5 electronic message
    int tpEmis = 1;                       ///< B22, 1 normal, 6 SVC-AN, 7 SVC-RS, 9 offline (65)
    std::string cDV;                      ///< B23, last digit of the key
    int tpAmb = 2;                        ///< B24, 1 produção, 2 homologação
    int finNFe = 1;                       ///< B25, 1 normal, 2 complementary, 4 return
    int indFinal = 1;                     ///< B25a, 1 final consumer
    int indPres = 1;                      ///< B25b, 1 counter, 4 delivery, 5 outside the establishment
    std::optional<int> indIntermed;
    std::string verProc;
    std::optional<DateTime> dhCont;   ///< B28, only with tpEmis 6, 7 and 9, together with xJust
    std::optional<std::string> xJust; ///< B29, 15–256 characters
    std::vector<NFref> nfref = {};    ///< BA01
    friend bool operator==(Ide const&, Ide const&) = default;
};

/// C05 enderEmit, E05 enderDest.
struct Endereco {
    std::string xLgr, nro;
    std::optional<std::string> xCpl;
    std::string xBairro, cMun, xMun, UF;
    std::optional<std::string> CEP; ///< 8 digits; required in enderEmit
    std::optional<std::string> cPais = "1058", xPais = "BRASIL";
    std::optional<std::string> fone;
    friend bool operator==(Endereco const&, Endereco const&) = default;
};

/// C01 emit: the issuer.
struct Emit {
    std::string CNPJ, xNome;
    std::optional<std::string> xFant;
    Endereco enderEmit;
    std::string IE;
    std::optional<std::string> IEST;
    std::optional<std::string> IM, CNAE; ///< CNAE only together with IM
    int CRT = 0;                         ///< 1 Simples, 2 Simples above the sublimit, 3 regime normal, 4 MEI
    friend bool operator==(Emit const&, Emit const&) = default;
};

/// E01 dest: the buyer; in an NFC-e absent when not identified.
struct Dest {
    PersonId id;
    std::optional<std::string> xNome;
    std::optional<Endereco> enderDest;
    int indIEDest = 9; ///< 1 contribuinte, 2 contribuinte isento de IE, 9 não contribuinte
    std::optional<std::string> IE, ISUF = std::nullopt, IM = std::nullopt, email;
    friend bool operator==(Dest const&, Dest const&) = default;
};

/// F01 retirada, G01 entrega: where the goods are fetched or delivered.
struct Local {
    PersonId id; ///< CNPJ or CPF
    std::optional<std::string> xNome = std::nullopt;
    Endereco endereco = {};
    std::optional<std::string> email = std::nullopt, IE = std::nullopt;
    friend bool operator==(Local const&, Local const&) = default;
};

/// CEST and what may only follow it (I05c–I05e).
struct Cest {
    std::string CEST;
    std::optional<std::string> indEscala; ///< "S" or "N"
    std::optional<std::string> CNPJFab;
    friend bool operator==(Cest const&, Cest const&) = default;
};

/// I80 rastro: a lot.
struct Rastro {
    std::string nLote;
    Written<3> qLote;
    std::string dFab, dVal; ///< AAAA-MM-DD
    std::optional<std::string> cAgreg;
    friend bool operator==(Rastro const&, Rastro const&) = default;
};

/// LA11 encerrante: the pump's counter.
struct Encerrante {
    std::string nBico;
    std::optional<std::string> nBomba;
    std::string nTanque;
    Written<3> vEncIni, vEncFin;
    friend bool operator==(Encerrante const&, Encerrante const&) = default;
};

/// LA01 comb: fuel.
struct Comb {
    std::string cProdANP, descANP;
    std::optional<Written<4>> pGLP, pGNn, pGNi;
    std::optional<Valor> vPart;
    std::string UFCons;
    std::optional<Encerrante> encerrante;
    friend bool operator==(Comb const&, Comb const&) = default;
};

/// I01 prod: goods of one item.
struct Prod {
    std::string cProd, cEAN;
    std::optional<std::string> cBarra;
    std::string xProd, NCM;
    std::optional<Cest> cest;
    std::optional<std::string> cBenef;
    std::optional<std::string> EXTIPI = std::nullopt;
    std::string CFOP, uCom;
    Written<4> qCom;
    Written<10> vUnCom;
    Valor vProd;
    std::string cEANTrib;
    std::string uTrib;
    Written<4> qTrib;
    Written<10> vUnTrib;
    std::optional<Valor> vFrete, vSeg, vDesc, vOutro; ///< never zero
    int indTot = 1;
    std::optional<std::string> xPed = std::nullopt, nItemPed = std::nullopt; ///< I60, the buyer's order
    std::optional<std::string> nFCI = std::nullopt;
    std::vector<Rastro> rastro;
    std::optional<Comb> comb;
    friend bool operator==(Prod const&, Prod const&) = default;
};

/// UA01 impostoDevol: IPI given back by a return.
struct ImpostoDevol {
    Written<2> pDevol;
    Valor vIPIDevol;
    friend bool operator==(ImpostoDevol const&, ImpostoDevol const&) = default;
};

/// VC01 DFeReferenciado: the document, and its item, that this item goes back to.
struct DFeReferenciado {
    std::string chaveAcesso;
    std::optional<int> nItem = std::nullopt; ///< 1–990
    friend bool operator==(DFeReferenciado const&, DFeReferenciado const&) = default;
};

/// H01 det: one item. Its number is its position + 1.
struct Det {
    Prod prod;
    std::optional<Valor> vTotTrib;         ///< M02
    Icms icms;                             ///< N01
    std::optional<Ipi> ipi = std::nullopt; ///< O01
    std::optional<Contribuicao> pis, cofins;
    std::optional<IcmsUfDest> icmsUFDest = std::nullopt; ///< NA01
    std::optional<IbsCbs> ibscbs;
    std::optional<ImpostoDevol> impostoDevol = std::nullopt;
    std::optional<std::string> infAdProd;
    std::optional<Valor> vItem; ///< VB01
    std::optional<DFeReferenciado> referenciado = std::nullopt;
    friend bool operator==(Det const&, Det const&) = default;
};

/// W01 total.
struct Total {
    IcmsTot icmsTot;
    std::optional<IbsCbsTot> ibsCbsTot;
    std::optional<Valor> vNFTot;
    friend bool operator==(Total const&, Total const&) = default;
};

/// X03 transporta: who delivers.
struct Transporta {
    std::optional<PersonId> id; ///< CNPJ or CPF
    std::optional<std::string> xNome, IE, xEnder, xMun, UF;
    friend bool operator==(Transporta const&, Transporta const&) = default;
};

/// X18 veicTransp, X22 reboque.
struct Veiculo {
    std::string placa;
    std::optional<std::string> UF = std::nullopt, RNTC = std::nullopt;
    friend bool operator==(Veiculo const&, Veiculo const&) = default;
};

/// X33 lacres.
struct Lacre {
    std::string nLacre;
    friend bool operator==(Lacre const&, Lacre const&) = default;
};

/// X26 vol: volumes of one kind.
struct Volume {
    std::optional<std::string> qVol = std::nullopt, esp = std::nullopt, marca = std::nullopt, nVol = std::nullopt;
    std::optional<Written<3>> pesoL = std::nullopt, pesoB = std::nullopt;
    std::vector<Lacre> lacres = {};
    friend bool operator==(Volume const&, Volume const&) = default;
};

/// X01 transp.
struct Transp {
    int modFrete = 9;
    std::optional<Transporta> transporta;
    std::optional<Veiculo> veicTransp = std::nullopt;
    std::vector<Veiculo> reboque = {};
    std::vector<Volume> vol = {};
    friend bool operator==(Transp const&, Transp const&) = default;
};

/// Y02 fat: the bill that the duplicatas divide.
struct Fat {
    std::optional<std::string> nFat = std::nullopt;
    std::optional<Valor> vOrig = std::nullopt, vDesc = std::nullopt, vLiq = std::nullopt;
    friend bool operator==(Fat const&, Fat const&) = default;
};
/// Y07 dup: one instalment.
struct Dup {
    std::optional<std::string> nDup = std::nullopt, dVenc = std::nullopt; ///< dVenc AAAA-MM-DD
    Valor vDup;
    friend bool operator==(Dup const&, Dup const&) = default;
};
/// Y01 cobr.
struct Cobr {
    std::optional<Fat> fat = std::nullopt;
    std::vector<Dup> dup = {};
    friend bool operator==(Cobr const&, Cobr const&) = default;
};

/// YA04 card.
struct Card {
    int tpIntegra = 2; ///< 1 integrated, 2 not
    std::optional<std::string> CNPJ, tBand, cAut, CNPJReceb, idTermPag;
    friend bool operator==(Card const&, Card const&) = default;
};

/// YA01a detPag: one means of payment.
struct DetPag {
    std::optional<int> indPag;
    std::string tPag;
    std::optional<std::string> xPag;
    Valor vPag;
    std::optional<std::string> dPag;
    std::optional<Card> card;
    friend bool operator==(DetPag const&, DetPag const&) = default;
};

/// YA01 pag.
struct Pag {
    std::vector<DetPag> detPag;
    std::optional<Valor> vTroco;
    friend bool operator==(Pag const&, Pag const&) = default;
};

/// YB01 infIntermed.
struct InfIntermed {
    std::string CNPJ, idCadIntTran;
    friend bool operator==(InfIntermed const&, InfIntermed const&) = default;
};

/// Z04 obsCont.
struct ObsCont {
    std::string xCampo, xTexto;
    friend bool operator==(ObsCont const&, ObsCont const&) = default;
};

/// Z01 infAdic.
struct InfAdic {
    std::optional<std::string> infAdFisco, infCpl;
    std::vector<ObsCont> obsCont;
    friend bool operator==(InfAdic const&, InfAdic const&) = default;
};

/// ZB01 compra: a public purchase.
struct Compra {
    std::optional<std::string> xNEmp = std::nullopt, xPed = std::nullopt, xCont = std::nullopt;
    friend bool operator==(Compra const&, Compra const&) = default;
};

/// ZD07 idCSRT and its hash.
struct Csrt {
    std::string idCSRT, hashCSRT;
    friend bool operator==(Csrt const&, Csrt const&) = default;
};

/// ZD01 infRespTec: who answers for the program.
struct InfRespTec {
    std::string CNPJ, xContato, email, fone;
    std::optional<Csrt> csrt;
    friend bool operator==(InfRespTec const&, InfRespTec const&) = default;
};

/// ZX01 infNFeSupl: outside the signature, in an NFC-e alone.
struct InfNFeSupl {
    std::string qrCode, urlChave;
    friend bool operator==(InfNFeSupl const&, InfNFeSupl const&) = default;
};

/// A01 infNFe with its supplement.
struct Nfce {
    std::string chave; ///< infNFe/@Id without "NFe"
    Ide ide;
    Emit emit;
    std::optional<Dest> dest;
    std::optional<Local> retirada = std::nullopt, entrega = std::nullopt;
    std::vector<PersonId> autXML; ///< GA01, CNPJ or CPF
    std::vector<Det> det;         ///< 1–990
    Total total;
    Transp transp;
    std::optional<Cobr> cobr = std::nullopt;
    Pag pag;
    std::optional<InfIntermed> infIntermed;
    std::optional<InfAdic> infAdic;
    std::optional<Compra> compra = std::nullopt;
    std::optional<InfRespTec> infRespTec;
    InfNFeSupl infNFeSupl;
    friend bool operator==(Nfce const&, Nfce const&) = default;
};

/// Texts that homologação demands (598, 373).
inline constexpr std::string_view homologacao_nome = "NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";
inline constexpr std::string_view homologacao_produto =
    "NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";

} // namespace balcao::nfce
