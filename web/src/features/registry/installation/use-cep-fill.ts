import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem } from '@/api'
import type { CepAddress } from '@/api'
import type { FilledFields } from '@/ui'
import { findCep } from './queries'
import { texts } from './texts'

const WHOLE = /^\d{8}$/

/**
 * Fills a form's address from its CEP as soon as that is typed whole. `partsOf` says which values an address gives ('' or null:
 * the CEP does not tell), those that belong together in one part.
 */
export function useCepFill<Values extends Record<string, unknown>>(
  cep: unknown,
  filled: FilledFields<Values>,
  partsOf: (address: CepAddress) => readonly Partial<Values>[],
) {
  const queryClient = useQueryClient()
  const [note, setNote] = useState<{ cep: string; text: string } | null>(null)
  const wanted = useRef('')

  const ask = async (asked: string) => {
    try {
      const { consultado, endereco } = await queryClient.query(findCep(asked))
      // Another one is typed by now.
      if (wanted.current !== asked) return
      if (endereco) filled.fill(partsOf(endereco), texts.filled)
      setNote(consultado && !endereco ? { cep: asked, text: texts.unknown } : null)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (wanted.current === asked) setNote({ cep: asked, text: problem.message })
    }
  }

  return {
    /** Called with the CEP as it is being typed, without punctuation. */
    onCep: (typed: string) => {
      if (wanted.current === typed) return
      wanted.current = typed
      if (WHOLE.test(typed)) void ask(typed)
    },
    /** Why the CEP gave no address; below its field. */
    cepHelp: note?.cep === cep ? note?.text : undefined,
  }
}
