#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "nfce/composition.hpp"
#include "office/readiness/readiness.hpp"
#include "platform/base/brazilian.hpp"

namespace balcao::readiness {

namespace {

using namespace std::chrono_literals;
using std::chrono::days;

constexpr auto renew_before = days{7};
constexpr auto test_holds = 24h;
constexpr auto clock_tolerance = 60s;
constexpr int in_producao = 1; // tpAmb
constexpr int mei = 4;         // CRT

Row row(std::string_view chave, std::string_view titulo, std::string_view acao) {
    return {.chave = chave, .titulo = titulo, .acao = acao};
}

Row& say(Row& row, Situation situation, std::string text) {
    row.situacao = situation;
    row.texto = std::move(text);
    return row;
}

std::string day(Facts const& facts, Instant at) {
    return local_date_time_text(at, facts.company.fuso_horario).substr(0, 10);
}

Row company(Facts const& facts) {
    auto one = row("empresa", "Dados da empresa", "empresa");
    if (facts.company.ativo != "S") return say(one, Situation::falta, "A empresa está inativa. Reative-a em Empresas.");
    if (facts.company.inscricao_estadual == "ISENTO")
        return say(one, Situation::falta, "Quem emite NFC-e tem inscrição estadual. Digite-a no cadastro da empresa.");
    return say(one, Situation::ok, "CNPJ, inscrição estadual e endereço completos.");
}

Row certificate(Facts const& facts) {
    auto one = row("certificado", "Certificado digital", "certificado");
    if (!facts.certificate_until) return say(one, Situation::falta, "Envie o certificado digital A1 da empresa.");
    auto const until = *facts.certificate_until;
    if (until <= facts.now)
        return say(one, Situation::falta, fmt::format("Venceu em {}. Envie o novo.", day(facts, until)));
    if (until - facts.now < renew_before)
        return say(one, Situation::atencao, fmt::format("Vence em {}. Renove antes.", day(facts, until)));
    return say(one, Situation::ok, fmt::format("Válido até {}.", day(facts, until)));
}

// What somebody says is done.
Row ticked(Facts const& facts, Row one, std::string_view done, std::string_view to_do) {
    one.marcavel = true;
    auto const found = std::ranges::find(facts.ticks, one.chave, &Tick::chave);
    if (found == facts.ticks.end()) return say(one, Situation::falta, std::string(to_do));
    one.marcado = *found;
    return say(one, Situation::ok, std::string(done));
}

Row registration(Facts const& facts) {
    return ticked(
        facts, row("credenciamento", "Credenciamento na SEFAZ", ""),
        fmt::format("A empresa está credenciada para NFC-e em {}.", facts.company.uf),
        fmt::format("Peça o credenciamento para NFC-e no portal da SEFAZ de {} e marque aqui quando for aprovado.",
                    facts.company.uf));
}

// Only who sells to companies issues it.
Row nfe_registration(Facts const& facts) {
    auto one = ticked(facts, row("credenciamento_nfe", "Credenciamento para NF-e", ""),
                      fmt::format("A empresa está credenciada para NF-e (modelo 55) em {}.", facts.company.uf),
                      "Para vender a empresas (CNPJ) ou para fora do estado, peça também o credenciamento para NF-e e "
                      "marque aqui quando for aprovado.");
    one.necessaria = false;
    return one;
}

Row csc(Facts const& facts) {
    auto one = row("csc", "CSC e identificador", "sefaz");
    if (!facts.needs_csc) return say(one, Situation::ok, "O QR Code versão 3 não usa CSC.");
    if (facts.has_csc) return say(one, Situation::ok, "Salvos para o ambiente em uso.");
    return say(one, Situation::falta, "Gere o CSC no portal da SEFAZ e salve código e identificador.");
}

Row authorities(Facts const& facts) {
    auto one = row("autoridades", "Autoridades da ICP-Brasil", "");
    if (facts.was_answered) return say(one, Situation::ok, "O certificado do servidor da SEFAZ foi conferido.");
    if (!facts.has_authorities) {
        return say(one, Situation::falta,
                   "Quem cuida deste servidor precisa informar as autoridades da ICP-Brasil (BALCAO_SEFAZ_CA).");
    }
    one.acao = "sefaz_teste";
    return say(one, Situation::atencao, "Informadas, mas ainda não conferidas. Teste a conexão.");
}

Row service(Facts const& facts) {
    auto one = row("servico", "Serviço da SEFAZ", "sefaz_teste");
    if (facts.away) return say(one, Situation::atencao, fmt::format("A SEFAZ não responde: {}.", *facts.away));
    if (!facts.test) return say(one, Situation::falta, "Teste a conexão com a SEFAZ, não com o simulador.");
    auto const when = local_date_time_text(facts.test->at, facts.company.fuso_horario);
    if (!facts.test->is_fine)
        return say(one, Situation::falta, fmt::format("O teste de {} falhou. Veja o motivo e teste de novo.", when));
    if (facts.now - facts.test->at > test_holds)
        return say(one, Situation::atencao, fmt::format("O último teste é de {}. Teste de novo.", when));
    return say(one, Situation::ok, fmt::format("Em operação no teste de {}.", when));
}

Row clock(Facts const& facts) {
    auto one = row("relogio", "Relógio do servidor", "");
    if (!facts.clock_offset) {
        return say(one, Situation::atencao,
                   "Ainda não conferido desde que o servidor foi ligado. A resposta à primeira nota mostra a hora da "
                   "SEFAZ.");
    }
    auto const offset = *facts.clock_offset;
    if (std::chrono::abs(offset) < clock_tolerance) return say(one, Situation::ok, "Certo, pelas respostas da SEFAZ.");
    auto const minutes = std::chrono::round<std::chrono::minutes>(std::chrono::abs(offset)).count();
    return say(one, Situation::falta,
               fmt::format("Está {} min {}. As notas saem com a hora da SEFAZ; acerte o relógio.", minutes,
                           offset > 0s ? "atrasado" : "adiantado"));
}

Row rules(Facts const& facts) {
    auto one = row("regras", "Regras fiscais", "tabelas_fiscais");
    if (!facts.unusable_tables.empty()) return say(one, Situation::atencao, facts.unusable_tables);
    auto const last = nfce::rules_known_until(*facts.tables);
    auto const today = local_date(facts.now, facts.company.fuso_horario);
    auto const day = date_text(last);
    if (today > last) {
        return say(one, Situation::atencao,
                   fmt::format("As regras fiscais deste programa são conhecidas até {}. As vendas continuam pelas mais "
                               "novas, e a SEFAZ decide. Instale a versão nova ou carregue as tabelas fiscais novas.",
                               day));
    }
    if (today >= add_days(last, -nfce::rules_notice_days)) {
        return say(one, Situation::atencao,
                   fmt::format("As regras fiscais deste programa são conhecidas até {}. Instale a versão nova ou "
                               "carregue as tabelas fiscais novas antes.",
                               day));
    }
    return say(one, Situation::ok, fmt::format("Conhecidas até {}.", day));
}

Row products(Facts const& facts) {
    auto one = row("produtos", "Produtos com dados fiscais", "produtos");
    auto const& [active, lacking, _] = facts.products;
    if (active == 0) {
        one.acao = "produto_novo";
        return say(one, Situation::falta, "Cadastre ao menos um produto.");
    }
    if (lacking > 0) {
        return say(one, Situation::falta,
                   fmt::format("{} {} pendência fiscal. Complete ou desative.", grouped(lacking),
                               lacking == 1 ? "produto ativo tem" : "produtos ativos têm"));
    }
    if (!facts.is_judged) {
        return say(one, Situation::atencao,
                   "Os produtos estão sendo conferidos pelas regras de hoje. Volte em um minuto.");
    }
    return say(one, Situation::ok, "Todos os produtos ativos estão prontos para nota.");
}

// First working day of 2027: SEFAZ and the law may differ from today's on it.
constexpr std::string_view change_of_2027 = "2027-01-04";

nfce::IbsCbsDemand demand_on(Facts const& facts, std::string_view date) {
    return nfce::ibscbs_demand(*facts.tables, facts.company.uf, static_cast<int>(facts.company.crt), date, in_producao);
}

// "Hoje a lei não os pede e a SEFAZ não recusa nota sem eles; em 04/01/2027 …"
std::string by_whom(Facts const& facts, std::string_view today) {
    auto const words = [&](std::string_view date) {
        auto const demand = demand_on(facts, date);
        return fmt::format("a lei {} e a SEFAZ {} nota sem eles", demand.by_law ? "os pede" : "não os pede",
                           demand.by_sefaz ? "recusa" : "não recusa");
    };
    auto text = "Hoje " + words(today);
    if (today < change_of_2027) text += fmt::format("; em {} {}", date_text(change_of_2027), words(change_of_2027));
    return text + ".";
}

// Never in the way of a sale: what SEFAZ refuses is a pendency of the product.
Row ibscbs(Facts const& facts) {
    auto one = row("ibscbs", "Pronto para 2027: produtos", "produtos_ibscbs");
    one.necessaria = false;
    auto const today = local_date(facts.now, facts.company.fuso_horario);
    auto const demand = demand_on(facts, add_days(today, nfce::rules_notice_days));
    auto const whom = by_whom(facts, today);
    if (!demand.by_law) return say(one, Situation::ok, "IBS e CBS: " + whom);
    if (auto const lacking = facts.products.with_warning; lacking > 0) {
        return say(
            one, Situation::atencao,
            fmt::format("{} sem a classificação de IBS e CBS. {} Preencha CST e cClassTrib, ou aplique um perfil "
                        "fiscal que os tenha.",
                        lacking == 1 ? "1 produto ativo está" : grouped(lacking) + " produtos ativos estão", whom));
    }
    if (!demand.rates) {
        return say(one, Situation::atencao,
                   fmt::format("A lei pede IBS e CBS {} {}, mas a alíquota da CBS ainda não está nas tabelas fiscais. "
                               "Até lá as notas saem sem eles.",
                               demand.by_law_since <= today ? "desde" : "a partir de", date_text(demand.by_law_since)));
    }
    return say(one, Situation::ok, "Os produtos ativos têm a classificação de IBS e CBS. " + whom);
}

// A product takes its classification from a profile.
Row profiles(Facts const& facts) {
    auto one = row("perfis", "Pronto para 2027: perfis fiscais", "perfis_fiscais");
    one.necessaria = false;
    auto const lacking = facts.profiles.unclassified;
    if (facts.profiles.all == 0) return say(one, Situation::ok, "A empresa não usa perfis fiscais.");
    if (lacking == 0) return say(one, Situation::ok, "Todos têm CST e cClassTrib de IBS e CBS.");
    return say(one, Situation::atencao,
               fmt::format("{} sem CST e cClassTrib de IBS e CBS. Complete, e aplique aos produtos.",
                           lacking == 1 ? "1 perfil está" : grouped(lacking) + " perfis estão"));
}

// Lei 12.741/2012; of a MEI it asks nothing (Decreto 8.264/2014, art. 8). Without a table that is in force, receipts
// say what was typed in products, which take it from a profile.
Row approximate_taxes(Facts const& facts) {
    auto one = row("tributos", "Tributos aproximados na nota", "ibpt");
    one.necessaria = false;
    auto const& uf = facts.company.uf;
    auto const today = local_date(facts.now, facts.company.fuso_horario);
    auto const [all, _, typed] = facts.profiles;
    if (!facts.ibpt && all > 0 && typed == all)
        return say(one, Situation::ok, "As notas usam as porcentagens dos perfis fiscais.");
    if (!facts.ibpt && facts.company.crt == mei) return say(one, Situation::ok, "A lei não os exige do MEI.");
    if (!facts.ibpt) {
        return say(one, Situation::atencao,
                   fmt::format("A lei pede os tributos aproximados na nota. Envie a tabela do IBPT de {}, ou digite as "
                               "porcentagens nos perfis fiscais{}.",
                               uf, typed > 0 ? fmt::format(": {} de {} têm", typed, all) : std::string()));
    }
    auto const& table = facts.ibpt->heading;
    std::string_view const instead =
        typed > 0 ? "e as notas usam só as porcentagens digitadas" : "e as notas saem sem eles";
    if (table.uf != uf) {
        return say(one, Situation::atencao,
                   fmt::format("A tabela do IBPT é de {}, {}. Envie a de {}.", table.uf, instead, uf));
    }
    if (!facts.ibpt->is_in_force(uf, today)) {
        return say(one, Situation::atencao,
                   fmt::format("A tabela do IBPT venceu em {}, {}. Envie a nova.", date_text(table.fim), instead));
    }
    if (add_days(today, ibpt::notice_days) > table.fim) {
        return say(one, Situation::atencao,
                   fmt::format("A tabela do IBPT vence em {}. Envie a nova antes.", date_text(table.fim)));
    }
    return say(one, Situation::ok, fmt::format("Tabela do IBPT em vigor até {}.", date_text(table.fim)));
}

Row series(Facts const& facts) {
    auto const next = fmt::format("Série {}, próximo número {}", facts.serie, grouped(facts.proximo));
    auto one =
        ticked(facts, row("serie", "Série e próximo número", "sefaz"), next + ", conferidos com o sistema anterior.",
               next + ". Confira com a última nota do sistema anterior e marque aqui.");
    if (facts.stopped) return say(one, Situation::falta, facts.stopped->motivo);
    return one;
}

Row responsible(Facts const& facts) {
    auto one = row("responsavel_tecnico", "Responsável técnico", "responsavel_tecnico");
    if (facts.has_responsible) return say(one, Situation::ok, "Salvo.");
    if (!facts.needs_responsible)
        return say(one, Situation::ok, fmt::format("A SEFAZ de {} não exige.", facts.company.uf));
    return say(
        one, Situation::falta,
        fmt::format("A SEFAZ de {} exige. Um administrador salva nas configurações da SEFAZ.", facts.company.uf));
}

Row sale_settings(Facts const& facts) {
    auto one = ticked(facts, row("configuracoes_venda", "Configurações de venda", "configuracoes_venda"), "Conferidas.",
                      "Confira Pix, limite de desconto, caixa e contingência, e marque aqui.");
    one.necessaria = false;
    return one;
}

Row printer(Facts const& facts) {
    auto one = row("impressora", "Impressora", "estacoes");
    one.necessaria = false;
    if (facts.has_printed) return say(one, Situation::ok, "Já imprimiu.");
    return say(one, Situation::falta, "Cadastre uma estação e imprima a página de teste ou uma nota de treino.");
}

Row backup(Facts const& facts) {
    auto one = row("backup", "Cópia de segurança", "");
    one.necessaria = false;
    auto const& status = facts.backup;
    if (!status.is_set) {
        return say(one, Situation::falta,
                   "Quem cuida deste servidor precisa informar onde guardar as cópias diárias (BALCAO_BACKUP_DIR).");
    }
    if (status.error) return say(one, Situation::falta, fmt::format("A última falhou. {}", *status.error));
    if (!status.last_made) return say(one, Situation::atencao, "Configurada; a primeira ainda não foi feita.");
    auto const when = local_date_time_text(*status.last_made, facts.company.fuso_horario);
    if (facts.now - *status.last_made > backups::DailyBackups::overdue)
        return say(one, Situation::atencao, fmt::format("Atrasada: a última é de {}.", when));
    return say(one, Situation::ok, fmt::format("A última é de {}.", when));
}

struct Step {
    bool done;
    std::string_view words;
};

// "emita em contingência e cancele"
std::string missing(std::initializer_list<Step> steps) {
    std::vector<std::string_view> left;
    for (auto const& step : steps) {
        if (!step.done) left.push_back(step.words);
    }
    std::string text;
    for (std::size_t i = 0; i < left.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == left.size() ? " e " : ", ", left[i]);
    return text;
}

Row training(Facts const& facts) {
    auto one = row("treino", "Treino no simulador", "treino");
    one.necessaria = false;
    auto const& done = facts.training;
    auto const left = missing({{done.sold, "venda"},
                               {done.refused, "corrija uma nota rejeitada"},
                               {done.offline, "emita em contingência"},
                               {done.cancelled, "cancele uma nota"}});
    if (left.empty()) return say(one, Situation::ok, "Venda, rejeição, contingência e cancelamento já treinados.");
    return say(one, done.sold ? Situation::atencao : Situation::falta, fmt::format("No simulador, {}.", left));
}

Row trial(Facts const& facts) {
    auto one = row("homologacao", "Provas em homologação", "nota_teste");
    auto const& done = facts.trial;
    auto const left = missing({{done.sold, "emita a nota de teste de R$ 1,00"},
                               {done.cancelled, "cancele uma nota"},
                               {done.offline, "transmita uma nota de contingência"},
                               {done.voided, "inutilize um número"}});
    if (left.empty())
        return say(one, Situation::ok, "Nota autorizada, cancelada, transmitida da contingência e número inutilizado.");
    return say(one, Situation::falta, fmt::format("Em homologação na SEFAZ, {}.", left));
}

} // namespace

std::vector<Row> rows_of(Facts const& facts) {
    return {company(facts),           certificate(facts), registration(facts),
            nfe_registration(facts),  csc(facts),         authorities(facts),
            service(facts),           clock(facts),       rules(facts),
            products(facts),          ibscbs(facts),      profiles(facts),
            approximate_taxes(facts), series(facts),      responsible(facts),
            sale_settings(facts),     printer(facts),     backup(facts),
            training(facts),          trial(facts)};
}

} // namespace balcao::readiness
