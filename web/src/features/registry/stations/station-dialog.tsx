import { useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '@/api'
import type { Station, StationInput } from '@/api'
import { FormDialog, IntegerInput, SegmentedChoice, Switch, TextInput, toast, useRecordForm } from '@/ui'
import type { FieldSpec } from '@/ui'
import { createStation, refreshStations, saveStation } from './queries'
import { texts } from './texts'

type Way = 'navegador' | 'rede'
type Paper = '80' | '58' | 'a4'
type Values = {
  nome: string
  caminho: Way
  papel: Paper
  host: string
  porta: string
  colunas: string
  gaveta: boolean
  confere: boolean
  aceita_pin: boolean
  ativo: boolean
}

const { fields: names, help } = texts
const FIELDS: Record<keyof Values, FieldSpec> = {
  nome: { label: names.nome, required: true },
  caminho: { label: names.caminho, required: true },
  papel: { label: names.papel, required: true },
  host: { label: names.host },
  porta: { label: names.porta },
  colunas: { label: names.colunas },
  gaveta: { label: names.gaveta },
  confere: { label: names.confere },
  aceita_pin: { label: names.aceita_pin },
  ativo: { label: names.ativo },
}
const WAYS = [
  { value: 'navegador', label: texts.ways.navegador },
  { value: 'rede', label: texts.ways.rede },
] as const
const PAPERS = [
  { value: '80', label: texts.papers['80'] },
  { value: '58', label: texts.papers['58'] },
  { value: 'a4', label: texts.papers.a4 },
] as const
const USUAL_PORT = '9100'
/** Characters of a line. */
const USUAL_COLUMNS = { '80': '48', '58': '32' } as const

function valuesOf(station: Station | null): Values {
  const printer = station?.impressora
  return {
    nome: station?.nome ?? '',
    caminho: printer?.caminho === 'rede' ? 'rede' : 'navegador',
    papel: printer?.papel ?? '80',
    host: printer?.host ?? '',
    porta: String(printer?.porta ?? USUAL_PORT),
    colunas: String(printer?.colunas ?? USUAL_COLUMNS['80']),
    gaveta: printer?.gaveta === 'S',
    confere: printer?.confere !== 'N',
    aceita_pin: station?.aceita_pin === 'S',
    ativo: station?.ativo !== 'N',
  }
}

const flag = (is: boolean) => (is ? 'S' : 'N')

function bodyOf({
  nome,
  ativo,
  aceita_pin,
  caminho,
  papel,
  host,
  porta,
  colunas,
  gaveta,
  confere,
}: Values): StationInput {
  const isOnNetwork = caminho === 'rede'
  return {
    nome,
    ativo: flag(ativo),
    aceita_pin: flag(aceita_pin),
    impressora: {
      ...{ caminho, papel },
      ...(isOnNetwork
        ? {
            ...{ host: host.trim() || null, porta: porta === '' ? null : Number(porta) },
            ...(colunas === '' ? {} : { colunas: Number(colunas) }),
            ...{ gaveta: flag(gaveta), confere: flag(confere) },
          }
        : {}),
    },
  }
}

type Props = { company: string; station: Station | null; onClose: () => void }

/** A new station, or one that exists. Mount it anew for each opening. */
export function StationDialog({ company, station, onClose }: Props) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const form = useRecordForm<Values>({
    initialValues: valuesOf(station),
    version: station ? `"${station.version}"` : undefined,
    fields: FIELDS,
  })
  const save = async (values: Values, version: string | undefined) => {
    const body = bodyOf(values)
    if (station) await saveStation(company, station.id, body, version)
    else await createStation(company, body, keyFor(body))
    toast.success(texts.saved, values.nome)
    await refreshStations(queryClient)
  }
  const { values } = form
  const isOnNetwork = values.caminho === 'rede'
  /** Lines are as wide as the paper until somebody says otherwise. */
  const choosePaper = (papel: Paper) => {
    form.field('papel').onChange(papel)
    if (papel !== 'a4' && Object.values<string>(USUAL_COLUMNS).includes(values.colunas))
      form.field('colunas').onChange(USUAL_COLUMNS[papel])
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={station ? texts.editTitle : texts.newTitle}
      subtitle={station?.nome}
      size={560}
      form={form}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      save={save}
      onSaved={onClose}
      toValues={(current) => valuesOf(current as Station)}
    >
      <TextInput {...form.textField('nome')} maxLength={40} autoComplete="off" help={help.nome} />
      <SegmentedChoice
        {...form.field('caminho')}
        choices={WAYS}
        help={isOnNetwork ? help.rede : help.navegador}
        onChange={(caminho) => {
          form.field('caminho').onChange(caminho)
          if (caminho === 'rede' && values.papel === 'a4') choosePaper('80')
        }}
      />
      <SegmentedChoice
        {...form.field('papel')}
        choices={isOnNetwork ? PAPERS.slice(0, 2) : PAPERS}
        onChange={choosePaper}
      />
      {isOnNetwork && (
        <>
          <TextInput {...form.textField('host')} maxLength={45} autoComplete="off" help={help.host} />
          <IntegerInput {...form.field('porta')} maxLength={5} />
          <IntegerInput {...form.field('colunas')} maxLength={2} help={help.colunas} />
          <Switch label={names.gaveta} checked={values.gaveta} onChange={form.field('gaveta').onChange} />
          <Switch
            label={names.confere}
            help={help.confere}
            checked={values.confere}
            onChange={form.field('confere').onChange}
          />
        </>
      )}
      <Switch
        label={names.aceita_pin}
        help={help.aceita_pin}
        checked={values.aceita_pin}
        onChange={form.field('aceita_pin').onChange}
      />
      {station && <Switch label={names.ativo} checked={values.ativo} onChange={form.field('ativo').onChange} />}
    </FormDialog>
  )
}
