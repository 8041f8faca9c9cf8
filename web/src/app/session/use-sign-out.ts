import { useNavigate } from 'react-router'

/**
 * Leaves for the landing page, which ends the session. In this order, because a screen with unsaved changes may hold
 * the navigation back to ask first, and then nobody has been signed out.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => void navigate('/', { state: { signOut: true } })
}
