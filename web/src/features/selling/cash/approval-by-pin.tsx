import type { NeededApproval } from '@/api'
import { PinEntry } from '@/features/selling/operators'
import type { Operator } from '@/features/selling/operators'
import { Button, Dialog, formatMoney } from '@/ui'
import { giveApproval } from './queries'
import { texts } from './texts'

const words = texts.approval

type Props = {
  company: string
  station: string
  /** Those who may allow it. */
  gerentes: readonly Operator[]
  needed: NeededApproval
  onGiven: (aprovacaoId: string) => void
  onPassword: () => void
  onClose: () => void
}

/** A gerente allows it by PIN, at a station that accepts PINs. */
export function ApprovalByPin({ company, station, gerentes, needed, onGiven, onPassword, onClose }: Props) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      foot={
        <Button kind="quiet" onClick={onPassword}>
          {words.byPassword}
        </Button>
      }
    >
      <p>
        <strong>{words[needed.acao](formatMoney(needed.valor))}</strong> {words.text}
      </p>
      <PinEntry
        people={gerentes}
        onPin={async ({ user_id }, pin) => {
          const given = await giveApproval(company, needed, { user_id, pin, estacao_id: station })
          onClose()
          onGiven(given)
        }}
      />
    </Dialog>
  )
}
