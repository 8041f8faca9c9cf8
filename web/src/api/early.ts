/** Under which a tab keeps its company. The script in the page reads it too. */
export const TAB_COMPANY = 'balcao.empresa'

/** What the page asked for before the program came, by address (scripts/early-screens.ts). */
type Early = { balcaoEarly?: Map<string, Promise<Response>> }

/** Longer than this after the page began, nobody waits for a first view, and an answer nobody took is old. In ms. */
const FIRST_VIEW = 20_000

/** The answer to a GET that the page asked for early, once; undefined when there is none. */
export async function earlyAnswer(address: string): Promise<Response | undefined> {
  const asked = (window as Early).balcaoEarly
  const answer = asked?.get(address)
  if (!asked || !answer) return undefined
  asked.delete(address)
  if (performance.now() > FIRST_VIEW) return undefined
  return answer.catch(() => undefined) // asked again, it says why
}

/** What was answered before a write may be otherwise after it. */
export function forgetEarly(): void {
  ;(window as Early).balcaoEarly?.clear()
}

/** When what is shown first may have been read, as `Date.now()` has it. */
export function readSince(): number {
  return (window as Early).balcaoEarly && performance.now() < FIRST_VIEW ? performance.timeOrigin : Date.now()
}
