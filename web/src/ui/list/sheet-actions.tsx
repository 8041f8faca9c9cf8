import { IconDots, IconDownload, IconFileUpload } from '@tabler/icons-react'
import { LinkButton } from '../basics/button'
import { formatInteger } from '../format/text'
import { useIsPhone } from '../theme/breakpoints'
import { tellDownload } from '../toast/tell-download'
import { MenuButton } from './menu-button'
import type { RowAction } from './types'

type SheetFormat = 'xlsx' | 'csv'

const FORMATS: Record<SheetFormat, string> = { xlsx: 'Planilha do Excel (.xlsx)', csv: 'Arquivo CSV (.csv)' }

/** The formats as a menu's items; `onExport` gives the file's name, `label` goes before them where the menu's button does not say it. */
export function exportActions(label: string | null, onExport: (format: SheetFormat) => Promise<string>): RowAction[] {
  return (['xlsx', 'csv'] as const).map((format) => ({
    id: format,
    label: label === null ? FORMATS[format] : `${label}: ${FORMATS[format]}`,
    icon: IconDownload,
    run: () => void tellDownload(() => onExport(format)),
  }))
}

type Props = {
  importLabel: string
  importTo: string
  /** How many the list's filters leave; undefined until it is counted. */
  total: number | undefined
  /** 'Exportar 132 produtos' */
  exportLabel: (count: string) => string
  /** Gives the name of the file. */
  onExport: (format: SheetFormat) => Promise<string>
}

/** Spreadsheets into a list and out of it; on the phone behind one button. */
export function SheetActions({ importLabel, importTo, total, exportLabel, onExport }: Props) {
  const isPhone = useIsPhone()
  const label = exportLabel(total === undefined ? '…' : formatInteger(total))
  const exports = exportActions(isPhone ? label : null, onExport)
  if (isPhone) {
    const toImport = { id: 'import', label: importLabel, icon: IconFileUpload, to: importTo }
    return <MenuButton label="Mais" icon={IconDots} isIconOnly actions={total ? [toImport, ...exports] : [toImport]} />
  }
  return (
    <>
      <LinkButton kind="secondary" to={importTo} icon={IconFileUpload}>
        {importLabel}
      </LinkButton>
      <MenuButton label={label} icon={IconDownload} disabled={!total} actions={exports} />
    </>
  )
}
