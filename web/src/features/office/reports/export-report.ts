import { IconFileSpreadsheet, IconFileText, IconFileTypePdf } from '@tabler/icons-react'
import type { ReportExport, ReportExportInput } from '@/api'
import { toast } from '@/ui'
import type { Action } from '@/ui'
import { askForExport, downloadExport, readExport } from './queries'
import { texts } from './texts'

const words = texts.export

/** Between two looks at how far it is. */
const LOOK_MS = 600

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Has a file made, tells how far it is, and keeps it. One may go on working meanwhile. */
export async function exportReport(companyId: string, body: ReportExportInput): Promise<void> {
  toast.info(words.preparing, undefined, { duration: Infinity })
  try {
    let made = await askForExport(companyId, body)
    for (let told = -1; made.estado === 'preparando'; made = await readExport(companyId, made.id)) {
      if (made.feitas !== told) toast.info(words.preparing, progressOf(made), { duration: Infinity })
      told = made.feitas
      await pause(LOOK_MS)
    }
    if (made.estado === 'falhou') toast.error(words.failed, made.erro ?? undefined)
    else toast.success(words.ready, await downloadExport(companyId, made.id))
  } catch (problem) {
    toast.failed(words.failed, problem)
  }
}

export function progressOf({ feitas, total }: Pick<ReportExport, 'feitas' | 'total'>): string | undefined {
  if (total !== null && total > 0) return words.rowsOf(feitas, total)
  return feitas > 0 ? words.rows(feitas) : undefined
}

const ICONS = { xlsx: IconFileSpreadsheet, csv: IconFileText, pdf: IconFileTypePdf }

type Filters = Omit<ReportExportInput, 'relatorio' | 'formato'>

/** The files of a report; `rows`: also the receipts themselves that it is about. */
export function exportWays(
  companyId: string,
  relatorio: ReportExportInput['relatorio'],
  filters: Filters,
  hasRows: boolean,
): Action[] {
  const way = (of: ReportExportInput['relatorio'], formato: 'xlsx' | 'csv' | 'pdf', more: Filters = {}): Action => ({
    id: `export-${of}-${formato}`,
    label: (of === 'notas' ? words.receiptsAs : words.reportAs)[formato],
    icon: ICONS[formato],
    run: () => void exportReport(companyId, { relatorio: of, formato, ...more }),
  })
  const ofRows = { ...filters }
  delete ofRows.comparar
  delete ofRows.secao
  delete ofRows.mes
  return [
    ...(['pdf', 'xlsx', 'csv'] as const).map((formato) => way(relatorio, formato, filters)),
    ...(hasRows ? (['xlsx', 'csv'] as const).map((formato) => way('notas', formato, ofRows)) : []),
  ]
}
