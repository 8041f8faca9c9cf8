import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'

const petroleo: MantineColorsTuple = [
  '#EDF7FA',
  '#DAEEF2',
  '#B6DCE4',
  '#89C2CF',
  '#5AA5B4',
  '#318797',
  '#196F7E',
  '#095A67',
  '#044751',
  '#042C33',
]
const concreto: MantineColorsTuple = [
  '#FAFAF8',
  '#F1F2EF',
  '#E9EAE6',
  '#E0E2DD',
  '#BEC1BB',
  '#8A8F89',
  '#646B67',
  '#4B5250',
  '#343A38',
  '#1A2021',
]
const dark: MantineColorsTuple = [
  '#E9EFEF',
  '#B3BEC0',
  '#93A1A4',
  '#6F7E81',
  '#3C4A4D',
  '#2A373A',
  '#1D2A2D',
  '#162022',
  '#111A1C',
  '#0D1517',
]

/** The component library's scales. Colours of meaning are in base.css. */
export const theme = createTheme({
  primaryColor: 'petroleo',
  primaryShade: { light: 7, dark: 4 },
  colors: { petroleo, concreto, gray: concreto, dark },
  autoContrast: true,
  luminanceThreshold: 0.3,
  fontFamily: 'inherit',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '22px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '999px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: { md: 'var(--shadowMenu)', xl: 'var(--shadowDialog)' },
})

const colors = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--text3)',
  '--mantine-color-placeholder': 'var(--text3)',
  '--mantine-color-error': 'var(--redInk)',
  '--mantine-color-anchor': 'var(--primaryText)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--borderControl)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--text3)',
  '--mantine-color-disabled-border': 'var(--border)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--primaryHover)',
  '--mantine-primary-color-contrast': 'var(--onPrimary)',
}

/** Points the library's own colour variables at base.css, the same in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: colors, dark: colors })
