#pragma once
// Whether this build has the switches that only tests use: BALCAO_TEST_… variables, crash points, protections that can
// be removed. The preset `package` compiles them out, so that no shop's program has them.

namespace balcao {

#ifdef BALCAO_NO_TEST_SWITCHES
inline constexpr bool has_test_switches = false;
#else
inline constexpr bool has_test_switches = true;
#endif

} // namespace balcao
