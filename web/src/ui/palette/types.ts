import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RowAction } from '../list/types'

export type PaletteItem = {
  /** Of its own among all that are offered. */
  id: string
  label: string
  /** Grey, at the right: document, place, price. */
  detail?: string
  /** 18 px icon, or a CompanyTile. */
  icon?: ReactNode
  /** Key that does the same elsewhere. */
  shortcut?: string
  /** Other words it is found by. */
  keywords?: string
  /** Belongs to the one above. */
  isIndented?: boolean
  /** Offered once it is typed for. */
  isOnlyFound?: boolean
  /** Address, or what else to do. Only an address can be opened in another tab. */
  to?: string
  run?: () => void
}

export type PaletteGroup = {
  label: string
  items: readonly PaletteItem[]
  /** Only while nothing is typed. */
  isIdle?: boolean
  /** Of what was found: exactly what was typed, and so before everything else. */
  isExact?: boolean
}

/** A record that a text finds. */
export type FoundRecord = {
  id: string
  label: string
  detail: string
  /** How its actions name it: '201'. */
  name: string
  to: string
  /** The text is all of its number, code or document. */
  isExact: boolean
  actions: readonly RowAction[]
}

/** Finds records of one kind for Ctrl+K, the exact ones first. Company data are those of this company. */
export type FindRecords = (
  text: string,
  on: {
    queryClient: QueryClient
    companyId: string
    navigate: (to: string) => Promise<void>
    /** Whether the server lets this person do it; by method and path. */
    may: (operation: string | undefined) => boolean
  },
) => Promise<FoundRecord[]>
