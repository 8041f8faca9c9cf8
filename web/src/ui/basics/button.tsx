import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button as MantineButton } from '@mantine/core'
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

const COLORS: Record<ButtonKind, Record<string, string>> = {
  primary: {
    '--button-bg': 'var(--primary)',
    '--button-hover': 'var(--primaryHover)',
    '--button-color': 'var(--onPrimary)',
    '--button-bd': '1px solid transparent',
  },
  secondary: {
    '--button-bg': 'var(--surface)',
    '--button-hover': 'var(--hover)',
    '--button-color': 'var(--ink)',
    '--button-bd': '1px solid var(--borderControl)',
  },
  quiet: {
    '--button-bg': 'transparent',
    '--button-hover': 'var(--hover)',
    '--button-color': 'var(--text2)',
    '--button-bd': '1px solid transparent',
  },
  danger: {
    '--button-bg': 'var(--danger)',
    '--button-hover': 'var(--dangerHover)',
    '--button-color': 'var(--onDanger)',
    '--button-bd': '1px solid transparent',
  },
}

function lookOf({ kind = 'primary', icon: Icon, iconAfter: IconAfter, shortcut, fullWidth, children }: Look) {
  return {
    classNames: { root: classes.root, section: classes.section, label: classes.label },
    vars: () => ({ root: COLORS[kind] }),
    'data-kind': kind,
    leftSection: Icon ? <Icon size={16} stroke={1.75} aria-hidden="true" /> : undefined,
    rightSection: IconAfter ? (
      <IconAfter size={16} stroke={1.75} className={classes.iconAfter} aria-hidden="true" />
    ) : shortcut ? (
      <span className={classes.keys} aria-hidden="true">
        <Kbd>{shortcut}</Kbd>
      </span>
    ) : undefined,
    'aria-keyshortcuts': shortcut?.replace(' ', '+').replace('Ctrl', 'Control'),
    fullWidth,
    children,
  }
}

export const Button = memo(function Button(props: ButtonProps) {
  const { kind, icon, iconAfter, shortcut, fullWidth, children, type = 'button', isFirst, ...rest } = props
  const look = lookOf({ kind, icon, iconAfter, shortcut, fullWidth, children })
  return <MantineButton {...rest} {...look} type={type} data-autofocus={isFirst || undefined} />
})

/** Looks like a button, is a link: opens in another tab like any other. */
export function LinkButton({ to, ...look }: Look & { to: string }) {
  return <MantineButton component={Link} to={to} {...lookOf(look)} />
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
    variant: 'transparent',
    'aria-label': of ? `${label}: ${of}` : label,
    className: classes.icon,
    'data-kind': kind,
    'data-tooltip': label,
    children: <Icon size={18} stroke={1.75} aria-hidden="true" />,
  }
  return to ? <ActionIcon component={Link} to={to} {...look} /> : <ActionIcon {...rest} {...look} />
})
