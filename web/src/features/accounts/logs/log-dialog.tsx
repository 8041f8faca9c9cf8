import type { AuditLogEntry } from '@/api'
import { Button, Dialog, TableCard } from '@/ui'
import { actionName } from './actions'
import { readDetails } from './changes'
import classes from './log-dialog.module.css'
import { ResultBadge } from './result-badge'
import { texts } from './texts'
import { whenOf } from './when'

/** Everything the log keeps about one action. */
export function LogDialog({ entry, onClose }: { entry: AuditLogEntry | null; onClose: () => void }) {
  return (
    <Dialog
      opened={entry !== null}
      onClose={onClose}
      title={entry ? actionName(entry.action_type) : ''}
      size={720}
      foot={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {entry && <Content entry={entry} />}
    </Dialog>
  )
}

function Content({ entry }: { entry: AuditLogEntry }) {
  const { changes, facts } = readDetails(entry.details)
  const { user, target_user: target, company } = entry
  return (
    <>
      <dl className={classes.facts}>
        <dt>{texts.columns.when}</dt>
        <dd>{whenOf(entry)}</dd>
        <dt>{texts.columns.result}</dt>
        <dd>
          <ResultBadge resultado={entry.resultado} />
        </dd>
        <dt>{texts.columns.user}</dt>
        <dd>{user ? `${user.full_name} (${user.email})` : texts.system}</dd>
        {target && (
          <>
            <dt>{texts.targetUser}</dt>
            <dd>{`${target.full_name} (${target.email})`}</dd>
          </>
        )}
        <dt>{texts.columns.company}</dt>
        <dd>{company?.razao_social ?? texts.noCompany}</dd>
        <dt>{texts.description}</dt>
        <dd>{entry.description}</dd>
        {facts.map(({ name, value }) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {changes.length > 0 && (
        <>
          <h3 className={classes.title}>{texts.changes}</h3>
          <TableCard label={texts.changes} className={classes.changes}>
            <thead>
              <tr>
                <th scope="col">{texts.field}</th>
                <th scope="col">{texts.before}</th>
                <th scope="col">{texts.after}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{before}</td>
                  <td className={classes.after}>{after}</td>
                </tr>
              ))}
            </tbody>
          </TableCard>
        </>
      )}
    </>
  )
}
