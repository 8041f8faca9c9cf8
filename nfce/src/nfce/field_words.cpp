#include "nfce/field_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace balcao::nfce {

namespace {

using Words = std::map<std::string_view, std::string_view>;

/// Groups that say whose a field is. The outermost comes last: "Valor do pagamento 2", "Base do PIS do item 3".
Words const& owners() {
    static Words const words{{"emit", "do emitente"},
                             {"dest", "do consumidor"},
                             {"retirada", "do local de retirada"},
                             {"entrega", "do local de entrega"},
                             {"NFref", "da nota referenciada"},
                             {"autXML", "de quem pode baixar o XML"},
                             {"det", "do item"},
                             {"rastro", "do lote"},
                             {"comb", "do combustível"},
                             {"encerrante", "do encerrante"},
                             {"ICMS", "do ICMS"},
                             {"IPI", "do IPI"},
                             {"ICMSUFDest", "da UF de destino"},
                             {"impostoDevol", "devolvido"},
                             {"DFeReferenciado", "da nota de origem"},
                             {"PIS", "do PIS"},
                             {"COFINS", "da COFINS"},
                             {"IBSCBS", "do IBS/CBS"},
                             {"gIBSUF", "do IBS da UF"},
                             {"gIBSMun", "do IBS do município"},
                             {"gIBS", "do IBS"},
                             {"gCBS", "da CBS"},
                             {"gMono", "do IBS/CBS monofásico"},
                             {"total", "nos totais da nota"},
                             {"transporta", "do transportador"},
                             {"veicTransp", "do veículo"},
                             {"reboque", "do reboque"},
                             {"vol", "do volume"},
                             {"fat", "da fatura"},
                             {"dup", "da duplicata"},
                             {"compra", "da compra"},
                             {"detPag", "do pagamento"},
                             {"card", "do cartão"},
                             {"infIntermed", "do intermediador"},
                             {"obsCont", "da observação"},
                             {"infRespTec", "do responsável técnico"}};
    return words;
}

Words const& names() {
    static Words const words{// ide
                             {"cUF", "Código da UF"},
                             {"cNF", "Código numérico da nota"},
                             {"natOp", "Natureza da operação"},
                             {"mod", "Modelo do documento"},
                             {"serie", "Série"},
                             {"nNF", "Número da nota"},
                             {"dhEmi", "Data e hora da emissão"},
                             {"dhSaiEnt", "Data e hora da saída"},
                             {"refNFe", "Chave"},
                             {"AAMM", "Ano e mês"},
                             {"tpNF", "Tipo da operação"},
                             {"idDest", "Destino da operação"},
                             {"cMunFG", "Município da venda"},
                             {"cMunFGIBS", "Município da venda para o IBS"},
                             {"tpImp", "Formato do DANFE"},
                             {"tpEmis", "Tipo de emissão"},
                             {"cDV", "Dígito verificador da chave"},
                             {"tpAmb", "Ambiente"},
                             {"finNFe", "Finalidade da nota"},
                             {"indFinal", "Indicador de consumidor final"},
                             {"indPres", "Presença do comprador"},
                             {"indIntermed", "Indicador de intermediador"},
                             {"verProc", "Versão do programa"},
                             {"dhCont", "Entrada em contingência"},
                             {"xJust", "Motivo da contingência"},
                             // people and addresses
                             {"CNPJ", "CNPJ"},
                             {"CPF", "CPF"},
                             {"idEstrangeiro", "Documento de estrangeiro"},
                             {"xNome", "Nome"},
                             {"xFant", "Nome fantasia"},
                             {"xLgr", "Logradouro"},
                             {"nro", "Número do endereço"},
                             {"xCpl", "Complemento"},
                             {"xBairro", "Bairro"},
                             {"cMun", "Código do município"},
                             {"xMun", "Município"},
                             {"UF", "UF"},
                             {"CEP", "CEP"},
                             {"cPais", "Código do país"},
                             {"xPais", "País"},
                             {"fone", "Telefone"},
                             {"IE", "Inscrição estadual"},
                             {"IEST", "Inscrição estadual de substituto"},
                             {"ISUF", "Inscrição na SUFRAMA"},
                             {"IM", "Inscrição municipal"},
                             {"CNAE", "CNAE"},
                             {"CRT", "Regime tributário"},
                             {"indIEDest", "Indicador de inscrição estadual"},
                             {"email", "E-mail"},
                             {"xEnder", "Endereço"},
                             {"modFrete", "Modalidade do frete"},
                             // goods
                             {"cProd", "Código"},
                             {"cEAN", "Código de barras (GTIN)"},
                             {"cBarra", "Código de barras próprio"},
                             {"xProd", "Descrição"},
                             {"NCM", "NCM"},
                             {"CEST", "CEST"},
                             {"indEscala", "Indicador de escala relevante"},
                             {"CNPJFab", "CNPJ do fabricante"},
                             {"cBenef", "Código de benefício fiscal"},
                             {"EXTIPI", "EX da TIPI"},
                             {"CFOP", "CFOP"},
                             {"uCom", "Unidade"},
                             {"qCom", "Quantidade"},
                             {"vUnCom", "Preço unitário"},
                             {"vProd", "Valor dos produtos"},
                             {"cEANTrib", "GTIN da unidade tributável"},
                             {"uTrib", "Unidade tributável"},
                             {"qTrib", "Quantidade tributável"},
                             {"vUnTrib", "Preço da unidade tributável"},
                             {"vFrete", "Frete"},
                             {"vSeg", "Seguro"},
                             {"vDesc", "Desconto"},
                             {"vOutro", "Outras despesas"},
                             {"indTot", "Indicador de soma no total"},
                             {"xPed", "Pedido"},
                             {"nItemPed", "Item do pedido"},
                             {"nFCI", "Número da FCI"},
                             {"nLote", "Número"},
                             {"qLote", "Quantidade"},
                             {"dFab", "Data de fabricação"},
                             {"dVal", "Data de validade"},
                             {"cAgreg", "Código de agregação"},
                             {"cProdANP", "Código da ANP"},
                             {"descANP", "Descrição da ANP"},
                             {"pGLP", "Percentual de GLP"},
                             {"pGNn", "Percentual de gás natural nacional"},
                             {"pGNi", "Percentual de gás natural importado"},
                             {"vPart", "Valor de partida"},
                             {"UFCons", "UF de consumo"},
                             {"nBico", "Número do bico"},
                             {"nBomba", "Número da bomba"},
                             {"nTanque", "Número do tanque"},
                             {"vEncIni", "Leitura inicial"},
                             {"vEncFin", "Leitura final"},
                             {"chaveAcesso", "Chave"},
                             {"nItem", "Item"},
                             {"infAdProd", "Informações adicionais"},
                             {"vItem", "Valor total"},
                             {"vTotTrib", "Tributos aproximados"},
                             // taxes
                             {"orig", "Origem da mercadoria"},
                             {"CST", "CST"},
                             {"CSOSN", "CSOSN"},
                             {"modBC", "Modalidade da base"},
                             {"modBCST", "Modalidade da base da ST"},
                             {"vBC", "Base"},
                             {"pRedBC", "Redução da base"},
                             {"pICMS", "Alíquota"},
                             {"vICMS", "Valor do ICMS"},
                             {"vICMSOp", "Valor do ICMS da operação"},
                             {"pDif", "Percentual do diferimento"},
                             {"vICMSDif", "Valor do ICMS diferido"},
                             {"vBCFCP", "Base do FCP"},
                             {"pFCP", "Percentual do FCP"},
                             {"vFCP", "Valor do FCP"},
                             {"pMVAST", "MVA da ST"},
                             {"pRedBCST", "Redução da base da ST"},
                             {"vBCST", "Base da ST"},
                             {"pICMSST", "Alíquota da ST"},
                             {"vICMSST", "Valor da ST"},
                             {"vBCFCPST", "Base do FCP da ST"},
                             {"pFCPST", "Percentual do FCP da ST"},
                             {"vFCPST", "Valor do FCP da ST"},
                             {"vICMSDeson", "Valor desonerado"},
                             {"motDesICMS", "Motivo da desoneração"},
                             {"indDeduzDeson", "Indicador de dedução da desoneração"},
                             {"vBCSTRet", "Base da ST retida"},
                             {"pST", "Alíquota da ST retida"},
                             {"vICMSSubstituto", "Valor do substituto"},
                             {"vICMSSTRet", "Valor da ST retida"},
                             {"vBCFCPSTRet", "Base do FCP retido"},
                             {"pFCPSTRet", "Percentual do FCP retido"},
                             {"vFCPSTRet", "Valor do FCP retido"},
                             {"pRedBCEfet", "Redução da base efetiva"},
                             {"vBCEfet", "Base efetiva"},
                             {"pICMSEfet", "Alíquota efetiva"},
                             {"vICMSEfet", "Valor efetivo"},
                             {"qBCMono", "Quantidade monofásica"},
                             {"adRemICMS", "Alíquota por unidade"},
                             {"vICMSMono", "Valor monofásico"},
                             {"qBCMonoReten", "Quantidade monofásica com retenção"},
                             {"vICMSMonoReten", "Valor monofásico com retenção"},
                             {"qBCMonoRet", "Quantidade monofásica retida"},
                             {"adRemICMSRet", "Alíquota por unidade retida"},
                             {"vICMSMonoRet", "Valor monofásico retido"},
                             {"pCredSN", "Percentual de crédito do Simples"},
                             {"vCredICMSSN", "Crédito do Simples"},
                             {"cEnq", "Enquadramento"},
                             {"pIPI", "Alíquota"},
                             {"qUnid", "Quantidade"},
                             {"vUnid", "Valor por unidade"},
                             {"vBCUFDest", "Base do ICMS"},
                             {"vBCFCPUFDest", "Base do FCP"},
                             {"pFCPUFDest", "Percentual do FCP"},
                             {"pICMSUFDest", "Alíquota interna"},
                             {"pICMSInter", "Alíquota interestadual"},
                             {"pICMSInterPart", "Partilha"},
                             {"vFCPUFDest", "Valor do FCP"},
                             {"vICMSUFDest", "Valor do ICMS"},
                             {"vICMSUFRemet", "Valor do ICMS do remetente"},
                             {"pDevol", "Percentual"},
                             {"pPIS", "Alíquota"},
                             {"pCOFINS", "Alíquota"},
                             {"qBCProd", "Quantidade"},
                             {"vAliqProd", "Alíquota por unidade"},
                             {"vPIS", "Valor do PIS"},
                             {"vCOFINS", "Valor da COFINS"},
                             {"cClassTrib", "Classificação tributária"},
                             {"pIBSUF", "Alíquota"},
                             {"vIBSUF", "Valor"},
                             {"pIBSMun", "Alíquota"},
                             {"vIBSMun", "Valor"},
                             {"vIBS", "Valor do IBS"},
                             {"pCBS", "Alíquota"},
                             {"vCBS", "Valor da CBS"},
                             {"pRedAliq", "Redução da alíquota"},
                             {"pAliqEfet", "Alíquota efetiva"},
                             // totals
                             {"vST", "Valor da ST"},
                             {"vII", "Valor do II"},
                             {"vIPI", "Valor do IPI"},
                             {"vIPIDevol", "IPI devolvido"},
                             {"vNF", "Valor da nota"},
                             {"vNFTot", "Valor da nota com IBS/CBS"},
                             {"vBCIBSCBS", "Base do IBS/CBS"},
                             {"vDif", "Diferimento"},
                             {"vDevTrib", "Devolução de tributo"},
                             {"vCredPres", "Crédito presumido"},
                             {"vCredPresCondSus", "Crédito presumido em condição suspensiva"},
                             {"vIBSMono", "IBS monofásico"},
                             {"vCBSMono", "CBS monofásica"},
                             {"vIBSMonoReten", "IBS monofásico com retenção"},
                             {"vCBSMonoReten", "CBS monofásica com retenção"},
                             {"vIBSMonoRet", "IBS monofásico retido"},
                             {"vCBSMonoRet", "CBS monofásica retida"},
                             // payment and the rest
                             {"placa", "Placa"},
                             {"RNTC", "RNTC"},
                             {"qVol", "Quantidade"},
                             {"esp", "Espécie"},
                             {"marca", "Marca"},
                             {"nVol", "Numeração"},
                             {"pesoL", "Peso líquido"},
                             {"pesoB", "Peso bruto"},
                             {"nLacre", "Lacre"},
                             {"nFat", "Número"},
                             {"vOrig", "Valor original"},
                             {"vLiq", "Valor líquido"},
                             {"nDup", "Número"},
                             {"dVenc", "Vencimento"},
                             {"vDup", "Valor"},
                             {"xNEmp", "Nota de empenho"},
                             {"xCont", "Contrato"},
                             {"indPag", "Indicador de prazo"},
                             {"tPag", "Meio"},
                             {"xPag", "Descrição"},
                             {"vPag", "Valor"},
                             {"dPag", "Data"},
                             {"vTroco", "Troco"},
                             {"tpIntegra", "Tipo de integração"},
                             {"tBand", "Bandeira"},
                             {"cAut", "Autorização"},
                             {"CNPJReceb", "CNPJ do recebedor"},
                             {"idTermPag", "Terminal"},
                             {"idCadIntTran", "Cadastro"},
                             {"infAdFisco", "Mensagem do fisco"},
                             {"infCpl", "Informações ao consumidor"},
                             {"xCampo", "Campo"},
                             {"xTexto", "Texto"},
                             {"xContato", "Contato"},
                             {"idCSRT", "Identificador do CSRT"},
                             {"hashCSRT", "Hash do CSRT"},
                             {"qrCode", "QR Code"},
                             {"urlChave", "Endereço de consulta da chave"},
                             // lists, when they are too long
                             {"det", "Itens"},
                             {"rastro", "Lotes"},
                             {"detPag", "Pagamentos"},
                             {"transporta", "Transportador"},
                             {"NFref", "Notas referenciadas"},
                             {"reboque", "Reboques"},
                             {"vol", "Volumes"},
                             {"lacres", "Lacres"},
                             {"dup", "Duplicatas"},
                             {"autXML", "Quem pode baixar o XML"},
                             {"obsCont", "Observações"}};
    return words;
}

struct Step {
    std::string_view name, number; ///< "det", "3"; number empty when there is none
};

Step step_of(std::string_view text) {
    if (text.starts_with('@')) text.remove_prefix(1);
    auto const bracket = text.find('[');
    if (bracket == std::string_view::npos) return {text, {}};
    return {text.substr(0, bracket), text.substr(bracket + 1, text.size() - bracket - 2)};
}

std::vector<Step> steps_of(std::string_view path) {
    std::vector<Step> steps;
    while (!path.empty()) {
        auto const end = std::min(path.find('/'), path.size());
        steps.push_back(step_of(path.substr(0, end)));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return steps;
}

std::optional<std::string_view> find(Words const& words, std::string_view name) {
    auto const at = words.find(name);
    return at == words.end() ? std::nullopt : std::optional(at->second);
}

} // namespace

std::string_view words_of(std::string_view element) { return find(names(), element).value_or(std::string_view{}); }

std::string in_words(std::string_view path) {
    auto steps = steps_of(path);
    if (steps.empty()) return "Nota";
    auto const field = steps.back();
    steps.pop_back();
    std::string text(words_of(field.name).empty() ? field.name : words_of(field.name));
    if (!field.number.empty()) text += fmt::format(" {}", field.number);
    // Its own words may say already whose it is: "Valor do ICMS", not "Valor do ICMS do ICMS".
    for (; !steps.empty(); steps.pop_back()) {
        auto const& owner = steps.back();
        auto const words = find(owners(), owner.name);
        if (!words || text.ends_with(*words)) continue;
        text += fmt::format(" {}", *words);
        if (!owner.number.empty()) text += fmt::format(" {}", owner.number);
    }
    return text;
}

} // namespace balcao::nfce
