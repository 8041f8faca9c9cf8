import { IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { User, UserCompany } from '@/api'
import {
  Button,
  CompanyTile,
  Dialog,
  formatCnpj,
  formatInteger,
  LoadFailed,
  Select,
  Spinner,
  Switch,
  TextInput,
  toast,
  TwoLines,
  useDebounced,
} from '@/ui'
import { listUserCompanies, refreshUsers, setAccess, setDefaultCompany, setPapel } from './queries'
import type { Papel } from './queries'
import { texts } from './texts'
import { whoIs } from './user-dialogs'
import classes from './users.module.css'

const words = texts.companies
type Props = { opened: boolean; user: User; onClose: () => void }

/** Which companies a user may use and which one opens first. Each change is saved at once. */
export function UserCompaniesDialog({ opened, user, onClose }: Props) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const query = useInfiniteQuery({ ...listUserCompanies(user.id, search), enabled: opened })
  const pages = query.data?.pages ?? []
  const companies = pages.flatMap(({ items }) => items)
  const total = pages.at(-1)?.total ?? 0
  const isComplete = query.data !== undefined && !query.hasNextPage && search === ''
  const linked = companies.filter(({ access }) => access).length
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={words.title}
      subtitle={whoIs(user)}
      size={720}
      foot={
        <>
          <span className={classes.foot} role="status">
            {isComplete && total > 0 && words.all(linked, formatInteger(total))}
            {!isComplete && total > 0 && words.some(formatInteger(companies.length), formatInteger(total))}
          </span>
          <Button onClick={onClose}>{words.done}</Button>
        </>
      }
    >
      {user.role === 'admin' && <p className={classes.hint}>{words.ofAdmin}</p>}
      <p className={classes.hint}>{words.papelHelp}</p>
      <TextInput
        label={words.search}
        isLabelHidden
        role="searchbox"
        placeholder={words.search}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        icon={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {/* Scrolls, so the keyboard has to be able to get there. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.list} role="region" aria-label={words.title} tabIndex={0}>
        <div className={classes.head} aria-hidden="true">
          <span>{words.company}</span>
          <span>{words.papel}</span>
          <span className={classes.middle}>{words.isDefault}</span>
          <span className={classes.end}>{words.access}</span>
        </div>
        <ul>
          {companies.map((company) => (
            <CompanyRow key={company.id} user={user} company={company} />
          ))}
        </ul>
        {query.data && companies.length === 0 && (
          <p className={classes.note} role="status">
            {search ? words.nothingFound(search) : words.none}
          </p>
        )}
        {query.hasNextPage && (
          <div className={classes.more}>
            <Button kind="secondary" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {words.more}
            </Button>
          </div>
        )}
        {query.isPending && (
          <div className={classes.note}>
            <Spinner />
          </div>
        )}
        {query.error && !query.data && (
          <LoadFailed title={words.loadFailed} text={query.error.message} onRetry={() => void query.refetch()} />
        )}
      </div>
    </Dialog>
  )
}

const PAPEIS = (['gerente', 'operador'] as const).map((value) => ({ value, label: words.papeis[value] }))

/** What somebody has of a company. */
type Link = Pick<UserCompany, 'access' | 'is_default' | 'papel'>

function CompanyRow({ user, company }: { user: User; company: UserCompany }) {
  const queryClient = useQueryClient()
  // What was chosen while answers are on their way. Changes are sent one after the other, so that no click is lost.
  const [chosen, setChosen] = useState<Link | null>(null)
  const lastChange = useRef(Promise.resolve())
  const { access, is_default, papel } = chosen ?? company
  const { razao_social } = company

  const change = (next: Link, run: () => Promise<void>, failed: string) => {
    setChosen(next)
    const mine = lastChange.current.then(async () => {
      try {
        await run()
      } catch (error) {
        setChosen(null) // as it was, at once: the list may not come
        toast.failed(failed, error)
      }
      await refreshUsers(queryClient)
      if (lastChange.current === mine) setChosen(null)
    })
    lastChange.current = mine
  }
  const giveAccess = (hasAccess: boolean) =>
    change(
      { access: hasAccess, is_default: is_default && hasAccess, papel: hasAccess ? 'operador' : null },
      async () => {
        await setAccess(user.id, company.id, hasAccess)
        if (hasAccess) toast.success(words.linked, words.linkedText(razao_social))
        else toast.success(words.unlinked, words.unlinkedText(razao_social))
      },
      words.linkFailed,
    )
  const makeDefault = () =>
    change(
      { access, is_default: !is_default, papel },
      async () => {
        await setDefaultCompany(user.id, is_default ? null : company.id)
        toast.success(is_default ? words.defaultCleared : words.defaultSet)
      },
      words.defaultFailed,
    )

  const choosePapel = (next: Papel) =>
    change(
      { access, is_default, papel: next },
      async () => {
        await setPapel(user.id, company.id, next)
        toast.success(words.papelSet(words.papeis[next]), words.papelText(razao_social))
      },
      words.papelFailed,
    )

  const Star = is_default ? IconStarFilled : IconStar
  const detail = formatCnpj(company.cnpj) + (company.ativo === 'N' ? ` · ${words.inactive}` : '')
  return (
    <li className={classes.company} aria-label={razao_social}>
      <span className={classes.name}>
        <CompanyTile name={company.nome_fantasia ?? razao_social} color={company.cor} />
        <TwoLines title={razao_social} detail={detail} />
      </span>
      <span className={classes.papel}>
        {access && (
          <Select
            label={words.papelIn(razao_social)}
            isLabelHidden
            choices={PAPEIS}
            value={papel}
            onChange={(value) => {
              const next = PAPEIS.find((each) => each.value === value)?.value
              if (next && next !== papel) choosePapel(next)
            }}
          />
        )}
      </span>
      <span className={classes.middle}>
        {access ? (
          <button
            type="button"
            className={classes.star}
            aria-label={words.setDefault(razao_social)}
            aria-pressed={is_default}
            title={words.setDefault(razao_social)}
            onClick={() => makeDefault()}
          >
            <Star size={18} stroke={1.75} aria-hidden="true" />
          </button>
        ) : (
          <>
            <span aria-hidden="true">–</span>
            <span className={classes.hidden}>{words.noAccess}</span>
          </>
        )}
      </span>
      <span className={classes.end}>
        <Switch
          label={words.accessTo(razao_social)}
          isLabelHidden
          checked={access}
          onChange={(hasAccess) => giveAccess(hasAccess)}
        />
      </span>
    </li>
  )
}
