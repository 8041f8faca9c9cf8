import { useState } from 'react'
import { Kbd } from '../basics/kbd'
import { Dialog } from '../dialog/dialog'
import { activeHotkeys, useHotkeys } from './hotkeys'
import classes from './hotkeys-help.module.css'

const KEY_NAMES: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  Delete: 'Del',
  Insert: 'Ins',
  ' ': 'Espaço',
}

function shownKeys(key: string): string[] {
  return key.split('+').map((part) => KEY_NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
}

/** `?` shows every key that works on this screen. */
export function HotkeysHelp() {
  const [keys, setKeys] = useState<{ key: string; label: string }[]>([])
  const [isOpen, setOpen] = useState(false)
  useHotkeys([
    {
      key: '?',
      label: 'Mostrar todas as teclas',
      run: () => {
        setKeys(activeHotkeys())
        setOpen(true)
      },
    },
  ])
  return (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Teclas desta tela" size={560}>
      <dl className={classes.list}>
        {keys.map(({ key, label }) => (
          <div key={key} className={classes.row}>
            <dt>{label}</dt>
            <dd>
              {shownKeys(key).map((part) => (
                <Kbd key={part}>{part}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
