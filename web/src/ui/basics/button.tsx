import type { Icon } from '@tabler/icons-react'
import { memo } from 'react'
import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import classes from './button.module.css'
import { Kbd } from './kbd'

/** `primary` at most once per area; `quiet` has no box. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

type Look = {
  kind?: ButtonKind
  icon?: Icon
  /** After the text, for going on. */
  iconAfter?: Icon
  /** Key that does the same, printed on the button: 'N', 'Ctrl Enter'. Registering it is the caller's. */
  shortcut?: string
  fullWidth?: boolean
  children: ReactNode
}

type ButtonProps = Look & {
  type?: 'button' | 'submit'
  /** Shows a spinner, keeps the width and takes no clicks. */
  loading?: boolean
  disabled?: boolean
  /** Takes the focus when its dialog opens. */
  isFirst?: boolean
  form?: string
  onClick?: MouseEventHandler<HTMLButtonElement>
  'aria-describedby'?: string
  /** What it does and to what, where several such buttons stand in a list. */
  'aria-label'?: string
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  ref?: Ref<HTMLButtonElement>
}

function rootOf({ kind = 'primary', shortcut, fullWidth }: Look) {
  return {
    className: classes.root,
    'data-kind': kind,
    'data-block': fullWidth || undefined,
    'aria-keyshortcuts': shortcut?.replace(' ', '+').replace('Ctrl', 'Control'),
  }
}

function Face({ icon: Icon, iconAfter: IconAfter, shortcut, children }: Look) {
  return (
    <span className={classes.face}>
      {Icon && <Icon size={16} stroke={1.75} className={classes.icon} aria-hidden="true" />}
      <span className={classes.label}>{children}</span>
      {IconAfter ? (
        <IconAfter size={16} stroke={1.75} className={classes.iconAfter} aria-hidden="true" />
      ) : (
        shortcut && (
          <span className={classes.keys} aria-hidden="true">
            <Kbd>{shortcut}</Kbd>
          </span>
        )
      )}
    </span>
  )
}

export const Button = memo(function Button(props: ButtonProps) {
  const { kind, icon, iconAfter, shortcut, fullWidth, children, type = 'button', ...others } = props
  const { isFirst, loading = false, disabled, ...rest } = others
  const look = { kind, icon, iconAfter, shortcut, fullWidth, children }
  return (
    <button
      {...rest}
      {...rootOf(look)}
      type={type}
      disabled={disabled || loading}
      data-loading={loading || undefined}
      data-autofocus={isFirst || undefined}
    >
      {loading && <span className={classes.ring} aria-hidden="true" />}
      <Face {...look} />
    </button>
  )
})

/** Looks like a button, is a link: opens in another tab like any other. */
export function LinkButton({ to, ...look }: Look & { to: string }) {
  return (
    <Link to={to} {...rootOf(look)}>
      <Face {...look} />
    </Link>
  )
}

type IconButtonProps = {
  /** What it does: the tooltip, and with `of` the accessible name. */
  label: string
  /** To what it does it, where several such buttons stand in a list. */
  of?: string
  icon: Icon
  kind?: 'plain' | 'danger'
  disabled?: boolean
  /** Address to go to, instead of `onClick`. */
  to?: string
  onClick?: MouseEventHandler<HTMLButtonElement>
  'aria-haspopup'?: 'menu' | 'dialog'
  ref?: Ref<HTMLButtonElement> | undefined
}

export const IconButton = memo(function IconButton(props: IconButtonProps) {
  const { label, of, icon: Icon, kind = 'plain', to, ...rest } = props
  const look = {
    'aria-label': of ? `${label}: ${of}` : label,
    className: classes.iconButton,
    'data-kind': kind,
    'data-tooltip': label,
    children: <Icon size={18} stroke={1.75} aria-hidden="true" />,
  }
  return to ? <Link to={to} {...look} /> : <button type="button" {...rest} {...look} />
})
