import { IconBuilding, IconDeviceDesktop, IconFolder, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import type { ActiveCompany, OperationName } from '@/api'
import { CompanyTile, formatAgo, formatCnpj, Palette, screenActions, useOpened, useStable, useTheme } from '@/ui'
import type { PaletteGroup, PaletteItem } from '@/ui'
import { shortNameOf } from '../company/short-name'
import { switchableCompanies } from '../company/switchable-companies'
import { useSwitchCompany } from '../company/use-switch-company'
import { binPath, paths } from '../paths'
import { addressOf, doingsFor, placesFor } from '../places'
import { useSignOut } from '../session/use-sign-out'
import { placeAt, useCurrentPlace } from '../shell/use-current-place'
import { texts } from '../texts'
import { findRecords } from './records'
import { symbol } from './symbol'

const THEMES = [
  { theme: 'light', icon: IconSun },
  { theme: 'dark', icon: IconMoon },
  { theme: 'auto', icon: IconDeviceDesktop },
] as const

/** Companies offered before anything is typed, and found for one text. More than these, and one types on. */
const OFFERED = 2
const FOUND = 3
/** Of what was opened lately. */
const LATELY = 5

/** initialText, isEntered: what was typed before its file was there, and Enter. */
type Props = { isOpen: boolean; initialText?: string; isEntered?: boolean; onClose: () => void }

/** Ctrl+K: what was opened lately, what the open screen does, everywhere else, and the records that a text finds. */
export function CommandPalette(props: Props) {
  const company = useActiveCompany()
  const navigate = useNavigate()
  const search = useSearch()
  const lately = useLately()
  const here = useHere()
  const anywhere = useAnywhere(props.isOpen)
  return (
    <Palette
      {...props}
      groups={() => [lately(), here(), anywhere]}
      search={search}
      onNavigate={(to) => void navigate(to)}
      scope={company ? texts.scope(shortNameOf(company)) : undefined}
      nothingFound={texts.nothingFound}
    />
  )
}

function useLately(): () => PaletteGroup {
  const opened = useOpened(useActiveCompany()?.id)
  const { pathname, search } = useLocation()
  return () => ({
    label: texts.openedLately,
    isIdle: true,
    items: opened()
      .filter(({ to }) => to !== pathname + search && to !== pathname)
      .slice(0, LATELY)
      .map(({ to, label, detail, at }) => ({
        id: `opened-${to}`,
        label,
        detail: [detail, formatAgo(at)].filter(Boolean).join(' · '),
        icon: symbol(placeAt(to.replace(/\?.*/, ''))?.place.icon ?? IconFolder),
        to,
      })),
  })
}

/** What the open screen declares, as its buttons and menus have it. */
function useHere(): () => PaletteGroup {
  const title = useCurrentPlace()?.title ?? texts.product
  return () => ({
    label: texts.onThisScreen(title),
    items: screenActions().map(({ id, icon, ...action }) => ({ ...action, id: `here-${id}`, icon: symbol(icon) })),
  })
}

function useAnywhere(isOpen: boolean): PaletteGroup {
  const may = useMay()
  const company = useActiveCompany()
  const { theme, setTheme } = useTheme()
  const signOut = useSignOut()
  const switchTo = useSwitchCompany()
  const { data } = useQuery({ ...switchableCompanies(''), enabled: isOpen })
  const ownBin = binPath(useLocation().pathname)
  const others = (data?.items ?? []).filter(({ id }) => id !== company?.id).slice(0, OFFERED)
  const items: PaletteItem[] = [
    ...others.map((other) => switchItem(other, () => void switchTo(other.id))),
    ...doingsFor(may)
      .filter(({ path }) => path !== ownBin) // the screen offers it by itself
      .map(({ path, title, icon }) => ({ id: path, label: title, icon: symbol(icon), to: path })),
    ...placesFor(may).map((place) => ({
      id: place.path,
      label: place.title,
      icon: symbol(place.icon),
      to: addressOf(place, company?.id),
    })),
    ...THEMES.filter((choice) => choice.theme !== theme).map((choice) => ({
      id: `theme-${choice.theme}`,
      label: texts.useTheme[choice.theme],
      icon: symbol(choice.icon),
      run: () => setTheme(choice.theme),
    })),
    { id: 'sign-out', label: texts.signOut, icon: symbol(IconLogout), run: signOut },
  ]
  return { label: texts.onAnyScreen, items }
}

type Named = Pick<ActiveCompany, 'id' | 'razao_social' | 'nome_fantasia' | 'cnpj' | 'cor'>

function switchItem(company: Named, run: () => void): PaletteItem {
  return {
    id: `switch-${company.id}`,
    label: texts.switchTo(shortNameOf(company)),
    detail: formatCnpj(company.cnpj),
    icon: <CompanyTile name={shortNameOf(company)} color={company.cor} />,
    keywords: company.razao_social,
    run,
  }
}

/** Finds records and companies on the server, with what can be done with them. */
function useSearch() {
  const queryClient = useQueryClient()
  const may = useStable(useMay())
  const active = useActiveCompany()?.id
  const goTo = useNavigate()
  const navigate = useStable(async (to: string) => goTo(to))
  const switchTo = useStable(useSwitchCompany())
  return useCallback(
    async (text: string): Promise<PaletteGroup[]> => {
      const asked = companyIn(text)
      const [records, companies] = await Promise.all([
        active === undefined
          ? []
          : findRecords(text, {
              places: placesFor(may),
              queryClient,
              companyId: active,
              navigate,
              may: (operation) => may(operation as OperationName | undefined),
            }),
        queryClient.query(switchableCompanies(asked.name)).catch(() => null),
      ])
      const found = (companies?.items ?? [])
        .slice(0, FOUND)
        .flatMap((company) => [
          ...(asked.toOpen || company.id === active ? [] : [switchItem(company, () => void switchTo(company.id))]),
          ...(may('PUT /api/companies/{id}') ? [openItem(company)] : []),
        ])
      return [...records, { label: texts.companies, items: found }]
    },
    [queryClient, may, active, navigate, switchTo],
  )
}

function openItem(company: Named): PaletteItem {
  return {
    id: `open-${company.id}`,
    label: texts.openCompany(shortNameOf(company)),
    detail: formatCnpj(company.cnpj),
    icon: symbol(IconBuilding),
    to: paths.companies.edit(company.id),
  }
}

/** Which company a text means: 'serra', 'trocar para serra', 'abrir empresa serra'. */
function companyIn(text: string): { name: string; toOpen: boolean } {
  const opening = /^\s*abr\w*( a)? empresa\s+/i
  return { name: text.replace(opening, '').replace(/^\s*troc\w* para\s+/i, ''), toOpen: opening.test(text) }
}
