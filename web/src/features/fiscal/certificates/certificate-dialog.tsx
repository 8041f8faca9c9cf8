import { IconAlertTriangleFilled, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { ApiProblem } from '@/api'
import type { Certificate } from '@/api'
import {
  Button,
  confirm,
  Dialog,
  FileDrop,
  formatCnpj,
  formatDate,
  PasswordInput,
  Spinner,
  toast,
  useProblemToast,
  useShown,
} from '@/ui'
import { ConfiguredBadge } from './certificate-badge'
import classes from './certificates.module.css'
import {
  base64Of,
  loadCertificate,
  readCertificate,
  refreshCertificates,
  removeCertificate,
  saveCertificate,
} from './queries'
import type { LoadedCertificate } from './queries'
import { texts } from './texts'
import { ValidityBar } from './validity-bar'

/** Of the file: what the server takes, in whole kilobytes. */
const MAX_BYTES = 64_000

type Company = { id: string; razao_social: string; cnpj: string }

/** 'Certificado Digital A1' of a company; closed while it is null. */
export function CertificateDialog({ company, onClose }: { company: Company | null; onClose: () => void }) {
  const { shown, round, isOpen } = useShown(company)
  return shown && <Content key={round} company={shown} isOpen={isOpen} onClose={onClose} />
}

function Content({ company, isOpen, onClose }: { company: Company; isOpen: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({ ...loadCertificate(company.id), enabled: isOpen })
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<{ file?: string; password?: string }>({})
  const [isSaving, setSaving] = useState(false)
  const formId = useId()
  useProblemToast(texts.loadFailedTitle, error, texts.loadFailed)
  const stored = data?.certificate.configured ? data.certificate : null
  // As specified: until a file is chosen or an existing record is found; a refused file configures nothing.
  const isConfigured = (file !== null && problems.file === undefined) || stored !== null

  const choose = (chosen: File) => {
    setFile(chosen)
    setProblems({})
  }
  const refuseKind = () => {
    toast.error(texts.wrongKindTitle, texts.wrongKind)
    return texts.wrongKind
  }
  const refuse = (problem: unknown) => {
    if (!(problem instanceof ApiProblem)) throw problem
    const { byField } = problem
    const ofFile = byField.file_name ?? byField.file_base64
    setProblems({ file: ofFile, password: byField.password })
    // The company is gone, or out of reach by now.
    if (problem.status === 404) toast.error(texts.saveFailed, texts.noCompany)
    // 'Erro no Upload', 'Arquivo não encontrado': the server says which.
    else if (ofFile !== undefined) toast.error(problem.title, ofFile)
    else if (byField.password !== undefined) document.getElementById(`${formId}-password`)?.focus()
    else toast.error(texts.saveFailed, problem.message)
    // Somebody else saved meanwhile: what is shown next is theirs, and saving again is a decision with it in sight.
    if (problem.isStale) void refetch()
  }

  const send = async (known: LoadedCertificate) => {
    const name = file?.name ?? stored?.file_name ?? ''
    try {
      const saved = await saveCertificate(
        company.id,
        { file_name: name, ...(file && { file_base64: await base64Of(file) }), password },
        known.etag,
      )
      queryClient.setQueryData(loadCertificate(company.id).queryKey, saved)
      setFile(null)
      setPassword('')
      toast.success(texts.saved, texts.savedText)
      void refreshCertificates(queryClient)
    } catch (problem) {
      refuse(problem)
    }
  }
  const save = async () => {
    if (isSaving) return
    if (!isConfigured || password === '') {
      toast.error(texts.requiredTitle, texts.required)
      return
    }
    setSaving(true)
    setProblems({})
    try {
      const known = data ?? (await verify(company.id))
      if (known) await send(known)
    } finally {
      setSaving(false)
    }
  }

  const remove = async (certificate: Certificate) => {
    const isSure = await confirm({
      title: texts.removeTitle,
      text: (
        <>
          <p>
            {texts.removeQuestion} <strong>{certificate.file_name}</strong>?
          </p>
          <p>{texts.removeText}</p>
        </>
      ),
      confirmLabel: texts.remove,
      isDanger: true,
    })
    if (!isSure) return
    try {
      await removeCertificate(company.id, data?.etag)
      toast.success(texts.removed)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      toast.error(texts.removeFailed, problem.message)
    }
    await refreshCertificates(queryClient)
  }

  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={texts.title}
      subtitle={`${company.razao_social} · ${formatCnpj(company.cnpj)}`}
      size={560}
      foot={
        <>
          <Button kind="quiet" onClick={onClose}>
            {texts.close}
          </Button>
          <Button type="submit" form={formId} loading={isSaving} disabled={!isConfigured || password === ''}>
            {texts.save}
          </Button>
        </>
      }
    >
      {isPending ? (
        <Spinner label={texts.loading} />
      ) : (
        <form
          id={formId}
          className={classes.fields}
          noValidate
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault()
            void save()
          }}
        >
          <div className={classes.status} role="status">
            {error && !data && !file ? (
              <>
                <span>{texts.loadFailed}</span>
                <Button kind="secondary" onClick={() => void refetch()}>
                  {texts.retry}
                </Button>
              </>
            ) : (
              <ConfiguredBadge isConfigured={isConfigured} />
            )}
            {stored && (
              <Button kind="quiet" icon={IconTrash} disabled={isSaving} onClick={() => void remove(stored)}>
                {texts.remove}
              </Button>
            )}
          </div>
          {stored && <Stored certificate={stored} />}
          <FileDrop
            label={stored ? texts.newFile : texts.file}
            accept={['.pfx']}
            maxBytes={MAX_BYTES}
            help={texts.fileHelp}
            error={problems.file}
            value={file}
            busy={isSaving}
            onChoose={choose}
            onRemove={() => setFile(null)}
            onWrongKind={refuseKind}
          />
          <PasswordInput
            id={`${formId}-password`}
            label={texts.password}
            required
            maxLength={1000}
            // The browser must not offer the person's own password.
            autoComplete="new-password"
            help={stored && !file ? texts.passwordOfStored : texts.passwordHelp}
            error={problems.password}
            value={password}
            // While the button is disabled the browser would say nothing; this says what is missing.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void save()
            }}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setProblems(({ file: ofFile }) => ({ file: ofFile }))
            }}
          />
        </form>
      )}
    </Dialog>
  )
}

/** The certificate as it is, when it could not be read before. */
async function verify(company: string): Promise<LoadedCertificate | null> {
  try {
    return await readCertificate(company)
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem
    toast.error(texts.checkFailed, problem.message)
    return null
  }
}

function Stored({ certificate }: { certificate: Certificate }) {
  const { file_name, subject, cnpj, issuer, serial, valid_from, valid_to, aviso } = certificate
  const facts = [
    [texts.facts.file_name, file_name],
    [texts.facts.subject, subject],
    [texts.facts.cnpj, cnpj && formatCnpj(cnpj)],
    [texts.facts.issuer, issuer],
    [texts.facts.serial, serial],
    [texts.facts.valid, valid_from && valid_to && texts.validity(formatDate(valid_from), formatDate(valid_to))],
  ] as const
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(
          ([term, fact]) =>
            fact && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
      {valid_from && valid_to && <ValidityBar from={valid_from} to={valid_to} />}
      {aviso && (
        <p className={classes.note}>
          <IconAlertTriangleFilled size={18} aria-hidden="true" />
          <span>{aviso}</span>
        </p>
      )}
    </>
  )
}
