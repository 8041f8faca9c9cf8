import { IconListDetails } from '@tabler/icons-react'
import type { Version } from '@/api'
import { formatDateTime, IconButton, TableCard } from '@/ui'
import { shortHash } from './format'
import { texts } from './texts'
import classes from './version-table.module.css'

type Props = {
  versions: readonly Version[]
  /** The rows belong to another page; the right ones are on their way. */
  isStale: boolean
  onOpen: (version: Version) => void
}

export function VersionTable({ versions, isStale, onOpen }: Props) {
  return (
    <TableCard label={texts.title} isStale={isStale} className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.version}</th>
          <th scope="col">{texts.date}</th>
          <th scope="col" className={classes.hash}>
            {texts.hash}
          </th>
          <th scope="col" className={classes.actions}>
            {texts.actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.id}>
            <td className={classes.name}>{version.version}</td>
            <td>{formatDateTime(version.created_at)}</td>
            <td className={classes.hash}>{shortHash(version.commit_hash) ?? texts.noHash}</td>
            <td className={classes.actions}>
              <IconButton
                label={texts.detailsOf(version.version)}
                icon={IconListDetails}
                aria-haspopup="dialog"
                onClick={() => onOpen(version)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  )
}
