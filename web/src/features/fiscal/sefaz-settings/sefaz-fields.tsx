import { useIsAdmin } from '@/api'
import { FormGrid, formatInteger, IntegerInput, SegmentedChoice } from '@/ui'
import { CscField } from './csc-field'
import { EnvironmentChoice } from './environment-choice'
import classes from './sefaz.module.css'
import { texts } from './texts'
import type { SefazForm } from './use-sefaz-form'

const DESTINATIONS = (['sefaz', 'simulador'] as const).map((value) => ({ value, label: texts.destinations[value] }))

type Props = { sefaz: SefazForm }

export function EnvironmentFields({ sefaz }: Props) {
  const { form, known, isReadOnly } = sefaz
  const { ambiente, destino } = form.values
  const hasChoice = ambiente === 'homologacao' && (known.simulador_disponivel || destino === 'simulador')
  return (
    <div className={classes.stack}>
      <EnvironmentChoice
        id={form.idOf('ambiente')}
        value={ambiente}
        error={form.errors.ambiente}
        disabled={isReadOnly}
        mayGoLive={sefaz.mayGoLive}
        onChange={sefaz.chooseEnvironment}
      />
      {hasChoice && (
        <SegmentedChoice
          {...form.field('destino')}
          choices={DESTINATIONS}
          disabled={isReadOnly}
          help={texts.destinationHelp[destino]}
        />
      )}
    </div>
  )
}

/** NFC-e of companies have 0 to 889; an earlier version let others be saved. */
const HIGHEST_SERIE = 889

function serieHelp(serie: string, isKnown: boolean) {
  if (Number(serie) > HIGHEST_SERIE) return texts.reservedSerie(serie)
  return isKnown || serie === '' ? texts.serieHelp : texts.newSerieHelp
}

export function NumberingFields({ sefaz }: Props) {
  const { form, series, nfeSeries, isReadOnly, chooseSeries, chooseNfeSeries } = sefaz
  const isAdmin = useIsAdmin()
  const usedOf = (of: typeof series) =>
    of && of.ultimo_usado > 0 ? texts.lastUsed(formatInteger(of.ultimo_usado)) : texts.noneUsed
  const isSimulated = form.values.ambiente === 'homologacao' && form.values.destino === 'simulador'
  const isLowered = series !== undefined && Number(form.values.numero_inicial) < series.numero_inicial
  return (
    <FormGrid>
      <FormGrid.Cell span={6}>
        <IntegerInput
          {...form.field('serie')}
          maxLength={3}
          disabled={isReadOnly}
          help={serieHelp(form.values.serie, series !== undefined)}
          onChange={chooseSeries}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <IntegerInput
          {...form.field('numero_inicial')}
          maxLength={9}
          disabled={isReadOnly}
          help={[usedOf(series), isLowered && !isAdmin && texts.lowering, isSimulated && texts.ofSimulator]
            .filter(Boolean)
            .join(' ')}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <IntegerInput
          {...form.field('serie_nfe')}
          maxLength={3}
          disabled={isReadOnly}
          help={texts.nfeSerieHelp}
          onChange={chooseNfeSeries}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <IntegerInput
          {...form.field('numero_inicial_nfe')}
          maxLength={9}
          disabled={isReadOnly}
          help={usedOf(nfeSeries)}
        />
      </FormGrid.Cell>
    </FormGrid>
  )
}

export function CscFields({ sefaz, company }: Props & { company: string }) {
  const { form, isReadOnly } = sefaz
  return (
    <FormGrid>
      <FormGrid.Cell span={8}>
        <CscField company={company} sefaz={sefaz} />
      </FormGrid.Cell>
      <FormGrid.Cell span={4}>
        <IntegerInput {...form.field('csc_id')} maxLength={6} disabled={isReadOnly} help={texts.cscIdHelp} />
      </FormGrid.Cell>
    </FormGrid>
  )
}
