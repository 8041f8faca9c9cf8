#include "registry/imports/columns.hpp"

namespace balcao::imports {

namespace {

// Titles: the labels of the form (web/src/features/products/product-fields.ts).
constexpr spreadsheets::Column product[]{
    {"prod_cProd", "Código", "codigo do produto|cod|cod produto|referencia|sku|codigo interno|cprod", 14},
    {"prod_xProd", "Descrição", "descricao do produto|nome|nome do produto|produto|xprod", 40},
    {"prod_cEAN", "Código de barras (EAN)", "codigo de barras|ean|gtin|gtin ean|cean|cod barras", 16},
    {"prod_uCOM", "Unidade comercial", "unidade|un|und|unid|unidade de medida|ucom", 10},
    {"prod_qCOM", "Quantidade comercial", "quantidade|qtd|qtde|qcom", 12},
    {"prod_vUnCOM", "Valor unitário",
     "preco|preco de venda|preco unitario|valor|valor de venda|valor un|preco venda|vuncom", 14},
    {"prod_vProd", "Valor total", "total|vprod", 14},
    {"prod_pesoL", "Peso da unidade (kg)", "peso|peso kg|peso liquido|peso unitario|peso un", 14},
    {"prod_nivelm", "Estoque mínimo", "nivel minimo|est minimo", 12},
    {"prod_alert", "Avisar no estoque mínimo", "alerta|alerta de estoque", 12},
    {"prod_rastro", "Rastreado por lote", "rastro|rastreavel|controla lote", 12},
    {"prod_ativo", "Produto ativo", "ativo|situacao|status", 10},
    {"prod_NCM", "NCM", "codigo ncm|ncm sh|cod ncm", 12, 8, 1},
    {"prod_CEST_Opc", "CEST", "codigo cest", 10, 7, 1},
    {"prod_CFOP", "CFOP padrão", "cfop", 8},
    {"prod_cEANTrib", "EAN tributável", "gtin tributavel|ceantrib", 16},
    {"prod_uTrib", "Unidade tributável", "utrib", 10},
    {"prod_qTrib", "Quantidade tributável", "qtrib", 12},
    {"prod_vUnTrib", "Valor unitário tributável", "vuntrib", 14},
    {"prod_cBenef", "Código de benefício fiscal", "cbenef|beneficio fiscal|codigo beneficio", 14},
    {"prod_NVE_Opc", "Nomenclatura de valor (NVE)", "nve", 10},
    {"prod_EXTIPI", "Exceção da TIPI", "extipi|ex tipi", 10},
    {"prod_nFCI_Opc", "Ficha de conteúdo de importação", "fci|nfci|numero fci", 20},
    {"prod_CNPJFab", "CNPJ do fabricante", "cnpj fabricante|cnpjfab", 18, 14, 2},
    {"prod_indEscala", "Produzido em escala relevante", "escala relevante|indescala", 12},
    {"prod_sujST", "Sujeito a ST", "substituicao tributaria|st", 10},
    {"icms_orig", "Origem", "origem da mercadoria|orig|origem icms", 8},
    {"icms_CST", "CST do ICMS", "csosn|cst|cst icms|cst csosn|csosn cst|cst ou csosn", 8, 2, 1},
    {"icms_modBC", "Modalidade da base", "modbc|modalidade bc", 8},
    {"icms_pRedBC", "Redução da base", "predbc|reducao bc", 10},
    {"icms_pICMS", "Alíquota do ICMS", "icms|aliquota icms|picms", 10},
    {"icms_pFCP", "Alíquota do FCP", "fcp|pfcp|aliquota fcp", 10},
    {"icms_motDesICMS", "Motivo da desoneração", "motdesicms", 10},
    {"icms_indDeduzDeson", "Desoneração no total", "inddeduzdeson", 10},
    {"icms_modBCST", "Modalidade da base da ST", "modbcst", 10},
    {"icms_pMVAST", "Margem da ST (MVA)", "mva|pmvast|mva st", 10},
    {"icms_pRedBCST", "Redução da base da ST", "predbcst", 10},
    {"icms_pICMSST", "Alíquota do ICMS ST", "picmsst|icms st", 10},
    {"icms_pFCPST", "Alíquota do FCP ST", "pfcpst|fcp st", 10},
    {"icms_pCredSN", "Crédito do Simples", "pcredsn|credito simples", 10},
    {"icms_adRemICMSRet", "ICMS retido por unidade", "adremicmsret", 12},
    {"pis_CST", "CST do PIS", "cst pis|pis cst", 8, 2, 1},
    {"pis_pPIS", "Alíquota do PIS", "pis|ppis|aliquota pis", 10},
    {"pis_vAliqProd", "PIS por unidade", "", 12},
    {"pis_cofins_excluiICMS", "Tirar o ICMS da base de PIS e COFINS", "", 12},
    {"cofins_CST", "CST da COFINS", "cst cofins|cofins cst", 8, 2, 1},
    {"cofins_pCOFINS", "Alíquota da COFINS", "cofins|pcofins|aliquota cofins", 10},
    {"cofins_vAliqProd", "COFINS por unidade", "", 12},
    {"IPI_CST", "CST do IPI", "cst ipi|ipi cst", 8, 2, 1},
    {"IPI_pIPI", "Alíquota do IPI", "ipi|pipi|aliquota ipi", 10},
    {"IPI_cEnq", "Enquadramento legal", "cenq|enquadramento ipi", 10},
    {"IPI_clEnq", "Classe de enquadramento", "clenq", 10},
    {"IPI_CNPJProd", "CNPJ do produtor", "cnpjprod", 18, 14, 2},
    {"ibscbs_CST", "CST do IBS e CBS", "cst ibs cbs|cst ibscbs", 8, 3, 2},
    {"ibscbs_cClassTrib", "Classificação tributária", "cclasstrib", 12, 6, 5},
    {"aprox_pFederal", "Tributos aproximados federais", "carga federal|ibpt federal", 12},
    {"aprox_pEstadual", "Tributos aproximados estaduais", "carga estadual|ibpt estadual", 12},
    {"aprox_pMunicipal", "Tributos aproximados municipais", "carga municipal|ibpt municipal", 12},
};

constexpr spreadsheets::Column person[]{
    {"pessoa_tipo", "Tipo", "tipo de pessoa|tipo pessoa|pessoa", 10, 0, 0,
     "Física=1|Jurídica=2|pessoa física=1|pessoa jurídica=2|pf=1|pj=2|f=1|j=2"},
    {"cpf_cnpj", "CPF/CNPJ", "cpf|cnpj|documento|cpf ou cnpj|cnpj cpf|cnpj ou cpf", 18},
    {"razao_social", "Nome ou razão social",
     "nome|razao social|nome completo|nome razao social|razao social nome|cliente|fornecedor", 40},
    {"nome_fantasia", "Apelido ou nome fantasia", "nome fantasia|fantasia|apelido", 30},
    {"insc_estadual", "Inscrição estadual", "ie|insc estadual|inscricao|rg ie", 16},
    {"logradouro", "Logradouro", "endereco|rua", 30},
    {"numero", "Número", "no|num|n", 8},
    {"complemento", "Complemento", "compl", 16},
    {"bairro", "Bairro", "", 18},
    {"municipio_nome", "Cidade", "municipio|nome do municipio|cidade uf", 22},
    {"municipio", "Código do município", "codigo ibge|ibge|cod municipio|codigo da cidade|codigo municipio", 10},
    {"uf", "UF", "estado", 6},
    {"cep", "CEP", "codigo postal", 10, 8, 1},
    {"pais", "País", "", 12},
    {"telefone", "Telefone", "fone|celular|tel|whatsapp|telefone celular", 16},
    {"email", "E-mail", "email|e mail|correio eletronico", 28},
    {"contato", "Contato", "nome do contato|responsavel", 20},
    {"observacao", "Observação", "observacoes|obs", 30},
    {"ativo", "Ativo", "situacao|status", 8},
};

} // namespace

std::span<spreadsheets::Column const> product_columns() { return product; }
std::span<spreadsheets::Column const> person_columns() { return person; }

} // namespace balcao::imports
