import { ofCompany, paths } from '@/app/paths'
import { formatCpfCnpj, formatMoney } from '@/ui'
import type { FindRecords } from '@/ui'
import { receiptDeeds } from './deeds'
import { LOOKS } from './estado-looks'
import { plainSearch } from './list-filter'
import { findReceipts } from './queries'
import { texts } from './texts'

/** For Ctrl+K: by number, key, consumer or value. */
const find: FindRecords = async (text, on) => {
  const { ofRow } = receiptDeeds(on)
  const search = plainSearch(text)
  const found = await on.queryClient.query(findReceipts(on.companyId, search))
  return found.map((nota) => ({
    id: nota.id,
    label: `${texts.one(nota)} · ${nota.nome ?? (nota.documento === null ? texts.anonymous : formatCpfCnpj(nota.documento))}`,
    detail: `${formatMoney(nota.vNF)} · ${LOOKS[nota.estado].word}`,
    name: texts.short(nota.numero),
    to: ofCompany(paths.receipts.one(nota.id), on.companyId),
    isExact: search === String(nota.numero) || search === nota.chave,
    actions: ofRow(nota),
  }))
}

export default find
