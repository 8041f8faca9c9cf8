#pragma once
// Judges what products lack for a receipt (fiscal_pendencies.hpp) again when what they were judged by changes: the
// company's CRT or federal unit, the program with its tables, or a rule that has its day.

#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "platform/jobs/jobs.hpp"
#include "platform/records/records.hpp"
#include "registry/products/products.hpp"

namespace balcao::products {

class Judging {
public:
    /// The right to work for a company in the program's own name.
    using ScopeOf = auth::CompanyScope (*)(CompanyId company);

    /// `release`: of the program, with its tables. The database and the queue must outlive this.
    Judging(db::Database& database, jobs::Queue& queue, records::Services services, ScopeOf scope_of,
            std::string release);

    /// Before the queue starts.
    void add_job();
    /// Puts a job there for each company whose products were judged by something else. Every few seconds.
    void look();

    /// Whether all products of the company are judged by the rules of now.
    bool is_done(db::Connection& connection, auth::CompanyScope const& scope) const;

private:
    std::string rules_of(Taxation const& taxation) const;
    Result<void> judge(jobs::JobContext& job) const;

    db::Database& database_;
    jobs::Queue& queue_;
    records::Services const services_;
    ScopeOf const scope_of_;
    std::string const release_;
};

} // namespace balcao::products
