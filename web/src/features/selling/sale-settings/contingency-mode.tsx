import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '@/api'
import type { Contingency } from '@/api'
import { ReasonDialog } from '@/features/selling/receipts'
import { Button, FormGrid, SegmentedChoice, toast } from '@/ui'
import { loadContingency, saveContingency } from './queries'
import { texts } from './texts'

const { offline: words } = texts

type Props = { company: string; name: string }

/** How the company sells while SEFAZ is away. It holds at once: whoever needs it has customers waiting. */
export function ContingencyMode({ company, name }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { data: loaded } = useQuery(loadContingency(company))
  if (!loaded) return null
  const { modo, ativa, motivo } = loaded.data
  const save = async (changes: Partial<Contingency>): Promise<boolean> => {
    setBusy(true)
    try {
      await saveContingency(company, { modo, ativa, motivo, ...changes }, loaded.etag)
      toast.success(words.done)
      return true
    } catch (problem) {
      toast.failed(words.failed, problem)
      return false
    } finally {
      await queryClient.invalidateQueries({ queryKey: queryKeys('contingency').all })
      setBusy(false)
    }
  }
  return (
    <FormGrid>
      <FormGrid.Cell span={7}>
        <SegmentedChoice
          label={words.modo}
          help={words.help}
          choices={words.modes}
          value={modo}
          disabled={isBusy}
          onChange={(next) => void save({ modo: next })}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={5}>
        {ativa && (
          <p>
            {words.now} {motivo}
          </p>
        )}
        <Button
          kind="secondary"
          loading={isBusy}
          onClick={() => (ativa ? void save({ ativa: false, motivo: null }) : setAsking(true))}
        >
          {ativa ? words.end : words.begin}
        </Button>
      </FormGrid.Cell>
      {isAsking && (
        <ReasonDialog
          title={words.begin}
          subtitle={name}
          text={words.beginText}
          confirmLabel={words.begin}
          onConfirm={(reason) => save({ ativa: true, motivo: reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </FormGrid>
  )
}
