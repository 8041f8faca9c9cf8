import { IconX } from '@tabler/icons-react'
import { Drawer, Wordmark } from '@/ui'
import { texts } from '../texts'
import { useLateUserPanel } from './late-user-panel'
import classes from './menu-drawer.module.css'
import { Sidebar } from './sidebar'

/** The menu over the page, for widths where it has no place beside it. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const late = useLateUserPanel()
  return (
    <Drawer opened={isOpen} onClose={onClose} label={texts.menu}>
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
    </Drawer>
  )
}
