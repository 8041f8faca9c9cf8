import { IconLock } from '@tabler/icons-react'
import { useLostCompany } from '../company/active-company'
import { shortNameOf } from '../company/short-name'
import { texts } from '../texts'
import classes from './lost-company-notice.module.css'

/** Over a screen whose company went out of reach while it was open. Always there, so that it is announced. */
export function LostCompanyNotice() {
  const company = useLostCompany()
  return (
    <div role="alert">
      {company && (
        <div className={classes.notice}>
          <IconLock size={20} stroke={1.75} aria-hidden="true" />
          <div>
            <strong>{texts.companyLost(shortNameOf(company))}</strong>
            <p>{texts.companyLostText}</p>
          </div>
        </div>
      )}
    </div>
  )
}
