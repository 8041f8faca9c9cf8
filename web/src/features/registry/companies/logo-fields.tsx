import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Company } from '@/api'
import { confirm, FormGrid, ImageInput, toast } from '@/ui'
import { LOGO_KINDS } from './logos'
import type { WaitingLogos } from './logos'
import { deleteLogo, putLogo, readCompany, refreshCompanies } from './queries'
import type { LoadedCompany, LogoKind } from './queries'
import { texts } from './texts'

const TYPES = ['image/png', 'image/jpeg', 'image/svg+xml']

type Props = {
  /** Null: new, its logos wait until it is created. */
  company: Company | null
  waiting: WaitingLogos
  onWait: (waiting: WaitingLogos) => void
  /** The company as it is after a logo changed it. */
  onChanged: (saved: LoadedCompany) => void
}

/** The two logos. Those of an existing company are sent at once, apart from the rest of the form. */
export function LogoFields({ company, waiting, onWait, onChanged }: Props) {
  const queryClient = useQueryClient()
  const [urls, setUrls] = useState<Record<LogoKind, string | null>>({
    system: company?.logo_sistema_url ?? null,
    documents: company?.logo_documentos_url ?? null,
  })
  const [busy, setBusy] = useState<LogoKind | null>(null)
  const [problems, setProblems] = useState<Partial<Record<LogoKind, string>>>({})

  const fail = (kind: LogoKind, message: string) => {
    setProblems((before) => ({ ...before, [kind]: message }))
    toast.error(texts.logoFailed, message)
  }

  /** Runs one change of an existing company's logo and says when it fails. */
  const change = async (kind: LogoKind, run: () => Promise<LoadedCompany>) => {
    setBusy(kind)
    setProblems((before) => ({ ...before, [kind]: undefined }))
    try {
      const saved = await run()
      setUrls({ system: saved.company.logo_sistema_url, documents: saved.company.logo_documentos_url })
      onChanged(saved)
      await refreshCompanies(queryClient)
    } catch (error) {
      fail(kind, (error as Error).message)
    } finally {
      setBusy(null)
    }
  }

  const choose = (kind: LogoKind, file: File) => {
    if (!TYPES.includes(file.type)) {
      fail(kind, texts.logoNotAnImage)
      return
    }
    if (!company) {
      setProblems((before) => ({ ...before, [kind]: undefined }))
      onWait({ ...waiting, [kind]: file })
      return
    }
    void change(kind, async () => {
      const saved = await putLogo(company.id, kind, file)
      toast.success(texts.logoSent)
      return saved
    })
  }

  const remove = async (kind: LogoKind) => {
    if (!company) {
      onWait({ ...waiting, [kind]: undefined })
      return
    }
    const isSure = await confirm({
      title: texts.removeLogoTitle,
      text: <p>{texts.removeLogoText(texts.logos[kind])}</p>,
      confirmLabel: texts.removeLogo,
      isDanger: true,
    })
    if (!isSure) return
    await change(kind, async () => {
      await deleteLogo(company.id, kind)
      const saved = await readCompany(company.id)
      toast.success(texts.logoRemoved)
      return saved
    })
  }

  return (
    <FormGrid>
      {LOGO_KINDS.map((kind) => (
        <FormGrid.Cell key={kind} span={6}>
          <ImageInput
            label={texts.logos[kind]}
            help={texts.logoHelp[kind]}
            error={problems[kind]}
            value={company ? urls[kind] : (waiting[kind] ?? null)}
            accept={TYPES}
            busy={busy === kind}
            onChoose={(file) => choose(kind, file)}
            onRemove={() => void remove(kind)}
          />
        </FormGrid.Cell>
      ))}
    </FormGrid>
  )
}
