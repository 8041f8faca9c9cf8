import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdempotencyKey } from '@/api'
import type { TaxProfileInput } from '@/api'
import { toast } from '@/ui'
import { createTaxProfile, refreshTaxProfiles } from './tax-profiles'
import { texts } from './texts'

const words = texts.profiles

/** Makes a profile that is offered one of the company's. */
export function useOfferedProfile(company: string) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [isTaking, setTaking] = useState(false)
  const take = async (offer: TaxProfileInput) => {
    setTaking(true)
    try {
      await createTaxProfile(company, offer, keyFor(offer))
      toast.success(words.taken, offer.nome)
    } catch (error) {
      toast.failed(words.takeFailed, error)
    } finally {
      setTaking(false)
      await refreshTaxProfiles(queryClient)
    }
  }
  return { isTaking, take }
}
