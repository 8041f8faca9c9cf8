#include "selling/receipts/judging/judging.hpp"

#include <algorithm>
#include <stdexcept>

#include "nfce/datetime.hpp"
#include "selling/receipts/judging/deadlines.hpp"

namespace balcao::receipts {

using nfce::CodeClass;
using nfce::Service;

namespace {

// The third number in a row that another system had: the counter is wrong, taking more would not help.
constexpr int outside_numbers_until_stop = 2;

// One reply about one nota. Each function fills in `to`, which begins as 'the state stays'.
class Judgement {
public:
    Judgement(Exchange const& exchange, Reply const& reply, Facts const& facts)
        : exchange_(exchange), facts_(facts), chave_(chave_of(facts, exchange)),
          cStat_(code_of(reply, exchange.service, facts.tpAmb, chave_)),
          to_{effects_on_service(exchange.service, reply)} {
        to_.estado = facts.estado;
        if (auto const* const answered = std::get_if<Answered>(&reply); answered != nullptr && cStat_ != 0) {
            answer_ = &answered->answer;
        } else if (auto const* const none = std::get_if<NoAnswer>(&reply)) {
            unsent_ = none->saiu == Saiu::unsent;
        }
    }

    Transition of_transmission() {
        if (answer_ == nullptr) unanswered();
        else if (auto const* const one = std::get_if<nfce::Authorised>(answer_)) authorised(one, false);
        else if (auto const* const other = std::get_if<nfce::Duplicate>(answer_)) duplicate(*other);
        else if (std::holds_alternative<nfce::Denied>(*answer_)) denied();
        else of_code();
        return std::move(to_);
    }

    Transition of_query() {
        if (answer_ == nullptr) return std::move(to_);
        if (auto const* const one = std::get_if<nfce::Authorised>(answer_)) authorised(one, false);
        else if (auto const* const over = std::get_if<nfce::Cancelled>(answer_)) cancelled(*over);
        else if (std::holds_alternative<nfce::NotThere>(*answer_)) not_there();
        else if (auto const* const other = std::get_if<nfce::Duplicate>(answer_)) absent_for_another(*other);
        return std::move(to_);
    }

private:
    bool is_live() const { return facts_.estado == Estado::enviando || facts_.estado == Estado::indefinida; }
    bool awaits_judgement() const { return is_live() || facts_.estado == Estado::contingencia; }
    void move(Rule rule, Estado estado) {
        to_.rule = rule;
        to_.estado = estado;
    }
    void alarm(Alarm which) { to_.alarms.push_back(which); }

    // Of a query: 562 and 613 name the document that has the number; other codes of duplicates say nothing here.
    void absent_for_another(nfce::Duplicate const& other) {
        if (says_absent(cStat_)) other_document(other);
    }

    void unanswered() {
        if (!unsent_ && facts_.estado == Estado::enviando) move(Rule::t4, Estado::indefinida);
    }

    void of_code() {
        switch (nfce::class_of(cStat_)) {
        case CodeClass::in_progress:
            // Without a number of the batch only the key can be asked for.
            if (auto const* const batch = std::get_if<nfce::InProgress>(answer_);
                batch != nullptr && batch->nRec.empty() && exchange_.service == Service::authorisation)
                unanswered();
            return;
        case CodeClass::temporary:
            if (cStat_ == 106 || cStat_ == 999) unanswered();
            return;
        case CodeClass::overuse: return;
        case CodeClass::ask_again: return unanswered();
        case CodeClass::number_taken: return taken_outside(Estado::inutilizada, {});
        case CodeClass::clock: return clock();
        default:
            if (std::holds_alternative<nfce::Rejected>(*answer_)) refused();
            else unanswered();
        }
    }

    void refused() {
        if (facts_.estado == Estado::contingencia) move(Rule::t10, Estado::contingencia_rejeitada);
        else if (is_live()) move(Rule::t3, facts_.replaced ? Estado::abandonada : Estado::rejeitada);
    }

    void denied() {
        if (awaits_judgement()) move(facts_.offline ? Rule::t10 : Rule::t3, Estado::denegada);
    }

    // 703, 704: once with a corrected clock. An offline receipt keeps its dhEmi; one from the future waits for it.
    void clock() {
        if (!awaits_judgement()) return;
        to_.correct_clock = true;
        bool const first_time = std::ranges::none_of(facts_.exchanges, [](Exchange const& one) {
            return one.cStat != 0 && nfce::class_of(one.cStat) == CodeClass::clock;
        });
        if (facts_.offline ? cStat_ == 703 : first_time && !facts_.replaced) {
            // SEFAZ did judge what may have been unanswered before.
            if (facts_.estado == Estado::indefinida) move(Rule::t5, Estado::enviando);
            return;
        }
        refused();
    }

    void duplicate(nfce::Duplicate const& other) {
        if (cStat_ == 539 && !other.chNFe.empty() && !is_own_key(facts_, other.chNFe)) {
            taken_outside(Estado::ocupada, other.chNFe);
            return;
        }
        unanswered();
    }

    // 562, 613 of a query: SEFAZ has another document with this number.
    void other_document(nfce::Duplicate const& other) {
        if (!awaits_judgement()) {
            if (is_pending(facts_.estado)) alarm(Alarm::numero_duplicado);
        } else if (!other.chNFe.empty() && !is_own_key(facts_, other.chNFe)) {
            taken_outside(Estado::ocupada, other.chNFe);
        } else if (absent_since_last_transmission(facts_, chave_)) {
            number_of_nobody_known();
        }
    }

    void taken_outside(Estado estado, std::string const& chave) {
        if (!awaits_judgement()) return;
        auto const rule = facts_.offline ? Rule::t10b : Rule::t15;
        if (facts_.replaced) {
            move(rule, estado);
            to_.chave_alheia = chave;
            return;
        }
        if (facts_.outside_numbers >= outside_numbers_until_stop && !is_confirmed_since()) {
            to_.stop_series = true;
            if (facts_.estado == Estado::enviando) move(Rule::t4, Estado::indefinida);
            return;
        }
        move(rule, estado);
        to_.chave_alheia = chave;
        to_.successor = facts_.offline ? Successor::offline : Successor::normal;
        if (facts_.offline) alarm(Alarm::nota_reemitida);
        else if (estado == Estado::ocupada) alarm(Alarm::numero_ocupado);
    }

    // The series was stopped because of this number, and an administrator has confirmed the next one since.
    bool is_confirmed_since() const {
        if (facts_.outside_numbers < outside_numbers_until_stop || facts_.series_stopped) return false;
        return std::ranges::any_of(facts_.exchanges,
                                   [](Exchange const& one) { return one.cStat == 539 || one.cStat == 206; });
    }

    // 539 without a foreign key, and SEFAZ has none of ours.
    void number_of_nobody_known() {
        if (facts_.replaced) return;
        alarm(Alarm::numero_duplicado);
        refused();
    }

    void not_there() {
        if (!awaits_judgement() || facts_.replaced || !absent_since_last_transmission(facts_, chave_)) return;
        if (number_disputed(facts_)) {
            // The series is stopped because of it: once it is confirmed the number is tried again.
            if (facts_.series_stopped) return;
            if (!is_confirmed_since()) return number_of_nobody_known();
        }
        if (facts_.estado == Estado::indefinida) move(Rule::t5, Estado::enviando);
    }

    void authorised(nfce::Authorised const* authorised, bool cancelled_since) {
        switch (facts_.estado) {
        case Estado::enviando:
        case Estado::indefinida:
        case Estado::rejeitada: to_.rule = Rule::t2; break;
        case Estado::contingencia:
        case Estado::contingencia_rejeitada: to_.rule = Rule::t10; break;
        case Estado::abandonada: to_.rule = Rule::t17; break;
        case Estado::inutilizada:
        case Estado::ocupada:
        case Estado::denegada: alarm(Alarm::numero_duplicado); return;
        default: return;
        }
        // Several versions may share a key, so the digest names the one that was authorised.
        auto const version = authorised == nullptr
                                 ? facts_.versions.end()
                                 : std::ranges::find(facts_.versions, authorised->protocol.digVal, &Version::digest);
        if (version != facts_.versions.end() && !version->digest.empty()) {
            to_.estado = Estado::autorizada;
            to_.versao = version->versao;
        } else {
            to_.estado = Estado::autorizada_sem_xml;
            alarm(Alarm::documento_divergente);
        }
        if (authorised != nullptr)
            to_.cancelavel_ate = cancelavel_ate(authorised->protocol.dhRecbto, facts_.cancel_window);
        if (!cancelled_since) event_for_double();
    }

    // SEFAZ has a receipt of a sale that was given up, or that another receipt is for.
    void event_for_double() {
        if (!facts_.venda_desfeita && !facts_.replaced) return;
        // Only an NFC-e is cancelled by substitution.
        if (!facts_.venda_desfeita && facts_.sells_offline) to_.tpEvento = "110112";
        else if (to_.cancelavel_ate && facts_.fiscal_now() < *to_.cancelavel_ate) to_.tpEvento = "110111";
        else alarm(facts_.venda_desfeita ? Alarm::nota_de_venda_desfeita : Alarm::venda_com_duas_notas);
    }

    void cancelled(nfce::Cancelled const& over) {
        if (!is_authorised(facts_.estado)) {
            authorised(over.authorised ? &*over.authorised : nullptr, true);
            to_.judge_again = to_.rule != Rule::none;
            return;
        }
        for (auto const& own : facts_.events) {
            bool const shown =
                std::ranges::find(over.events, own.tipo, &nfce::KnownEvent::tpEvento) != over.events.end();
            // SEFAZ does not show it, but refused it as one it had already (573).
            bool const proven = over.events.empty() && own.cStat == 573;
            if (own.estado != EventEstado::aguardando && own.estado != EventEstado::recusado && (shown || proven)) {
                bool const substituted = own.tipo == "110112";
                move(substituted ? Rule::t13 : Rule::t12, substituted ? Estado::cancelada_subst : Estado::cancelada);
                return;
            }
        }
        bool const unclear = over.events.empty() && std::ranges::any_of(facts_.events, [](OwnEvent const& own) {
                                 return own.estado == EventEstado::enviando || own.estado == EventEstado::indefinido;
                             });
        if (unclear) {
            to_.send_event_again = true;
            return;
        }
        move(Rule::t16, Estado::cancelada);
        alarm(Alarm::cancelada_fora);
    }

    Exchange const& exchange_;
    Facts const& facts_;
    std::string_view chave_;
    int cStat_;
    nfce::Answer const* answer_ = nullptr; // nullptr: none that counts
    bool unsent_ = false;
    Transition to_;
};

} // namespace

Transition judge(Exchange const& exchange, Reply const& reply, Facts const& facts) {
    if (is_transmission(exchange.service)) return Judgement(exchange, reply, facts).of_transmission();
    if (exchange.service == Service::query) return Judgement(exchange, reply, facts).of_query();
    throw std::invalid_argument("judge: a service that says nothing about a nota");
}

} // namespace balcao::receipts
