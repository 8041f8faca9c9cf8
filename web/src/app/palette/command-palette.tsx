import {
  IconAddressBook,
  IconDeviceDesktop,
  IconFileDollar,
  IconLogout,
  IconMoon,
  IconPackage,
  IconPlus,
  IconSun,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useActiveCompany, useSession } from '@/api'
import { CompanyTile, formatCnpj, Palette, useStable, useTheme } from '@/ui'
import type { PaletteGroup, PaletteItem } from '@/ui'
import { shortNameOf } from '../company/short-name'
import { switchableCompanies } from '../company/switchable-companies'
import { useSwitchCompany } from '../company/use-switch-company'
import { paths } from '../paths'
import { addressOf, placesFor } from '../places'
import { useSignOut } from '../session/use-sign-out'
import { texts } from '../texts'
import { findRecords } from './records'
import type { FoundRecord } from './records'

const THEMES = [
  { theme: 'light', icon: IconSun },
  { theme: 'dark', icon: IconMoon },
  { theme: 'auto', icon: IconDeviceDesktop },
] as const

/** Companies found for one text. More than these, and one types on. */
const FOUND = 6

type Props = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Ctrl+K over the places of the menu, the actions of the frame, the active company's records and the companies. */
export function CommandPalette(props: Props) {
  const company = useActiveCompany()
  const navigate = useNavigate()
  const search = useSearch()
  const groups = [usePlaces(), useActions()]
  return (
    <Palette
      {...props}
      groups={groups}
      search={search}
      onNavigate={(to) => void navigate(to)}
      scope={company ? texts.scope(shortNameOf(company)) : undefined}
      placeholder={texts.search}
      nothingFound={texts.nothingFound}
    />
  )
}

function usePlaces(): PaletteGroup {
  const { role } = useSession()
  const company = useActiveCompany()
  const items = placesFor(role).map((place) => ({
    id: place.path,
    label: place.title,
    icon: symbol(place.icon),
    to: addressOf(place, company?.id),
  }))
  return { label: texts.goTo, items }
}

function useActions(): PaletteGroup {
  const { role } = useSession()
  const { theme, setTheme } = useTheme()
  const signOut = useSignOut()
  const items: PaletteItem[] = THEMES.filter((choice) => choice.theme !== theme).map((choice) => ({
    id: `theme-${choice.theme}`,
    label: texts.useTheme[choice.theme],
    icon: symbol(choice.icon),
    run: () => setTheme(choice.theme),
  }))
  items.push({ id: 'sign-out', label: texts.signOut, icon: symbol(IconLogout), run: signOut })
  if (role === 'admin') {
    items.unshift({ id: 'new-company', label: texts.newCompany, icon: symbol(IconPlus), to: paths.companies.new })
  }
  return { label: texts.actions, items }
}

/** Finds records and companies on the server; choosing a company makes it the active one. */
function useSearch() {
  const queryClient = useQueryClient()
  const active = useActiveCompany()?.id
  const switchTo = useStable(useSwitchCompany())
  return useCallback(
    async (text: string): Promise<PaletteGroup[]> => {
      const [records, companies] = await Promise.allSettled([
        findRecords(queryClient, active, text),
        queryClient.query(switchableCompanies(text)),
      ])
      const groups: PaletteGroup[] = []
      if (records.status === 'fulfilled') {
        const { products, people, budgets } = records.value
        groups.push(
          { label: texts.products, items: itemsOf(products, IconPackage) },
          { label: texts.people, items: itemsOf(people, IconAddressBook) },
          { label: texts.budgets, items: itemsOf(budgets, IconFileDollar) },
        )
      }
      if (companies.status === 'fulfilled') {
        const found = companies.value.items.slice(0, FOUND).map((company) => ({
          id: company.id,
          label: company.razao_social,
          detail: formatCnpj(company.cnpj),
          icon: <CompanyTile name={shortNameOf(company)} color={company.cor} />,
          run: () => void switchTo(company.id),
        }))
        groups.push({ label: texts.companies, items: found })
      }
      return groups
    },
    [queryClient, active, switchTo],
  )
}

function itemsOf(found: readonly FoundRecord[], icon: Icon): PaletteItem[] {
  return found.map((record) => ({ ...record, icon: symbol(icon) }))
}

function symbol(Symbol: Icon) {
  return <Symbol size={18} stroke={1.75} aria-hidden="true" />
}
