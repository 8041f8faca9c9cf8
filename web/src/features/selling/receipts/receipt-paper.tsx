import { decimal, formatCnpj, formatCpf, formatDecimal, Paper, PaperPart, PaperRow, QrCode } from '@/ui'
import { printedMoment } from './document'
import type { ReceiptDocument } from './document'
import { modeloName } from './modelo'
import { paymentName } from './payment-names'
import classes from './receipt-page.module.css'
import { texts } from './texts'

const { paper } = texts

const isSome = (value: string) => value !== '' && decimal.compare(value, '0') !== 0

/** The receipt as it is printed: the same content in the same order as the DANFE. */
export function ReceiptPaper({ document: doc, isCancelled }: { document: ReceiptDocument; isCancelled: boolean }) {
  const { sums } = doc
  const extras = [
    [paper.discount, sums.discount],
    [paper.freight, sums.freight],
    [paper.insurance, sums.insurance],
    [paper.others, sums.others],
  ] as const
  const shown = extras.filter(([, value]) => isSome(value))
  return (
    <Paper label={texts.page.paper}>
      <PaperPart align="centre">
        {isCancelled && <strong className={classes.paperLine}>{paper.cancelled}</strong>}
        <span className={classes.paperLine}>CNPJ: {formatCnpj(doc.issuer.cnpj)}</span>
        <strong className={classes.paperName}>{doc.issuer.name}</strong>
        <span className={classes.paperLine}>{doc.issuer.address}</span>
        <span className={classes.paperLine}>{paper.documentOf[doc.modelo]}</span>
      </PaperPart>
      <Standing document={doc} />
      <PaperPart>
        {doc.items.map((item, at) => (
          <Item key={at} item={item} />
        ))}
      </PaperPart>
      <PaperPart>
        <PaperRow label={paper.count} value={String(doc.items.length)} />
        <PaperRow label={paper.products} value={formatDecimal(sums.products)} />
        {shown.map(([label, value]) => (
          <PaperRow key={label} label={label} value={formatDecimal(value)} />
        ))}
        {(shown.length > 0 || decimal.compare(sums.total, sums.products) !== 0) && (
          <PaperRow label={paper.total} value={formatDecimal(sums.total)} isTotal />
        )}
      </PaperPart>
      <PaperPart>
        <strong>
          <PaperRow label={paper.payment} value={paper.paid} />
        </strong>
        {doc.payments.map((payment, at) => (
          <PaperRow key={at} label={paymentName(payment)} value={formatDecimal(payment.value)} />
        ))}
        {isSome(doc.change) && <PaperRow label={paper.change} value={formatDecimal(doc.change)} />}
      </PaperPart>
      <PaperPart align="centre">
        {doc.lookUpAddress && (
          <>
            <span className={classes.paperLine}>{paper.lookUp}</span>
            <span className={classes.paperLine}>{doc.lookUpAddress}</span>
          </>
        )}
        <strong className={classes.paperLine}>{doc.key.replace(/(.{4})(?=.)/g, '$1 ')}</strong>
      </PaperPart>
      <PaperPart align="centre">
        {doc.qrCode && (
          <div className={classes.paperCode}>
            <QrCode text={doc.qrCode} label={paper.qrCode} />
          </div>
        )}
        <Consumer consumer={doc.consumer} />
        <strong className={classes.paperLine}>
          {paper.number(
            modeloName(doc),
            doc.number.padStart(9, '0'),
            doc.series.padStart(3, '0'),
            printedMoment(doc.issuedAt),
          )}
        </strong>
        {doc.protocol && (
          <>
            <span className={classes.paperLine}>{paper.protocol(doc.protocol.number)}</span>
            <span className={classes.paperLine}>{paper.authorised(printedMoment(doc.protocol.at))}</span>
          </>
        )}
      </PaperPart>
      <Standing document={doc} />
      {(doc.isTest || isCancelled) && (
        <PaperPart align="centre" isStrong>
          {doc.isTest && <span className={classes.paperLine}>{paper.test}</span>}
          {isCancelled && <span className={classes.paperLine}>{paper.cancelled}</span>}
        </PaperPart>
      )}
      {(doc.messages.length > 0 || isSome(doc.tributes)) && (
        <PaperPart>
          {doc.messages.map((message) => (
            <span key={message} className={classes.paperLine}>
              {message}
            </span>
          ))}
          {isSome(doc.tributes) && (
            <span className={classes.paperLine}>{paper.tributes(formatDecimal(doc.tributes))}</span>
          )}
        </PaperPart>
      )}
    </Paper>
  )
}

/** What is printed twice when the receipt is not authorised. */
function Standing({ document: { protocol, isOffline } }: { document: ReceiptDocument }) {
  if (protocol) return null
  return (
    <PaperPart align="centre" isStrong>
      <span className={classes.paperLine}>{isOffline ? paper.offline : paper.notAuthorised}</span>
      {isOffline && <span className={classes.paperLine}>{paper.pending}</span>}
    </PaperPart>
  )
}

function Item({ item }: { item: ReceiptDocument['items'][number] }) {
  const charges = decimal.sum(item.charges)
  return (
    <div>
      <span className={classes.paperLine}>
        {item.code} {item.name}
      </span>
      <PaperRow
        label={`${formatDecimal(item.quantity, 0)} ${item.unit} × ${formatDecimal(item.price)}`}
        value={formatDecimal(item.total)}
      />
      {isSome(item.discount) && <PaperRow label={paper.itemDiscount} value={`-${formatDecimal(item.discount)}`} />}
      {item.charges.length > 0 && isSome(charges) && (
        <PaperRow label={paper.itemCharges} value={formatDecimal(charges)} />
      )}
    </div>
  )
}

function Consumer({ consumer }: Pick<ReceiptDocument, 'consumer'>) {
  if (!consumer) return <span className={classes.paperLine}>{paper.anonymous}</span>
  const { kind, document, name, address } = consumer
  const written = kind === 'CPF' ? formatCpf(document) : kind === 'CNPJ' ? formatCnpj(document) : document
  return (
    <>
      <span className={classes.paperLine}>
        {kind === 'CNPJ' ? 'DESTINATÁRIO' : 'CONSUMIDOR'} {kind}: {written}
      </span>
      {name && <span className={classes.paperLine}>{name}</span>}
      {address && <span className={classes.paperLine}>{address}</span>}
    </>
  )
}
