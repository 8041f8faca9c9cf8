import { IconDownload, IconFileUpload } from '@tabler/icons-react'
import type { Action, ScreenAction } from '../actions/types'
import { formatInteger } from '../format/text'
import { tellDownload } from '../toast/tell-download'

type SheetFormat = 'xlsx' | 'csv'

const FORMATS: Record<SheetFormat, string> = { xlsx: 'Planilha do Excel (.xlsx)', csv: 'Arquivo CSV (.csv)' }

/** The formats of an export; `onExport` gives the file's name. */
export function exportWays(onExport: (format: SheetFormat) => Promise<string>): Action[] {
  return (['xlsx', 'csv'] as const).map((format) => ({
    id: format,
    label: FORMATS[format],
    icon: IconDownload,
    run: () => void tellDownload(() => onExport(format)),
  }))
}

type Options = {
  importLabel: string
  importTo: string
  /** How many the list's filters leave; undefined until it is counted. */
  total: number | undefined
  /** 'Exportar 132 produtos' */
  exportLabel: (count: string) => string
  /** Gives the name of the file. */
  onExport: (format: SheetFormat) => Promise<string>
}

/** Spreadsheets into a list and out of it. */
export function sheetActions({ importLabel, importTo, total, exportLabel, onExport }: Options): ScreenAction[] {
  const label = exportLabel(total === undefined ? '…' : formatInteger(total))
  return [
    { id: 'import', label: importLabel, icon: IconFileUpload, isSide: true, to: importTo },
    { id: 'export', label, icon: IconDownload, isSide: true, isDisabled: !total, ways: exportWays(onExport) },
  ]
}
