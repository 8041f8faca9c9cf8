import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'

/** Of a form that was refused: the summary names these fields, in this order, which is the one the form shows them in. */
export async function expectSummaryInFormOrder(labels: readonly string[]): Promise<void> {
  const title = await screen.findByText(`${labels.length} campos precisam de atenção.`)
  const summary = title.closest<HTMLElement>('[role=alert]')
  if (!summary) throw new Error('the summary is no alert')
  const told = within(summary).getAllByRole('button')
  expect(told.map(({ textContent }) => textContent.split(':')[0])).toEqual(labels)
  const controls = [...document.querySelectorAll('[aria-invalid=true]')]
  const shown = controls.map((control) => (control as HTMLInputElement).labels?.[0]?.textContent.replace(/ ?\*$/, ''))
  expect(shown.filter((label) => label !== undefined && labels.includes(label))).toEqual(
    labels.filter((label) => shown.includes(label)),
  )
}
