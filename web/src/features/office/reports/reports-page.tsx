import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reportPath, rowsPath } from '@/app/paths'
import { dayInFull, daysOf } from '@/features/office/figures'
import { Bars, Card, ChartCard, LinkButton, Loaded, Page, PageBody, PageHeader, RowBars, today } from '@/ui'
import { clientRows, nameOfClient } from './client-rows'
import { loadClients, loadFiscal, loadSales } from './queries'
import { OfCompany } from './report-frame'
import classes from './reports.module.css'
import { texts } from './texts'

const { reports } = texts

/** The three reports and the closing sheet, each with a first look at this month. */
export default function ReportsPage() {
  return (
    <OfCompany title={texts.title}>
      {(companyId) => (
        <Page>
          <PageHeader title={texts.title} />
          <PageBody>
            <div className={classes.cards} key={companyId}>
              <Sales companyId={companyId} />
              <Fiscal companyId={companyId} />
              <Clients companyId={companyId} />
              <Card title={texts.allCompanies.title}>
                <p className={classes.text}>{texts.allCompanies.text}</p>
                <br />
                <LinkButton kind="secondary" iconAfter={IconArrowRight} to={reportPath('companies', companyId)}>
                  {texts.allCompanies.generate}
                </LinkButton>
              </Card>
              <Card title={reports.closing.title}>
                <p className={classes.text}>{reports.closing.text}</p>
                <br />
                <LinkButton kind="secondary" iconAfter={IconArrowRight} to={reportPath('closing', companyId)}>
                  {reports.closing.generate}
                </LinkButton>
              </Card>
            </div>
          </PageBody>
        </Page>
      )}
    </OfCompany>
  )
}

const thisMonth = () => ({ ...daysOf('mes', today()), comparar: undefined, serie: undefined, operador: undefined })

type Report = 'sales' | 'fiscal' | 'clients'

function ReportCard({ report, companyId, children }: { report: Report; companyId: string; children: ReactNode }) {
  const { chart, text, generate } = reports[report]
  return (
    <ChartCard title={chart}>
      <div className={classes.card}>
        <div>{children}</div>
        <p className={classes.text}>{text}</p>
        <div>
          <LinkButton kind="secondary" iconAfter={IconArrowRight} to={reportPath(report, companyId)}>
            {generate}
          </LinkButton>
        </div>
      </div>
    </ChartCard>
  )
}

function Sales({ companyId }: { companyId: string }) {
  const query = useQuery(
    loadSales(companyId, { ...thisMonth(), cliente: undefined, produto: undefined, tPag: undefined }),
  )
  return (
    <ReportCard report="sales" companyId={companyId}>
      <Loaded query={query} failed={texts.failed}>
        {({ por_dia, base, total }) => {
          const rows = base === 'notas' ? total.autorizado.linhas : total.pedidos.linhas
          return por_dia.every(({ quantidade }) => quantidade === 0) ? (
            <p className={classes.text}>{texts.sales.empty}</p>
          ) : (
            <Bars
              label={reports.sales.chart}
              height={170}
              points={por_dia.map(({ dia, valor, quantidade }) => ({
                label: String(Number(dia.slice(8))),
                name: dayInFull(dia),
                value: valor,
                detail: texts.counted(base, quantidade),
                to: rows && rowsPath(companyId, rows, { de: dia, ate: dia }),
              }))}
            />
          )
        }}
      </Loaded>
    </ReportCard>
  )
}

function Fiscal({ companyId }: { companyId: string }) {
  const { de, ate, comparar, serie } = thisMonth()
  const query = useQuery(loadFiscal(companyId, { de, ate, comparar, serie }))
  return (
    <ReportCard report="fiscal" companyId={companyId}>
      <Loaded query={query} failed={texts.failed}>
        {({ total, notas }) =>
          notas === 0 ? (
            <p className={classes.text}>{texts.fiscal.empty}</p>
          ) : (
            <RowBars
              label={reports.fiscal.chart}
              points={(['icms', 'pis', 'cofins', 'ibs', 'cbs'] as const).map((tax) => ({
                ...{ label: tax, name: texts.fiscal.figures[tax], value: total[tax] },
              }))}
            />
          )
        }
      </Loaded>
    </ReportCard>
  )
}

/** So many of them. */
const CLIENTS = 5

function Clients({ companyId }: { companyId: string }) {
  const query = useQuery(loadClients(companyId, thisMonth()))
  return (
    <ReportCard report="clients" companyId={companyId}>
      <Loaded query={query} failed={texts.failed}>
        {({ linhas, lista, base }) =>
          linhas.length === 0 ? (
            <p className={classes.text}>{texts.clients.empty}</p>
          ) : (
            <RowBars
              label={reports.clients.chart}
              points={linhas.slice(0, CLIENTS).map(({ chave, nome, valor, quantidade }) => ({
                ...{ label: nome, name: nameOfClient(chave, nome), value: valor },
                detail: texts.counted(base, quantidade),
                to: clientRows(companyId, lista, chave),
              }))}
            />
          )
        }
      </Loaded>
    </ReportCard>
  )
}
