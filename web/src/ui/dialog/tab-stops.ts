const STOPS = 'a[href], button, input, select, textarea, summary, iframe, [contenteditable], [tabindex]'

/** What Tab stops at in there, in its order. Of the radios of a group that is the checked one. */
export function tabStops(inside: HTMLElement): HTMLElement[] {
  const found = [...inside.querySelectorAll<HTMLElement>(STOPS)].filter(isStop)
  const isRadio = (element: HTMLElement): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === 'radio'
  const isGroupsChecked = ({ name, form }: HTMLInputElement) =>
    found.some((other) => isRadio(other) && other.checked && other.name === name && other.form === form)
  return found.filter((element) => !isRadio(element) || element.checked || !isGroupsChecked(element))
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled, [type="hidden"]')) return false
  // jsdom lays nothing out, and there all that is drawn is seen.
  return 'checkVisibility' in element ? element.checkVisibility({ visibilityProperty: true }) : true
}
