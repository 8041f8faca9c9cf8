import { IconChevronRight, IconHelpCircle, IconLock } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ActionButtons } from '../actions/action-buttons'
import { useScreenActions } from '../actions/screen-actions'
import type { ScreenActions } from '../actions/types'
import type { Neighbours } from '../list/use-neighbours'
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
  /** What can be done here; the main one last. */
  actions?: ScreenActions
  /** The records before and after this one in its list. */
  neighbours?: Neighbours | null
  /** The screen draws them itself for now, such as in the place of a list that is still empty. */
  areActionsElsewhere?: boolean
}

/** Top of every screen, with its only h1, the way to its help and what can be done here. Brings the page's own padding. */
export function PageHeader(props: PageHeaderProps) {
  const { title, subtitle, badge, parent, actions = [], neighbours, areActionsElsewhere } = props
  const help = useContext(HelpAddressContext)
  useScreenActions([neighbours?.previous, neighbours?.next, ...actions])
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
      {!areActionsElsewhere && (neighbours ?? actions.some(Boolean)) && (
        <div className={classes.actions}>
          {neighbours && <Place neighbours={neighbours} />}
          <ActionButtons actions={actions} />
        </div>
      )}
    </header>
  )
}

function Place({ neighbours: { place, previous, next } }: { neighbours: Neighbours }) {
  return (
    <span className={classes.place}>
      {place}
      {[previous, next].map(({ id, label, icon, isDisabled = false, shortcut, run }) => (
        <IconButton key={id} label={`${label} (${shortcut ?? ''})`} icon={icon} disabled={isDisabled} onClick={run} />
      ))}
    </span>
  )
}

/** Content under a PageHeader that brings no padding of its own. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>
}

/** In place of a screen one may not see. */
export function AccessDenied({ text }: { text: string }) {
  return (
    <div className={classes.body}>
      <div className={classes.denied} role="alert">
        <IconLock size={22} stroke={1.75} aria-hidden="true" />
        <div>
          <strong>Acesso Negado</strong>
          <p>{text}</p>
        </div>
      </div>
    </div>
  )
}
