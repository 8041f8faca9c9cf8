#include "nfce/document.hpp"
#include "nfe_sales.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

/// What two other emitters write for the same facts (cases/emissores.txt), against what this library writes.
namespace balcao::nfce {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string const& line) {
    std::istringstream in(line);
    return {std::istream_iterator<std::string>(in), {}};
}

struct Emitted {
    std::map<std::string, Words>
        groups; ///< name of a group: its fields in order, "!" behind those that are always there
    struct Sale {
        std::string name;
        Words fields; ///< of ICMS, IPI and ICMSUFDest
        Words totals; ///< name, amount, name, amount …; none of them zero
    };
    std::vector<Sale> sales;
};

Emitted read_emitted() {
    Emitted emitted;
    std::istringstream in(test::file("cases/emissores.txt"));
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with("=> ")) {
            emitted.sales.at(emitted.sales.size() - 1).totals = words_of(line.substr(3));
            continue;
        }
        auto const colon = line.find(": "), space = line.find(' ');
        auto const name = line.substr(space + 1, colon - space - 1);
        auto const fields = words_of(line.substr(colon + 1));
        if (line.starts_with("grupo ")) emitted.groups[name] = fields;
        else emitted.sales.push_back({name, fields, {}});
    }
    return emitted;
}

/// What stands between <name> and </name>; nothing where there is no such element.
std::string inside(std::string const& xml, std::string const& name) {
    auto const start = xml.find("<" + name + ">");
    if (start == std::string::npos) return {};
    return xml.substr(start + name.size() + 2, xml.find("</" + name + ">", start) - start - name.size() - 2);
}

struct Leaf {
    std::string name, text;
};
std::vector<Leaf> leaves(std::string const& xml) {
    static std::regex const leaf("<(\\w+)>([^<]*)</\\1>");
    std::vector<Leaf> found;
    for (std::sregex_iterator it(xml.begin(), xml.end(), leaf), end; it != end; ++it)
        found.push_back({(*it)[1], (*it)[2]});
    return found;
}

Words names(std::string const& xml) {
    Words found;
    for (auto const& leaf : leaves(xml)) found.push_back(leaf.name);
    return found;
}

Words fields_of(std::string const& xml) {
    Words fields;
    auto const imposto = inside(xml, "imposto"); // impostoDevol has an IPI too
    for (auto const* group : {"ICMS", "IPI", "ICMSUFDest"})
        std::ranges::copy(names(inside(imposto, group)), std::back_inserter(fields));
    return fields;
}

Words totals_of(std::string const& xml) {
    auto found = leaves(inside(xml, "ICMSTot"));
    found.push_back({"vNFTot", inside(xml, "vNFTot")});
    Words totals;
    for (auto const& [name, text] : found) {
        if (text.find_first_not_of("0.") == std::string::npos) continue;
        totals.push_back(name);
        totals.push_back(text);
    }
    return totals;
}

/// Whether `fields` are some of `group`, in its order, with all that are always there.
void expect_written_as(Words const& group, Words const& fields) {
    auto next = fields.begin();
    for (auto field : group) {
        bool const always = field.ends_with('!');
        if (always) field.pop_back();
        if (next != fields.end() && *next == field) ++next;
        else EXPECT_FALSE(always) << field << " is missing";
    }
    EXPECT_EQ(next, fields.end()) << *next << " is unknown there or out of order";
}

TEST(Emitters, WriteTheSameFieldsAndTotals) {
    auto const emitted = read_emitted();
    ASSERT_EQ(emitted.sales.size(), test::nfe_sales().size());
    for (auto const& [name, fields, totals] : emitted.sales) {
        SCOPED_TRACE(name);
        auto const nfce = compute(test::nfe_sale(name)).value().nfce;
        auto const xml = write_signed(nfce, QrVersion{}, ConsultationUrls{}, test::certificate()).value().xml;
        EXPECT_EQ(fields_of(xml), fields);
        EXPECT_EQ(totals_of(xml), totals);

        auto const icms = inside(xml, "ICMS");
        auto const group = icms.substr(1, icms.find('>') - 1);
        expect_written_as(emitted.groups.at(group), names(icms));
        if (auto const uf_dest = inside(xml, "ICMSUFDest"); !uf_dest.empty())
            expect_written_as(emitted.groups.at("ICMSUFDest"), names(uf_dest));
    }
}

} // namespace
} // namespace balcao::nfce
