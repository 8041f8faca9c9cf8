// Cost of the fiscal library on one core, beside the raw RSA rate of the same certificate in the same run.
#include "nfce/answers.hpp"
#include "nfce/danfe.hpp"
#include "nfce/document.hpp"
#include "nfce/expected_size.hpp"
#include "nfce/rules.hpp"
#include "nfce/sale_json.hpp"
#include "nfce/signature.hpp"
#include "nfce/xml_writer.hpp"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace {

using namespace balcao::nfce;

std::string file(std::string const& path) {
    std::ifstream in(std::string(NFCE_TEST_DATA) + "/" + path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Processor time of this process in microseconds: what other programs on the machine take does not count.
double spent() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

/// Microseconds per call over at least `least` microseconds.
template <class Work>
double one_round(Work&& work, double least) {
    double const start = spent();
    int calls = 0;
    double used = 0;
    do {
        work();
        ++calls;
        used = spent() - start;
    } while (used < least);
    return used / calls;
}

/// Microseconds per call: the best of ten rounds.
template <class Work>
double cost(Work&& work) {
    work();
    double best = 1e18;
    for (int round = 0; round < 10; ++round) best = std::min(best, one_round(work, 50'000));
    return best;
}

/// The work in raw signatures. Both are measured in turns, so that whatever slows the machine slows both; the median of
/// the rounds counts.
template <class Work, class Signature>
double in_signatures(Work&& work, Signature&& signature) {
    work();
    std::array<double, 21> ratios;
    for (auto& ratio : ratios) {
        double const raw = one_round(signature, 10'000);
        double const done = one_round(work, 20'000);
        ratio = done / ((raw + one_round(signature, 10'000)) / 2);
    }
    std::ranges::nth_element(ratios, ratios.begin() + ratios.size() / 2);
    return ratios[ratios.size() / 2];
}

/// All of building and signing but the RSA: what one receipt costs is too little beside a signature to be a difference.
std::string build_without_rsa(Sale const& sale) {
    auto const computed = compute(sale);
    XmlWriter writer(expected_receipt_bytes(sale.items.size()));
    write_infNFe(writer, computed->nfce);
    auto const digest = digest_value("<infNFe>", writer.since(0));
    writer.raw(digest);
    return writer.take();
}

} // namespace

int main() {
    auto const certificate = Certificate::open(file("vectors/certs/a1-numerico.pfx"), "teste1234").value();
    auto const normal = read_sale(file("vectors/in/v04-ibscbs-2026-consumidor-cpf.json")).value();
    auto const simples = read_sale(file("vectors/in/v02-simples-csosn500-troco.json")).value();
    auto* parser = xmlSchemaNewParserCtxt((std::string(NFCE_TEST_DATA) + "/schemas/nfe/nfe_v4.00.xsd").c_str());
    auto* schema = xmlSchemaParse(parser);

    auto const signature = [&] { return certificate.sign_sha1("SignedInfo"); };
    double const rsa = cost(signature);
    fmt::print("| step | µs | share of the raw signing rate |\n|---|---|---|\n| RSA-2048 signature alone (same "
               "process) | {:.0f} | 100 % |\n",
               rsa);
    for (auto const& [name, base] : {std::pair{"Simples", simples}, std::pair{"normal, IBS/CBS", normal}}) {
        for (int const items : {1, 10, 50, 250, 990}) {
            auto sale = base;
            sale.items.clear();
            for (int i = 0; i < items; ++i)
                sale.items.push_back(base.items[static_cast<std::size_t>(i) % base.items.size()]);
            auto const build = [&] { return write_signed(compute(sale)->nfce, sale.qr, *sale.urls, certificate); };
            double const signing = in_signatures(build, signature);
            auto const nfce = compute(sale)->nfce;
            CheckContext context;
            context.now = nfce.ide.dhEmi.epoch();
            context.qr = sale.qr;
            context.urls = sale.urls;
            double const rules = cost([&] { return check(nfce, context); });
            auto const xml = build()->xml;
            double const validation = cost([&] {
                auto* document = xmlReadMemory(xml.data(), static_cast<int>(xml.size()), nullptr, nullptr, 0);
                auto* validator = xmlSchemaNewValidCtxt(schema);
                xmlSchemaValidateDoc(validator, document);
                xmlSchemaFreeValidCtxt(validator);
                xmlFreeDoc(document);
            });
            fmt::print("| build + sign, {}, {} items | {:.0f} | {:.0f} % |\n", name, items, signing * rsa,
                       100 / signing);
            double const rest = cost([&] { return build_without_rsa(sale); });
            fmt::print("| … without RSA, per item | {:.2f} | |\n| rules, {} items | {:.0f} | |\n| schema validation "
                       "(libxml2), {} items | "
                       "{:.0f} | |\n",
                       rest / items, items, rules, items, validation);
            auto const before = mallinfo2().uordblks;
            auto const kept = compute(sale)->nfce;
            fmt::print("| memory of the model, {} items | {} kB | |\n", items, (mallinfo2().uordblks - before) / 1024);
        }
    }
    auto to_company = normal;
    to_company.ide.mod = 55;
    to_company.ide.tpImp = 1;
    to_company.dest = Dest{.id = {.kind = PersonId::Kind::cnpj, .value = normal.emit.CNPJ},
                           .xNome = normal.emit.xNome,
                           .enderDest = normal.emit.enderEmit,
                           .IE = {},
                           .email = {}};
    to_company.items.resize(10, normal.items.front());
    double const nfe = in_signatures(
        [&] { return write_signed(compute(to_company)->nfce, to_company.qr, *to_company.urls, certificate).value(); },
        signature);
    fmt::print("| build + sign, NF-e with IBS/CBS, 10 items | {:.0f} | {:.0f} % |\n", nfe * rsa, 100 / nfe);
    auto const nfce = compute(normal)->nfce;
    auto const document = write_signed(nfce, normal.qr, *normal.urls, certificate).value();
    auto printed = read_receipt(document.xml).value();
    printed.nfce.det.resize(10, printed.nfce.det.back());
    double const danfe = in_signatures([&] { return danfe_pdf(printed, {}).value(); }, signature);
    fmt::print("| DANFE 80 mm, 10 items | {:.0f} | {:.1f} signatures |\n", danfe * rsa, danfe);
    auto sheet = printed;
    sheet.nfce.ide.mod = 55;
    sheet.nfce.ide.dhEmi = DateTime::parse("2026-12-01T10:15:30-03:00").value();
    double const a4 = in_signatures([&] { return danfe_pdf(sheet, {}).value(); }, signature);
    fmt::print("| DANFE of an NF-e, A4, 10 items | {:.0f} | {:.1f} signatures |\n", a4 * rsa, a4);
    auto const answer = file("../fuzz/corpus/answer/authorised.xml");
    fmt::print("| parse of an authorisation answer | {:.1f} | |\n", cost([&] { return read_answer(answer); }));
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
}
