import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DEFAULT_VERSION, newestVersion, useActiveCompany, useMay } from '@/api'
import { Kbd } from '@/ui'
import { addressOf, menuFor } from '../places'
import { useSignOut } from '../session/use-sign-out'
import { texts } from '../texts'
import { PlaceCount } from './place-count'
import classes from './sidebar.module.css'
import { useCurrentPlace } from './use-current-place'

/** The menu: places that one may use in three groups, then leaving and the version. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const may = useMay()
  const company = useActiveCompany()
  const current = useCurrentPlace()?.place
  const { data: version = DEFAULT_VERSION } = useQuery(newestVersion)
  const signOut = useSignOut()
  return (
    <nav className={classes.sidebar} aria-label={texts.menu}>
      <div className={classes.groups}>
        {menuFor(may).map((places) => (
          <ul key={places[0]?.path} className={classes.group}>
            {places.map((place) => (
              <li key={place.path}>
                <Link
                  to={addressOf(place, company?.id)}
                  className={classes.entry}
                  aria-current={place === current ? 'page' : undefined}
                  onClick={onNavigate}
                >
                  <place.icon size={18} stroke={1.75} aria-hidden="true" />
                  {place.short ?? place.title}
                  {place.count && company && <PlaceCount query={place.count(company.id)} />}
                  {place.key && (
                    <span className={classes.key} aria-hidden="true">
                      <Kbd>{place.key}</Kbd>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </div>
      <div className={classes.foot}>
        <button type="button" className={classes.entry} onClick={signOut}>
          <IconLogout size={18} stroke={1.75} aria-hidden="true" />
          {texts.signOut}
        </button>
        <span className={classes.version}>{texts.version(version)}</span>
      </div>
    </nav>
  )
}
