import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useActiveCompany } from '@/api'
import { Kbd, Wordmark } from '@/ui'
import { paths } from '../paths'
import { texts } from '../texts'
import { CertificateWarning } from './certificate-warning'
import { CompanySwitcher } from './company-switcher'
import classes from './header.module.css'
import { NotificationsBell } from './notifications-bell'
import { UserMenu } from './user-menu'

type Props = { onOpenMenu: () => void; onOpenPalette: () => void }

export function Header({ onOpenMenu, onOpenPalette }: Props) {
  const company = useActiveCompany()
  return (
    <header className={classes.header}>
      <button type="button" className={classes.menuButton} aria-label={texts.openMenu} onClick={onOpenMenu}>
        <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
      </button>
      <Link to={paths.dashboard} className={classes.mark} aria-label={texts.product}>
        <Wordmark size={26} />
      </Link>
      <CompanySwitcher />
      {company?.ambiente === 'producao' && <span className={classes.production}>{texts.production}</span>}
      <CertificateWarning />
      <button type="button" className={classes.search} onClick={onOpenPalette} aria-keyshortcuts="Control+K">
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.searchText}>{texts.search}</span>
        <span className={classes.searchKeys} aria-hidden="true">
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <NotificationsBell />
      <UserMenu />
    </header>
  )
}
