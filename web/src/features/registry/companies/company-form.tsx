import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIdempotencyKey, useIsAdmin, useLatest } from '@/api'
import type { Company } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { formatCnpj, listAddress, RecordForm, Switch, toast, useFirstFocus, useRecordForm } from '@/ui'
import type { FormSection } from '@/ui'
import { AddressFields } from './address-fields'
import { bodyOf, FIELDS, NEW_COMPANY, valuesOf } from './company-values'
import type { CompanyValues } from './company-values'
import { DisplayFields } from './display-fields'
import { LogoFields } from './logo-fields'
import { logoSummary, sendLogos } from './logos'
import type { WaitingLogos } from './logos'
import { createCompany, loadCompany, readCompany, refreshCompanies, updateCompany } from './queries'
import type { LoadedCompany } from './queries'
import { RegistrationFields } from './registration-fields'
import { texts } from './texts'

/** `loaded` is null for a new company. */
export function CompanyForm({ loaded }: { loaded: LoadedCompany | null }) {
  const isAdmin = useIsAdmin()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [waiting, setWaiting] = useState<WaitingLogos>({})
  const leadsTo = useRef<string | null>(null)
  const company = loaded?.company ?? null
  const form = useRecordForm<CompanyValues>({
    initialValues: company ? valuesOf(company) : NEW_COMPANY,
    version: loaded?.etag,
    fields: FIELDS,
  })
  const { values } = form
  const areFixed = company?.primeiro_numero_em != null
  const listTo = listAddress(paths.companies.list)
  const latest = useLatest({ topic: 'companies', id: company?.id, loaded, read: readCompany })

  useFirstFocus(form.idOf('razao_social'), company === null)

  const save = async (typed: CompanyValues, version: string | undefined) => {
    const body = bodyOf(typed)
    if (company) {
      await updateCompany(company.id, body, version)
      toast.success(texts.success, texts.updated)
      return
    }
    const created = await createCompany(body, keyFor(body))
    const problem = await sendLogos(created.id, waiting)
    if (problem === null) {
      // Its dashboard has the next step.
      leadsTo.current = ofCompany(paths.dashboard, created.id)
      toast.success(texts.success, texts.created)
    } else {
      // The company exists: from here on its own form is the place to try again.
      leadsTo.current = paths.companies.edit(created.id)
      toast.error(texts.logoFailed, texts.logoAfterCreate(problem))
    }
  }

  // A logo raises the version. The form may go on from it only when nobody else changed a field meanwhile: otherwise
  // saving must meet the conflict card.
  const takeVersion = (saved: LoadedCompany) => {
    if (JSON.stringify(valuesOf(saved.company)) === JSON.stringify(form.base)) form.rebase(form.base, saved.etag)
  }

  const sections: FormSection[] = [
    {
      id: 'registration',
      title: texts.sections.registration,
      summary: [values.razao_social, formatCnpj(values.cnpj)].filter(Boolean).join(' · '),
      fields: ['razao_social', 'nome_fantasia', 'cnpj', 'inscricao_estadual', 'crt', 'telefone', 'ativo'],
      content: <RegistrationFields form={form} areFixed={areFixed} self={company?.id} />,
    },
    {
      id: 'address',
      title: texts.sections.address,
      summary: [
        values.logradouro && `${values.logradouro}, ${values.numero}`,
        values.municipio && `${values.municipio}/${values.uf}`,
      ]
        .filter(Boolean)
        .join(' · '),
      fields: ['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'municipio', 'codigo_municipio'],
      content: <AddressFields form={form} isStateFixed={areFixed} />,
    },
    {
      id: 'logos',
      title: texts.sections.logos,
      summary: logoSummary(company, waiting),
      fields: [],
      content: <LogoFields company={company} waiting={waiting} onWait={setWaiting} onChanged={takeVersion} />,
    },
    {
      id: 'display',
      title: texts.sections.display,
      fields: ['cor', 'fuso_horario'],
      content: <DisplayFields form={form} />,
    },
  ]

  return (
    <RecordForm
      form={form}
      sections={sections}
      isNew={!company}
      recordName={company?.razao_social ?? (values.razao_social || texts.newTitle)}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      cancelTo={listTo}
      isDirtyOutside={Object.values(waiting).some(Boolean)}
      save={save}
      onSaved={() => {
        void refreshCompanies(queryClient)
        void navigate(leadsTo.current ?? listTo)
      }}
      toValues={(current) => valuesOf(current as Company)}
      live={
        latest && {
          values: valuesOf(latest.company),
          version: latest.etag,
          isOwn: latest.isOwn,
          onTaken: () => queryClient.setQueryData(loadCompany(latest.company.id).queryKey, latest),
        }
      }
      aside={
        company &&
        isAdmin && (
          <Switch
            id={form.idOf('ativo')}
            label={texts.fields.ativo}
            help={values.ativo ? undefined : texts.ativoHelp}
            error={form.errors.ativo}
            checked={values.ativo}
            onChange={form.field('ativo').onChange}
          />
        )
      }
    />
  )
}
