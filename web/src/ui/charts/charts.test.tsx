import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderPages } from '../test-page'
import { AbcCurve } from './abc-curve'
import { Bars } from './bars'
import { ChartCard } from './chart-card'
import { HeatMap, stepOf } from './heat-map'
import { Lines } from './lines'
import { RowBars } from './row-bars'
import type { ChartPoint } from './types'

const chart = () => screen.getByRole('slider', { name: 'Vendas por dia' })
const said = () => chart().getAttribute('aria-valuetext')
const nbsp = (text: string) => text.replaceAll('R$ ', 'R$\u00a0')
const press = (keys: string) => userEvent.keyboard(keys)

const days: ChartPoint[] = [
  { label: '25', name: 'quarta, 25', value: '5530.00', before: '5100.00', detail: '31 notas', to: '/rows/25' },
  { label: '26', name: 'quinta, 26', value: '0.00', before: '1400.50', to: '/rows/26' },
  { label: '27', name: 'sexta, 27', value: '-120.00', before: null },
]

describe('bars', () => {
  it('say the chosen point, go by the arrows and open its rows by Enter', async () => {
    const router = renderPages({
      '/': <Bars label="Vendas por dia" points={days} before="dia correspondente" />,
      '/rows/25': <p>rows</p>,
    })
    expect(said()).toBe(nbsp('sexta, 27: -R$ 120,00'))
    chart().focus()
    await press('{ArrowRight}{Enter}')
    expect(said()).toBe(nbsp('sexta, 27: -R$ 120,00'))
    expect(router.state.location.pathname).toBe('/')
    await press('{ArrowLeft}')
    expect(said()).toBe(nbsp('quinta, 26: R$ 0,00, dia correspondente R$ 1.400,50'))
    await press('{Home}')
    expect(said()).toBe(nbsp('quarta, 25: R$ 5.530,00, 31 notas, dia correspondente R$ 5.100,00'))
    expect(chart()).toHaveAttribute('aria-valuenow', '1')
    await press('{Enter}')
    expect(router.state.location.pathname).toBe('/rows/25')
  })

  it('draw a bar for each value that is not zero and a mark for each that it is compared with', () => {
    renderPages({ '/': <Bars label="Vendas por dia" points={days} first={0} /> })
    const bars = [...chart().querySelectorAll('rect')]
    expect(bars).toHaveLength(2)
    expect(chart().querySelectorAll('line.before, line[class*=before]')).toHaveLength(2)
    // Below zero it hangs from the line of zero.
    const zero = Number(chart().querySelector('line[data-zero]')?.getAttribute('y1'))
    expect(bars.map((bar) => Number(bar.getAttribute('y')) >= zero)).toEqual([false, true])
    expect(within(chart()).getByText('R$ 5.530,00')).toBeInTheDocument()
  })

  it('show what the pointer is at, and again the first one when it is gone', () => {
    renderPages({ '/': <Bars label="Vendas por dia" points={days} /> })
    fireEvent.pointerMove(chart(), { clientX: 60, clientY: 20 })
    expect(within(chart()).getByText('quarta, 25')).toBeInTheDocument()
    expect(within(chart()).getByText('31 notas')).toBeInTheDocument()
    fireEvent.pointerLeave(chart())
    expect(within(chart()).queryByText('quarta, 25')).not.toBeInTheDocument()
    expect(said()).toMatch(/^sexta/)
  })

  it.each([1, 366])('stand with %i of them', (count) => {
    const points = Array.from({ length: count }, (_, index) => ({
      label: String(index),
      name: `d${index}`,
      value: '7.00',
    }))
    renderPages({ '/': <Bars label="Vendas por dia" points={points} /> })
    expect(chart().querySelectorAll('rect')).toHaveLength(count)
    expect(said()).toBe(nbsp(`d${count - 1}: R$ 7,00`))
    const labels = chart().querySelectorAll('text[text-anchor=middle]')
    expect(labels.length).toBeLessThan(30)
    for (const each of chart().querySelectorAll('svg *'))
      for (const name of ['x', 'y', 'width', 'height', 'x1', 'y1'])
        expect(each.getAttribute(name) ?? '0').toMatch(/^-?\d+(\.\d+)?(e-\d+)?%?$/)
  })

  it('stand without any value', () => {
    renderPages({ '/': <Bars label="Vendas por dia" points={[{ label: '1', name: 'dia 1', value: null }]} /> })
    expect(said()).toBe('dia 1: sem valor')
    expect(chart().querySelectorAll('rect')).toHaveLength(0)
  })
})

describe('lines', () => {
  const points = [
    { label: 'set', name: 'setembro' },
    { label: 'out', name: 'outubro', to: '/rows' },
    { label: 'nov', name: 'novembro' },
  ]
  const series = [
    { name: 'ICMS', values: ['10.00', '12.00', '11.00'] },
    { name: 'PIS', values: ['1.00', null, '1.50'] },
  ]

  it('say every series at the chosen point, and name each at its line', async () => {
    renderPages({ '/': <Lines label="Vendas por dia" points={points} series={series} /> })
    expect(said()).toBe(nbsp('novembro: ICMS R$ 11,00, PIS R$ 1,50'))
    chart().focus()
    await press('{ArrowLeft}')
    expect(said()).toBe(nbsp('outubro: ICMS R$ 12,00'))
    expect(within(chart()).getByText('PIS')).toBeInTheDocument()
    const [icms, pis] = chart().querySelectorAll('path')
    expect(icms?.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+L[\d.]+ [\d.]+$/)
    // Where a value is missing the line has a gap; each end is a dot of its own.
    expect(pis?.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+h0.01M[\d.]+ [\d.]+h0.01$/)
  })

  it('stand with one point', () => {
    renderPages({ '/': <Lines label="Vendas por dia" points={points.slice(0, 1)} series={series} /> })
    expect(said()).toMatch(/^setembro/)
    expect(chart().innerHTML).not.toContain('NaN')
  })
})

describe('the heat map', () => {
  const cells = ['0.00', '5.00', '60.00', '30.00'].map((value, index) => ({ label: '', name: `c${index}`, value }))

  it('starts at the most and goes in both directions', async () => {
    renderPages({ '/': <HeatMap label="Vendas por dia" rows={['seg', 'ter']} columns={['7h', '8h']} cells={cells} /> })
    expect(said()).toBe(nbsp('c2: R$ 60,00'))
    chart().focus()
    await press('{ArrowUp}')
    expect(said()).toMatch(/^c0/)
    await press('{ArrowUp}')
    expect(said()).toMatch(/^c0/)
    await press('{ArrowRight}{ArrowDown}')
    expect(said()).toMatch(/^c3/)
    expect(screen.getByText('de pouco até R$ 60,00')).toBeVisible()
  })

  it('has six steps, and none for nothing', () => {
    expect([0, 0.01, 10, 10.01, 59.99, 60, -3].map((value) => stepOf(value, 60))).toEqual([0, 1, 1, 2, 6, 6, 0])
    expect(stepOf(0, 0)).toBe(0)
  })
})

it('the ABC curve says class and share of each', async () => {
  const points = (['A', 'A', 'B', 'C'] as const).map((classe, index) => ({
    ...{ label: '', name: `Laje ${index + 1}`, value: `${40 - index * 10}.00`, classe },
    acumulado: ['40.0', '70.0', '90.0', '100.0'][index] ?? '',
  }))
  renderPages({ '/': <AbcCurve label="Vendas por dia" points={points} /> })
  expect(said()).toBe(nbsp('Laje 1: R$ 40,00, classe A, até aqui 40,0 %'))
  chart().focus()
  await press('{End}')
  expect(said()).toBe(nbsp('Laje 4: R$ 10,00, classe C, até aqui 100,0 %'))
  expect(within(chart()).getByText('A · 2')).toBeInTheDocument()
})

it('named bars are links that say their value and what it is compared with', () => {
  renderPages({ '/': <RowBars label="Por vendedor" points={days} before="mês anterior" /> })
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(
    screen.getByRole('link', { name: /^quarta, 25.*31 notas.*5\.530,00.*mês anterior.*5\.100,00$/ }),
  ).toHaveAttribute('href', '/rows/25')
})

describe('the card of a chart', () => {
  const table = {
    head: ['Dia', 'Valor'],
    rows: [{ cells: ['quarta', nbsp('R$ 5,00')], to: '/rows' }, { cells: ['quinta', '–'] }],
  }
  const card = (empty?: string) => (
    <ChartCard title="Por dia" note="o traço é ontem" table={table} empty={empty}>
      <Bars label="Vendas por dia" points={days} />
    </ChartCard>
  )

  it('has the same numbers as a table, whose links come only when it is in sight', async () => {
    renderPages({ '/': card() })
    expect(screen.getByRole('row', { name: /quarta R\$\s5,00/ })).toBeInTheDocument()
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Ver em tabela: Por dia' }))
    expect(screen.queryByRole('slider')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'quarta' })).toHaveAttribute('href', '/rows')
    await userEvent.click(screen.getByRole('button', { name: 'Ver o gráfico: Por dia' }))
    expect(chart()).toBeVisible()
  })

  it('says that there is nothing', () => {
    renderPages({ '/': card('Nenhuma nota nestes dias.') })
    expect(screen.getByText('Nenhuma nota nestes dias.')).toBeVisible()
    expect(screen.queryByRole('slider')).not.toBeInTheDocument()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })
})
