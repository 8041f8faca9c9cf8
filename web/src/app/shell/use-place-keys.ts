import { useNavigate } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import { useHotkeys } from '@/ui'
import { addressOf, placesFor } from '../places'

/** The keys that open a place from everywhere. */
export function usePlaceKeys(): void {
  const navigate = useNavigate()
  const company = useActiveCompany()
  const may = useMay()
  useHotkeys(
    placesFor(may).flatMap((place) =>
      place.key === undefined
        ? []
        : [{ key: place.key, label: place.title, run: () => void navigate(addressOf(place, company?.id)) }],
    ),
  )
}
