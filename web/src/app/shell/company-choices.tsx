import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useActiveCompany } from '@/api'
import { CompanyTile, formatCnpj, TwoLines, useDebounced } from '@/ui'
import { shortNameOf } from '../company/short-name'
import { switchableCompanies } from '../company/switchable-companies'
import { texts } from '../texts'
import classes from './company-choices.module.css'

/** More than this and the list gets a search field. */
const MANY = 8

/** The companies to switch to; arrows and Enter choose, typing searches. A list that cannot be read says so. */
export function CompanyChoices({ onChoose }: { onChoose: (id: string) => void }) {
  const active = useActiveCompany()
  const [search, setSearch] = useState('')
  const { data: all } = useQuery(switchableCompanies(''))
  const { data: found, error, refetch } = useQuery(switchableCompanies(useDebounced(search.trim())))
  const companies = found?.items ?? []
  const hasSearch = (all?.total ?? 0) > MANY
  const [pointed, setPointed] = useState<string | null>(active?.id ?? null)
  const at = Math.max(
    companies.findIndex((company) => company.id === pointed),
    0,
  )
  const listId = useId()
  const focusTarget = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    focusTarget.current?.focus()
  }, [hasSearch])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, companies.length])

  const choose = (id: string | undefined) => {
    if (id) onChoose(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: companies.length - 1 }
    const isTextKey = hasSearch && (event.key === 'Home' || event.key === 'End')
    const next = isTextKey ? undefined : steps[event.key]
    if (next !== undefined) setPointed(companies[Math.min(Math.max(next, 0), companies.length - 1)]?.id ?? null)
    else if (event.key === 'Enter') choose(companies[at]?.id)
    else return
    event.preventDefault()
  }
  const pointing = {
    'aria-activedescendant': companies[at] ? `${listId}-${companies[at].id}` : undefined,
    onKeyDown,
  }

  return (
    <div className={classes.panel}>
      {hasSearch && (
        <input
          {...pointing}
          ref={(element) => void (focusTarget.current = element)}
          className={classes.search}
          type="search"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-label={texts.searchCompany}
          placeholder={texts.searchCompany}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul
        {...(hasSearch ? {} : pointing)}
        ref={(element) => {
          list.current = element
          if (!hasSearch) focusTarget.current = element
        }}
        id={listId}
        className={classes.list}
        role="listbox"
        tabIndex={hasSearch ? -1 : 0}
        aria-label={texts.companies}
      >
        {companies.map((company, index) => (
          // The keys are the list's or the field's; a choice itself is only for the pointer.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={company.id}
            id={`${listId}-${company.id}`}
            className={classes.choice}
            role="option"
            aria-selected={index === at}
            aria-current={company.id === active?.id || undefined}
            onPointerMove={() => setPointed(company.id)}
            onClick={() => choose(company.id)}
          >
            <CompanyTile name={shortNameOf(company)} color={company.cor} logo={company.logo_sistema_url} />
            <TwoLines title={company.razao_social} detail={formatCnpj(company.cnpj)} />
            {company.id === active?.id && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
          </li>
        ))}
      </ul>
      {error && (
        <p className={classes.note} role="alert">
          {texts.companiesFailed}{' '}
          <button type="button" className={classes.retry} onClick={() => void refetch()}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      {found && companies.length === 0 && (
        <p className={classes.note} role="status">
          {search ? texts.noCompanyFound(search) : texts.noCompanyYet}
        </p>
      )}
      {found && found.total > companies.length && companies.length > 0 && (
        <p className={classes.note}>{texts.moreCompanies(companies.length, found.total.toLocaleString('pt-BR'))}</p>
      )}
    </div>
  )
}
