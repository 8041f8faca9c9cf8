import { IconBrandWhatsapp, IconCode, IconFileText } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '@/api'
import type { ActiveCompany, ReceiptEmails, ReceiptSummary } from '@/api'
import { Button, Dialog, FormDialog, LoadFailed, Spinner, TextInput, toast, useRecordForm } from '@/ui'
import { loadDocument } from './document-queries'
import { loadEmails, sendEmail } from './email-queries'
import { emailTexts as words } from './email-texts'
import { refreshReceipts } from './queries'
import classes from './receipt-page.module.css'
import { texts } from './texts'

type Props = {
  company: ActiveCompany
  nota: ReceiptSummary
  /** Whom it goes to; without it the client. */
  to: string | null
  onXml: () => void
  onPdf: () => void
  onClose: () => void
}

/** Sends a receipt to who bought it: by e-mail, or where this installation sends none, by WhatsApp. */
export function EmailDialog(props: Props) {
  const { company, nota, onXml, onPdf, onClose } = props
  const { data, error, refetch } = useQuery(loadEmails(company.id, nota.id))
  if (data?.disponivel) return <Form {...props} emails={data} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={texts.one(nota)}
      foot={
        <Button kind="secondary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {data && (
        <div className={classes.stack}>
          <p>{words.off}</p>
          <p>{words.offWays}</p>
          <div className={classes.ways}>
            <Button kind="secondary" icon={IconCode} onClick={onXml}>
              {words.xml}
            </Button>
            <Button kind="secondary" icon={IconFileText} onClick={onPdf}>
              {words.pdf}
            </Button>
          </div>
          <WhatsAppLink company={company} nota={nota} telefone={data.telefone} />
        </div>
      )}
      {!data && error && <LoadFailed title={words.loadFailed} text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner />}
    </Dialog>
  )
}

const FIELDS = { para: { label: words.label, required: true } }

function Form({ company, nota, to, emails, onClose }: Props & { emails: ReceiptEmails }) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const form = useRecordForm({ initialValues: { para: to ?? emails.sugestao ?? '' }, fields: FIELDS })
  const save = async ({ para }: { para: string }) => {
    const before = new Set(emails.items.map(({ id }) => id))
    const { items } = await sendEmail(company.id, nota.id, para, keyFor(para))
    toast.success(words.sent, words.sentText(items.filter(({ id }) => !before.has(id)).length))
    await refreshReceipts(queryClient)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={texts.one(nota)}
      form={form}
      saveLabel={words.submit}
      errorTitle={words.failed}
      save={save}
      onSaved={onClose}
      mayBeLeft
    >
      <p>{words.text}</p>
      <TextInput
        {...form.textField('para')}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        help={words.help}
      />
      <WhatsAppLink company={company} nota={nota} telefone={emails.telefone} />
    </FormDialog>
  )
}

type LinkProps = { company: ActiveCompany; nota: ReceiptSummary; telefone: string | null }

/** Opens WhatsApp with a text that is ready to be sent, to the client where the phone is known. */
function WhatsAppLink({ company, nota, telefone }: LinkProps) {
  const { data } = useQuery(loadDocument(company.id, nota))
  const text = words.whatsAppText(nota, company.razao_social, data?.qrCode ?? '')
  const to = telefone === null ? '' : `55${telefone}`
  return (
    <a
      className={`${classes.link} ${classes.whatsApp}`}
      href={`https://wa.me/${to}?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
    >
      <IconBrandWhatsapp size={18} aria-hidden />
      {words.whatsApp}
    </a>
  )
}
