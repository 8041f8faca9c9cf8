import type { Company } from '@/api'
import { putLogo } from './queries'
import type { LogoKind } from './queries'
import { texts } from './texts'

/** Logos chosen before there is a company to give them to. */
export type WaitingLogos = Partial<Record<LogoKind, File>>

export const LOGO_KINDS: readonly LogoKind[] = ['system', 'documents']

/** Null when all were taken, else what to say about the first that was not. */
export async function sendLogos(id: string, logos: WaitingLogos): Promise<string | null> {
  for (const kind of LOGO_KINDS) {
    const file = logos[kind]
    if (!file) continue
    try {
      await putLogo(id, kind, file)
    } catch (error) {
      return (error as Error).message
    }
  }
  return null
}

export function logoSummary(company: Company | null, waiting: WaitingLogos): string {
  const count = [company?.logo_sistema_url ?? waiting.system, company?.logo_documentos_url ?? waiting.documents].filter(
    Boolean,
  ).length
  return count ? texts.logoCount(count) : texts.noLogos
}
