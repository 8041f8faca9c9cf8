import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useActiveCompany } from '@/api'
import { ContingencyStrip } from '@/features/selling/receipts'
import { HelpAddressProvider, useBrought, usePaletteKey } from '@/ui'
import { ActiveCompanyGate } from '../company/active-company'
import { followEvents } from '../events/follow-events'
import { EarlyPalette } from '../palette/early-palette'
import { useLatePalette, useLoadLatePalette } from '../palette/late-palette'
import { helpAddressOf } from '../places'
import { FullPageLoading } from '../session/full-page-loading'
import { PasswordAgain } from '../session/password-again'
import { SecondFactorGate } from '../session/second-factor-gate'
import { SignInAgain } from '../session/sign-in-again'
import { texts } from '../texts'
import { ConnectionStrip } from './connection-strip'
import { AllowedScreen } from './allowed-screen'
import { EnvironmentStrip } from './environment-strip'
import { Header } from './header'
import { LostCompanyNotice } from './lost-company-notice'
import { MenuDrawer } from './menu-drawer'
import classes from './shell.module.css'
import { Sidebar } from './sidebar'
import { useCompanyAddress } from './use-company-address'
import { useCurrentPlace } from './use-current-place'
import { ANNOUNCER_ID, CONTENT_ID, usePageArrival } from './use-page-arrival'
import { usePlaceKeys } from './use-place-keys'

/** Comes with the shell, since nothing more may come when it is needed. */
export { LateScreen } from '../late-screen'

/** The frame around every signed-in screen. */
export function Shell() {
  const queryClient = useQueryClient()
  useEffect(() => followEvents(queryClient), [queryClient])
  return (
    <>
      <SecondFactorGate>
        <ActiveCompanyGate pending={<FullPageLoading />}>
          <Frame />
        </ActiveCompanyGate>
      </SecondFactorGate>
      <SignInAgain />
      <PasswordAgain />
    </>
  )
}

/** While the palette's file is not there yet. */
const NOTHING_TYPED = { text: '', isEntered: false }

function Frame() {
  const company = useActiveCompany()
  const current = useCurrentPlace()
  const isFullPage = current?.place.isFullPage ?? false
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [early, setEarly] = useState(NOTHING_TYPED)
  usePageArrival()
  useCompanyAddress()
  usePlaceKeys()
  usePaletteKey(() => setPaletteOpen(true))
  useLoadLatePalette()
  const palette = useLatePalette()
  const closePalette = () => {
    setPaletteOpen(false)
    setEarly(NOTHING_TYPED)
  }
  return (
    <div className={classes.frame} data-full-page={isFullPage || undefined}>
      <a className={classes.skip} href={`#${CONTENT_ID}`}>
        {texts.skipToContent}
      </a>
      {company?.exemplo === 'S' ? <LateExampleStrip /> : company?.ambiente === 'homologacao' && <EnvironmentStrip />}
      <div className={classes.line} data-company-color={company?.cor} />
      <Header onOpenMenu={() => setMenuOpen(true)} onOpenPalette={() => setPaletteOpen(true)} />
      <aside className={classes.side}>
        <Sidebar />
      </aside>
      <main id={CONTENT_ID} className={classes.page} tabIndex={-1}>
        {!isFullPage && <ConnectionStrip />}
        {!isFullPage && company && <ContingencyStrip companyId={company.id} />}
        <LostCompanyNotice />
        <HelpAddressProvider value={helpAddressOf(current?.help)}>
          <AllowedScreen />
        </HelpAddressProvider>
      </main>
      <MenuDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      {palette ? (
        <palette.CommandPalette
          isOpen={isPaletteOpen}
          initialText={early.text}
          isEntered={early.isEntered}
          onClose={closePalette}
        />
      ) : (
        isPaletteOpen && (
          <EarlyPalette
            text={early.text}
            onType={(text) => setEarly({ text, isEntered: false })}
            onEnter={() => setEarly({ ...early, isEntered: true })}
            onClose={closePalette}
          />
        )
      )}
      <div id={ANNOUNCER_ID} className={classes.announcer} aria-live="polite" />
    </div>
  )
}

const bringExampleShop = () => import('@/features/registry/example-shop')

/** Few shops are made up: the others need not load what says so. */
function LateExampleStrip() {
  const parts = useBrought(bringExampleShop)
  return parts && <parts.ExampleStrip />
}
