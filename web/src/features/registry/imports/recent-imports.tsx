import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheckFilled,
  IconCircleX,
  IconClock,
  IconEye,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Import } from '@/api'
import { formatDateTime, IconButton, StatusBadge, TableCard, useProblemToast } from '@/ui'
import classes from './import-page.module.css'
import { listImports } from './queries'
import type { Target } from './queries'
import { nouns, texts } from './texts'

const BADGES = {
  lendo: { tone: 'blue', icon: IconClock },
  pronta: { tone: 'amber', icon: IconEye },
  aplicando: { tone: 'blue', icon: IconClock },
  aplicada: { tone: 'green', icon: IconCircleCheckFilled },
  falhou: { tone: 'red', icon: IconAlertTriangle },
  cancelada: { tone: 'grey', icon: IconCircleX },
  desfazendo: { tone: 'blue', icon: IconClock },
  desfeita: { tone: 'grey', icon: IconArrowBackUp },
} as const

/** The last ones, to be looked at again or gone on with. */
export function RecentImports({ target, onOpen }: { target: Target; onOpen: (id: string) => void }) {
  const { data, error } = useQuery(listImports(target))
  useProblemToast(texts.loadFailed, error)
  if (!data || data.length === 0) return null
  return (
    <section className={classes.recent}>
      <h2>{texts.recent}</h2>
      <TableCard label={texts.recent}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.file}</th>
            <th scope="col">{texts.columns.when}</th>
            <th scope="col">{texts.columns.situacao}</th>
            <th scope="col">{texts.columns.result}</th>
            <th scope="col">{texts.columns.actions}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <tr key={one.id}>
              <td className={classes.file}>{one.file_name}</td>
              <td>{formatDateTime(one.created_at)}</td>
              <td>
                <StatusBadge {...BADGES[one.state]}>{texts.states[one.state]}</StatusBadge>
              </td>
              <td>{resultOf(target, one)}</td>
              <td data-align="right">
                <IconButton label="Abrir" of={one.file_name} icon={IconEye} onClick={() => onOpen(one.id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </TableCard>
    </section>
  )
}

function resultOf(target: Target, { state, rows_new, rows_changed, rows_bad, error, ...one }: Import): string {
  const written = one.written_new + one.written_changed
  if (state === 'aplicada') return nouns[target.kind].imported(rows_new + rows_changed)
  if (state === 'cancelada' && written > 0) return nouns[target.kind].imported(written)
  if (state === 'desfeita') return texts.undoneCount(one.undone, one.kept)
  if (state === 'falhou') return error ?? ''
  if (state !== 'pronta') return ''
  return `${nouns[target.kind].count(rows_new + rows_changed)}${rows_bad > 0 ? `, ${rows_bad} com problema` : ''}`
}
