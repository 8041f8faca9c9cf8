import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey, useMay } from '@/api'
import type { Station } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { chooseStation, listStations, useThisStation } from '@/features/registry/stations'
import { Button, Dialog, FormDialog, LinkButton, MoneyInput, Select, Spinner, toast, useRecordForm } from '@/ui'
import type { FieldSpec } from '@/ui'
import { openSession, openSessionOf, refreshCash } from './queries'
import { texts } from './texts'

const words = texts.openDialog
type Values = { estacao_id: string; fundo: string }
const FIELDS: Record<keyof Values, FieldSpec> = {
  estacao_id: { label: words.estacao, required: true },
  fundo: { label: words.fundo, required: true },
}

type Props = { company: string; onOpened: () => void; onClose: () => void }

/** Opens the till of this computer's station with what is in the drawer; asks which station it is where that is not known. */
export function OpenTillDialog(props: Props) {
  const { company, onClose } = props
  const here = useThisStation(company)
  const mayAdd = useMay()('POST /api/companies/{id}/stations')
  const { data: stations } = useQuery(listStations(company))
  const usable = (stations ?? []).filter(({ ativo }) => ativo === 'S')
  if (here === undefined || stations === undefined) {
    return (
      <Dialog opened onClose={onClose} title={words.title}>
        <Spinner />
      </Dialog>
    )
  }
  if (usable.length > 0) return <Form {...props} here={here} stations={usable} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      foot={
        mayAdd ? (
          <LinkButton to={ofCompany(paths.stations, company)}>{words.stations}</LinkButton>
        ) : (
          <Button onClick={onClose}>{texts.close.cancel}</Button>
        )
      }
    >
      <p>
        {words.noStations} {mayAdd ? words.noStationsGerente : texts.askGerente}
      </p>
    </Dialog>
  )
}

function Form({ company, here, stations, onOpened, onClose }: Props & { here: Station | null; stations: Station[] }) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [only] = stations.length === 1 ? stations : []
  const form = useRecordForm<Values>({
    initialValues: { estacao_id: (here ?? only)?.id ?? '', fundo: '' },
    fields: FIELDS,
  })
  const save = async (body: Values) => {
    try {
      await openSession(company, body, keyFor(body))
    } finally {
      // Also where somebody else was first.
      await refreshCash(queryClient)
    }
    if (!here) chooseStation(company, body.estacao_id)
    toast.success(words.done, stations.find(({ id }) => id === body.estacao_id)?.nome)
  }
  const { estacao_id } = form.values
  const { data: busy } = useQuery({ ...openSessionOf(company, estacao_id), enabled: estacao_id !== '' })
  const isBusy = busy ? words.busy(busy.estacao, busy.operador) : undefined
  const { onChange, error, ...station } = form.field('estacao_id')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={here?.nome}
      size={440}
      form={form}
      saveLabel={words.submit}
      errorTitle={words.failed}
      save={save}
      onSaved={() => {
        onClose()
        onOpened()
      }}
      mayBeLeft
    >
      {!here && (
        <Select
          {...station}
          error={isBusy ?? error}
          help={words.estacaoHelp}
          choices={stations.map(({ id, nome }) => ({ value: id, label: nome }))}
          value={estacao_id === '' ? null : estacao_id}
          onChange={(value) => onChange(value ?? '')}
        />
      )}
      {here && isBusy && <p role="alert">{isBusy}</p>}
      <MoneyInput {...form.field('fundo')} help={words.fundoHelp} />
    </FormDialog>
  )
}
