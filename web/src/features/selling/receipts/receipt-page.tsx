import {
  IconArrowBackUp,
  IconCloudOff,
  IconCode,
  IconFileText,
  IconMail,
  IconPencil,
  IconPrinter,
  IconRefresh,
  IconTruck,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import type { ActiveCompany, Receipt } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { loadReturnDialog, ReturnsCard, returnsTexts } from '@/features/selling/returns'
import { saleSettings } from '@/features/registry/stations'
import {
  formatCpfCnpj,
  formatDateTime,
  listAddress,
  Loaded,
  NoCompanyPage,
  Page,
  PageBody,
  PageHeader,
  useNeighbours,
  useNoteOpened,
  useNow,
} from '@/ui'
import type { ScreenAction } from '@/ui'
import { CancelCard } from './cancel-card'
import { CorrectionDialog } from './corrections/correction-dialog'
import { CorrectionsCard } from './corrections/corrections-card'
import { loadCorrections } from './corrections/queries'
import { correctionTexts } from './corrections/texts'
import { useReceiptDeeds } from './deeds'
import type { OtherPrint } from './deeds'
import { EmailDialog } from './email-dialog'
import { loadEmails } from './email-queries'
import { emailTexts } from './email-texts'
import { EmailsCard } from './emails-card'
import { hasPaper, isOnItsWay, isRefused } from './estado'
import { LOOKS } from './estado-looks'
import { EstadoBadge } from './estado-badge'
import { fitsRoll, hasLetters, otherAuthoriser } from './modelo'
import { loadReceipt, refreshReceipts } from './queries'
import { ReasonDialog } from './reason-dialog'
import { ChainCard, ConsumerCard, KeyCard, ValueCard } from './receipt-facts'
import { PaperOf } from './paper-of'
import classes from './receipt-page.module.css'
import { ReceiptTimeline } from './receipt-timeline'
import { RefusalCard } from './refusal-card'
import { saidOf } from './said'
import { texts } from './texts'

const ReturnDialog = lazy(loadReturnDialog)

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** One nota: its paper, what happened, and what may be done with it now. */
export default function ReceiptPage() {
  const { id = '' } = useParams()
  const company = useActiveCompany()
  if (company) return <OfCompany key={`${company.id} ${id}`} company={company} id={id} />
  return <NoCompanyPage title={texts.title} parent={parent()} text={texts.noCompanyText} />
}

const parent = () => ({ label: texts.title, to: listAddress(paths.receipts.list) })

function OfCompany({ company, id }: { company: ActiveCompany; id: string }) {
  const query = useQuery(loadReceipt(company.id, id))
  const receipt = query.data
  if (receipt) return <Known company={company} receipt={receipt} />
  return (
    <Page>
      <PageHeader title={texts.title} parent={parent()} />
      <Loaded
        query={query}
        loading={texts.page.loading}
        failed={texts.page.loadFailed}
        missing={{ ...texts.page.missing, backTo: listAddress(paths.receipts.list) }}
      >
        {() => null}
      </Loaded>
    </Page>
  )
}

type Asking = 'cancel' | 'abandon' | 'return' | 'email' | 'correct' | null
type Busy = 'retry' | 'offline' | 'check' | 'print' | 'cancel'

function Known({ company, receipt }: { company: ActiveCompany; receipt: Receipt }) {
  const companyId = company.id
  const { nota, acoes } = receipt
  const queryClient = useQueryClient()
  const mayCall = useMay()
  // Who sets the rules of cancelling is not bound by them.
  const isBound = !mayCall('PUT /api/companies/{id}/sale-settings')
  const deeds = useReceiptDeeds(companyId)
  const [asking, setAsking] = useState<Asking>(null)
  const [emailTo, setEmailTo] = useState<string | null>(null)
  const [busy, setBusy] = useState<Busy | null>(null)
  const neighbours = useNeighbours(paths.receipts.list, paths.receipts.one(nota.id))
  const before = useQuery({ ...loadReceipt(companyId, nota.substitui ?? ''), enabled: nota.substitui !== null })
  const after = useQuery({
    ...loadReceipt(companyId, nota.substituida_por ?? ''),
    enabled: nota.substituida_por !== null,
  })
  const { data: emails } = useQuery({ ...loadEmails(companyId, nota.id), enabled: hasPaper(nota) })
  const { data: corrections } = useQuery({
    ...loadCorrections(companyId, nota.id),
    enabled: hasLetters(nota) && nota.dhRecbto !== null,
  })
  const now = useNow(isOnItsWay(nota) ? SECOND_MS : MINUTE_MS)
  const name = texts.one(nota)
  useNoteOpened({
    to: ofCompany(paths.receipts.one(nota.id), companyId),
    label: name,
    detail: LOOKS[nota.estado].word,
    companyId,
  })

  const may = (acao: Receipt['acoes'][number]['acao']) => acoes.find((each) => each.acao === acao)
  const doing = (what: Busy, deed: () => Promise<unknown>) => () => {
    setBusy(what)
    void deed().finally(() => setBusy(null))
  }
  const retry = doing('retry', () => deeds.retry(nota))
  const said = saidOf(
    {
      nota,
      mensagem: receipt.mensagem,
      canGoOffline: may('contingency') !== undefined,
      waitedMs: now - Date.parse(nota.dhEmi),
      now,
    },
    after.data?.nota.numero,
  )
  const consumer = nota.nome ?? (nota.documento === null ? texts.anonymous : formatCpfCnpj(nota.documento))
  const print = (other: OtherPrint) => doing('print', () => deeds.print(nota, other))
  const isSendable = nota.estado === 'autorizada'
  const sendTo = (to: string | null) => {
    setEmailTo(to)
    setAsking('email')
  }
  const other = otherAuthoriser(nota)
  const actions: (ScreenAction | false)[] = [
    may('check') !== undefined && {
      ...{ id: 'check', label: texts.actions.check, icon: IconRefresh, isSide: true, isLoading: busy === 'check' },
      run: doing('check', () => deeds.check(nota)),
    },
    nota.estado !== 'autorizada_sem_xml' && {
      ...{ id: 'xml', label: texts.actions.xml, icon: IconCode, isSide: true },
      run: () => void deeds.xml(nota),
    },
    hasPaper(nota) &&
      fitsRoll(nota) && {
        ...{ id: 'other-print', label: texts.actions.otherPrint, icon: IconFileText, isSide: true },
        ways: [
          { id: '58', label: texts.prints.roll58, icon: IconPrinter, run: print({ papel: '58' }) },
          { id: 'a4', label: texts.prints.a4, icon: IconPrinter, run: print({ papel: 'a4' }) },
          {
            id: 'via',
            label: texts.prints.establishment,
            icon: IconPrinter,
            run: print({ via: 'estabelecimento' }),
          },
        ],
      },
    isSendable && {
      ...{ id: 'email', label: emailTexts.action, icon: IconMail, isSide: true },
      run: () => sendTo(null),
    },
    mayCall('POST /api/companies/{id}/receipts/{rid}/corrections') &&
      hasLetters(nota) &&
      nota.estado === 'autorizada' && {
        ...{ id: 'correct', label: correctionTexts.action, icon: IconPencil, isSide: true },
        run: () => setAsking('correct'),
      },
    nota.devolucao_id !== null &&
      mayCall('GET /api/companies/{id}/returns/{did}') && {
        ...{ id: 'goods', label: texts.actions.goods, icon: IconArrowBackUp, isSide: true },
        to: ofCompany(paths.returns.one(nota.devolucao_id), companyId),
      },
    nota.entrega_id !== null &&
      receipt.venda?.orcamento_id != null && {
        ...{ id: 'deliveries', label: texts.actions.deliveries, icon: IconTruck, isSide: true },
        to: ofCompany(paths.budgets.deliveries(receipt.venda.orcamento_id), companyId),
      },
    mayCall('POST /api/companies/{id}/returns') &&
      isReturnable(nota) && {
        ...{ id: 'return', label: returnsTexts.action, icon: IconArrowBackUp, isSide: true },
        run: () => setAsking('return'),
      },
    may('contingency') !== undefined && {
      ...{ id: 'offline', label: other === null ? texts.actions.offline : texts.actions.other[other] },
      ...{ icon: IconCloudOff, isMain: true },
      isLoading: busy === 'offline',
      run: doing('offline', () => deeds.offline(nota)),
    },
    hasPaper(nota) && {
      ...{ id: 'print', icon: IconPrinter, isMain: true, shortcut: 'Ctrl P', isLoading: busy === 'print' },
      label:
        nota.estado === 'contingencia'
          ? texts.actions.printBoth
          : fitsRoll(nota)
            ? texts.actions.print
            : texts.actions.printDanfe,
      run: doing('print', () => deeds.print(nota)),
    },
  ]
  const cancellable = may('cancel')
  const { data: settings } = useQuery({ ...saleSettings(companyId), enabled: cancellable !== undefined && isBound })
  return (
    <Page>
      <PageHeader
        title={name}
        parent={parent()}
        badge={<EstadoBadge estado={nota.estado} />}
        subtitle={`${texts.series(nota)} · ${consumer} · ${formatDateTime(nota.dhEmi)}`}
        neighbours={neighbours}
        actions={actions}
      />
      <PageBody>
        <div className={classes.board}>
          {isRefused(nota) ? (
            <RefusalCard
              companyId={companyId}
              receipt={receipt}
              said={said}
              busy={busy}
              onRetry={retry}
              onAbandon={() => setAsking('abandon')}
            />
          ) : (
            said.length > 0 && (
              <div className={classes.said} data-tone={LOOKS[nota.estado].tone} role="status">
                {said.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </div>
            )
          )}
          <div className={classes.columns}>
            <div className={classes.paperColumn}>
              <PaperOf companyId={companyId} nota={nota} />
            </div>
            <div className={classes.stack}>
              <ValueCard nota={nota} venda={nota.operacao === 'venda' ? receipt.venda : null} />
              <KeyCard {...receipt} />
              <ConsumerCard company={companyId} receipt={receipt} />
              <ChainCard company={companyId} before={before.data} after={after.data} />
            </div>
            <div className={classes.stack}>
              <ReceiptTimeline receipt={receipt} />
              <CorrectionsCard company={companyId} receiptId={nota.id} corrections={corrections} />
              <EmailsCard emails={emails} onAgain={isSendable ? sendTo : null} />
              {isReturnable(nota) && <ReturnsCard company={companyId} receiptId={nota.id} />}
              {cancellable?.ate && (
                <CancelCard
                  from={nota.dhRecbto ?? nota.dhEmi}
                  until={cancellable.ate}
                  isAllowed={!isBound || settings?.operador_cancela === 'S'}
                  isBusy={busy === 'cancel'}
                  onCancel={() => setAsking('cancel')}
                  onEnd={() => void refreshReceipts(queryClient)}
                />
              )}
              {nota.estado === 'autorizada' && !cancellable && isOver(nota.cancelavel_ate, now) && (
                <p className={classes.hint}>{texts.page.cancelOver}</p>
              )}
            </div>
          </div>
        </div>
      </PageBody>
      {asking === 'cancel' && (
        <ReasonDialog
          title={texts.cancelDialog.title}
          text={texts.cancelDialog.text[nota.operacao]}
          subtitle={name}
          confirmLabel={texts.cancelDialog.confirm}
          onConfirm={(motivo) => deeds.cancel(nota, motivo)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'email' && (
        <EmailDialog
          company={company}
          nota={nota}
          to={emailTo}
          onXml={() => void deeds.xml(nota)}
          onPdf={() => void deeds.show(nota)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'correct' && <CorrectionDialog company={companyId} nota={nota} onClose={() => setAsking(null)} />}
      {asking === 'return' && (
        <Suspense fallback={null}>
          <ReturnDialog
            company={companyId}
            nota={nota}
            onCancelInstead={() => setAsking('cancel')}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
      {asking === 'abandon' && (
        <ReasonDialog
          title={texts.abandonDialog.title}
          subtitle={name}
          text={texts.abandonDialog.text[nota.operacao](nota.numero)}
          confirmLabel={texts.abandonDialog.confirm}
          onConfirm={(motivo) => deeds.abandon(nota, motivo)}
          onClose={() => setAsking(null)}
        />
      )}
    </Page>
  )
}

/** Its goods may come back; whether anything is left of them, the server says. */
const isReturnable = ({ estado, substituida_por, operacao }: Receipt['nota']) =>
  (estado === 'autorizada' || estado === 'autorizada_sem_xml') && substituida_por === null && operacao === 'venda'

const isOver = (until: string | null, now: number) => until !== null && Date.parse(until) <= now
