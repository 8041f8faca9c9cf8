import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Wordmark } from '@/ui'
import { texts } from '../texts'
import { useLateUserPanel } from './late-user-panel'
import classes from './menu-drawer.module.css'
import { Sidebar } from './sidebar'

/** The menu over the page, for widths where it has no place beside it. The browser's dialog keeps the focus inside. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const late = useLateUserPanel()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  if (!isOpen) return null
  return (
    // By key it closes with Esc, which the dialog brings along; the click is for the backdrop.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label={texts.menu}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={classes.content}>
        <div className={classes.head}>
          <Wordmark size={26} />
          <button type="button" className={classes.close} aria-label={texts.closeMenu} onClick={onClose}>
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        <Sidebar onNavigate={onClose} />
        <div className={classes.user}>{late && <late.UserPanel onNavigate={onClose} />}</div>
      </div>
    </dialog>
  )
}
