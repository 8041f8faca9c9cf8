import { IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActiveCompany } from '@/api'
import type { ActiveCompany, TechResp } from '@/api'
import { paths } from '@/app/paths'
import {
  CnpjInput,
  formatCnpj,
  FormGrid,
  IntegerInput,
  Loaded,
  NoCompanyPage,
  Page,
  PageHeader,
  PhoneInput,
  RecordForm,
  StatusBadge,
  TextInput,
  toast,
  useFollowed,
  useRecordForm,
} from '@/ui'
import type { FormSection, RecordFormState } from '@/ui'
import { loadTechResp, saveTechResp } from './queries'
import type { LoadedTechResp } from './queries'
import { bodyOf, FIELDS, MASK, valuesOf } from './tech-resp-values'
import type { TechRespValues } from './tech-resp-values'
import { texts } from './texts'

export default function TechRespPage() {
  const company = useActiveCompany()
  if (!company) return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
  return <OfCompany key={company.id} company={company} />
}

function OfCompany({ company }: { company: ActiveCompany }) {
  const query = useQuery(loadTechResp(company.id))
  const { data } = query
  return (
    <Page>
      <PageHeader
        title={texts.title}
        subtitle={`${company.razao_social} · ${formatCnpj(company.cnpj)}`}
        badge={data && <StateBadge isConfigured={data.techResp.configured} />}
      />
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailedTitle} failedText={texts.loadFailed}>
        {(loaded) => <TechRespForm company={company} loaded={loaded} />}
      </Loaded>
    </Page>
  )
}

function StateBadge({ isConfigured }: { isConfigured: boolean }) {
  return isConfigured ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {texts.configured}
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconClock}>
      {texts.pending}
    </StatusBadge>
  )
}

function TechRespForm({ company, loaded }: { company: ActiveCompany; loaded: LoadedTechResp }) {
  const queryClient = useQueryClient()
  const form = useRecordForm<TechRespValues>({
    initialValues: valuesOf(loaded.techResp),
    version: loaded.etag,
    fields: FIELDS,
  })
  const show = ({ techResp, etag }: LoadedTechResp) => form.restart(valuesOf(techResp), etag)
  useFollowed(form, loaded.etag, () => show(loaded))

  const save = async (values: TechRespValues, version: string | undefined) => {
    const saved = await saveTechResp(company.id, bodyOf(values), version)
    queryClient.setQueryData(loadTechResp(company.id).queryKey, saved)
    show(saved)
    toast.success(texts.saved, texts.savedText)
  }
  const { values } = form
  const sections: FormSection[] = [
    {
      id: 'contact',
      title: texts.sections.contact,
      summary: [values.tech_resp_contact, formatCnpj(values.tech_resp_cnpj)].filter(Boolean).join(' · '),
      fields: ['tech_resp_cnpj', 'tech_resp_contact', 'tech_resp_email', 'tech_resp_phone'],
      content: <ContactFields form={form} />,
    },
    {
      id: 'csrt',
      title: texts.sections.csrt,
      summary: values.csrt_id,
      fields: ['csrt_id', 'csrt'],
      startsOpen: loaded.techResp.csrt_configurado,
      content: <CsrtFields form={form} />,
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
      toValues={(current) => valuesOf(current as TechResp)}
      aside={<p>{texts.about}</p>}
    />
  )
}

type FieldsProps = { form: RecordFormState<TechRespValues> }

function ContactFields({ form }: FieldsProps) {
  return (
    <FormGrid>
      <FormGrid.Cell span={5}>
        <CnpjInput {...form.field('tech_resp_cnpj')} />
      </FormGrid.Cell>
      <FormGrid.Cell span={7}>
        <TextInput {...form.textField('tech_resp_contact')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={7}>
        <TextInput {...form.textField('tech_resp_email')} type="email" maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={5}>
        <PhoneInput {...form.field('tech_resp_phone')} />
      </FormGrid.Cell>
    </FormGrid>
  )
}

function CsrtFields({ form }: FieldsProps) {
  const field = form.field('csrt')
  const isKept = form.base.csrt === MASK
  return (
    <FormGrid>
      <FormGrid.Cell span={4}>
        <IntegerInput {...form.field('csrt_id')} maxLength={2} help={texts.csrtIdHelp} />
      </FormGrid.Cell>
      <FormGrid.Cell span={8}>
        <TextInput
          {...field}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          help={isKept ? texts.csrtKept : texts.csrtHelp}
          onFocus={(event) => event.currentTarget.select()}
          // The first character typed takes the place of the mask, wherever it was typed.
          onChange={(event) => field.onChange(event.currentTarget.value.replaceAll('•', ''))}
          onBlur={() => {
            if (field.value === '' && isKept) field.onChange(MASK)
          }}
        />
      </FormGrid.Cell>
    </FormGrid>
  )
}
