import { useState } from 'react'
import { ApiProblem } from '@/api'
import type { ConnectionTest } from '@/api'
import { toast } from '@/ui'
import { testConnection } from './queries'
import { texts } from './texts'

/** A simulated test takes this long, as specified. */
const SIMULATED_MS = 2_000

export type TestState = { kind: 'idle' } | { kind: 'testing' } | { kind: 'done'; result: ConnectionTest }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks the services of a company's saved settings and says how it went. */
export function useConnectionTest(company: string) {
  const [state, setState] = useState<TestState>({ kind: 'idle' })
  const run = async () => {
    const started = performance.now()
    const before = state
    setState({ kind: 'testing' })
    try {
      const result = await testConnection(company)
      if (result.simulado) await pause(SIMULATED_MS - (performance.now() - started))
      setState({ kind: 'done', result })
      tell(result)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      // Nothing was asked: what was answered before still stands.
      setState(before)
      toast.error(problem.code === 'limited' ? problem.title : texts.testFailed, problem.message)
    }
  }
  return { state, isTesting: state.kind === 'testing', run: () => void run() }
}

function tell({ servicos, simulado }: ConnectionTest): void {
  // Not every state offers every service; what is not offered is nothing to mend.
  const bad = servicos.find(({ situacao }) => situacao === 'fora_do_ar' || situacao === 'recusado')
  if (bad) toast.error(texts.testFailed, bad.mensagem)
  else toast.success(texts.success, simulado ? `${texts.simulated}. ${texts.simulatedText}` : undefined)
}
