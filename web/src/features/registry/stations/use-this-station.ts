import { useQuery } from '@tanstack/react-query'
import type { Station } from '@/api'
import { listStations } from './queries'
import { useThisStationId } from './this-station'

/** This browser's station; null: none in use, undefined: not known yet. */
export function useThisStation(company: string): Station | null | undefined {
  const id = useThisStationId(company)
  const { data } = useQuery({ ...listStations(company), enabled: id !== null })
  if (id === null) return null
  return data && (data.find((one) => one.id === id && one.ativo === 'S') ?? null)
}
