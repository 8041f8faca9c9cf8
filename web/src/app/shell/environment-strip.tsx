import { Link } from 'react-router'
import { useActiveCompany, useIsAdmin } from '@/api'
import { ofCompany, paths } from '../paths'
import { texts } from '../texts'
import classes from './environment-strip.module.css'

/** The hazard tape over every screen while the company issues only test notes. */
export function EnvironmentStrip() {
  const company = useActiveCompany()
  return (
    <section className={classes.strip} aria-label={texts.environment}>
      <span className={classes.tape} aria-hidden="true" />
      <strong className={classes.name}>{texts.sandboxName}</strong>
      <span className={classes.text}>{texts.sandboxText}</span>
      <span className={classes.shortText}>{texts.sandboxShortText}</span>
      {useIsAdmin() && company && (
        <Link className={classes.link} to={ofCompany(paths.sefaz, company.id)}>
          {texts.goToProduction}
        </Link>
      )}
    </section>
  )
}
