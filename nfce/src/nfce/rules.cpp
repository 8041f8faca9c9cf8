#include "nfce/rules.hpp"

#include "nfce/format_check.hpp"
#include "nfce/rules_report.hpp"

#include <map>
#include <set>
#include <stdexcept>

namespace balcao::nfce {

Problems check(Nfce const& nfce, CheckContext const& context) {
    rules::Report report(nfce, context);
    rules::check_issue(report);
    rules::check_buyer(report);
    try {
        rules::check_goods(report);
        rules::check_taxes(report);
        rules::check_ibscbs(report);
        rules::check_totals(report);
        rules::check_payment(report);
        report.modelo.check(report);
    } catch (std::overflow_error const&) {
        // Only a model filled with amounts far beyond the layout gets here; those are its problem, not a bug.
        report.add(0, "infNFe", "Valores acima do que o leiaute permite.", 225);
    }
    std::multimap<int, Problem> by_rule; // keeps the order of items within a rule
    for (auto& problem : refused_by_model(nfce)) by_rule.emplace(problem.rule, std::move(problem));
    for (auto& problem : report.take()) by_rule.emplace(problem.rule, std::move(problem));
    Problems problems;
    for (auto& [rule, problem] : by_rule) problems.push_back(std::move(problem));

    std::set<std::string> spoken;
    for (auto const& problem : problems) spoken.insert(problem.field);
    for (auto& problem : check_formats(nfce))
        if (!spoken.contains(problem.field)) problems.push_back(std::move(problem));
    return problems;
}

namespace rules {

IcmsCode icms_code(Icms const& icms) {
    struct Visitor {
        IcmsCode operator()(Icms00 const&) const { return {"00", false}; }
        IcmsCode operator()(Icms02 const&) const { return {"02", false}; }
        IcmsCode operator()(Icms10 const&) const { return {"10", false}; }
        IcmsCode operator()(Icms20 const&) const { return {"20", false}; }
        IcmsCode operator()(Icms30 const&) const { return {"30", false}; }
        IcmsCode operator()(Icms40 const& group) const { return {group.CST, false}; }
        IcmsCode operator()(Icms51 const&) const { return {"51", false}; }
        IcmsCode operator()(Icms60 const&) const { return {"60", false}; }
        IcmsCode operator()(Icms61 const&) const { return {"61", false}; }
        IcmsCode operator()(Icms70 const&) const { return {"70", false}; }
        IcmsCode operator()(Icms90 const&) const { return {"90", false}; }
        IcmsCode operator()(IcmsSn101 const&) const { return {"101", true}; }
        IcmsCode operator()(IcmsSn102 const& group) const { return {group.CSOSN, true}; }
        IcmsCode operator()(IcmsSn201 const&) const { return {"201", true}; }
        IcmsCode operator()(IcmsSn202 const& group) const { return {group.CSOSN, true}; }
        IcmsCode operator()(IcmsSn500 const&) const { return {"500", true}; }
        IcmsCode operator()(IcmsSn900 const&) const { return {"900", true}; }
    };
    return std::visit(Visitor{}, icms);
}

} // namespace rules

} // namespace balcao::nfce
