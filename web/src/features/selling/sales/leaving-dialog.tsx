import { Button, Dialog } from '@/ui'
import { texts } from './texts'
import type { Leaving } from './use-leaving'

const { leave: words } = texts

type Props = {
  leaving: Leaving
  /** Of whoever signs out. */
  ownName: string
  /** Why it could not be put away. */
  refused: string | undefined
}

/** Asked before signing out with an open sale. */
export function LeavingDialog({ leaving, ownName, refused }: Props) {
  return (
    <Dialog
      opened
      onClose={leaving.stay}
      title={words.signOutTitle}
      foot={
        <>
          <Button kind="secondary" onClick={leaving.keep}>
            {words.keep}
          </Button>
          <Button isFirst loading={leaving.isParking} onClick={() => leaving.park(words.unnamed(ownName))}>
            {words.park}
          </Button>
        </>
      }
    >
      <p>{words.signOutText}</p>
      {refused !== undefined && <p role="alert">{refused}</p>}
    </Dialog>
  )
}
