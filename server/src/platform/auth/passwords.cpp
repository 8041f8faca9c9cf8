#include "platform/auth/passwords.hpp"

#include <array>
#include <new>
#include <vector>

#include <sodium.h>
#include <zxcvbn.h>

#include "platform/base/ids.hpp"
#include "platform/base/text.hpp"

namespace balcao::auth {

namespace {

struct Cost {
    unsigned long long passes;
    std::size_t memory; // bytes
};

constexpr Cost real_cost{.passes = 2, .memory = 19 * 1024 * 1024};
constexpr Cost test_cost{.passes = crypto_pwhash_OPSLIMIT_MIN, .memory = crypto_pwhash_MEMLIMIT_MIN};
Cost cost = real_cost;

// What people here choose first, folded, the most used first: libzxcvbn's own words are English.
constexpr std::array common{
    "senha",    "senhas",      "minha",      "minhasenha", "nova",      "novasenha", "brasil",   "admin",
    "flamengo", "corinthians", "palmeiras",  "saopaulo",   "santos",    "vasco",     "gremio",   "internacional",
    "cruzeiro", "botafogo",    "fluminense", "atletico",   "bahia",     "sport",     "timao",    "mengao",
    "jesus",    "cristo",      "deus",       "deusefiel",  "fiel",      "senhor",    "teamo",    "euteamo",
    "amor",     "familia",     "princesa",   "gatinha",    "bebe",      "vida",      "feliz",    "felicidade",
    "balcao",   "empresa",     "loja",       "vendas",     "caixa",     "gerente",   "operador", "administrador",
    "sistema",  "usuario",     "acesso",     "entrar",     "mudar",     "trocar",    "teste",    "padrao",
    "nota",     "fiscal",      "sefaz",      "cliente",    "produto",   "mercado",   "padaria",  "materiais",
    "joao",     "maria",       "jose",       "antonio",    "francisco", "carlos",    "paulo",    "pedro",
    "lucas",    "luiz",        "marcos",     "gabriel",    "rafael",    "daniel",    "marcelo",  "bruno",
    "ana",      "juliana",     "fernanda",   "amanda",     "camila",    "patricia",  "leticia",  "beatriz",
    "silva",    "santos",      "souza",      "oliveira",   "pereira",   "lima",      "costa",    "ferreira",
    "janeiro",  "fevereiro",   "marco",      "abril",      "maio",      "junho",     "julho",    "agosto",
    "setembro", "outubro",     "novembro",   "dezembro",   "segunda",   "domingo",   "natal",    "outra",
    "qualquer", "obrigado",    "cidade",     "cachorro",   "gatinho",   "futebol",   "campeao",  "liberdade",
    "abacaxi",  "chocolate",   "segredo",    "secreta",    "cadastro",  "escola",    "portugal", "saudade"};

// Below it a password is easy to guess: 10^10 guesses, what zxcvbn calls its best score.
constexpr double least_bits = 33.2;
// More of a password is not looked at: the time it takes grows with the cube of the length.
constexpr std::size_t most_judged = 100;

// The words of an e-mail address or of a name.
void add_words(std::string const& folded, std::vector<std::string>& words) {
    std::string word;
    for (auto const c : folded + ' ') {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            word += c;
            continue;
        }
        if (word.size() >= 3) words.push_back(word);
        word.clear();
    }
}

// `folded`: without accents and in lower case, which add little for who guesses.
bool is_easy(std::string folded, PasswordOwner const& owner) {
    auto const email = fold(owner.email);
    std::vector<std::string> own{email, email.substr(0, email.find('@'))};
    add_words(email, own);
    add_words(fold(owner.full_name), own);
    std::vector<char const*> words;
    for (auto const& word : own)
        if (!word.empty()) words.push_back(word.c_str());
    words.insert(words.end(), common.begin(), common.end());
    words.push_back(nullptr);

    auto judged = folded.substr(0, most_judged);
    auto const bits = ZxcvbnMatch(judged.c_str(), words.data(), nullptr);
    sodium_memzero(judged.data(), judged.size());
    sodium_memzero(folded.data(), folded.size());
    return bits < least_bits;
}

} // namespace

std::optional<std::string> password_problem(Secret const& password, PasswordOwner const& owner) {
    auto const text = password.reveal();
    if (length(text) < 12) return "Use pelo menos 12 caracteres. Três ou quatro palavras são fáceis de lembrar.";
    if (length(text) > 200) return "Use no máximo 200 caracteres.";
    auto const folded = fold(text);
    if (folded == fold(owner.email) || folded == fold(owner.email.substr(0, owner.email.find('@'))))
        return "A senha não pode ser o seu e-mail. Escolha outra.";
    if (is_easy(folded, owner)) {
        return "Esta senha é fácil de adivinhar. Junte três ou quatro palavras que só você usaria, sem seu nome, sua "
               "empresa nem datas.";
    }
    return std::nullopt;
}

std::string hash_password(Secret const& password) {
    std::array<char, crypto_pwhash_STRBYTES> hash{};
    auto const text = password.reveal();
    if (crypto_pwhash_str_alg(hash.data(), text.data(), text.size(), cost.passes, cost.memory,
                              crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::bad_alloc();
    return hash.data();
}

std::string password_fingerprint(Secret const& password, std::string_view salt) {
    std::array<unsigned char, crypto_pwhash_SALTBYTES> salt_bytes{};
    crypto_generichash(salt_bytes.data(), salt_bytes.size(), reinterpret_cast<unsigned char const*>(salt.data()),
                       salt.size(), nullptr, 0);
    std::string fingerprint(32, '\0');
    auto const text = password.reveal();
    if (crypto_pwhash(reinterpret_cast<unsigned char*>(fingerprint.data()), fingerprint.size(), text.data(),
                      text.size(), salt_bytes.data(), cost.passes, cost.memory, crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::bad_alloc();
    return fingerprint;
}

void hash_quickly() { cost = test_cost; }

bool verify_password(std::string const& hash, Secret const& password) {
    auto const text = password.reveal();
    return crypto_pwhash_str_verify(hash.c_str(), text.data(), text.size()) == 0;
}

bool verify_nothing(Secret const& password) {
    static std::string const hash = hash_password(Secret{random_token()});
    return verify_password(hash, password) && false;
}

} // namespace balcao::auth
