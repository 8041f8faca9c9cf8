import { IconChevronRight, IconHelpCircle, IconLock } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton } from './button'
import classes from './page.module.css'

const HelpAddressContext = createContext<string | null>(null)

/** Around the screens: where the help of the open one is, for the '?' beside its title. Null: it has none. */
export const HelpAddressProvider = HelpAddressContext.Provider

/** Around everything on a screen; lets a save bar or pager stand at the bottom of a short one. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>
}

type PageHeaderProps = {
  title: string
  /** Grey text beside the title: which record this is. */
  subtitle?: string
  /** A StatusBadge beside the title. */
  badge?: ReactNode
  /** The list this screen belongs to. */
  parent?: { label: string; to: string }
  /** Buttons; the last one is the main one. */
  actions?: ReactNode
}

/** Top of every screen, with its only h1 and the way to its help. Brings the page's own padding. */
export function PageHeader({ title, subtitle, badge, parent, actions }: PageHeaderProps) {
  const help = useContext(HelpAddressContext)
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        {parent && (
          <nav aria-label="Você está em" className={classes.path}>
            <Link to={parent.to}>{parent.label}</Link>
            <IconChevronRight size={14} stroke={1.75} aria-hidden="true" />
          </nav>
        )}
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {help && (
            <span className={classes.help}>
              <IconButton label="Ajuda desta tela" icon={IconHelpCircle} to={help} />
            </span>
          )}
          {badge}
          {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        </div>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/** Content under a PageHeader that brings no padding of its own. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>
}

/** In place of a screen one may not see. */
export function AccessDenied({
  title = 'Acesso Negado',
  text = 'Você não tem permissão para acessar esta página.',
}: {
  title?: string
  text?: string
}) {
  return (
    <div className={classes.body}>
      <div className={classes.denied} role="alert">
        <IconLock size={22} stroke={1.75} aria-hidden="true" />
        <div>
          <strong>{title}</strong>
          <p>{text}</p>
        </div>
      </div>
    </div>
  )
}
