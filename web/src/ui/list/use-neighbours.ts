import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { ScreenAction } from '../actions/types'
import { formatInteger } from '../format/text'
import { toast } from '../toast/toast-store'
import { rememberOpened, rememberShown, shownOf } from './list-address'
import type { ShownPage } from './list-address'
import { hasNext } from './list-words'

export type Neighbours = {
  /** '6 de 132' */
  place: string
  previous: ScreenAction
  next: ScreenAction
}

/** The records before and after the one at `to`, in the list it was opened from. Null: it was not opened from one. */
export function useNeighbours(list: string, to: string): Neighbours | null {
  const navigate = useNavigate()
  const shown = shownOf(list)
  const at = shown?.to.indexOf(to) ?? -1
  if (!shown || at < 0) return null

  // In place of this one, so that Back leads to the list.
  const goTo = (other: string) => {
    rememberOpened(list, other)
    void navigate(other, { replace: true })
  }
  const turnTo = async (page: number, end: 0 | -1) => {
    try {
      const turned = await shown.read(page)
      const other = turned.to.at(end)
      if (other === undefined) return
      rememberShown(list, turned)
      goTo(other)
    } catch (error) {
      toast.failed('Erro ao carregar a lista', error)
    }
  }
  const step = (by: 1 | -1) => {
    const other = shown.to[at + by]
    if (other !== undefined) goTo(other)
    else void turnTo(shown.page + by, by === 1 ? 0 : -1)
  }
  const { page, page_size, total, total_exact } = shown
  const number = (page - 1) * page_size + at + 1
  return {
    place: `${formatInteger(number)} de ${total_exact ? '' : 'mais de '}${formatInteger(total)}`,
    previous: {
      id: 'previous',
      label: 'Registro anterior',
      icon: IconChevronUp,
      shortcut: 'K',
      isDisabled: number === 1,
      run: () => step(-1),
    },
    next: {
      id: 'next',
      label: 'Próximo registro',
      icon: IconChevronDown,
      shortcut: 'J',
      isDisabled: isLast(shown, at),
      run: () => step(1),
    },
  }
}

function isLast(shown: ShownPage, at: number): boolean {
  return at === shown.to.length - 1 && !hasNext({ ...shown, items: shown.to })
}
