// The next step of a nota against cases/nota-planos.txt, and what holds whatever was exchanged before.

#include "selling/receipts/planning/planning.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "selling/receipts/planning/budgets.hpp"

namespace balcao::receipts {
namespace {

using namespace std::chrono_literals;
using nfce::Service;
using std::chrono::seconds;

constexpr Instant noon{1'795'435'200'000'000}; // 2026-11-23T12:00:00Z

seconds duration(std::string const& text) {
    auto const unit = text.back();
    return seconds(std::stoi(text) * (unit == 'h' ? 3600 : unit == 'm' ? 60 : 1));
}

Facts nota(Estado estado) {
    Version const version{.versao = 2, .chave = "B", .digest = "b", .dhEmi = noon - 30s, .signer_valid_to = noon + 24h};
    Facts facts{.estado = estado,
                .versions = {version},
                .exchanges = {},
                .events = {},
                .created = noon - 30s,
                .asked = {},
                .now = noon};
    facts.offline = estado == Estado::contingencia || estado == Estado::contingencia_rejeitada;
    return facts;
}

void add_fact(Facts& facts, std::string const& fact) {
    auto const equals = fact.find('=');
    auto const name = fact.substr(0, equals);
    auto const value = equals == std::string::npos ? 0s : duration(fact.substr(equals + 1));
    if (name == "substituida") facts.replaced = true;
    else if (name == "dhEmi") facts.versions.back().dhEmi = noon + value;
    else if (name == "segura") facts.held = true;
    else if (name == "parada") facts.series_stopped = true;
    else if (name == "bloqueio") facts.transmit_from = noon + value;
    else if (name == "sem-consulta") facts.query_from = noon + value;
    else if (name == "pedido") facts.asked = noon + value;
    else if (name == "vencido") facts.versions.back().signer_valid_to = noon;
    else if (name == "duas-chaves")
        facts.versions.insert(facts.versions.begin(), {.versao = 1, .chave = "A", .digest = "a", .dhEmi = noon - 60s});
    else throw std::runtime_error("no such fact: " + fact);
}

Exchange exchange(std::string const& text) {
    auto const at = text.find('@'), colon = text.find(':');
    auto const service = text.substr(0, at), answer = text.substr(colon + 1);
    Exchange made{.service = Service::authorisation, .versao = service == "consulta1" ? 1 : 2};
    if (service == "lote") made.service = Service::authorisation_result;
    if (service.starts_with("consulta")) made.service = Service::query;
    made.announced = noon + duration(text.substr(at + 1, colon - at - 1));
    made.ended = made.announced + 1s;
    made.saiu = answer == "N" ? Saiu::unsent : Saiu::sent;
    made.by_this_run = answer == "aberta";
    if (answer == "aberta" || answer == "alheia") return made;
    made.resultado = answer == "?" || answer == "N" ? Resultado::unanswered : Resultado::answered;
    if (made.resultado == Resultado::answered) made.cStat = std::stoi(answer);
    if (made.cStat == 103) made.nRec = "123456789012345";
    return made;
}

struct Said {
    std::string operator()(SendAnnounced const&) const { return "manda"; }
    std::string operator()(GiveUpOpen const&) const { return "desiste"; }
    std::string operator()(Transmit const& step) const { return step.versao == 2 ? "envia" : "envia1"; }
    std::string operator()(Rebuild const&) const { return "constroi"; }
    std::string operator()(SignAgain const&) const { return "assina"; }
    std::string operator()(AskResult const& step) const { return step.nRec.empty() ? "lote sem número" : "lote"; }
    std::string operator()(Query const& step) const { return step.versao == 2 ? "consulta" : "consulta1"; }
    std::string operator()(Abandon const&) const { return "abandona"; }
    std::string operator()(Wait const& step) const {
        return fmt::format("espera {}s", std::chrono::duration_cast<seconds>(step.until - noon).count());
    }
    std::string operator()(Nothing const&) const { return "nada"; }
};

TEST(Plan, IsWhatTheTableSays) {
    std::ifstream file(std::filesystem::path(BALCAO_TEST_DATA).parent_path() /
                       "selling/receipts/cases/nota-planos.txt");
    int cases = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        auto const colon = line.find(" :"), arrow = line.find(" -> ");
        ASSERT_TRUE(colon != std::string::npos && arrow != std::string::npos) << line;
        std::istringstream facts_text(line.substr(0, colon)), exchanges_text(line.substr(colon + 2, arrow - colon - 2));
        std::string word;
        facts_text >> word;
        auto facts = nota(estado_of(word));
        while (facts_text >> word) add_fact(facts, word);
        while (exchanges_text >> word) facts.exchanges.push_back(exchange(word));
        auto expected = line.substr(arrow + 4);
        if (expected.starts_with("espera ")) expected = fmt::format("espera {}s", duration(expected.substr(8)).count());
        EXPECT_EQ(std::visit(Said{}, plan(facts)), expected) << line;
        ++cases;
    }
    EXPECT_GT(cases, 60);
}

TEST(Plan, SpreadsRepeatedAttempts) {
    auto facts = nota(Estado::enviando);
    for (auto const* const text :
         {"envio@-90s:108", "envio@-80s:108", "envio@-70s:108", "envio@-60s:108", "envio@-1s:108"})
        facts.exchanges.push_back(exchange(text));
    facts.exchanges.erase(facts.exchanges.begin());
    for (auto const& [lot, wait] : std::map<int, seconds>{{-1000, 24s}, {0, 30s}, {1000, 36s}}) {
        facts.lot = lot;
        EXPECT_EQ(transmission_due(facts), noon + wait) << lot;
    }
}

TEST(AbsenceProof, NeedsALaterQueryForEachLostTransmission) {
    auto facts = nota(Estado::rejeitada);
    facts.exchanges = {exchange("envio@-20m:?"), exchange("consulta@-19m:217"), exchange("envio@-10m:778")};
    EXPECT_TRUE(absence_proof(facts).proven);
    facts.exchanges[1].announced = noon - 21min;
    EXPECT_FALSE(absence_proof(facts).proven) << "the query was before it";
    facts.exchanges = {exchange("envio@-10m:?"), exchange("consulta@-9m:217")};
    EXPECT_FALSE(absence_proof(facts).proven);
    EXPECT_EQ(absence_proof(facts).possible_from, noon + 5min);
    facts.exchanges = {exchange("envio@-10m:N"), exchange("envio@-9m:778")};
    EXPECT_TRUE(absence_proof(facts).proven) << "nothing was lost";
}

rc::Gen<std::string> any_exchange() {
    return rc::gen::map(
        rc::gen::tuple(rc::gen::element("envio", "lote", "consulta", "consulta1"),
                       rc::gen::element("100", "103", "105", "106", "108", "204", "206", "217", "539", "635", "656",
                                        "703", "778", "?", "N")),
        [](auto const& parts) { return std::get<0>(parts) + std::string("@-1s:") + std::get<1>(parts); });
}

std::vector<Exchange> any_exchanges() {
    auto const texts = *rc::gen::container<std::vector<std::string>>(any_exchange());
    std::vector<Exchange> made;
    auto at = noon - std::chrono::minutes(*rc::gen::inRange(1, 3000));
    for (auto const& text : texts) {
        made.push_back(exchange(text));
        made.back().announced = at;
        made.back().ended = at + 1s;
        at = std::min(at + seconds(*rc::gen::inRange(1, 1200)), noon - 2s);
    }
    return made;
}

Facts any_nota() {
    auto facts = nota(static_cast<Estado>(*rc::gen::inRange(0, estados)));
    if (*rc::gen::arbitrary<bool>()) add_fact(facts, "duas-chaves");
    else facts.versions.insert(facts.versions.begin(), {.versao = 1, .chave = "B", .digest = "a"});
    facts.replaced = *rc::gen::arbitrary<bool>();
    facts.exchanges = any_exchanges();
    if (*rc::gen::arbitrary<bool>()) facts.asked = noon - seconds(*rc::gen::inRange(0, 4000));
    return facts;
}

bool sends(Plan const& step) {
    return std::holds_alternative<Transmit>(step) || std::holds_alternative<Rebuild>(step) ||
           std::holds_alternative<SignAgain>(step);
}

RC_GTEST_PROP(Plans, NeverSendWhatWasReplacedOrIsSettled, ()) {
    auto const facts = any_nota();
    auto const waits = facts.estado == Estado::enviando || facts.estado == Estado::contingencia;
    RC_ASSERT(!sends(plan(facts)) || (waits && !facts.replaced));
}

RC_GTEST_PROP(Plans, NeverSendWhatMayHaveBeenJudged, ()) {
    auto facts = any_nota();
    facts.estado = Estado::contingencia;
    facts.offline = true;
    auto const* const last = last_transmission(facts);
    RC_PRE((last != nullptr && needs_query(*last) && !absent_since_last_transmission(facts)));
    RC_ASSERT(!sends(plan(facts)));
}

RC_GTEST_PROP(Plans, KeepTheBudgetsOfSefaz, ()) {
    auto const facts = any_nota();
    auto const step = plan(facts);
    auto const within_hour = [&](auto counts) {
        return std::ranges::count_if(facts.exchanges, [&](Exchange const& one) {
            return one.announced + 1h > noon && one.saiu != Saiu::unsent && counts(one);
        });
    };
    if (auto const* const query = std::get_if<Query>(&step)) {
        auto const chave = query->versao == 2 ? facts.versions.back().chave : facts.versions.front().chave;
        RC_ASSERT(within_hour([&](Exchange const& one) {
                      return one.service == Service::query && chave_of(facts, one) == chave;
                  }) < 8);
    }
    if (sends(step) && !std::holds_alternative<SignAgain>(step))
        RC_ASSERT(within_hour([](Exchange const& one) { return one.service == Service::authorisation; }) < 5);
    if (auto const* const wait = std::get_if<Wait>(&step)) {
        RC_ASSERT(wait->until > noon);
        RC_ASSERT(wait->until <= noon + 25h);
    }
}

} // namespace
} // namespace balcao::receipts
