#pragma once

#include "nfce/datetime.hpp"
#include "nfce/model_taxes.hpp"
#include "nfce/written.hpp"

#include <optional>
#include <string>
#include <vector>

/// An NFC-e 4.00 (modelo 65), one type per group, named as the layout names them; the comment gives the group's id.
/// Plain values, any thread. Text is UTF-8; codes and document numbers are text without punctuation.
/// Values modelo 65 fixes are members with that value (mod, tpNF, idDest, finNFe, indFinal); there is no place for what
/// it forbids: NFref, IPI, ISSQN, cobr and the like.
namespace balcao::nfce {

/// Exactly one identification (CNPJ, CPF or idEstrangeiro).
struct PersonId {
    enum class Kind { cnpj, cpf, estrangeiro };
    Kind kind = Kind::cpf;
    std::string value;
    friend bool operator==(PersonId const&, PersonId const&) = default;
};

/// B01 ide: what the receipt is.
struct Ide {
    std::string cUF; ///< B02, IBGE code of the issuer's UF, 2 digits
    std::string cNF; ///< B03, 8 digits
    std::string natOp;
    int mod = 65;   ///< B06
    int serie = 0;  ///< B07, 0–889 for own programs
    int nNF = 0;    ///< B08, 1–999999999
    DateTime dhEmi; ///< B09
    int tpNF = 1;   ///< B11, 1 saída
    int idDest = 1; ///< B11a, 1 inside the UF
    std::string cMunFG;
    std::optional<std::string> cMunFGIBS; ///< only with indPres 5
    int tpImp = 4;                        ///< B21, 4 paper, 5 electronic message
    int tpEmis = 1;                       ///< B22, 1 normal, 9 offline
    std::string cDV;                      ///< B23, last digit of the key
    int tpAmb = 2;                        ///< B24, 1 produção, 2 homologação
    int finNFe = 1;                       ///< B25, 1 normal
    int indFinal = 1;                     ///< B25a, 1 final consumer
    int indPres = 1;                      ///< B25b, 1 counter, 4 delivery, 5 outside the establishment
    std::optional<int> indIntermed;
    std::string verProc;
    std::optional<DateTime> dhCont;   ///< B28, only with tpEmis 9, together with xJust
    std::optional<std::string> xJust; ///< B29, 15–256 characters
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

/// E01 dest: the consumer, absent when not identified.
struct Dest {
    PersonId id;
    std::optional<std::string> xNome;
    std::optional<Endereco> enderDest;
    int indIEDest = 9;
    std::optional<std::string> IE, email;
    friend bool operator==(Dest const&, Dest const&) = default;
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
    std::vector<Rastro> rastro;
    std::optional<Comb> comb;
    friend bool operator==(Prod const&, Prod const&) = default;
};

/// H01 det: one item. Its number is its position + 1.
struct Det {
    Prod prod;
    std::optional<Valor> vTotTrib; ///< M02
    Icms icms;                     ///< N01
    std::optional<Contribuicao> pis, cofins;
    std::optional<IbsCbs> ibscbs;
    std::optional<std::string> infAdProd;
    std::optional<Valor> vItem; ///< VB01
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

/// X01 transp.
struct Transp {
    int modFrete = 9;
    std::optional<Transporta> transporta;
    friend bool operator==(Transp const&, Transp const&) = default;
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

/// ZX01 infNFeSupl: outside the signature.
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
    std::vector<PersonId> autXML; ///< GA01, CNPJ or CPF
    std::vector<Det> det;         ///< 1–990
    Total total;
    Transp transp;
    Pag pag;
    std::optional<InfIntermed> infIntermed;
    std::optional<InfAdic> infAdic;
    std::optional<InfRespTec> infRespTec;
    InfNFeSupl infNFeSupl;
    friend bool operator==(Nfce const&, Nfce const&) = default;
};

/// Texts that homologação demands (598, 373).
inline constexpr std::string_view homologacao_nome = "NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";
inline constexpr std::string_view homologacao_produto =
    "NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";

} // namespace balcao::nfce
