import { IconBuilding } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useActiveCompany } from '@/api'
import type { CashSession, CountedKind } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  Button,
  confirm,
  decimal,
  EmptyState,
  formatDecimal,
  formatMoney,
  formatTime,
  LinkButton,
  Loaded,
  MoneyInput,
  Page,
  PageBody,
  PageHeader,
  toast,
  useHotkeys,
} from '@/ui'
import { BeforeClosing } from './before-closing'
import { CashCount } from './cash-count'
import classes from './close.module.css'
import { cashOf, isCount } from './denominations'
import type { Pieces } from './denominations'
import { CASH, kindName, KINDS } from './kinds'
import { closeSession, loadSession, refreshCash } from './queries'
import { texts } from './texts'

const words = texts.close
const parent = (company: string) => ({ label: texts.title, to: ofCompany(paths.cash.list, company) })

/** Where a till is counted, without a hint of what it should hold. */
export default function ClosePage() {
  const { id = '' } = useParams()
  const company = useActiveCompany()
  if (company) return <OfCompany key={`${company.id} ${id}`} company={company.id} id={id} />
  return (
    <Page>
      <PageHeader title={words.title} />
      <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
    </Page>
  )
}

function OfCompany({ company, id }: { company: string; id: string }) {
  const query = useQuery(loadSession(company, id))
  const { data } = query
  if (data?.pode) return <Closing company={company} session={data} />
  return (
    <Page>
      <PageHeader title={words.title} parent={parent(company)} />
      <Loaded
        query={query}
        loading={texts.loading}
        failed={texts.loadFailed}
        missing={{ ...texts.missing, backTo: ofCompany(paths.cash.list, company) }}
      >
        {() => (
          <EmptyState title={words.notAllowed} text={texts.askGerente}>
            <LinkButton to={ofCompany(paths.cash.one(id), company)}>{texts.here.see}</LinkButton>
          </EmptyState>
        )}
      </Loaded>
    </Page>
  )
}

/** What was typed for each kind but cash; '' is nothing of it. */
type Typed = Partial<Record<CountedKind, string>>

const NOTHING = '0.00'

function Closing({ company, session }: { company: string; session: CashSession }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [pieces, setPieces] = useState<Pieces>({})
  /** Null: it is counted by pieces. */
  const [total, setTotal] = useState<string | null>(null)
  const [typed, setTyped] = useState<Typed>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isClosing, setClosing] = useState(false)

  const amountOf = (kind: CountedKind): string => {
    const text = kind === CASH ? (total ?? cashOf(pieces)) : (typed[kind] ?? '')
    return text === '' ? NOTHING : text
  }
  const wrong = KINDS.filter(({ id }) => !isAmount(amountOf(id)))
  const isReadable = wrong.length === 0 && (total !== null || Object.values(pieces).every(isCount))
  const counted = isReadable ? decimal.sum(KINDS.map(({ id }) => amountOf(id))) : null

  const close = async () => {
    if (isClosing) return
    if (counted === null) {
      toast.error(words.wrong, wrong[0] ? kindName(wrong[0].id) : words.cash)
      return
    }
    const question = { title: words.askTitle, text: words.ask(formatMoney(counted)), confirmLabel: words.submit }
    if (!(await confirm(question))) return
    setClosing(true)
    try {
      const contagem = KINDS.map(({ id }) => ({ tPag: id, contado: amountOf(id) }))
      const closed = await closeSession(company, session.id, contagem)
      queryClient.setQueryData(loadSession(company, session.id).queryKey, closed)
      toast.success(words.done, session.estacao)
      void navigate(ofCompany(paths.cash.one(session.id), company), { replace: true })
    } catch (problem) {
      setErrors(errorsOf(problem))
      toast.failed(words.failed, problem)
    } finally {
      setClosing(false)
      await refreshCash(queryClient)
    }
  }
  useHotkeys([{ key: 'Ctrl+Enter', label: words.submit, run: () => void close() }])

  return (
    <Page>
      <PageHeader
        title={words.title}
        parent={parent(company)}
        subtitle={words.subtitle(session.estacao, session.operador, formatTime(session.aberta_em))}
      />
      <PageBody>
        <div className={classes.board}>
          <div className={classes.column}>
            <CashCount
              pieces={pieces}
              total={total}
              error={errors[CASH]}
              onPieces={setPieces}
              onTotal={(value) => {
                setTotal(value)
                setErrors({})
              }}
            />
            <section className={classes.card} aria-label={words.others}>
              <div className={classes.head}>
                <h2>{words.others}</h2>
                <span>{words.othersHint}</span>
              </div>
              <div className={classes.kinds}>
                {KINDS.filter(({ id }) => id !== CASH).map(({ id, icon: KindIcon }) => (
                  <div key={id} className={classes.kind}>
                    <KindIcon size={18} stroke={1.75} aria-hidden="true" />
                    <div className={classes.kindName} aria-hidden="true">
                      <strong>{kindName(id)}</strong>
                      <span>{words.hints[id]}</span>
                    </div>
                    <MoneyInput
                      label={kindName(id)}
                      isLabelHidden
                      placeholder="0,00"
                      error={errors[id]}
                      value={typed[id] ?? ''}
                      onChange={(value) => {
                        setTyped((now) => ({ ...now, [id]: value }))
                        setErrors({})
                      }}
                    />
                  </div>
                ))}
              </div>
            </section>
          </div>
          <div className={classes.column}>
            <section className={classes.card} aria-label={words.youCounted}>
              <div className={classes.head}>
                <h2>{words.youCounted}</h2>
              </div>
              <dl className={classes.sums}>
                {KINDS.map(({ id }) => (
                  <div key={id}>
                    <dt>{kindName(id)}</dt>
                    <dd>{isAmount(amountOf(id)) ? formatDecimal(amountOf(id)) : '–'}</dd>
                  </div>
                ))}
                <div className={classes.sum}>
                  <dt>{words.total}</dt>
                  <dd>
                    <small>R$</small> {counted === null ? '–' : formatDecimal(counted)}
                  </dd>
                </div>
              </dl>
            </section>
            <BeforeClosing company={company} session={session} />
          </div>
        </div>
      </PageBody>
      <div className={classes.foot} data-save-bar>
        <p>{words.final}</p>
        <LinkButton kind="quiet" to={ofCompany(paths.cash.list, company)}>
          {words.cancel}
        </LinkButton>
        <Button shortcut="Ctrl Enter" loading={isClosing} onClick={() => void close()}>
          {words.submit}
        </Button>
      </div>
    </Page>
  )
}

const isAmount = (text: string) => decimal.isDecimal(text) && decimal.compare(text, '0') >= 0

/** What the server found wrong, by the kind it is about. */
function errorsOf(problem: unknown): Record<string, string> {
  if (!(problem instanceof Error) || !('errors' in problem) || !Array.isArray(problem.errors)) return {}
  return Object.fromEntries(
    (problem.errors as { field: string; message: string }[]).flatMap(({ field, message }) => {
      const kind = KINDS[Number(/^contagem\.(\d+)/.exec(field)?.[1] ?? NaN)]
      return kind ? [[kind.id, message]] : []
    }),
  )
}
