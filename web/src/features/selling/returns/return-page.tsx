import { IconFileInvoice, IconFileText, IconPrinter, IconReceipt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useActiveCompany } from '@/api'
import type { GoodsReturn } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { codeText, printVoucher } from '@/features/selling/store-credits'
import {
  Button,
  Card,
  formatDate,
  formatDateTime,
  formatDay,
  formatDecimal,
  formatMoney,
  Loaded,
  NoCompanyPage,
  Page,
  PageBody,
  PageHeader,
  TableCard,
  toast,
} from '@/ui'
import { EntryCard } from './entry-card'
import { entryStateOf } from './entry-state'
import { issueEntryNfe, loadReturn, refreshReturns, showSheet } from './queries'
import classes from './returns.module.css'
import { StateBadge } from './state-badge'
import { texts } from './texts'

const words = texts.page
const parent = (company: string) => ({ label: texts.title, to: ofCompany(paths.returns.list, company) })

/** One return: what came back, what the customer got, and the NF-e of entry that the law asks for. */
export default function ReturnPage() {
  const { id = '' } = useParams()
  const company = useActiveCompany()
  if (!company) return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
  return <OfCompany key={`${company.id} ${id}`} company={company.id} id={id} />
}

function OfCompany({ company, id }: { company: string; id: string }) {
  const query = useQuery(loadReturn(company, id))
  if (query.data) return <Known company={company} made={query.data} />
  return (
    <Page>
      <PageHeader title={texts.title} parent={parent(company)} />
      <Loaded
        query={query}
        loading={texts.loading}
        failed={texts.loadFailed}
        missing={{ ...texts.missing, backTo: ofCompany(paths.returns.list, company) }}
      >
        {() => null}
      </Loaded>
    </Page>
  )
}

function Known({ company, made }: { company: string; made: GoodsReturn }) {
  const { devolucao, itens, credito } = made
  const queryClient = useQueryClient()
  const [isIssuing, setIssuing] = useState(false)
  const mayIssue = made.nfe_motivo === null && entryStateOf(devolucao) === 'pending'
  const issue = async () => {
    setIssuing(true)
    try {
      const { nfe_numero, nfe_serie } = (await issueEntryNfe(company, devolucao.id, devolucao.nfe_id)).devolucao
      if (nfe_numero !== null && nfe_serie !== null) toast.success(words.issued(words.nfe(nfe_numero, nfe_serie)))
    } catch (problem) {
      toast.failed(words.issueFailed, problem)
    } finally {
      await refreshReturns(queryClient)
      setIssuing(false)
    }
  }
  const sheet = async () => {
    try {
      if (!(await showSheet(company, devolucao.id))) toast.error(words.tabBlocked, words.tabBlockedText)
    } catch (problem) {
      toast.failed(words.sheetFailed, problem)
    }
  }
  return (
    <Page>
      <PageHeader
        title={texts.of(devolucao.numero, formatDate(devolucao.created_at))}
        parent={parent(company)}
        badge={<StateBadge {...devolucao} />}
        subtitle={words.by(devolucao.usuario, formatDateTime(devolucao.created_at))}
        actions={[
          {
            ...{ id: 'receipt', label: words.openReceipt, icon: IconReceipt, isSide: true },
            to: ofCompany(paths.receipts.one(devolucao.nfce_id), company),
          },
          {
            ...{ id: 'sheet', label: words.sheet, icon: IconFileText, isMain: !mayIssue, isSide: mayIssue },
            run: () => void sheet(),
          },
          mayIssue && {
            ...{ id: 'issue', label: words.issue, icon: IconFileInvoice, isMain: true, isLoading: isIssuing },
            run: () => void issue(),
          },
        ]}
      />
      <PageBody>
        <div className={classes.board}>
          <div className={classes.stack}>
            <Card>
              <dl className={classes.figures}>
                <div>
                  <dt>{words.total}</dt>
                  <dd className={classes.value}>{formatMoney(devolucao.total)}</dd>
                </div>
                <div>
                  <dt>{words.kind}</dt>
                  <dd>
                    {texts.kinds[devolucao.destino]}
                    {devolucao.sessao_id !== null && ` ${words.fromTill}`}
                  </dd>
                </div>
                <div>
                  <dt>{texts.columns.motivo}</dt>
                  <dd>{devolucao.motivo}</dd>
                </div>
              </dl>
            </Card>
            <TableCard label={words.items} className={classes.items}>
              <thead>
                <tr>
                  <th scope="col">{words.item}</th>
                  <th scope="col">{words.quantity}</th>
                  <th scope="col">{words.value}</th>
                </tr>
              </thead>
              <tbody>
                {itens.map((item) => (
                  <tr key={item.ordem}>
                    <th scope="row">
                      <span className={classes.name}>{item.descricao}</span>
                      <span className={classes.code}>{item.cProd}</span>
                    </th>
                    <td>
                      {formatDecimal(item.quantidade, 0)} {item.unidade}
                    </td>
                    <td>{formatDecimal(item.valor)}</td>
                  </tr>
                ))}
              </tbody>
            </TableCard>
          </div>
          <div className={classes.stack}>
            {credito && <CreditCard company={company} ambiente={devolucao.ambiente} credito={credito} />}
            <EntryCard key={devolucao.nfe_chave} company={company} made={made} />
          </div>
        </div>
      </PageBody>
    </Page>
  )
}

type Credit = NonNullable<GoodsReturn['credito']>

function CreditCard({
  company,
  ambiente,
  credito,
}: {
  company: string
  ambiente: GoodsReturn['devolucao']['ambiente']
  credito: Credit
}) {
  const queryClient = useQueryClient()
  const print = async () => {
    try {
      const why = await printVoucher(queryClient, company, { ...credito, ambiente })
      if (why !== null) toast.error(words.printFailed, why)
    } catch (problem) {
      toast.failed(words.printFailed, problem)
    }
  }
  return (
    <Card title={words.credit}>
      <div className={classes.stack}>
        <strong className={classes.voucher}>{codeText(credito.codigo)}</strong>
        <p className={classes.hint}>
          {words.left(formatMoney(credito.saldo))} · {words.until(formatDay(credito.validade))}
        </p>
        <div className={classes.actions}>
          <Button kind="secondary" icon={IconPrinter} onClick={() => void print()}>
            {words.print}
          </Button>
        </div>
      </div>
    </Card>
  )
}
