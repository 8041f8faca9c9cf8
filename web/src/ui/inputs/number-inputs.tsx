import { memo, useMemo } from 'react'
import { formatDecimal, parseDecimal } from '../format/decimal'
import { ParsedInput } from './parsed-input'
import type { Notation, ParsedFieldProps } from './parsed-input'

type DecimalInputProps = ParsedFieldProps & {
  /** Decimal places of the value. */
  places: number
  /** Places that are shown at least; default 2, or all when there are fewer. */
  minPlaces?: number
  /** May be below zero. */
  allowNegative?: boolean
  /** Before the number: 'R$'. */
  prefix?: string
  /** After the number: '%', 'kg', 'dias'. */
  suffix?: string
}

function decimalNotation(places: number, minPlaces: number, allowNegative: boolean): Notation {
  const limit = places === 0 ? 'sem casas decimais' : `com até ${places} ${places === 1 ? 'casa' : 'casas'}`
  const example = places === 0 ? '12' : formatDecimal('12.5', places)
  const parse = (text: string) => {
    const value = parseDecimal(text, places)
    return value?.startsWith('-') && !allowNegative ? null : value
  }
  const canonical = new RegExp(`^${allowNegative ? '-?' : ''}\\d+${places ? `(\\.\\d{1,${places}})?` : ''}$`)
  return {
    parse,
    format: (value) => formatDecimal(value, minPlaces),
    isValue: (value) => canonical.test(value) && parse(value) !== null,
    sentence: (text) =>
      !allowNegative && parseDecimal(text, places) !== null
        ? 'Digite zero ou um número maior que zero.'
        : `Digite um número ${limit}. Exemplo: ${example}`,
  }
}

/** A number with up to `places` places; the value is a decimal of the API ('12.5000'), '' when empty. */
export const DecimalInput = memo(function DecimalInput(props: DecimalInputProps) {
  const { places, minPlaces, allowNegative = false, prefix, suffix, ...rest } = props
  const least = minPlaces ?? Math.min(places, 2)
  const notation = useMemo(() => decimalNotation(places, least, allowNegative), [places, least, allowNegative])
  return <ParsedInput {...rest} notation={notation} inputMode="decimal" align="right" prefix={prefix} suffix={suffix} />
})

/** An amount in R$, '1234.50'. */
export function MoneyInput(props: ParsedFieldProps & { allowNegative?: boolean }) {
  return <DecimalInput places={2} prefix="R$" {...props} />
}

type IntegerInputProps = ParsedFieldProps & {
  /** Fewest and most digits. Both the same: a code of that length. */
  minLength?: number
  maxLength?: number
  suffix?: string
}

/** Without the punctuation of a code of fixed length (6810.91.00), or else that of thousands; 12.5 keeps its point. */
function plainDigits(text: string, isCode: boolean): string {
  const compact = text.replace(/\s/g, '')
  if (isCode) return compact.replace(/[./-]/g, '')
  return /^[1-9]\d{0,2}(\.\d{3})+$/.test(compact) ? compact.replaceAll('.', '') : compact
}

function digitsNotation(min: number, max: number): Notation {
  const canonical = new RegExp(`^\\d{${min},${max}}$`)
  const limit = min === max ? `${max}` : min > 1 ? `de ${min} a ${max}` : `até ${max}`
  const plain = (text: string) => plainDigits(text, min === max)
  return {
    parse: (text) => (canonical.test(plain(text)) ? plain(text) : null),
    format: (value) => value,
    isValue: (value) => canonical.test(value),
    sentence: (text) => {
      const missing = min - plain(text).length
      if (/^\d+$/.test(plain(text)) && missing > 0)
        return missing === 1 ? 'Falta 1 dígito.' : `Faltam ${missing} dígitos.`
      return `Digite só números, ${limit} ${max === 1 ? 'dígito' : 'dígitos'}.`
    },
  }
}

/** Digits only, leading zeros kept; the value is those digits, '' when empty. */
export const IntegerInput = memo(function IntegerInput(props: IntegerInputProps) {
  const { minLength = 1, maxLength = 9, ...rest } = props
  const notation = useMemo(() => digitsNotation(minLength, maxLength), [minLength, maxLength])
  return <ParsedInput {...rest} notation={notation} inputMode="numeric" />
})
