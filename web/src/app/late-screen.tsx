import { useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType } from 'react'
import { LoadFailed, Page, PageHeader } from '@/ui'
import type { Screen } from './places'
import { useCurrentPlace } from './shell/use-current-place'
import { texts } from './texts'

type Load = Screen['load']

const RETRY_MS = 5_000
/** Two reloads so close to each other would go on for ever. */
const RELOAD_AGAIN_MS = 60_000
const RELOADED = 'balcao.recarregada'

/** In place of a screen whose file did not come: keeps the frame around it, says why, and shows it as soon as it can. */
export function LateScreen({ load, reload = reloadPage }: { load: Load; reload?: () => void }) {
  const title = useCurrentPlace()?.title ?? texts.product
  const [Content, setContent] = useState<ComponentType | null>(null)
  const [isGone, setGone] = useState(false)

  const attempt = async () => {
    try {
      const { default: found } = await load()
      setContent(() => found)
    } catch {
      const isServerThere = await serverAnswers()
      setGone(isServerThere)
      // After an update the server no longer has the files of the version this tab was loaded from.
      if (isServerThere && mayReload()) reload()
    }
  }
  const retry = useEffectEvent(() => void attempt())
  useEffect(() => {
    if (Content) return
    const again = () => retry()
    const first = setTimeout(again)
    const timer = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [Content])

  if (Content) return <Content />
  return (
    <Page>
      <PageHeader title={title} />
      <LoadFailed
        title={isGone ? texts.updatedTitle : texts.screenLateTitle}
        text={isGone ? texts.updatedText : texts.screenLateText}
        onRetry={isGone ? reload : () => void attempt()}
      />
    </Page>
  )
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - last < RELOAD_AGAIN_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  return true
}

function reloadPage(): void {
  window.location.reload()
}
