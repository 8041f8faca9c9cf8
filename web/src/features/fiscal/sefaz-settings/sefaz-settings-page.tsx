import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActiveCompany } from '@/api'
import type { ActiveCompany } from '@/api'
import { paths } from '@/app/paths'
import { CertificateCard } from '@/features/fiscal/certificates'
import { formatCnpj, listAddress, Loaded, NoCompanyPage, Page, PageHeader, RecordForm } from '@/ui'
import type { FormSection } from '@/ui'
import { loadSettings } from './queries'
import type { LoadedSettings } from './queries'
import { CscFields, EnvironmentFields, NumberingFields } from './sefaz-fields'
import { ServiceStatus } from './service-status'
import { FixedNotice, StateBadge } from './state-badge'
import { StoppedSeries } from './stopped-series'
import { texts } from './texts'
import { useConnectionTest } from './use-connection-test'
import { useSefazForm } from './use-sefaz-form'

export default function SefazSettingsPage() {
  const company = useActiveCompany()
  if (company) return <Settings key={company.id} company={company} />
  return <NoCompanyPage title={texts.title} heading={texts.noCompanyTitle} text={texts.noCompanyText} />
}

/** Of one company: another one starts with its own settings. */
function Settings({ company }: { company: ActiveCompany }) {
  const query = useQuery(loadSettings(company.id))
  const { data } = query
  const test = useConnectionTest(company.id)
  return (
    <Page>
      <PageHeader
        title={texts.title}
        subtitle={`${company.razao_social} · ${formatCnpj(company.cnpj)}`}
        parent={{ label: texts.parent, to: listAddress(paths.companies.list) }}
        badge={data && <StateBadge isConfigured={data.settings.configured} />}
        actions={[{ id: 'test', label: texts.test, icon: IconPlugConnected, isLoading: test.isTesting, run: test.run }]}
      />
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailedTitle} failedText={texts.loadFailed}>
        {(loaded) => <SettingsForm company={company} loaded={loaded} test={test} />}
      </Loaded>
    </Page>
  )
}

type FormProps = { company: ActiveCompany; loaded: LoadedSettings; test: ReturnType<typeof useConnectionTest> }

function SettingsForm({ company, loaded, test }: FormProps) {
  const sefaz = useSefazForm(company, loaded)
  const { values } = sefaz.form
  const sections: FormSection[] = [
    {
      id: 'environment',
      title: texts.sections.environment,
      summary: texts.environments[values.ambiente],
      fields: ['ambiente', 'destino'],
      startsOpen: true,
      content: <EnvironmentFields sefaz={sefaz} />,
    },
    {
      id: 'numbering',
      title: texts.sections.numbering,
      summary: texts.numberingSummary(values.serie, values.numero_inicial),
      fields: ['serie', 'numero_inicial', 'serie_nfe', 'numero_inicial_nfe'],
      startsOpen: true,
      content: <NumberingFields sefaz={sefaz} />,
    },
    {
      id: 'csc',
      title: texts.sections.csc,
      summary: [values.csc_id, sefaz.known[values.ambiente].csc_mascara].filter(Boolean).join(' · '),
      fields: ['csc', 'csc_id'],
      startsOpen: true,
      content: <CscFields sefaz={sefaz} company={company.id} />,
    },
  ]
  return (
    <RecordForm
      {...sefaz.record}
      sections={sections}
      isNew={false}
      recordName={texts.title}
      cancelTo={listAddress(paths.companies.list)}
      onSaved={() => undefined}
      isReadOnly={sefaz.isReadOnly}
      notice={sefaz.isReadOnly && <FixedNotice />}
      panel={
        <>
          <StoppedSeries company={company.id} />
          <ServiceStatus state={test.state} isDirty={sefaz.form.isDirty} />
          <CertificateCard company={company} />
        </>
      }
    />
  )
}
