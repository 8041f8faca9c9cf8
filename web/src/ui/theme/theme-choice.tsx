import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import classes from './theme-choice.module.css'

export type Theme = 'light' | 'dark' | 'auto'

const CHOICES: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
  { value: 'auto', label: 'Sistema' },
]

/** The theme this browser was told to use; `auto` follows the system. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return { theme: colorScheme, setTheme: setColorScheme }
}

export function ThemeChoice() {
  const { theme, setTheme } = useTheme()
  return (
    <SegmentedControl
      fullWidth
      aria-label="Tema"
      classNames={{ root: classes.root, indicator: classes.indicator, label: classes.label }}
      data={CHOICES}
      value={theme}
      onChange={(value) => setTheme(value)}
    />
  )
}
