import { IconAlertTriangle, IconCircleCheckFilled, IconCircleX, IconClock, IconInfoCircle } from '@tabler/icons-react'
import type { Product } from '@/api'
import { formatDateTime, formatMoney, StatusBadge } from '@/ui'
import type { Column, PhoneRow } from '@/ui'
import { formatCfop, formatNcm } from './format'
import { lackingOf, warningOf } from './readiness'
import { texts } from './texts'

export const COLUMNS: Column<Product>[] = [
  {
    id: 'prod_cProd',
    title: texts.columns.prod_cProd,
    sort: 'prod_cProd',
    width: '130px',
    leaves: 3,
    cell: (product) => product.prod_cProd,
  },
  {
    id: 'prod_xProd',
    title: texts.columns.prod_xProd,
    sort: 'prod_xProd',
    isName: true,
    cell: (product) => product.prod_xProd,
  },
  {
    id: 'prod_NCM',
    title: texts.columns.prod_NCM,
    sort: 'prod_NCM',
    width: '116px',
    leaves: 2,
    cell: ({ prod_NCM }) => formatNcm(prod_NCM ?? ''),
  },
  {
    id: 'prod_uCOM',
    title: texts.columns.prod_uCOM,
    sort: 'prod_uCOM',
    width: '92px',
    leaves: 1,
    cell: (product) => product.prod_uCOM,
  },
  {
    id: 'prod_vUnCOM',
    title: texts.columns.prod_vUnCOM,
    sort: 'prod_vUnCOM',
    align: 'right',
    width: '124px',
    cell: ({ prod_vUnCOM }) => formatMoney(prod_vUnCOM),
  },
  {
    id: 'fiscal_pendencies',
    title: texts.columns.fiscal_pendencies,
    width: '168px',
    leaves: 4,
    cell: ReadinessBadge,
  },
  {
    id: 'prod_cEAN',
    title: texts.columns.prod_cEAN,
    isOptional: true,
    width: '150px',
    cell: (product) => product.prod_cEAN,
  },
  {
    id: 'prod_CFOP',
    title: texts.columns.prod_CFOP,
    isOptional: true,
    width: '90px',
    cell: ({ prod_CFOP }) => formatCfop(prod_CFOP ?? ''),
  },
  { id: 'prod_ativo', title: texts.columns.prod_ativo, isOptional: true, width: '110px', cell: statusOf },
  {
    id: 'created_at',
    title: texts.columns.created_at,
    sort: 'created_at',
    isOptional: true,
    width: '150px',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  {
    id: 'updated_at',
    title: texts.columns.updated_at,
    isOptional: true,
    width: '150px',
    cell: ({ updated_at }) => formatDateTime(updated_at),
  },
]

/** 'Pronto para nota', or what it lacks; the sentences appear over it. */
function ReadinessBadge(product: Product) {
  const { fiscal_pendencies, fiscal_warnings } = product
  if (fiscal_pendencies === null) {
    return (
      <StatusBadge tone="grey" icon={IconClock}>
        {texts.unjudged}
      </StatusBadge>
    )
  }
  if (fiscal_pendencies.length === 0) {
    const warned = warningOf(fiscal_warnings)
    return warned ? (
      <span title={fiscal_warnings?.map(({ mensagem }) => mensagem).join('\n')}>
        <StatusBadge tone="blue" icon={IconInfoCircle}>
          {warned}
        </StatusBadge>
      </span>
    ) : (
      <StatusBadge tone="green" icon={IconCircleCheckFilled}>
        {texts.ready}
      </StatusBadge>
    )
  }
  return (
    <span title={fiscal_pendencies.map(({ mensagem }) => mensagem).join('\n')}>
      <StatusBadge tone="amber" icon={IconAlertTriangle}>
        {lackingOf(product, fiscal_pendencies)}
      </StatusBadge>
    </span>
  )
}

function statusOf({ prod_ativo }: Product) {
  return prod_ativo === 'S' ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {texts.active}
    </StatusBadge>
  ) : (
    <StatusBadge tone="grey" icon={IconCircleX}>
      {texts.inactive}
    </StatusBadge>
  )
}

export function phoneRow(product: Product): PhoneRow {
  const { prod_cProd, prod_xProd, prod_NCM, prod_uCOM, prod_vUnCOM, fiscal_pendencies } = product
  const lacking = fiscal_pendencies?.length ? lackingOf(product, fiscal_pendencies) : warningOf(product.fiscal_warnings)
  const ncm = prod_NCM ? `NCM ${formatNcm(prod_NCM)}` : texts.noNcm
  return {
    title: prod_xProd,
    detail: `${prod_cProd} · ${lacking ?? ncm}`,
    ...(prod_vUnCOM && { aside: formatMoney(prod_vUnCOM) }),
    ...(prod_vUnCOM && prod_uCOM && { asideDetail: texts.perUnit(prod_uCOM) }),
  }
}
