#pragma once

#include "nfce/document.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The tables in reference-data/, built into the program. All are read-only and loaded on first use; any thread.
/// Dates are "AAAA-MM-DD" in the receipt's own offset; views stay valid for ever.
namespace balcao::nfce::tables {

/// Who wants what a row of nfce-parametros.csv says (its column `alcance`): SEFAZ, which refuses a receipt otherwise;
/// the law, which SEFAZ does not enforce (yet); or this program, of its own knowledge.
enum class Reach { sefaz, lei, programa };

/// A row of nfce-parametros.csv.
struct Parameter {
    std::string_view value, since; ///< `valor`, `desde`
};
/// The row for a UF and environment (tpAmb) on a day: the UF's own, else that of all ("*"); of these the environment's
/// own, else that of both; of these the newest that has begun, nullptr when none has. `reach` tells apart the rows of a
/// parameter that SEFAZ and the law want differently. std::logic_error for a parameter that is not in the file.
Parameter const* find_parameter(std::string_view name, std::string_view uf, std::string_view date, int tpAmb,
                                std::optional<Reach> reach = std::nullopt);
/// Its value, empty without a row. Without tpAmb that of produção.
std::string_view parameter(std::string_view name, std::string_view uf, std::string_view date, int tpAmb = 1);
/// parameter() == "S".
bool allowed(std::string_view name, std::string_view uf, std::string_view date, int tpAmb = 1);
/// Whether parameter(), a list of words, has this one.
bool listed(std::string_view name, std::string_view uf, std::string_view date, std::string_view word, int tpAmb = 1);
/// Whether a list of words, separated by spaces, has this one.
bool has_word(std::string_view words, std::string_view word);

/// Official service: NFeAutorizacao4 NFeRetAutorizacao4 NFeConsultaProtocolo4 NFeInutilizacao4 NFeStatusServico4
/// NFeRecepcaoEvento4 CadConsultaCadastro4. nullopt when the UF does not offer it.
std::optional<std::string_view> endpoint(std::string_view uf, int tpAmb, std::string_view service);

/// Addresses of the QR code and of the consultation by key, as the XML carries them.
std::optional<ConsultationUrls> consultation_urls(std::string_view uf, int tpAmb);
/// Whether `base` is the QR address of the UF, or the other form its published lists carry.
bool is_qr_base(std::string_view uf, int tpAmb, std::string_view base);
/// Whether `url` is the address of the consultation by key, or the other form its published lists carry.
bool is_key_consultation(std::string_view uf, int tpAmb, std::string_view url);

/// Puts the rows of an operator's file, shaped as reference-data/nfce-endpoints.json, in the place of the table's own.
/// Returns a sentence in Portuguese for each mistake; with any, nothing changes. At start only: before other threads
/// ask for addresses.
std::vector<std::string> replace_endpoints(std::string_view json);

/// "35" for "SP".
std::optional<std::string_view> uf_code(std::string_view uf);
std::optional<std::string_view> uf_of_code(std::string_view code);
/// UF of an IBGE municipality code.
std::optional<std::string_view> uf_of_municipality(std::string_view code);

/// Newest day up to `date` on which a dated row of these tables began, or the last day of one that has ended: while it
/// stays the same, and the program, so does what they say.
std::string_view last_change(std::string_view date);

bool ncm_in_force(std::string_view ncm, std::string_view date);
/// Whether one of the CEST's NCM prefixes begins `ncm`; true for a CEST the law gives no NCM.
bool cest_fits(std::string_view cest, std::string_view ncm);
bool is_payment_means(std::string_view tPag);
bool is_card_brand(std::string_view tBand);

/// One CST of IBS and CBS.
struct IbsCbsCst {
    bool gIBSCBS, gIBSCBSMono, gRed;
};
std::optional<IbsCbsCst> ibscbs_cst(std::string_view cst);

/// One cClassTrib. Reductions are percent numbers as in the table ("60", "0").
struct ClassTrib {
    std::string_view pRedIBS, pRedCBS, dIniVig, dFimVig;
    bool gTribRegular, nfce;
};
std::optional<ClassTrib> class_trib(std::string_view cClassTrib);

/// Official text of a return code.
std::optional<std::string_view> official_text(int cStat);

} // namespace balcao::nfce::tables
