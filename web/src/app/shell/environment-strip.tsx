import { Link } from 'react-router'
import { useActiveCompany, useIsAdmin } from '@/api'
import { HazardStrip } from '@/ui'
import { ofCompany, paths } from '../paths'
import { texts } from '../texts'
import classes from './environment-strip.module.css'

/** Over every screen while the company issues only test notes. */
export function EnvironmentStrip() {
  const company = useActiveCompany()
  return (
    <HazardStrip
      label={texts.environment}
      name={texts.sandboxName}
      text={texts.sandboxText}
      shortText={texts.sandboxShortText}
    >
      {useIsAdmin() && company && (
        <Link className={classes.link} to={ofCompany(paths.sefaz, company.id)}>
          {texts.goToProduction}
        </Link>
      )}
    </HazardStrip>
  )
}
