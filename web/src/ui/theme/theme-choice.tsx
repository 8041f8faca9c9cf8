import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { SegmentedControl } from '@mantine/core'
import classes from './theme-choice.module.css'
import { useTheme } from './use-theme'
import type { Theme } from './use-theme'

const CHOICES: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
  { value: 'auto', label: 'Sistema' },
]

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
