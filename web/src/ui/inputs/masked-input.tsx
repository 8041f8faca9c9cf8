import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import {
  cnpjProblem,
  cpfProblem,
  formatCep,
  formatCnpj,
  formatCpfCnpj,
  formatPhone,
  plainCep,
  plainCnpj,
  plainCpfCnpj,
  plainInscricaoEstadual,
  plainPhone,
} from '../format/documents'
import { TextInput } from './text-inputs'
import type { FieldProps } from './text-inputs'

type Props = FieldProps & {
  /** Without punctuation, as the server keeps it. */
  value: string
  onChange: (plain: string) => void
  onBlur?: () => void
  placeholder?: string
  autoComplete?: string
}

type Mask = {
  /** What remains of any text, typed or pasted. */
  plain: (text: string) => string
  format: (plain: string) => string
  inputMode: 'numeric' | 'tel' | 'text'
  /** Said when the field is left: why nothing like this exists; null while it may. */
  problem?: (plain: string) => string | null
}

const significant = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').length

/** Position after the first `count` letters and digits. */
function positionAfter(text: string, count: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    if (seen === count) return at
    if (significant(text.charAt(at))) seen++
  }
  return text.length
}

const MaskedInput = memo(function MaskedInput(props: Props & { mask: Mask }) {
  const { mask, value, onChange, onBlur, error, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<{ count: number } | null>(null)
  const [isLeft, setLeft] = useState(false)
  const shown = mask.format(value)

  // React puts the caret at the end when the shown text is not the typed one.
  useLayoutEffect(() => {
    const element = input.current
    if (!element || !caret || document.activeElement !== element) return
    const position = positionAfter(element.value, caret.count)
    element.setSelectionRange(position, position)
  }, [caret])

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.currentTarget
    setCaret({ count: significant(text.slice(0, selectionStart ?? text.length)) })
    setLeft(false)
    onChange(mask.plain(text))
  }
  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode={mask.inputMode}
      error={error ?? (isLeft ? mask.problem?.(value) : null)}
      value={shown}
      onChange={change}
      onBlur={() => {
        setLeft(true)
        onBlur?.()
      }}
    />
  )
})

const CNPJ: Mask = { plain: plainCnpj, format: formatCnpj, inputMode: 'text', problem: cnpjProblem }
const CPF_CNPJ: Mask = {
  ...{ plain: plainCpfCnpj, format: formatCpfCnpj, inputMode: 'text' },
  problem: (plain) => cpfProblem(plain) ?? cnpjProblem(plain),
}
const CEP: Mask = { plain: plainCep, format: formatCep, inputMode: 'numeric' }
const PHONE: Mask = { plain: plainPhone, format: formatPhone, inputMode: 'tel' }
const INSCRICAO_ESTADUAL: Mask = { plain: plainInscricaoEstadual, format: (plain) => plain, inputMode: 'text' }

/** Numeric and alphanumeric CNPJ; takes any punctuation, gives capitals without it. */
export function CnpjInput(props: Props) {
  return <MaskedInput mask={CNPJ} placeholder="00.000.000/0000-00" autoComplete="off" {...props} />
}

export function CpfCnpjInput(props: Props) {
  return <MaskedInput mask={CPF_CNPJ} autoComplete="off" {...props} />
}

export function CepInput(props: Props) {
  return <MaskedInput mask={CEP} placeholder="00000-000" autoComplete="postal-code" {...props} />
}

export function PhoneInput(props: Props) {
  return <MaskedInput mask={PHONE} placeholder="(00) 00000-0000" autoComplete="tel-national" {...props} />
}

/** 2 to 14 digits, or ISENTO. */
export function InscricaoEstadualInput(props: Props) {
  return <MaskedInput mask={INSCRICAO_ESTADUAL} autoComplete="off" {...props} />
}
