import type { Company } from '@/api'
import { Button, Dialog } from '@/ui'
import { texts } from './texts'

export type Coming = { kind: 'certificate' | 'sefaz'; company: Company }

const WORDS = {
  certificate: { title: texts.actions.certificate, paragraphs: texts.certificateComing },
  sefaz: { title: texts.actions.sefaz, paragraphs: texts.sefazComing },
}

/** Says what will be set here for the company. */
export function ComingDialog({ coming, onClose }: { coming: Coming | null; onClose: () => void }) {
  const { title, paragraphs } = WORDS[coming?.kind ?? 'certificate']
  return (
    <Dialog
      opened={coming !== null}
      onClose={onClose}
      title={title}
      foot={<Button onClick={onClose}>{texts.understood}</Button>}
    >
      <p>
        <strong>{coming?.company.razao_social}</strong>
      </p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  )
}
