// How much quicker than in earnest the program and the simulator wait, and what is measured by that.

/** BALCAO_TEST_TIME_SCALE. */
export const scale = 0.025
/** `--fast` of the simulator: the same. */
export const fast = 1 / scale
/** Milliseconds here of so many seconds as the program counts them. */
export const shortened = (seconds: number) => seconds * 1000 * scale
/** How long a clerk waits for SEFAZ (`contingencia_apos_s`): as long as may be set. */
export const patience_s = 30
