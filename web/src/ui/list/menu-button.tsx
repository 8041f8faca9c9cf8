import type { Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../basics/button'
import type { ButtonKind } from '../basics/button'
import { RowMenu } from './row-menu'
import type { RowAction } from './types'

type Props = {
  label: string
  icon?: Icon
  kind?: ButtonKind
  disabled?: boolean
  actions: readonly RowAction[]
}

/** A button that asks how: it opens a menu under itself. */
export function MenuButton({ label, actions, ...look }: Props) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  return (
    <>
      <Button
        kind="secondary"
        {...look}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          setAt({ x: left, y: bottom })
        }}
      >
        {label}
      </Button>
      {at && <RowMenu key={`${at.x}-${at.y}`} at={at} label={label} actions={actions} onClose={() => setAt(null)} />}
    </>
  )
}
