import { IconAlertTriangle, IconEqual, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Import } from '@/api'
import { formatInteger, Pager, StatusBadge, StatusTabs, TableCard, useProblemToast } from '@/ui'
import classes from './import-page.module.css'
import { listRows } from './queries'
import type { Situacao, Target } from './queries'
import { texts } from './texts'

const BADGES = {
  nova: { tone: 'green', icon: IconPlus },
  alterada: { tone: 'blue', icon: IconPencil },
  igual: { tone: 'grey', icon: IconEqual },
  ruim: { tone: 'red', icon: IconAlertTriangle },
} as const

const TABS = ['todas', 'nova', 'alterada', 'igual', 'ruim', 'mantida'] as const

/** What the file holds, row by row, with what happens to each. Bad rows first when there are any. */
export function ImportRows({ target, current }: { target: Target; current: Import }) {
  const [tab, setTab] = useState<(typeof TABS)[number]>(
    current.kept > 0 ? 'mantida' : current.rows_bad > 0 ? 'ruim' : 'todas',
  )
  const [page, setPage] = useState(1)
  const situacao: Situacao | undefined = tab === 'todas' ? undefined : tab
  const { data, error, isPlaceholderData } = useQuery(listRows(target, current.id, situacao, page))
  useProblemToast(texts.loadFailed, error)

  const { rows_new, rows_changed, rows_same, rows_bad, kept } = current
  const hasReasons = rows_bad > 0 || kept > 0
  const counts = {
    todas: rows_new + rows_changed + rows_same + rows_bad,
    nova: rows_new,
    alterada: rows_changed,
    igual: rows_same,
    ruim: rows_bad,
    mantida: kept,
  }
  const columns = current.columns.map(({ title, field }, at) => ({ title, isKnown: field !== null, at }))
  return (
    <div className={classes.rows}>
      <StatusTabs
        tabs={TABS.filter((id) => id !== 'mantida' || kept > 0).map((id) => ({
          id,
          label: texts.tabs[id],
          count: counts[id],
        }))}
        current={tab}
        onChoose={(next) => {
          setTab(next)
          setPage(1)
        }}
      />
      {data?.items.length === 0 ? (
        <p className={classes.note}>{texts.noRows}</p>
      ) : (
        <TableCard label={texts.rowsLabel} isBusy={!data} isStale={isPlaceholderData} className={classes.table}>
          <thead>
            <tr>
              <th scope="col" data-align="right">
                {texts.columns.line}
              </th>
              <th scope="col">{texts.columns.situacao}</th>
              {hasReasons && <th scope="col">{texts.columns.reason}</th>}
              {columns.map(({ title, isKnown, at }) => (
                <th key={at} scope="col" data-ignored={isKnown ? undefined : true}>
                  {isKnown ? title : `${title} (${texts.ignored})`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data?.items.map((row) => (
              <tr key={row.line}>
                <td data-align="right">{formatInteger(row.line)}</td>
                <td>
                  <StatusBadge {...BADGES[row.situacao]}>{texts.situacoes[row.situacao]}</StatusBadge>
                </td>
                {hasReasons && (
                  <td className={classes.reason}>
                    {row.kept_because && <p>{row.kept_because}</p>}
                    {row.problems.map(({ field, message }) => (
                      <p key={field + message}>
                        <strong>{titleOf(current, field)}</strong> {message}
                      </p>
                    ))}
                  </td>
                )}
                {columns.map(({ isKnown, at }) => (
                  <td key={at} data-ignored={isKnown ? undefined : true}>
                    <span className={classes.value}>{row.values[at]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableCard>
      )}
      {data && data.total > data.page_size && <Pager page={data} onPage={setPage} />}
    </div>
  )
}

/** As the column is called in the file; a field that has no column goes by its own name. */
function titleOf(current: Import, field: string): string {
  return current.columns.find((column) => column.field === field)?.title ?? field
}
