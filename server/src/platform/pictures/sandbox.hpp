#pragma once

namespace balcao::pictures {

/// Takes from this process, for good, what drawing a picture does not need: more than 5 seconds of a processor, 512 MiB
/// of memory, new files, the network, other programs, other processes, and every file but fonts (read only). Where the
/// kernel has no Landlock (Linux before 5.13) no file can be opened at all; text is then drawn in fonts that are open
/// already. What was loaded before stays. Threads that libraries started must have ended,
/// or end soon. Throws std::runtime_error when the kernel refuses.
void enter_sandbox();

/// Whether memory is among the limits: not in a build with sanitizers, whose shadow memory is terabytes.
bool sandbox_limits_memory();

} // namespace balcao::pictures
