import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiProblem, useActiveCompany } from '@/api'
import type { Taxpayer } from '@/api'
import type { FilledFields } from '@/ui'
import { findTaxpayers } from './queries'
import classes from './taxpayer-help.module.css'
import { texts } from './texts'

const WHOLE = /^[\dA-Z]{12}\d{2}$/

/**
 * Fills the form of a new legal person from SEFAZ's registry, asked by the active company as soon as the CNPJ is typed whole.
 * `partsOf` says which values a taxpayer gives, those that belong together in one part. Of several inscrições one is chosen.
 */
export function useTaxpayerFill<Values extends Record<string, unknown>>(
  cnpj: string,
  filled: FilledFields<Values>,
  partsOf: (taxpayer: Taxpayer) => readonly Partial<Values>[],
) {
  const queryClient = useQueryClient()
  const company = useActiveCompany()?.id
  const [note, setNote] = useState<{ cnpj: string; text: ReactNode } | null>(null)
  const wanted = useRef('')

  const ask = async (asked: string, companyId: string) => {
    const tell = (text: ReactNode) => wanted.current === asked && setNote({ cnpj: asked, text })
    // Most answers are there at once: a sentence that comes and goes would only be in the way.
    const slow = setTimeout(() => tell(texts.asking), 500)
    try {
      const { consultado, uf, contribuintes } = await queryClient.query(findTaxpayers(companyId, asked))
      // Another one is typed by now.
      if (wanted.current !== asked) return
      const take = (taxpayer: Taxpayer) => filled.fill(partsOf(taxpayer), texts.filled(uf))
      const [only] = contribuintes
      if (contribuintes.length > 1) return tell(<Choices uf={uf} taxpayers={contribuintes} onTake={take} />)
      if (only) take(only)
      tell(only ? !only.habilitado && texts.notEnabled(uf) : consultado && texts.unknown(uf))
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      tell(problem.errors[0]?.message ?? problem.message)
    } finally {
      clearTimeout(slow)
    }
  }

  return {
    /** Called with the CNPJ as it is being typed, without punctuation. */
    onCnpj: (typed: string) => {
      if (wanted.current === typed) return
      wanted.current = typed
      if (WHOLE.test(typed) && company !== undefined) void ask(typed, company)
    },
    /** What the registry has to say besides; below the field. */
    cnpjHelp: note?.cnpj === cnpj && note.text ? note.text : undefined,
  }
}

type ChoicesProps = { uf: string; taxpayers: readonly Taxpayer[]; onTake: (taxpayer: Taxpayer) => void }

function Choices({ uf, taxpayers, onTake }: ChoicesProps) {
  return (
    <span className={classes.choices}>
      {texts.several(taxpayers.length, uf)}
      {taxpayers.map((taxpayer, index) => (
        <button key={index} type="button" className={classes.choice} onClick={() => onTake(taxpayer)}>
          {texts.choice(taxpayer.insc_estadual, taxpayer.municipio_nome ?? taxpayer.razao_social, taxpayer.habilitado)}
        </button>
      ))}
    </span>
  )
}
