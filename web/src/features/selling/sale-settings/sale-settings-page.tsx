import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys, useActiveCompany } from '@/api'
import type { ActiveCompany, SaleSettings } from '@/api'
import { paths } from '@/app/paths'
import { IbptTable } from '@/features/fiscal/ibpt'
import {
  formatCnpj,
  Loaded,
  NoCompanyPage,
  Page,
  PageHeader,
  RecordForm,
  toast,
  useFollowed,
  useRecordForm,
} from '@/ui'
import type { FormSection } from '@/ui'
import { ContingencyMode } from './contingency-mode'
import { loadSettings, saveSettings } from './queries'
import type { LoadedSettings } from './queries'
import { OfflineFields, PaperFields, PaymentFields, PeopleFields, ScaleFields } from './settings-fields'
import { bodyOf, FIELDS, valuesOf } from './settings-values'
import type { Values } from './settings-values'
import { texts } from './texts'

export default function SaleSettingsPage() {
  const company = useActiveCompany()
  if (!company) return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
  return <OfCompany key={company.id} company={company} />
}

function OfCompany({ company }: { company: ActiveCompany }) {
  const query = useQuery(loadSettings(company.id))
  return (
    <Page>
      <PageHeader title={texts.title} subtitle={`${company.razao_social} · ${formatCnpj(company.cnpj)}`} />
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailedTitle} failedText={texts.loadFailed}>
        {(loaded) => <SettingsForm company={company} loaded={loaded} />}
      </Loaded>
    </Page>
  )
}

function SettingsForm({ company, loaded }: { company: ActiveCompany; loaded: LoadedSettings }) {
  const queryClient = useQueryClient()
  const form = useRecordForm<Values>({
    initialValues: valuesOf(loaded.settings),
    version: loaded.etag,
    fields: FIELDS,
  })
  const show = ({ settings, etag }: LoadedSettings) => form.restart(valuesOf(settings), etag)
  useFollowed(form, loaded.etag, () => show(loaded))

  const save = async (values: Values, version: string | undefined) => {
    const saved = await saveSettings(company.id, bodyOf(values), version)
    queryClient.setQueryData(loadSettings(company.id).queryKey, saved)
    show(saved)
    toast.success(texts.saved)
    // The counter sells by them.
    await queryClient.invalidateQueries({ queryKey: queryKeys('sale-settings').one(company.id), exact: true })
  }
  const { values } = form
  const { sections: names } = texts
  const sections: FormSection[] = [
    {
      id: 'payment',
      title: names.payment,
      summary: values.pix_chave ? texts.pixOf(values.pix_nome) : texts.noPix,
      fields: ['pix_chave', 'pix_nome', 'pix_cidade', 'credenciadoras'],
      content: <PaymentFields form={form} />,
    },
    {
      id: 'people',
      title: names.people,
      fields: ['exige_caixa', 'operador_cancela', 'desconto_operador'],
      content: <PeopleFields form={form} />,
      startsOpen: true,
    },
    {
      id: 'paper',
      title: names.paper,
      fields: ['imprimir_sempre', 'inutilizar_auto', 'nfe_por_email', 'ind_pres', 'qr'],
      content: <PaperFields form={form} />,
      startsOpen: true,
    },
    {
      id: 'taxes',
      title: names.taxes,
      fields: [],
      content: <IbptTable company={company.id} />,
      startsOpen: true,
    },
    {
      id: 'offline',
      title: names.offline,
      summary: `${values.contingencia_apos_s} ${texts.seconds}`,
      fields: ['contingencia_apos_s', 'vias_contingencia'],
      content: (
        <>
          <OfflineFields form={form} />
          <ContingencyMode company={company.id} name={company.razao_social} />
        </>
      ),
      startsOpen: true,
    },
    {
      id: 'scales',
      title: names.scales,
      summary: values.padroes_balanca.split(/\s+/).join(', '),
      fields: ['padroes_balanca'],
      content: <ScaleFields form={form} />,
    },
  ]
  return (
    <RecordForm
      form={form}
      sections={sections}
      isNew={false}
      recordName={texts.title}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      cancelTo={paths.dashboard}
      save={save}
      onSaved={() => undefined}
      toValues={(current) => valuesOf(current as SaleSettings)}
    />
  )
}
