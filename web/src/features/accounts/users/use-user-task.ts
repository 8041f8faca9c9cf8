import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { User, UserInput } from '@/api'
import { toast } from '@/ui'
import { refreshUsers, updateUser } from './queries'
import type { LoadedUser } from './queries'
import { texts } from './texts'

/** Saving a part of a user: the rest goes along as it was last read. */
export function useUserTask({ user }: LoadedUser, done: string, onClose: () => void) {
  const queryClient = useQueryClient()
  const known = useRef(user)
  return {
    save: (part: Partial<UserInput>, version: string | undefined) => {
      const { full_name, email, role, active } = known.current
      return updateUser(user.id, { full_name, email, role, active, ...part }, version)
    },
    /** The record that came with a stale save: the rest is its from now on. */
    meet: (current: unknown): User => {
      known.current = current as User
      return known.current
    },
    end: () => {
      toast.success(texts.success, done)
      void refreshUsers(queryClient)
      onClose()
    },
  }
}
