import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { ApiProblem } from '@/api'
import { Kbd, TextInput, useKeptFromScans } from '@/ui'
import classes from './operators.module.css'
import type { Operator } from './queries'
import { texts } from './texts'

/** A reader without Enter is through with a code when nothing has followed for so long: only then a PIN is one. */
const PAUSE_MS = 160
const PIN = /^\d{4,6}$/

type Props = {
  people: readonly Operator[]
  /** Sends it; its refusal is shown here. */
  onPin: (who: Operator, pin: string) => Promise<void>
}

/**
 * A person by number or arrow, and the PIN, whose last digit sends it. What a reader types goes to the scan field, as
 * everywhere at the counter, and is never tried as a PIN.
 */
export function PinEntry({ people, onPin }: Props) {
  const [who, setWho] = useState<Operator | null>(people.length === 1 ? (people[0] ?? null) : null)
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    // People may come after the window has opened.
    const target = people.length === 1 ? field.current : list.current?.querySelector('button')
    target?.focus()
  }, [people.length])
  useEffect(() => () => clearTimeout(pause.current), [])
  useKeptFromScans(() => () => {
    clearTimeout(pause.current)
    setWho(who)
    setPin('')
  })

  const choose = (one: Operator) => {
    setWho(one)
    setPin('')
    setProblem(null)
    field.current?.focus()
  }
  const send = async (typed: string) => {
    clearTimeout(pause.current)
    if (!who || isSending || !PIN.test(typed)) return
    setSending(true)
    try {
      await onPin(who, typed)
    } catch (refused) {
      if (!(refused instanceof ApiProblem)) throw refused
      setProblem(refused.byField.pin ?? refused.byField.user_id ?? refused.detail ?? refused.message)
      setPin('')
      field.current?.focus()
    } finally {
      setSending(false)
    }
  }
  const move = (by: 1 | -1) => {
    const buttons = Array.from(list.current?.querySelectorAll('button') ?? [])
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[Math.min(Math.max(at + by, 0), buttons.length - 1)]?.focus()
  }
  const onListKey = (event: KeyboardEvent) => {
    const chosen = /^[1-9]$/.test(event.key) ? people[Number(event.key) - 1] : undefined
    if (chosen) choose(chosen)
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else return
    event.preventDefault()
  }
  const onFieldKey = (event: KeyboardEvent) => {
    clearTimeout(pause.current)
    const isBack = event.key === 'ArrowUp' || (event.key === 'Backspace' && pin === '')
    if (isBack) list.current?.querySelector<HTMLElement>('[aria-pressed=true], button')?.focus()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) void send(pin)
    else return
    event.preventDefault()
  }
  return (
    <>
      <ul ref={list} className={classes.people} aria-label={texts.people}>
        {people.map((one, index) => (
          <li key={one.user_id}>
            <button
              type="button"
              data-autofocus={(index === 0 && people.length > 1) || undefined}
              className={classes.person}
              aria-pressed={one.user_id === who?.user_id}
              onKeyDown={onListKey}
              onClick={() => choose(one)}
            >
              {index < 9 && <Kbd>{String(index + 1)}</Kbd>}
              {one.nome}
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.pin}>
        <TextInput
          ref={field}
          data-autofocus={people.length === 1 || undefined}
          label={who ? texts.pinOf(who.nome) : texts.pin}
          help={who ? undefined : texts.choose}
          error={problem}
          inputMode="numeric"
          autoComplete="off"
          maxLength={60}
          value={pin}
          readOnly={!who || isSending}
          onKeyDown={onFieldKey}
          onChange={(event) => {
            const typed = event.currentTarget.value.replaceAll(/\D/g, '')
            setPin(typed)
            setProblem(null)
            clearTimeout(pause.current)
            if (typed.length === who?.digitos) pause.current = setTimeout(() => void send(typed), PAUSE_MS)
          }}
        />
      </div>
    </>
  )
}
