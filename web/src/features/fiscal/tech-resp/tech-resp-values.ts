import type { TechResp, TechRespInput } from '@/api'
import { formatCnpj, formatPhone } from '@/ui'
import type { FieldSpec } from '@/ui'
import { texts } from './texts'

/** The form's content. `csrt` is the mask while the kept one stays. */
export type TechRespValues = {
  tech_resp_cnpj: string
  tech_resp_contact: string
  tech_resp_email: string
  tech_resp_phone: string
  csrt_id: string
  csrt: string
}

/** Stands for the CSRT that is kept; the server never tells any part of it. */
export const MASK = '••••••••••••••••'

export const FIELDS: Record<keyof TechRespValues, FieldSpec> = {
  tech_resp_cnpj: {
    label: texts.fields.tech_resp_cnpj,
    required: true,
    show: (value) => formatCnpj(value as string),
  },
  tech_resp_contact: { label: texts.fields.tech_resp_contact, required: true },
  tech_resp_email: { label: texts.fields.tech_resp_email, required: true },
  tech_resp_phone: {
    label: texts.fields.tech_resp_phone,
    required: true,
    show: (value) => formatPhone(value as string),
  },
  csrt_id: { label: texts.fields.csrt_id },
  csrt: {
    label: texts.fields.csrt,
    isSecret: true,
    show: (value) => (value === '' ? '' : value === MASK ? texts.kept : texts.newCsrt),
  },
}

export function valuesOf(techResp: TechResp): TechRespValues {
  return {
    tech_resp_cnpj: techResp.tech_resp_cnpj ?? '',
    tech_resp_contact: techResp.tech_resp_contact ?? '',
    tech_resp_email: techResp.tech_resp_email ?? '',
    tech_resp_phone: techResp.tech_resp_phone ?? '',
    csrt_id: techResp.csrt_id ?? '',
    csrt: techResp.csrt_configurado ? MASK : '',
  }
}

export function bodyOf({ csrt_id, csrt, ...contact }: TechRespValues): TechRespInput {
  return {
    ...contact,
    csrt_id: csrt_id === '' ? null : csrt_id,
    csrt: csrt === MASK || csrt === '' ? null : csrt,
  }
}
