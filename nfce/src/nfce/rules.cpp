#include "nfce/rules.hpp"

#include "nfce/format_check.hpp"
#include "nfce/rules_report.hpp"

#include <map>
#include <set>
#include <stdexcept>

namespace balcao::nfce {

Problems check(const Nfce& nfce, const CheckContext& context) {
    rules::Report report(nfce, context);
    rules::check_issue(report);
    rules::check_consumer(report);
    try {
        rules::check_goods(report);
        rules::check_taxes(report);
        rules::check_ibscbs(report);
        rules::check_totals(report);
        rules::check_payment(report);
    } catch (const std::overflow_error&) {
        // Only a model filled with amounts far beyond the layout gets here; those are its problem, not a bug.
        report.add(0, "infNFe", "Valores acima do que o leiaute permite.", 225);
    }
    std::multimap<int, Problem> by_rule; // keeps the order of items within a rule
    for (auto& problem : report.take()) by_rule.emplace(problem.rule, std::move(problem));
    Problems problems;
    for (auto& [rule, problem] : by_rule) problems.push_back(std::move(problem));

    std::set<std::string> spoken;
    for (const auto& problem : problems) spoken.insert(problem.field);
    for (auto& problem : check_formats(nfce))
        if (!spoken.contains(problem.field)) problems.push_back(std::move(problem));
    return problems;
}

namespace rules {

IcmsCode icms_code(const Icms& icms) {
    struct Visitor {
        IcmsCode operator()(const Icms00&) const { return {"00", false}; }
        IcmsCode operator()(const Icms02&) const { return {"02", false}; }
        IcmsCode operator()(const Icms10&) const { return {"10", false}; }
        IcmsCode operator()(const Icms20&) const { return {"20", false}; }
        IcmsCode operator()(const Icms30&) const { return {"30", false}; }
        IcmsCode operator()(const Icms40& group) const { return {group.CST, false}; }
        IcmsCode operator()(const Icms60&) const { return {"60", false}; }
        IcmsCode operator()(const Icms61&) const { return {"61", false}; }
        IcmsCode operator()(const Icms70&) const { return {"70", false}; }
        IcmsCode operator()(const Icms90&) const { return {"90", false}; }
        IcmsCode operator()(const IcmsSn101&) const { return {"101", true}; }
        IcmsCode operator()(const IcmsSn102& group) const { return {group.CSOSN, true}; }
        IcmsCode operator()(const IcmsSn201&) const { return {"201", true}; }
        IcmsCode operator()(const IcmsSn202& group) const { return {group.CSOSN, true}; }
        IcmsCode operator()(const IcmsSn500&) const { return {"500", true}; }
        IcmsCode operator()(const IcmsSn900&) const { return {"900", true}; }
    };
    return std::visit(Visitor{}, icms);
}

} // namespace rules

} // namespace balcao::nfce
