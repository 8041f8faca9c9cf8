import { useQuery } from '@tanstack/react-query'
import { Dialog, formatCnpj, FormDialog, LoadFailed, Spinner, useProblemToast, useShown } from '@/ui'
import { loadSettings } from './queries'
import type { LoadedSettings } from './queries'
import { CscFields, EnvironmentFields, NumberingFields } from './sefaz-fields'
import classes from './sefaz.module.css'
import { ServiceStatus } from './service-status'
import { FixedNotice, StateBadge } from './state-badge'
import { texts } from './texts'
import { useConnectionTest } from './use-connection-test'
import { useSefazForm } from './use-sefaz-form'
import type { SefazCompany } from './use-sefaz-form'

type Props = { company: SefazCompany | null; onClose: () => void }

/** The settings of a company over its list; closed while it is null. */
export function SefazSettingsDialog({ company, onClose }: Props) {
  const { shown, round, isOpen } = useShown(company)
  return shown && <Content key={round} company={shown} isOpen={isOpen} onClose={onClose} />
}

type ContentProps = { company: SefazCompany; isOpen: boolean; onClose: () => void }

function Content(props: ContentProps) {
  const { company, isOpen, onClose } = props
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...loadSettings(company.id),
    enabled: isOpen,
    refetchOnMount: 'always',
  })
  useProblemToast(texts.loadFailedTitle, error, texts.loadFailed)
  // What an earlier opening left behind is not what one starts from.
  if (data && isFetchedAfterMount) return <Settings {...props} loaded={data} />
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title} subtitle={subtitleOf(company)} size={720}>
      {error ? (
        <LoadFailed title={texts.loadFailedTitle} text={texts.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <Spinner label={texts.loading} />
      )}
    </Dialog>
  )
}

function Settings({ company, loaded, isOpen, onClose }: ContentProps & { loaded: LoadedSettings }) {
  const sefaz = useSefazForm(company, loaded)
  const test = useConnectionTest(company.id)
  return (
    <FormDialog
      {...sefaz.record}
      opened={isOpen}
      onClose={onClose}
      title={texts.title}
      subtitle={subtitleOf(company)}
      size={720}
      isReadOnly={sefaz.isReadOnly}
      staysOpen
      onSaved={() => undefined}
    >
      <div>
        <StateBadge isConfigured={sefaz.known.configured} />
      </div>
      {sefaz.isReadOnly && <FixedNotice />}
      <h3 className={classes.dialogTitle}>{texts.sections.environment}</h3>
      <EnvironmentFields sefaz={sefaz} />
      <h3 className={classes.dialogTitle}>{texts.sections.numbering}</h3>
      <NumberingFields sefaz={sefaz} />
      <h3 className={classes.dialogTitle}>{texts.sections.csc}</h3>
      <CscFields sefaz={sefaz} company={company.id} />
      <ServiceStatus state={test.state} isDirty={sefaz.form.isDirty} onTest={test.run} />
    </FormDialog>
  )
}

const subtitleOf = ({ razao_social, cnpj }: SefazCompany) => `${razao_social} · ${formatCnpj(cnpj)}`
