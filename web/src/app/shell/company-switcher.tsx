import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useActiveCompany } from '@/api'
import { CompanyTile, formatCnpj, TwoLines } from '@/ui'
import { switchableCompanies } from '../company/switchable-companies'
import { shortNameOf } from '../company/short-name'
import { useSwitchCompany } from '../company/use-switch-company'
import { texts } from '../texts'
import { CompanyChoices } from './company-choices'
import classes from './company-switcher.module.css'
import { usePopover } from './use-popover'

/** Shows the active company and opens the list to choose another from. */
export function CompanySwitcher() {
  const company = useActiveCompany()
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const popover = usePopover(root, trigger)
  const switchCompany = useSwitchCompany()
  const { data } = useQuery({ ...switchableCompanies(''), enabled: !company })
  const choose = (id: string) => {
    popover.close()
    if (id !== company?.id) void switchCompany(id)
  }
  return (
    <div className={classes.root} ref={root}>
      <button
        ref={trigger}
        type="button"
        className={classes.trigger}
        aria-haspopup="dialog"
        aria-expanded={popover.isOpen}
        title={company?.razao_social}
        onClick={popover.toggle}
      >
        <span className={classes.hidden}>{texts.activeCompany}:</span>{' '}
        {company ? (
          <>
            <span className={classes.tile}>
              <CompanyTile name={shortNameOf(company)} color={company.cor} logo={company.logo_sistema_url} />
            </span>
            <TwoLines title={shortNameOf(company)} detail={formatCnpj(company.cnpj)} isSmall />
          </>
        ) : (
          <span className={classes.none}>{data?.total ? texts.chooseCompany : texts.noCompany}</span>
        )}
        <IconSelector size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {popover.isOpen && <CompanyChoices onChoose={choose} />}
    </div>
  )
}
