import { IconDots } from '@tabler/icons-react'
import { Button, LinkButton } from '../basics/button'
import { MenuButton } from '../list/menu-button'
import { useIsPhone } from '../theme/breakpoints'
import { applying } from './screen-actions'
import type { ScreenAction, ScreenActions } from './types'

/** The buttons of these actions; on a phone those at the side stand behind one ⋯. */
export function ActionButtons({ actions }: { actions: ScreenActions }) {
  const isPhone = useIsPhone()
  const all = applying(actions)
  const folded = isPhone ? all.filter(({ isSide, isDisabled }) => isSide && !isDisabled) : []
  const shown = isPhone ? all.filter(({ isSide }) => !isSide) : all
  return (
    <>
      {folded.length > 0 && <MenuButton label="Mais" icon={IconDots} isIconOnly actions={folded.flatMap(waysOf)} />}
      {shown.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
    </>
  )
}

function waysOf(action: ScreenAction) {
  return action.ways?.map((way) => ({ ...way, label: `${action.label}: ${way.label}` })) ?? [action]
}

type ButtonProps = {
  action: ScreenAction
  /** Instead of its own: 'Cadastrar o primeiro'. */
  label?: string
  isTextOnly?: boolean
}

/** One of them by itself, such as in the place of a list that is still empty. */
export function ActionButton({ action, label, isTextOnly }: ButtonProps) {
  const { icon, isMain, shortcut, isDisabled = false, isLoading = false, ways, to, run } = action
  const kind = isMain ? 'primary' : 'secondary'
  const text = label ?? action.label
  if (ways) return <MenuButton label={text} icon={icon} kind={kind} disabled={isDisabled} actions={ways} />
  const look = { kind, ...(!isTextOnly && { icon }), ...(shortcut && { shortcut }), children: text } as const
  return to ? (
    <LinkButton {...look} to={to} />
  ) : (
    <Button {...look} loading={isLoading} disabled={isDisabled} onClick={run} />
  )
}
