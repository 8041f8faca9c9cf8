import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '@/api'
import { IconButton, TextInput } from '@/ui'
import { RevealDialog } from './reveal-dialog'
import type { SefazForm } from './use-sefaz-form'
import { texts } from './texts'

type Props = { company: string; sefaz: SefazForm }

/** The CSC: its mask while the kept one stays, and to an admin who gives the password the code itself. */
export function CscField({ company, sefaz: { form, known, isReadOnly } }: Props) {
  const mayReveal = useMay()('POST /api/companies/{id}/sefaz-settings/reveal')
  const [isRevealing, setRevealing] = useState(false)
  const { ambiente } = form.values
  const mask = known[ambiente].csc_mascara
  const field = form.field('csc')

  /** The first character typed takes the place of the mask, wherever it was typed. */
  const type = (text: string) => field.onChange(mask === null || field.value !== mask ? text : withoutMask(text, mask))
  return (
    <>
      <TextInput
        {...field}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        disabled={isReadOnly}
        help={mask === null ? texts.cscHelp : texts.cscKept}
        aside={
          mayReveal &&
          mask !== null && <IconButton label={texts.reveal} icon={IconEye} onClick={() => setRevealing(true)} />
        }
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          if (field.value === '' && mask !== null) field.onChange(mask)
        }}
      />
      <RevealDialog company={company} ambiente={isRevealing ? ambiente : null} onClose={() => setRevealing(false)} />
    </>
  )
}

function withoutMask(text: string, mask: string): string {
  if (text.startsWith(mask)) return text.slice(mask.length)
  if (text.endsWith(mask)) return text.slice(0, -mask.length)
  return text.replace(/[^0-9A-Za-z]/g, '')
}
