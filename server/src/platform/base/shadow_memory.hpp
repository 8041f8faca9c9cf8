#pragma once
// Whether this build reserves terabytes of address space (some sanitizers), so that memory limits cannot apply.

namespace balcao {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool has_shadow_memory = true;
#elif defined(__has_feature)
inline constexpr bool has_shadow_memory = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool has_shadow_memory = false;
#endif

} // namespace balcao
