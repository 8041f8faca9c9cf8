import type { Version } from '@/api'
import { Dialog, formatDateTime } from '@/ui'
import { texts } from './texts'
import classes from './version-dialog.module.css'

/** Everything known about one version; null closes it. */
export function VersionDialog({ version, onClose }: { version: Version | null; onClose: () => void }) {
  return (
    <Dialog
      opened={version !== null}
      onClose={onClose}
      title={version ? texts.dialogTitle(version.version) : ''}
      size={560}
    >
      {version && (
        <>
          <dl className={classes.facts}>
            <dt>{texts.date}</dt>
            <dd>{formatDateTime(version.created_at)}</dd>
            <dt>{texts.hash}</dt>
            <dd>{version.commit_hash ?? texts.noHash}</dd>
          </dl>
          <p className={classes.description}>{version.description || texts.noDescription}</p>
        </>
      )}
    </Dialog>
  )
}
