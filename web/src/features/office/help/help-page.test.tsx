import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { problem, showScreens, startServer } from '@/testing'
import { findHelp } from './find-help'
import HelpPage from './help-page'
import { TOPICS } from './topics'

const support = (email: string | null, telefone: string | null) =>
  http.get('*/api/installation', () => HttpResponse.json({ suporte: { email, telefone } }))
const { server } = startServer(support(null, null))
const show = (at = '/app/help') =>
  showScreens(at, [
    { path: '/app/help', element: <HelpPage /> },
    { path: '*', element: <p>elsewhere</p> },
  ])
const titles = (text: string) => findHelp(TOPICS, text).flatMap(({ entries }) => entries.map(({ title }) => title))

describe('finding', () => {
  it('needs every word, without regard to accents and capitals', () => {
    expect(titles('ESQUECI senha')).toEqual(['Esqueci a senha. E agora?'])
    expect(titles('orcamento em PEDIDO transformar')).toContain('Transformar um orçamento em pedido')
    expect(titles('senha helicóptero')).toEqual([])
  })

  it('leaves everything without a text', () => {
    expect(findHelp(TOPICS, '  ')).toHaveLength(TOPICS.length)
  })
})

describe('the content', () => {
  it('has every anchor once', () => {
    const anchors = TOPICS.flatMap(({ id, entries }) => [id, ...entries.map((entry) => entry.id)])
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  it('points only to anchors of the help that exist', () => {
    const anchors = new Set(TOPICS.flatMap(({ id, entries }) => [id, ...entries.map((entry) => entry.id)]))
    const links = TOPICS.flatMap(({ entries }) => entries.flatMap(({ link }) => (link ? [link.to] : [])))
    for (const link of links.filter((to) => to.includes('#'))) expect(anchors).toContain(link.split('#')[1])
  })
})

describe('the page', () => {
  it('has guides, questions and contacts', () => {
    show()
    expect(screen.getAllByRole('heading', { name: 'Guias' }).length).toBeGreaterThan(3)
    expect(screen.getAllByRole('heading', { name: 'Perguntas frequentes' }).length).toBeGreaterThan(3)
    expect(screen.getByRole('heading', { name: 'Contatos' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Suporte' })).toBeVisible()
  })

  it('names the support that the operator set', async () => {
    server.use(support('suporte@lajes.example', '(17) 3222-1234'))
    show()
    expect(await screen.findByRole('link', { name: 'suporte@lajes.example' })).toHaveAttribute(
      'href',
      'mailto:suporte@lajes.example',
    )
    expect(screen.getByRole('link', { name: '(17) 3222-1234' })).toHaveAttribute('href', 'tel:1732221234')
    expect(screen.queryByText(/^Fale com quem administra/)).not.toBeInTheDocument()
  })

  it.each([
    ['the operator set none', support(null, null)],
    ['it cannot be read', http.get('*/api/installation', () => problem(404, 'not_found', 'Nada.'))],
  ])('says whom to ask when %s', (_, answer) => {
    server.use(answer)
    show()
    expect(screen.getByText('Fale com quem administra o Balcão na sua empresa.')).toBeVisible()
  })

  it('shows what is found, open, and says when nothing is', async () => {
    const user = userEvent.setup()
    show()
    const search = screen.getByRole('searchbox', { name: 'Buscar na ajuda' })
    await user.type(search, 'lixeira quanto tempo')
    expect(await screen.findByText('1 resultado')).toBeVisible()
    expect(screen.getByText(/30 dias\. Depois o registro é apagado/)).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Produtos' })).not.toBeInTheDocument()

    await user.clear(search)
    await user.type(search, 'helicóptero')
    expect(await screen.findByRole('heading', { name: 'Nada com “helicóptero”' })).toBeVisible()
    const clear = screen.getAllByRole('button', { name: 'Limpar busca' }).at(-1)
    if (clear) await user.click(clear)
    expect(await screen.findByRole('heading', { name: 'Produtos' })).toBeVisible()
  })

  it('opens the entry that the address names, and others by their question', async () => {
    const user = userEvent.setup()
    show('/app/help#conta-esqueci')
    expect(screen.getByText(/redefina sua senha em Usuários/)).toBeVisible()
    const steps = screen.getByText('Digite a senha atual e a nova, com pelo menos 12 caracteres.')
    expect(steps.closest('details')).not.toHaveAttribute('open')
    await user.click(screen.getByText('Trocar a senha'))
    await waitFor(() => expect(steps.closest('details')).toHaveAttribute('open'))
  })

  it('has an index that leads to each subject by its anchor', async () => {
    const { hash } = show()
    const index = within(screen.getByRole('navigation', { name: 'Assuntos' }))
    expect(index.getAllByRole('link')).toHaveLength(TOPICS.length + 1)
    await userEvent.click(index.getByRole('link', { name: 'Lixeira' }))
    expect(hash()).toBe('#lixeira')
  })
})
