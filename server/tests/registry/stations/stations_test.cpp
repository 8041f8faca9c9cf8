// Where printers may stand.
#include <array>

#include <gtest/gtest.h>

#include "registry/stations/station.hpp"

namespace balcao::stations {
namespace {

TEST(Stations, PrintersStandInPrivateNetworks) {
    for (auto const* address : {"10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.0",
                                "192.168.255.255", "fc00::1", "fdff:ffff::1"}) {
        EXPECT_TRUE(is_within_reach(address, {})) << address;
        EXPECT_TRUE(is_within_reach(address, {.this_machine = true})) << address;
    }
}

TEST(Stations, NowhereElse) {
    for (auto const* address : {"",
                                "9.255.255.255",
                                "11.0.0.0",
                                "172.15.255.255",
                                "172.32.0.0",
                                "192.167.255.255",
                                "192.169.0.0",
                                "0.0.0.0",
                                "255.255.255.255",
                                "169.254.169.254",
                                "100.64.0.1",
                                "224.0.0.1",
                                "::",
                                "fe80::1",
                                "fe80::1%lo",
                                "fd00::1%lo",
                                "ff02::1",
                                "2001:db8::1",
                                "::ffff:10.0.0.1",
                                "::ffff:127.0.0.1",
                                "localhost",
                                "10.0.0",
                                "010.0.0.1x",
                                "10.0.0.1 ",
                                "[fd00::1]",
                                "10.0.0.1/8",
                                "10.0.0.1:9100"})
        for (bool const here : {false, true}) EXPECT_FALSE(is_within_reach(address, {.this_machine = here})) << address;
}

TEST(Stations, OnThisMachineOnlyWhereTheServerIsAlone) {
    for (auto const* address : {"127.0.0.1", "127.255.255.255", "::1"}) {
        EXPECT_FALSE(is_within_reach(address, {})) << address;
        EXPECT_TRUE(is_within_reach(address, {.this_machine = true})) << address;
    }
}

} // namespace
} // namespace balcao::stations
