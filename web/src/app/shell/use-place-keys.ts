import { useLocation, useNavigate } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import { useHotkeys } from '@/ui'
import { addressOf, placesFor } from '../places'
import type { Place } from '../places'

/** The keys that open a place from everywhere. */
export function usePlaceKeys(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const company = useActiveCompany()
  const may = useMay()
  const open = (place: Place) => {
    // One who is there already has nothing to go back from.
    if (pathname !== place.path) void navigate(addressOf(place, company?.id))
  }
  useHotkeys(
    placesFor(may).flatMap((place) =>
      place.key === undefined ? [] : [{ key: place.key, label: place.title, run: () => open(place) }],
    ),
  )
}
