import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ProgressBar } from '../basics/progress-bar'
import { formatSize } from '../format/text'
import { renderPages } from '../test-page'
import { FileDrop } from './file-drop'

const onChoose = vi.fn<(name: string) => void>()

function Field({ busy = false }: { busy?: boolean }) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <FileDrop
      label="Planilha"
      accept={['.csv', '.xlsx']}
      maxBytes={20}
      value={file}
      busy={busy}
      onChoose={(chosen) => {
        onChoose(chosen.name)
        setFile(chosen)
      }}
      onRemove={() => setFile(null)}
    />
  )
}

const place = () => screen.getByRole('group', { name: 'Planilha' })
const csv = new File(['a;b'], 'Produtos.CSV', { type: 'text/csv' })
const drop = (...files: File[]) => fireEvent.drop(place(), { dataTransfer: { files } })

beforeEach(() => void onChoose.mockReset())

it('takes a file that is chosen, shows it, and lets it go', async () => {
  renderPages({ '/': <Field /> })
  expect(place()).toHaveAccessibleDescription('.csv ou .xlsx, até 1 KB')
  const picker = screen.getByLabelText<HTMLInputElement>('Planilha: arquivo')
  const opened = vi.spyOn(picker, 'click')
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Escolher arquivo' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledOnce()
  await userEvent.upload(picker, csv)
  expect(screen.getByText('Produtos.CSV')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remover' }))
  expect(screen.queryByText('Produtos.CSV')).not.toBeInTheDocument()
})

it('takes a file that is dropped, and says why another is refused', () => {
  renderPages({ '/': <Field /> })
  drop(new File(['x'], 'produtos.pdf'))
  expect(place()).toHaveAccessibleDescription('“produtos.pdf” não serve aqui. Escolha um arquivo .csv ou .xlsx.')
  drop(new File(['x'.repeat(21)], 'grande.csv'))
  expect(place()).toHaveAccessibleDescription('“grande.csv” tem 1 KB. O limite é 1 KB.')
  drop(new File([], 'nada.csv'))
  expect(place()).toHaveAccessibleDescription('“nada.csv” está vazio.')
  drop(csv, csv)
  expect(place()).toHaveAccessibleDescription('Solte um arquivo de cada vez.')
  expect(onChoose).not.toHaveBeenCalled()
  drop(csv)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Produtos.CSV')
  expect(place()).toHaveAccessibleDescription('.csv ou .xlsx, até 1 KB')
})

it('takes none while busy', () => {
  renderPages({ '/': <Field busy /> })
  drop(csv)
  expect(onChoose).not.toHaveBeenCalled()
})

it.each([
  [0, '0 KB'],
  [200, '1 KB'],
  [340_000, '340 KB'],
  [12_340_000, '12,3 MB'],
  [10_000_000, '10 MB'],
])('%j bytes are %j', (bytes, text) => expect(formatSize(bytes)).toBe(text))

it('tells how far something has come', () => {
  renderPages({ '/': <ProgressBar label="Importando" value={320} total={1000} /> })
  const bar = screen.getByRole('progressbar', { name: 'Importando' })
  expect(bar).toHaveAttribute('aria-valuenow', '320')
  expect(bar).toHaveAttribute('aria-valuemax', '1000')
  expect(screen.getByText('320 de 1.000')).toBeVisible()
})

it('tells only what is done while the whole is not known', () => {
  renderPages({ '/': <ProgressBar label="Lendo" value={1200} total={null} /> })
  expect(screen.getByRole('progressbar', { name: 'Lendo' })).not.toHaveAttribute('aria-valuenow')
  expect(screen.getByText('1.200')).toBeVisible()
})
