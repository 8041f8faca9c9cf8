import classes from './two-lines.module.css'

type Props = {
  title: string
  detail?: string | undefined
  /** For places as low as the header. */
  isSmall?: boolean
  /** The detail takes the lines it needs. */
  isWhole?: boolean
}

/** A name and, smaller below it, what tells it from others; both end in … where there is no room. */
export function TwoLines({ title, detail, isSmall, isWhole }: Props) {
  return (
    <span className={classes.root} data-small={isSmall || undefined} data-whole={isWhole || undefined}>
      <span className={classes.title}>{title}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </span>
  )
}
