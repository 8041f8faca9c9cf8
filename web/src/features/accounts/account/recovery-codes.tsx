import { Button, toast } from '@/ui'
import classes from './account-page.module.css'
import { texts } from './texts'

type Props = { codes: string[]; doneLabel: string; onDone: () => void }

/** Shown once, to be kept apart from the telephone. */
export function RecoveryCodes({ codes, doneLabel, onDone }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success(texts.codesCopied)
    } catch {
      toast.error(texts.codesNotCopied)
    }
  }
  return (
    <div className={classes.form}>
      <p className={classes.text}>{texts.codesText}</p>
      <ul className={classes.codes} aria-label={texts.codesList}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button kind="secondary" onClick={() => void copy()}>
          {texts.copyCodes}
        </Button>
        <Button onClick={onDone}>{doneLabel}</Button>
      </div>
    </div>
  )
}
