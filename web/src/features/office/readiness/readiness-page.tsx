import {
  IconAdjustments,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconClock,
  IconRefresh,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActiveCompany, useMay } from '@/api'
import type { ActiveCompany, IssuingReadiness } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  Button,
  formatTime,
  LinkButton,
  Loaded,
  NoCompanyPage,
  Page,
  PageBody,
  PageHeader,
  StatusBadge,
  toast,
} from '@/ui'
import { addressOf } from './addresses'
import { loadReadiness, markRow } from './queries'
import type { ReadinessRow } from './queries'
import classes from './readiness.module.css'
import { texts } from './texts'

/** What is missing before the company issues, first and wide; what is ready beside it. */
export default function ReadinessPage() {
  const company = useActiveCompany()
  if (company) return <OfCompany key={company.id} company={company} />
  return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
}

function OfCompany({ company }: { company: ActiveCompany }) {
  const query = useQuery(loadReadiness(company.id))
  const { data, dataUpdatedAt, isFetching, refetch } = query
  const name = company.nome_fantasia ?? company.razao_social
  return (
    <Page>
      <PageHeader
        title={texts.title}
        subtitle={data ? texts.checkedAt(name, formatTime(new Date(dataUpdatedAt).toISOString())) : name}
        actions={[
          {
            id: 'sale-settings',
            label: texts.saleSettings,
            icon: IconAdjustments,
            to: ofCompany(paths.saleSettings, company.id),
          },
          {
            id: 'again',
            label: texts.again,
            icon: IconRefresh,
            isLoading: isFetching,
            run: () => void refetch(),
          },
        ]}
      />
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailed} failedText={texts.loadFailedText}>
        {(readiness) => <Checklist company={company.id} readiness={readiness} />}
      </Loaded>
    </Page>
  )
}

type Numbered = ReadinessRow & { number: number }
type ChecklistProps = { company: string; readiness: IssuingReadiness }

function Checklist({ company, readiness: { ambiente, pronto, itens } }: ChecklistProps) {
  const rows = itens.map((row, index): Numbered => ({ ...row, number: index + 1 }))
  const ready = rows.filter(({ situacao }) => situacao === 'ok')
  const missing = rows.filter(({ situacao, necessaria }) => situacao === 'falta' && necessaria)
  const others = rows.filter((row) => row.situacao !== 'ok' && !missing.includes(row))
  const first = missing[0] ?? others[0]
  return (
    <PageBody>
      <Progress ready={ready} others={others} missing={missing} />
      <div className={classes.columns}>
        <div className={classes.card}>
          {missing.length > 0 && <Group title={texts.missing} rows={missing} company={company} first={first} />}
          {pronto && (
            <div className={classes.all}>
              <p>{texts.allReady}</p>
              {ambiente === 'homologacao' && (
                <LinkButton to={ofCompany(paths.sefaz, company)}>{texts.turnOn}</LinkButton>
              )}
            </div>
          )}
          {others.length > 0 && (
            <Group title={texts.attention} rows={others} company={company} first={pronto ? undefined : first} />
          )}
        </div>
        {ready.length > 0 && (
          <section className={classes.card} aria-label={texts.ready}>
            <h2 className={classes.head}>{texts.ready}</h2>
            <ul>
              {ready.map((row) => (
                <li key={row.chave} className={classes.done}>
                  <IconCircleCheckFilled size={20} aria-hidden="true" />
                  <div className={classes.words}>
                    <strong>{row.titulo}</strong>
                    <span>{row.marcado_em ? texts.marked(row.marcado_por, row.marcado_em) : row.texto}</span>
                    {row.marcavel && row.marcado_em !== null && <Mark company={company} row={row} />}
                  </div>
                  <span className={classes.number}>{row.number}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </PageBody>
  )
}

type Parts = { ready: readonly Numbered[]; others: readonly Numbered[]; missing: readonly Numbered[] }

function Progress({ ready, others, missing }: Parts) {
  const count = ready.length + others.length + missing.length
  const pieces = [...ready.map(() => 'ok'), ...others.map(() => 'atencao'), ...missing.map(() => 'falta')]
  const numbers = new Intl.ListFormat('pt-BR').format(missing.map(({ number }) => String(number)))
  return (
    <div className={classes.progress}>
      <p className={classes.figure}>
        <strong>{ready.length}</strong> {texts.of(count)}
      </p>
      <div>
        <div className={classes.bar} role="img" aria-label={texts.progress(ready.length, count)}>
          {pieces.map((tone, index) => (
            <span key={index} data-state={tone} />
          ))}
        </div>
        <ul className={classes.counts}>
          <li data-state="ok">
            <IconCircleCheckFilled size={16} aria-hidden="true" /> {texts.counts.ok(ready.length)}
          </li>
          {others.length > 0 && (
            <li data-state="atencao">
              <IconClock size={16} stroke={1.75} aria-hidden="true" /> {texts.counts.atencao(others.length)}
            </li>
          )}
          {missing.length > 0 && (
            <li data-state="falta">
              <IconAlertTriangleFilled size={16} aria-hidden="true" /> {texts.counts.falta(missing.length, numbers)}
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}

type GroupProps = { title: string; rows: readonly Numbered[]; company: string; first: Numbered | undefined }

function Group({ title, rows, company, first }: GroupProps) {
  const mayLoad = useMay()('GET /api/fiscal-tables')
  return (
    <section aria-label={title}>
      <h2 className={classes.head}>{title}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.chave} className={classes.row}>
            <span className={classes.circle}>{row.number}</span>
            <div className={classes.words}>
              <p className={classes.title}>
                {row.titulo}
                {row.situacao === 'falta' ? (
                  <StatusBadge tone="red" icon={IconAlertTriangleFilled}>
                    {texts.badges.falta}
                  </StatusBadge>
                ) : (
                  <StatusBadge tone="amber" icon={IconClock}>
                    {texts.badges.atencao}
                  </StatusBadge>
                )}
              </p>
              <span>{row.texto}</span>
            </div>
            <div className={classes.acts}>
              {row.marcavel && <Mark company={company} row={row} />}
              {row.acao && (row.acao !== 'tabelas_fiscais' || mayLoad) && (
                <LinkButton kind={row === first ? 'primary' : 'secondary'} to={addressOf(row.acao, company)}>
                  {texts.actions[row.acao]}
                </LinkButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ company, row }: { company: string; row: ReadinessRow }) {
  const queryClient = useQueryClient()
  const isMarked = row.marcado_em !== null
  const mark = async () => {
    try {
      queryClient.setQueryData(loadReadiness(company).queryKey, await markRow(company, row.chave, !isMarked))
    } catch (problem) {
      toast.failed(texts.markFailed, problem)
    }
  }
  return (
    <Button kind={isMarked ? 'quiet' : 'secondary'} onClick={() => void mark()}>
      {isMarked ? texts.unmark : texts.mark}
    </Button>
  )
}
