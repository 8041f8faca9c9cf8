import { hasOwnName } from '@/features/accounts/account'
import { texts } from './texts'

/** "Bom dia, Marina": by the hour of this computer, with the first name when there is one of the person's own. */
export function greeting(fullName: string, now: Date): string {
  const hour = now.getHours()
  const hello =
    hour >= 5 && hour < 12
      ? texts.greetings.morning
      : hour >= 12 && hour < 18
        ? texts.greetings.afternoon
        : texts.greetings.night
  const firstName = hasOwnName(fullName) ? fullName.trim().split(/\s+/)[0] : ''
  return firstName ? `${hello}, ${firstName}` : hello
}
