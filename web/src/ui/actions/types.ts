import type { Icon } from '@tabler/icons-react'

/** One thing to do, whether a button, a menu or Ctrl+K offers it: where it leads, or what runs. */
export type Action = {
  id: string
  label: string
  icon: Icon
  isDanger?: boolean
  /** Other words Ctrl+K finds it by. */
  keywords?: string
  to?: string
  run?: () => void
}

/** One thing to do on the open screen. Its place on the screen is the screen's own choice; Ctrl+K always offers it. */
export type ScreenAction = Action & {
  /** What one comes here to do most: the filled button. */
  isMain?: boolean
  /** Key that does it anywhere on the screen: 'N', 'Ctrl Enter'. */
  shortcut?: string
  /** Grey, at the right: how many there are. */
  detail?: string
  isDisabled?: boolean
  isLoading?: boolean
  /** On a phone behind ⋯. */
  isSide?: boolean
  /** Several ways to do it, chosen from a menu. */
  ways?: readonly Action[]
  /** Too many of its kind to be listed: Ctrl+K finds it by what is typed. */
  isOnlyFound?: boolean
}

/** As screens write them: what does not apply is false. */
export type ScreenActions = readonly (ScreenAction | false | null | undefined)[]
