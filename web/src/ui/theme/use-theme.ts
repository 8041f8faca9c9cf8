import { useMantineColorScheme } from '@mantine/core'

export type Theme = 'light' | 'dark' | 'auto'

/** The theme this browser was told to use; `auto` follows the system. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return { theme: colorScheme, setTheme: setColorScheme }
}
