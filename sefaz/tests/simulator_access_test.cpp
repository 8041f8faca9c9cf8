// With what certificate and what trust a server calls the simulator.
#include <gtest/gtest.h>

#include <filesystem>

#include "sefaz/simulator_access.hpp"
#include "support.hpp"

namespace balcao::sefaz {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t moment = 1'790'000'000;
constexpr auto cnpj = "11222333000181";

class SimulatorAccessTest : public ::testing::Test {
protected:
    test::Folder folder;
    SimulatorAccess access{folder.path(), SimulatorAddress{.services = "https://127.0.0.1:9", .control = {}}};

    Identity identity(std::int64_t at = moment) { return access.identity("Lajes Boa Vista", cnpj, at).value(); }
    static auto certificate_of(Identity const& identity) { return identity.certificate->tls_identity().certificate; }
};

TEST_F(SimulatorAccessTest, IsNobodyAsLongAsTheSimulatorWasNeverStarted) {
    auto const none = access.identity("Lajes Boa Vista", cnpj, moment);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error(), "O simulador da SEFAZ ainda não foi iniciado nesta instalação.");
}

TEST_F(SimulatorAccessTest, KeepsACompanysCertificateUntilItsLastDay) {
    TestAuthority::make(folder.path(), moment);
    auto const first = identity();
    EXPECT_EQ(certificate_of(identity()), certificate_of(first));
    EXPECT_EQ(identity().trust, first.trust);
    EXPECT_TRUE(first.trust->vouches_for(*first.certificate, moment));

    auto const later = first.certificate->valid_to() - 60;
    EXPECT_NE(certificate_of(identity(later)), certificate_of(first));
}

TEST_F(SimulatorAccessTest, BelievesTheAuthorityThatIsThereNow) {
    TestAuthority::make(folder.path(), moment);
    auto const before = identity();
    fs::remove(folder.path() / "autoridade.pem");
    EXPECT_FALSE(access.identity("Lajes Boa Vista", cnpj, moment));

    TestAuthority::make(folder.path(), moment);
    auto const after = identity();
    EXPECT_FALSE(before.trust->vouches_for(*after.certificate, moment));
    EXPECT_TRUE(after.trust->vouches_for(*after.certificate, moment));
}

} // namespace

} // namespace balcao::sefaz
