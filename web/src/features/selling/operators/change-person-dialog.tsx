import { useQuery } from '@tanstack/react-query'
import { putAtCounter, usePersonAtCounter, useSession } from '@/api'
import { Button, Dialog, Spinner, toast } from '@/ui'
import { PinEntry } from './pin-entry'
import { leaveCounter, listOperators, takeCounter } from './queries'
import { texts } from './texts'

type Props = {
  company: string
  station: string
  /** `isChosen`: it is known again who sells. */
  onClose: (isChosen: boolean) => void
}

/** Puts another person at the counter: number, PIN. The sale stays as it is. */
export function ChangePersonDialog({ company, station, onClose }: Props) {
  const { user } = useSession()
  const person = usePersonAtCounter(company)
  const { data: people, error } = useQuery(listOperators(company, station))
  const goBack = async () => {
    try {
      await leaveCounter(company, station)
      putAtCounter(null)
      onClose(true)
    } catch (problem) {
      toast.failed(texts.failed, problem)
    }
  }
  return (
    <Dialog
      opened
      onClose={() => onClose(false)}
      title={texts.title}
      foot={
        person && (
          <Button kind="quiet" onClick={() => void goBack()}>
            {texts.back(user.full_name || user.email)}
          </Button>
        )
      }
    >
      {person?.hasEnded && <p role="status">{texts.ended(person.nome)}</p>}
      {people === undefined ? (
        error ? (
          <p role="alert">{error.message}</p>
        ) : (
          <Spinner label={texts.loading} />
        )
      ) : people.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <PinEntry
          people={people}
          onPin={async ({ user_id, nome }, pin) => {
            putAtCounter(await takeCounter(company, station, { user_id, pin }))
            toast.success(texts.took(nome))
            onClose(true)
          }}
        />
      )}
    </Dialog>
  )
}
