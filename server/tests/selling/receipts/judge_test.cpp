// Every reply in every state against cases/nota-transicoes.txt; what a reply says of the service; events and voiding.

#include "selling/receipts/judging/judging.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "nfce/datetime.hpp"
#include "replies.hpp"

namespace balcao::receipts {
namespace {

using namespace std::chrono_literals;
using nfce::Service;
using sefaz::FaultKind;

constexpr std::array rule_names{"none", "t1",  "t1c",  "t2",  "t3",  "t4",  "t5",  "t6",  "t6a", "t7",  "t7c", "t8",
                                "t9",   "t10", "t10b", "t11", "t12", "t13", "t14", "t15", "t16", "t17", "t18"};
constexpr std::array alarm_names{"documento_divergente", "numero_duplicado",       "numero_ocupado",
                                 "nota_reemitida",       "nota_de_venda_desfeita", "cancelada_fora",
                                 "substituicao_parada",  "venda_com_duas_notas",   "sefaz_endereco",
                                 "consumo_indevido",     "defeito_do_programa"};
constexpr std::array class_names{"authorised",   "cancelled",         "event_registered", "voided",      "in_progress",
                                 "envelope",     "service_up",        "temporary",        "overuse",     "duplicate",
                                 "number_taken", "ask_again",         "not_there",        "window_over", "clock",
                                 "schema",       "certificate_fault", "signature_fault",  "qr_fault",    "issuer_fault",
                                 "denied_old",   "data_fault",        "registry",         "unknown"};
constexpr std::array fault_names{"unusable_address",
                                 "name_not_found",
                                 "refused",
                                 "unreachable",
                                 "timeout",
                                 "untrusted_server",
                                 "wrong_host",
                                 "certificate_refused",
                                 "tls",
                                 "closed",
                                 "cut_off",
                                 "too_large",
                                 "http_status",
                                 "not_sefaz"};

struct NamedReply {
    std::vector<std::string> names; // what a row may call it
    Reply reply;
};

NamedReply code_reply(Service service, int cStat) {
    auto const kind = class_names.at(static_cast<std::size_t>(nfce::class_of(cStat)));
    std::vector<std::string> names{std::to_string(cStat), kind};
    if (service == Service::query) {
        bool const tells_protocol = nfce::means_authorised(cStat);
        return {names, test::query_reply(cStat, "Motivo", tells_protocol ? test::protNFe({.cStat = cStat}) : "")};
    }
    if (cStat == 103 || cStat == 105) return {names, test::in_progress_reply(service, cStat, "123456789012345")};
    return {names, test::transmission_reply(service, {.cStat = cStat})};
}

std::string naming(std::string_view chave) { return fmt::format("Motivo [chNFe: {}]", chave); }

std::vector<NamedReply> special_replies(Service service) {
    auto const up = test::read(Service::status, test::answer(Service::status, test::head(107)));
    std::vector<NamedReply> all{{{"ilegivel"}, Answered{{.service = service}, nfce::Undecided{"HTML"}}},
                                {{"outro-servico"}, up}};
    if (service == Service::query) {
        for (int const cStat : {562, 613}) {
            all.push_back({{fmt::format("{}:nossa", cStat)}, test::query_reply(cStat, naming(test::own_chave))});
            all.push_back({{fmt::format("{}:alheia", cStat)}, test::query_reply(cStat, naming(test::foreign_chave))});
        }
        for (auto const* const event : {"110111", "110112"}) {
            all.push_back(
                {{fmt::format("101:{}", event)}, test::query_reply(101, "Motivo", test::procEventoNFe(event))});
            all.push_back({{fmt::format("101:{}-prot", event)},
                           test::query_reply(101, "Motivo", test::protNFe({}) + test::procEventoNFe(event))});
        }
        all.push_back(
            {{"100:outro-digest"}, test::query_reply(100, "Motivo", test::protNFe({.digest = test::other_digest}))});
        return all;
    }
    all.push_back({{"100:outro-digest"}, test::transmission_reply(service, {.digest = test::other_digest})});
    all.push_back(
        {{"539:nossa"}, test::transmission_reply(service, {.cStat = 539, .xMotivo = naming(test::own_chave)})});
    all.push_back(
        {{"539:alheia"}, test::transmission_reply(service, {.cStat = 539, .xMotivo = naming(test::foreign_chave)})});
    all.push_back({{"outra-chave"}, test::transmission_reply(service, {.chave = test::foreign_chave})});
    all.push_back({{"outro-ambiente"}, test::transmission_reply(service, {.tpAmb = 1})});
    if (service == Service::authorisation) all.push_back({{"103:sem-lote"}, test::in_progress_reply(service, 103, "")});
    return all;
}

/// Every code there can be, every fault with and without bytes sent, every answer that is special.
std::vector<NamedReply> const& all_replies(Service service) {
    static std::map<Service, std::vector<NamedReply>> made;
    auto& all = made[service];
    if (!all.empty()) return all;
    all = special_replies(service);
    for (int cStat = 100; cStat <= 999; ++cStat) all.push_back(code_reply(service, cStat));
    for (std::size_t fault = 0; fault < fault_names.size(); ++fault) {
        for (auto const saiu : {Saiu::sent, Saiu::unsent, Saiu::unknown}) {
            auto const end = saiu == Saiu::unsent ? "/N" : "";
            all.push_back({{std::string(fault_names[fault]) + end, std::string("falha") + end},
                           NoAnswer{static_cast<FaultKind>(fault), saiu}});
        }
    }
    return all;
}

Instant at_local(std::string_view text) {
    return Instant{} + std::chrono::seconds(nfce::DateTime::parse(text)->epoch());
}

struct Given {
    Facts facts;
    Exchange exchange;
};

Given given(Service service, Estado estado, std::string_view tag) {
    auto const now = at_local(test::received) + 1s;
    Facts facts{.estado = estado,
                .offline = estado == Estado::contingencia || estado == Estado::contingencia_rejeitada,
                .versions = {{.versao = 1,
                              .chave = std::string(test::own_chave),
                              .digest = std::string(test::own_digest),
                              .dhEmi = now - 30s,
                              .signer_valid_to = now + 24h}},
                .exchanges = {},
                .events = {},
                .created = now - 30s,
                .asked = {},
                .now = now};
    Exchange before{.service = Service::authorisation, .versao = 1, .announced = now - 30s, .ended = now - 20s};
    before.resultado = Resultado::unanswered;
    if (tag == "relogio")
        before = {.service = Service::authorisation,
                  .versao = 1,
                  .announced = now - 30s,
                  .ended = now - 20s,
                  .resultado = Resultado::answered,
                  .cStat = 703};
    if (tag == "disputada" || tag == "parada" || tag == "confirmada") {
        before.resultado = Resultado::answered;
        before.cStat = 539;
    }
    facts.exchanges.push_back(before);
    facts.replaced = tag == "substituida";
    facts.venda_desfeita = tag.starts_with("desfeita");
    if (tag == "desfeita-tarde") facts.now = facts.now + 30min;
    if (tag == "terceiro" || tag == "confirmada") facts.outside_numbers = 2;
    facts.series_stopped = tag == "parada";
    if (tag == "110111" || tag == "110112") facts.events.push_back({std::string(tag), EventEstado::indefinido, 0});
    if (tag == "573") facts.events.push_back({"110111", EventEstado::indefinido, 573});
    Exchange const exchange{.service = service, .versao = 1, .announced = now - 2s, .by_this_run = true};
    facts.exchanges.push_back(exchange);
    return {facts, exchange};
}

struct Row {
    int line = 0;
    std::string service, tag;
    std::set<std::string> states, replies;
    std::string rule, estado;
    std::set<std::string> effects;

    bool fits(Service of, Estado state, NamedReply const& reply) const {
        if ((service == "consulta") != (of == Service::query)) return false;
        if (!states.contains("*") && !states.contains(std::string(text(state)))) return false;
        return replies.contains("*") ||
               std::ranges::any_of(reply.names, [&](std::string const& name) { return replies.contains(name); });
    }
};

std::vector<std::string> words(std::string const& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<Row> const& rows() {
    static std::vector<Row> const all = [] {
        std::ifstream file(std::filesystem::path(BALCAO_TEST_DATA).parent_path() /
                           "selling/receipts/cases/nota-transicoes.txt");
        if (!file) throw std::runtime_error("nota-transicoes.txt is missing");
        std::vector<Row> read;
        int number = 0;
        for (std::string line; std::getline(file, line);) {
            ++number;
            if (line.empty() || line.starts_with('#')) continue;
            std::vector<std::string> parts;
            for (auto const part : line | std::views::split('|')) parts.emplace_back(part.begin(), part.end());
            auto const arrow = parts.at(3).find(" -> ");
            auto const then = words(parts.at(3).substr(arrow + 4));
            auto const states = words(parts[1]), replies = words(parts[3].substr(0, arrow));
            read.push_back({.line = number,
                            .service = words(parts[0]).at(0),
                            .tag = words(parts[2]).at(0),
                            .states = {states.begin(), states.end()},
                            .replies = {replies.begin(), replies.end()},
                            .rule = then.at(0),
                            .estado = then.at(1),
                            .effects = {then.begin() + 2, then.end()}});
        }
        return read;
    }();
    return all;
}

std::string said(std::string_view rule, std::string_view estado, std::set<std::string> const& effects) {
    return fmt::format("{} {} {}", rule, estado, fmt::join(effects, " "));
}

std::string said(Transition const& to, std::vector<Alarm> const& of_the_service) {
    std::set<std::string> effects;
    for (auto const alarm : to.alarms)
        if (std::ranges::find(of_the_service, alarm) == of_the_service.end())
            effects.insert(alarm_names.at(static_cast<std::size_t>(alarm)));
    if (!to.tpEvento.empty()) effects.insert(to.tpEvento);
    if (to.successor != Successor::none)
        effects.insert(to.successor == Successor::normal ? "nova-normal" : "nova-offline");
    if (to.stop_series) effects.insert("para-serie");
    if (to.correct_clock) effects.insert("acerta-relogio");
    if (to.judge_again) effects.insert("julga-de-novo");
    if (to.send_event_again) effects.insert("evento-de-novo");
    return said(rule_names.at(static_cast<std::size_t>(to.rule)), text(to.estado), effects);
}

void expect(Row const& row, Service service, Estado state, NamedReply const& reply) {
    auto const [facts, exchange] = given(service, state, row.tag);
    auto const to = judge(exchange, reply.reply, facts);
    auto const expected = said(row.rule, row.estado == "=" ? text(state) : row.estado, row.effects);
    EXPECT_EQ(said(to, effects_on_service(service, reply.reply).alarms), expected)
        << "line " << row.line << ": " << text(state) << ", " << row.tag << ", " << reply.names.front();
    if (to.rule == Rule::t2 || to.rule == Rule::t10 || to.rule == Rule::t17) {
        EXPECT_EQ(to.versao.has_value(), to.estado == Estado::autorizada);
    }
    EXPECT_EQ(to.chave_alheia, to.estado == Estado::ocupada && to.rule != Rule::none ? test::foreign_chave : "");
}

constexpr std::array services{Service::authorisation, Service::authorisation_result, Service::query};

TEST(Judge, DoesInEveryStateWithEveryReplyWhatTheTableSays) {
    std::set<int> used;
    for (auto const* const tag : {"-", "substituida"}) {
        for (auto const service : services) {
            for (auto const& reply : all_replies(service)) {
                for (int i = 0; i < estados; ++i) {
                    auto const state = static_cast<Estado>(i);
                    auto const row = std::ranges::find_if(
                        rows(), [&](Row const& one) { return one.tag == tag && one.fits(service, state, reply); });
                    ASSERT_NE(row, rows().end()) << text(state) << ", " << tag << ", " << reply.names.front();
                    used.insert(row->line);
                    expect(*row, service, state, reply);
                    if (HasFailure()) return;
                }
            }
        }
    }
    for (auto const& row : rows()) {
        bool const is_special = row.tag != "-" && row.tag != "substituida";
        EXPECT_TRUE(is_special || used.contains(row.line)) << "line " << row.line;
    }
}

TEST(Judge, DoesWithOneFactMoreWhatTheTableSays) {
    for (auto const& row : rows()) {
        if (row.tag == "-" || row.tag == "substituida") continue;
        int cases = 0;
        for (auto const service : services) {
            for (auto const& reply : all_replies(service)) {
                for (int i = 0; i < estados; ++i) {
                    auto const state = static_cast<Estado>(i);
                    if (!row.fits(service, state, reply)) continue;
                    expect(row, service, state, reply);
                    ++cases;
                }
            }
        }
        EXPECT_GT(cases, 0) << "line " << row.line;
    }
}

TEST(Judge, ChangesNothingOfANotaWhoseAnswerIsOfAnotherService) {
    auto const [facts, exchange] = given(Service::status, Estado::enviando, "-");
    EXPECT_THROW(judge(exchange, NoAnswer{}, facts), std::invalid_argument);
}

TEST(Judge, AsksForEveryKeyBeforeItSendsAgain) {
    auto [facts, exchange] = given(Service::query, Estado::indefinida, "-");
    auto december = facts.versions.front();
    december.versao = 2;
    december.chave = test::foreign_chave;
    facts.versions.push_back(december);
    auto const absent = test::query_reply(217);
    EXPECT_EQ(judge(exchange, absent, facts).rule, Rule::none) << "the key of the other month was not asked for";
    facts.exchanges.push_back({.service = Service::query,
                               .versao = 2,
                               .announced = facts.now - 1s,
                               .ended = facts.now,
                               .resultado = Resultado::answered,
                               .cStat = 217});
    EXPECT_EQ(judge(exchange, absent, facts).rule, Rule::t5);
}

std::string said(ServiceEffects const& effects) {
    constexpr std::array health{"-", "working", "away", "cut_off"};
    std::string text = health.at(static_cast<std::size_t>(effects.health));
    if (effects.block) {
        text += effects.block->for_an_hour ? " hour" : " changed";
        text += effects.block->service ? " " + std::string(nfce::service_name(*effects.block->service)) : " all";
    }
    for (auto const alarm : effects.alarms) text += std::string(" ") + alarm_names.at(static_cast<std::size_t>(alarm));
    return text;
}

TEST(ServiceEffects, OfFaultsGoByTheirKind) {
    std::map<std::string, std::string> const expected{{"unusable_address", "- sefaz_endereco"},
                                                      {"name_not_found", "cut_off"},
                                                      {"refused", "cut_off"},
                                                      {"unreachable", "cut_off"},
                                                      {"timeout", "away"},
                                                      {"untrusted_server", "- sefaz_endereco"},
                                                      {"wrong_host", "- sefaz_endereco"},
                                                      {"certificate_refused", "- changed all"},
                                                      {"tls", "-"},
                                                      {"closed", "away"},
                                                      {"cut_off", "away"},
                                                      {"too_large", "-"},
                                                      {"http_status", "-"},
                                                      {"not_sefaz", "away"}};
    for (std::size_t i = 0; i < fault_names.size(); ++i) {
        for (auto const saiu : {Saiu::sent, Saiu::unsent}) {
            EXPECT_EQ(said(effects_on_service(Service::authorisation, NoAnswer{static_cast<FaultKind>(i), saiu})),
                      expected.at(fault_names[i]))
                << fault_names[i];
        }
    }
    for (auto const& [status, health] :
         std::map<int, std::string>{{403, "-"}, {499, "-"}, {500, "away"}, {503, "away"}})
        EXPECT_EQ(said(effects_on_service(Service::query, NoAnswer{FaultKind::http_status, Saiu::sent, status})),
                  health);
}

TEST(ServiceEffects, OfCodesGoByTheirClass) {
    std::map<int, std::string> const expected{{100, "working"},
                                              {108, "away"},
                                              {109, "away"},
                                              {999, "-"},
                                              {286, "-"},
                                              {656, "- hour NFeAutorizacao4 consumo_indevido"},
                                              {280, "working changed all"},
                                              {462, "working changed NFeAutorizacao4"},
                                              {203, "working changed NFeAutorizacao4"},
                                              {301, "working changed NFeAutorizacao4"},
                                              {110, "working changed NFeAutorizacao4"},
                                              {225, "working defeito_do_programa"},
                                              {297, "working defeito_do_programa"},
                                              {531, "working"},
                                              {998, "working"}};
    for (auto const& [cStat, effects] : expected)
        EXPECT_EQ(said(effects_on_service(Service::authorisation, code_reply(Service::authorisation, cStat).reply)),
                  effects)
            << cStat;
    EXPECT_EQ(said(effects_on_service(Service::query, test::query_reply(656))),
              "- hour NFeConsultaProtocolo4 consumo_indevido");
}

TEST(Events, GoByTheInnerCode) {
    constexpr std::array names{"aguardando", "enviando", "indefinido", "registrado", "recusado"};
    auto const [facts, unused] = given(Service::query, Estado::autorizada, "-");
    struct Case {
        Reply reply;
        std::string_view expected;
    };
    std::vector<Case> const cases{{test::event_reply(135), "t12 registrado"},
                                  {test::event_reply(155), "t12 registrado"},
                                  {test::event_reply(136), "t12 registrado query"},
                                  {test::event_reply(135, "110112"), "none indefinido query"},
                                  {test::event_reply(135, "110111", test::foreign_chave), "none indefinido query"},
                                  {test::event_reply(573), "none indefinido query"},
                                  {test::event_reply(218), "none indefinido query"},
                                  {test::event_reply(420), "none indefinido query"},
                                  {test::event_reply(580), "none indefinido query"},
                                  {test::event_reply(999), "none indefinido query"},
                                  {test::event_reply(501), "none recusado"},
                                  {test::event_reply(594), "none recusado"},
                                  {test::event_reply(578), "none recusado again"},
                                  {test::event_reply(108), "none enviando"},
                                  {test::event_reply(656), "none enviando"},
                                  {test::event_reply(280), "none enviando"},
                                  {test::event_reply(203), "none enviando"},
                                  {NoAnswer{FaultKind::refused, Saiu::unsent}, "none enviando"},
                                  {NoAnswer{FaultKind::timeout, Saiu::sent}, "none indefinido query"},
                                  {test::query_reply(101), "none indefinido query"}};
    for (auto const& [reply, expected] : cases) {
        auto const to = judge_event({"110111", EventEstado::enviando, 0}, reply, facts);
        EXPECT_EQ(fmt::format("{} {}{}{}", rule_names.at(static_cast<std::size_t>(to.rule)),
                              names.at(static_cast<std::size_t>(to.estado)), to.query_nota ? " query" : "",
                              to.make_again ? " again" : ""),
                  expected);
    }
    EXPECT_EQ(judge_event({"110112", EventEstado::enviando, 0}, test::event_reply(135, "110112"), facts).rule,
              Rule::t13);
}

TEST(Event, IsMadeThreeTimesAtMostForItsHour) {
    auto [facts, unused] = given(Service::query, Estado::autorizada, "-");
    OwnEvent const refused{"110112", EventEstado::recusado, 578};
    auto const is_made_again = [&facts] {
        return judge_event({"110112", EventEstado::enviando, 0}, test::event_reply(578), facts).make_again;
    };
    facts.events = {refused, {"110112", EventEstado::enviando, 0}};
    EXPECT_TRUE(is_made_again());
    facts.events.insert(facts.events.begin(),
                        {{"110111", EventEstado::recusado, 578}, {"110112", EventEstado::recusado, 910}});
    EXPECT_TRUE(is_made_again()) << "neither was this one, refused for its hour";
    facts.events.insert(facts.events.begin(), refused);
    EXPECT_FALSE(is_made_again());
}

TEST(Voiding, IsClosedBySomeCodesAndSplitByOne) {
    constexpr std::array names{"enviando", "indefinido", "homologada", "recusada"};
    auto const said = [&](int ini, int fim, Reply const& reply) {
        auto const to = judge_voiding({.tpAmb = 2, .serie = 1, .ini = ini, .fim = fim}, reply);
        return fmt::format("{} {}{}{}", rule_names.at(static_cast<std::size_t>(to.rule)),
                           names.at(static_cast<std::size_t>(to.estado)), to.split ? " split" : "",
                           to.query_keys ? " keys" : "");
    };
    EXPECT_EQ(said(3, 5, test::voiding_reply(102, 3, 5)), "t14 homologada");
    EXPECT_EQ(said(3, 5, test::voiding_reply(102, 3, 4)), "none indefinido") << "another range was voided";
    EXPECT_EQ(said(3, 5, test::voiding_reply(563, 3, 5)), "t14 homologada");
    EXPECT_EQ(said(3, 5, test::voiding_reply(206, 3, 5)), "t14 homologada");
    EXPECT_EQ(said(3, 5, test::voiding_reply(256, 3, 5)), "none recusada split");
    EXPECT_EQ(said(3, 3, test::voiding_reply(256, 3, 3)), "t14 homologada");
    EXPECT_EQ(said(3, 5, test::voiding_reply(241, 3, 5)), "none recusada keys");
    EXPECT_EQ(said(3, 5, test::voiding_reply(453, 3, 5)), "none recusada");
    for (int const cStat : {108, 999, 656, 280, 203})
        EXPECT_EQ(said(3, 5, test::voiding_reply(cStat, 3, 5)), "none indefinido");
    EXPECT_EQ(said(3, 5, NoAnswer{FaultKind::timeout, Saiu::sent}), "none indefinido");
}

} // namespace
} // namespace balcao::receipts
