import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem } from '@/api'
import type { CepAddress } from '@/api'
import { useStable } from '@/ui'
import { findCep } from './queries'
import { texts } from './texts'

type Form<Values> = { values: Values; setValues: (values: Partial<Values>) => void }

const WHOLE = /^\d{8}$/
const isEmpty = (value: unknown) => value === '' || value === null

/**
 * Fills a form's address from its CEP as soon as that is typed whole. `partsOf` says which values an address gives ('' or null:
 * the CEP does not tell), those that belong together in one part. A part is filled when nothing else stands in it: what was
 * typed stays, and what another CEP filled gives way to this one.
 */
export function useCepFill<Values extends Record<string, unknown>>(
  form: Form<Values>,
  partsOf: (address: CepAddress) => readonly Partial<Values>[],
) {
  const queryClient = useQueryClient()
  const [filled, setFilled] = useState<Partial<Values>>({})
  const [note, setNote] = useState<{ cep: string; text: string } | null>(null)
  const wanted = useRef('')

  const isFilled = (name: keyof Values) => !isEmpty(filled[name]) && form.values[name] === filled[name]
  const fill = useStable((address: CepAddress) => {
    const mayBeFilled = (part: Partial<Values>) =>
      Object.keys(part).every((name) => {
        const value = form.values[name]
        return isEmpty(value) || value === part[name] || isFilled(name)
      })
    const changes = Object.assign({}, ...partsOf(address).filter(mayBeFilled)) as Partial<Values>
    // What stood there already by itself is nobody's but the person's.
    const isNew = (name: string) => isFilled(name) || form.values[name] !== changes[name]
    setFilled(Object.fromEntries(Object.entries(changes).filter(([name]) => isNew(name))) as Partial<Values>)
    form.setValues(changes)
  })

  const ask = async (cep: string) => {
    try {
      const { consultado, endereco } = await queryClient.query(findCep(cep))
      // Another one is typed by now.
      if (wanted.current !== cep) return
      if (endereco) fill(endereco)
      setNote(consultado && !endereco ? { cep, text: texts.unknown } : null)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (wanted.current === cep) setNote({ cep, text: problem.message })
    }
  }

  return {
    /** Called with the CEP as it is being typed, without punctuation. */
    onCep: (cep: string) => {
      if (wanted.current === cep) return
      wanted.current = cep
      if (WHOLE.test(cep)) void ask(cep)
    },
    /** Why the CEP gave no address; below its field. */
    cepHelp: note?.cep === form.values.cep ? note?.text : undefined,
    /** Marks a field as filled by the CEP, until one changes it. */
    helpOf: (name: keyof Values) => (isFilled(name) ? texts.filled : undefined),
  }
}
