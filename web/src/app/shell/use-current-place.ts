import { matchPath, useLocation } from 'react-router'
import type { OperationName } from '@/api'
import { PLACES } from '../places'
import type { Place } from '../places'

export type CurrentPlace = {
  place: Place
  /** Title of the open screen: the place's own or that of a screen inside it. */
  title: string
  /** Anchor of its help. */
  help: string | undefined
  /** What one has to be allowed to do to see it. */
  needs: OperationName | undefined
}

/** Where the address leads, in terms of the list of places. */
export function useCurrentPlace(): CurrentPlace | null {
  return placeAt(useLocation().pathname)
}

export function placeAt(pathname: string): CurrentPlace | null {
  for (const place of PLACES) {
    for (const screen of [place, ...(place.inner ?? [])]) {
      if (matchPath(screen.path, pathname))
        return { place, title: screen.title, help: screen.help ?? place.help, needs: screen.needs }
    }
  }
  return null
}
