import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { boaVista, expectSummaryInFormOrder, problem } from '@/testing'
import { PersonDialog } from './person-dialog'
import { ipe, jose, showPeople, startTestServer } from './testing'

const { server, calls, asked } = startTestServer()
const field = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })
const choose = (name: string) => userEvent.click(screen.getByLabelText(name, { selector: 'input' }))
const save = () => userEvent.click(screen.getByText('Salvar Pessoa'))
const sent = () => JSON.parse(calls[0]?.body ?? '{}') as Record<string, unknown>

const errors = [{ field: 'cpf_cnpj', message: 'Já existe um cadastro com este CPF: José Aparecido Ramos.' }]
const refuseTwin = () =>
  server.use(
    http.post('*/api/people', () => problem(409, 'conflict', 'CPF já cadastrado.', { errors, existing_id: jose.id })),
  )

describe('Nova Pessoa', () => {
  it('needs only document and name, with the specified defaults', async () => {
    const { address } = showPeople('/app/people/new')
    expect(field(/^CPF/)).toHaveFocus()
    await userEvent.keyboard('123.456.780-62')
    await userEvent.type(field(/^Nome Completo/), 'José{Control>}{Enter}{/Control}')
    await waitFor(() => expect(address()).toBe('/app/people'))
    expect(screen.getByText('Sucesso!')).toBeVisible()
    expect(sent()).toMatchObject({
      pessoa_tipo: 1,
      cpf_cnpj: '12345678062',
      razao_social: 'José',
      pais: 'Brasil',
      ativo: 'S',
      email: null,
      uf: null,
      municipio: null,
    })
  })

  it('changes its labels with the type, and keeps a state registration through the change', async () => {
    showPeople('/app/people/new')
    expect(screen.queryByLabelText(/^Inscrição Estadual/)).not.toBeInTheDocument()
    await choose('Pessoa Jurídica')
    for (const name of [/^CNPJ/, /^Razão Social/, /^Nome Fantasia/]) expect(field(name)).toBeVisible()
    await userEvent.type(field(/^Inscrição Estadual/), 'isento')
    await choose('Pessoa Física')
    for (const name of [/^CPF/, /^Nome Completo/, /^Apelido/]) expect(field(name)).toBeVisible()
    await choose('Pessoa Jurídica')
    expect(field(/^Inscrição Estadual/)).toHaveValue('ISENTO')
    await choose('Pessoa Física')
    await save()
    await waitFor(() => expect(sent()).toMatchObject({ pessoa_tipo: 1, insc_estadual: null }))
  })

  it('takes a pasted CNPJ for a legal person', async () => {
    showPeople('/app/people/new')
    await userEvent.click(field(/^CPF/))
    await userEvent.paste('12.345.678/0001-95')
    expect(field(/^CNPJ/)).toHaveValue('12.345.678/0001-95')
  })

  it('forgets the municipality of another UF', async () => {
    showPeople('/app/people/p1/edit')
    await userEvent.click(await screen.findByRole('button', { name: /^Endereço.*Rua A/ }))
    const city = () => screen.getByLabelText('Município', { selector: 'input' })
    await waitFor(() => expect(city()).toHaveValue('São José do Rio Preto'))
    await userEvent.click(screen.getByLabelText('UF', { selector: 'input' }))
    await userEvent.click(await screen.findByRole('option', { name: 'MG - Minas Gerais' }))
    expect(city()).toHaveValue('')
    await userEvent.click(city())
    await userEvent.click(await screen.findByRole('option', { name: 'Belo Horizonte' }))
    await save()
    await waitFor(() => expect(sent()).toMatchObject({ uf: 'MG', municipio: '3106200' }))
    expect(calls[0]?.headers.get('If-Match')).toBe('"7"')
  })

  it('says all that is wrong in the order of the form', async () => {
    const names = ['municipio', 'uf', 'numero', 'cep', 'email', 'telefone', 'razao_social', 'cpf_cnpj']
    const wrong = names.map((name) => ({ field: name, message: 'Preencha.' }))
    server.use(http.post('*/api/people', () => problem(422, 'invalid', 'Confira os campos.', { errors: wrong })))
    showPeople('/app/people/new')
    await save()
    await expectSummaryInFormOrder(['CPF', 'Nome Completo', 'Telefone', 'E-mail', 'CEP', 'Número', 'UF', 'Município'])
  })

  it.each([
    ['*/api/states', 'Não foi possível carregar as UFs.'],
    ['*/api/states/:uf/municipalities', 'Não foi possível carregar os municípios.'],
  ])('says that %s cannot be read', async (path, sentence) => {
    server.use(http.get(path, () => problem(503, 'unavailable', 'Tente de novo.')))
    showPeople('/app/people/p1/edit')
    await userEvent.click(await screen.findByRole('button', { name: /^Endereço.*Rua A/ }))
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByText('Erro')).toBeVisible()
  })

  it('says when the person cannot be loaded', async () => {
    server.use(http.get('*/api/people/:pid', () => problem(500, 'internal', 'Quebrou.')))
    showPeople('/app/people/p1/edit')
    expect(await screen.findByRole('heading', { name: 'Erro ao carregar dados' })).toBeVisible()
  })

  it('tells who has the document that was left, and is not in the way', async () => {
    const { address } = showPeople('/app/people/new')
    await userEvent.type(field(/^CPF/), jose.cpf_cnpj)
    expect(screen.queryByText(/^Já cadastrado/)).not.toBeInTheDocument()
    await userEvent.tab()
    expect(await screen.findByText('Já cadastrado: José Aparecido Ramos.', { exact: false })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', '/app/people/p1/edit')
    expect(asked.find(({ path }) => path === '/api/people')?.query).toEqual({ search: jose.cpf_cnpj })
    await userEvent.type(field(/^Nome Completo/), 'José')
    await save()
    await waitFor(() => expect(address()).toBe('/app/people'))
  })

  it('tells nothing of another document, of half of one, or of the person itself', async () => {
    showPeople('/app/people/new')
    await userEvent.type(field(/^CPF/), '1234567806')
    await userEvent.tab()
    expect(asked.filter(({ path }) => path === '/api/people')).toEqual([])
    await userEvent.clear(field(/^CPF/))
    await userEvent.type(field(/^CPF/), '52998224725')
    await userEvent.tab()
    await waitFor(() => expect(asked.filter(({ path }) => path === '/api/people')).toHaveLength(1))
    expect(screen.queryByText(/^Já cadastrado/)).not.toBeInTheDocument()
  })

  it('is as it was when the look fails', async () => {
    server.use(http.get('*/api/people', () => problem(500, 'internal', 'Quebrou.')))
    showPeople('/app/people/new')
    await userEvent.type(field(/^CPF/), jose.cpf_cnpj)
    await userEvent.tab()
    await waitFor(() => expect(asked.some(({ path }) => path === '/api/people')).toBe(true))
    expect(screen.queryByText('Quebrou.')).not.toBeInTheDocument()
    expect(screen.queryByText(/^Já cadastrado/)).not.toBeInTheDocument()
  })

  describe('the CEP', () => {
    const praca = {
      logradouro: 'Avenida Bady Bassitt',
      bairro: 'Vila Imperial',
      municipio: '3549805',
      municipio_nome: 'São José do Rio Preto',
      uf: 'SP',
    }
    const answer = (endereco: object | null) =>
      server.use(
        http.get('*/api/cep/:cep', ({ params }) => HttpResponse.json({ cep: params.cep, consultado: true, endereco })),
      )
    const MARK = 'Preenchido pelo CEP. Confira.'
    const typeCep = async (cep: string) => {
      await userEvent.clear(field(/^CEP/))
      await userEvent.type(field(/^CEP/), cep)
    }

    it('fills the address, marked until it is changed', async () => {
      answer(praca)
      showPeople('/app/people/new')
      await typeCep('15015700')
      await waitFor(() => expect(field(/^Logradouro/)).toHaveValue('Avenida Bady Bassitt'))
      expect(field(/^Bairro/)).toHaveValue('Vila Imperial')
      await waitFor(() => expect(field(/^UF/)).toHaveValue('SP - São Paulo'))
      await waitFor(() => expect(field(/^Município/)).toHaveValue('São José do Rio Preto'))
      expect(asked.filter(({ path }) => path.startsWith('/api/cep/'))).toEqual([
        { path: '/api/cep/15015700', query: {} },
      ])
      expect(field(/^Logradouro/)).toHaveAccessibleDescription(MARK)
      await userEvent.type(field(/^Logradouro/), ', fundos')
      expect(field(/^Logradouro/)).not.toHaveAccessibleDescription(MARK)
      expect(field(/^Bairro/)).toHaveAccessibleDescription(MARK)
    })

    it('leaves what was typed, and gives way to another CEP', async () => {
      answer(praca)
      showPeople('/app/people/new')
      await userEvent.type(field(/^Bairro/), 'Centro')
      await typeCep('15015700')
      await waitFor(() => expect(field(/^Logradouro/)).toHaveValue('Avenida Bady Bassitt'))
      expect(field(/^Bairro/)).toHaveValue('Centro')
      expect(field(/^Bairro/)).not.toHaveAccessibleDescription(MARK)
      answer({ ...praca, logradouro: null, bairro: 'Outro' })
      await typeCep('15200000')
      await waitFor(() => expect(field(/^Logradouro/)).toHaveValue(''))
      expect(field(/^Bairro/)).toHaveValue('Centro')
    })

    it('leaves an address that is saved, and asks nothing before a CEP is typed', async () => {
      answer({ ...praca, uf: 'MG', municipio: '3106200' })
      showPeople('/app/people/p1/edit')
      await userEvent.click(await screen.findByRole('button', { name: /^Endereço.*Rua A/ }))
      expect(asked.filter(({ path }) => path.startsWith('/api/cep/'))).toEqual([])
      await typeCep('30110000')
      await waitFor(() => expect(asked.some(({ path }) => path === '/api/cep/30110000')).toBe(true))
      await save()
      await waitFor(() =>
        expect(sent()).toMatchObject({ cep: '30110000', logradouro: 'Rua A', uf: 'SP', municipio: '3549805' }),
      )
    })

    it.each([
      ['is unknown', () => answer(null), 'CEP não encontrado. Digite o endereço.'],
      [
        'finds no service that answers',
        () => server.use(http.get('*/api/cep/:cep', () => problem(503, 'unavailable', 'O serviço não respondeu.'))),
        'O serviço não respondeu.',
      ],
    ])('that %s says so at its field', async (_, set, sentence) => {
      set()
      showPeople('/app/people/new')
      await typeCep('15015700')
      await waitFor(() => expect(field(/^CEP/)).toHaveAccessibleDescription(sentence))
      await userEvent.type(field(/^CEP/), '{Backspace}')
      expect(field(/^CEP/)).not.toHaveAccessibleDescription(sentence)
    })

    it('is just a field where the operator names no service', async () => {
      showPeople('/app/people/new')
      await typeCep('15015700')
      await waitFor(() => expect(asked.some(({ path }) => path === '/api/cep/15015700')).toBe(true))
      expect(field(/^CEP/)).not.toHaveAccessibleDescription(/./)
      expect(field(/^Logradouro/)).toHaveValue('')
    })
  })

  describe('the CNPJ', () => {
    const campinas = {
      insc_estadual: '110042490114',
      habilitado: true,
      razao_social: 'CONSTRUTORA IPÊ LTDA',
      nome_fantasia: null,
      cep: '30110000',
      logradouro: 'RUA DAS VIGOTAS',
      numero: '100',
      complemento: null,
      bairro: 'CENTRO',
      uf: 'MG',
      municipio: '3106200',
      municipio_nome: 'Belo Horizonte',
    }
    const answer = (...contribuintes: object[]) =>
      server.use(
        http.get('*/api/companies/:id/taxpayers/:cnpj', ({ params }) =>
          HttpResponse.json({ cnpj: params.cnpj, uf: 'MG', consultado: true, contribuintes }),
        ),
      )
    const MARK = 'Da SEFAZ de MG. Confira.'
    const paste = async (cnpj = '11222333000181') => {
      await userEvent.click(screen.getByLabelText(/^(CPF|CNPJ)/, { selector: 'input' }))
      await userEvent.paste(cnpj)
    }
    const questions = () => asked.filter(({ path }) => path.includes('/taxpayers/'))

    it('fills name, inscrição and address from SEFAZ, marked until they are changed', async () => {
      answer(campinas)
      showPeople('/app/people/new')
      await paste()
      await waitFor(() => expect(field(/^Razão Social/)).toHaveValue('CONSTRUTORA IPÊ LTDA'))
      expect(questions()).toEqual([{ path: `/api/companies/${boaVista.id}/taxpayers/11222333000181`, query: {} }])
      expect(field(/^Inscrição Estadual/)).toHaveValue('110042490114')
      expect(field(/^CEP/)).toHaveValue('30110-000')
      expect(field(/^Logradouro/)).toHaveValue('RUA DAS VIGOTAS')
      await waitFor(() => expect(field(/^Município/)).toHaveValue('Belo Horizonte'))
      expect(field(/^Razão Social/)).toHaveAccessibleDescription(MARK)
      await userEvent.type(field(/^Razão Social/), '.')
      expect(field(/^Razão Social/)).not.toHaveAccessibleDescription(MARK)
      expect(field(/^Bairro/)).toHaveAccessibleDescription(MARK)
      expect(field(/^Nome Fantasia/)).not.toHaveAccessibleDescription(MARK)
    })

    it('leaves what was typed, and gives way to another CNPJ and to a CEP', async () => {
      answer(campinas)
      showPeople('/app/people/new')
      await userEvent.type(field(/^Nome Completo/), 'Ipê')
      await paste()
      await waitFor(() => expect(field(/^Logradouro/)).toHaveValue('RUA DAS VIGOTAS'))
      expect(field(/^Razão Social/)).toHaveValue('Ipê')
      answer({ ...campinas, razao_social: 'OUTRA', logradouro: 'RUA B', numero: null })
      await userEvent.clear(field(/^CNPJ/))
      await paste('99888777000166')
      await waitFor(() => expect(field(/^Logradouro/)).toHaveValue('RUA B'))
      expect(field(/^Número/)).toHaveValue('')
      expect(field(/^Razão Social/)).toHaveValue('Ipê')
      const endereco = { logradouro: 'Rua do CEP', bairro: null, municipio: null, municipio_nome: null, uf: null }
      server.use(
        http.get('*/api/cep/:cep', ({ params }) => HttpResponse.json({ cep: params.cep, consultado: true, endereco })),
      )
      await userEvent.clear(field(/^CEP/))
      await userEvent.type(field(/^CEP/), '15015700')
      await waitFor(() => expect(field(/^Logradouro/)).toHaveValue('Rua do CEP'))
      expect(field(/^Logradouro/)).toHaveAccessibleDescription('Preenchido pelo CEP. Confira.')
    })

    it('with several inscrições asks which, and another can be chosen', async () => {
      answer(campinas, { ...campinas, insc_estadual: '222', municipio_nome: null, habilitado: false })
      showPeople('/app/people/new')
      await paste()
      expect(await screen.findByText(/^Tem 2 inscrições na SEFAZ de MG. Qual é\?/)).toBeVisible()
      expect(field(/^Razão Social/)).toHaveValue('')
      await userEvent.click(screen.getByRole('button', { name: 'IE 222 · CONSTRUTORA IPÊ LTDA · não habilitada' }))
      expect(field(/^Inscrição Estadual/)).toHaveValue('222')
      await userEvent.click(screen.getByRole('button', { name: 'IE 110042490114 · Belo Horizonte' }))
      expect(field(/^Inscrição Estadual/)).toHaveValue('110042490114')
    })

    it.each([
      ['is not there', () => answer(), 'Não consta no cadastro da SEFAZ de MG. Digite os dados.'],
      [
        'may not issue',
        () => answer({ ...campinas, habilitado: false }),
        'A inscrição não está habilitada na SEFAZ de MG. Confira com o cliente.',
      ],
      [
        'finds nobody who answers',
        () =>
          server.use(
            http.get('*/api/companies/:id/taxpayers/:cnpj', () => problem(503, 'unavailable', 'Não respondeu.')),
          ),
        'Não respondeu.',
      ],
      [
        'is none',
        () =>
          server.use(
            http.get('*/api/companies/:id/taxpayers/:cnpj', () =>
              problem(422, 'invalid', 'Confira os campos.', { errors: [{ field: 'cnpj', message: 'CNPJ inválido.' }] }),
            ),
          ),
        'CNPJ inválido.',
      ],
    ])('that %s says so at its field', async (_, set, sentence) => {
      set()
      showPeople('/app/people/new')
      await paste()
      await waitFor(() => expect(field(/^CNPJ/)).toHaveAccessibleDescription(sentence))
      await userEvent.type(field(/^CNPJ/), '{Backspace}')
      expect(field(/^CNPJ/)).not.toHaveAccessibleDescription(sentence)
    })

    it('is asked for once', async () => {
      showPeople('/app/people/new')
      await paste()
      await userEvent.tab()
      await waitFor(() => expect(questions()).toHaveLength(1))
      expect(field(/^CNPJ/)).not.toHaveAccessibleDescription(/./)
    })

    it('of a person that is there already is not asked for', async () => {
      showPeople('/app/people/p2/edit')
      await userEvent.click(await screen.findByLabelText(/^CNPJ/, { selector: 'input' }))
      await userEvent.type(field(/^CNPJ/), '{Backspace}5')
      await userEvent.tab()
      expect(questions()).toEqual([])
    })
  })

  it('leads to who already has this document, as long as it stands there', async () => {
    refuseTwin()
    showPeople('/app/people/new')
    await userEvent.type(field(/^CPF/), '12345678062')
    await save()
    const link = await screen.findByRole('link', { name: 'Abrir o cadastro existente' })
    expect(link).toHaveAttribute('href', '/app/people/p1/edit')
    expect(field(/^CPF/)).toHaveFocus()
    await userEvent.type(field(/^CPF/), '{Backspace}')
    expect(screen.queryByRole('link', { name: 'Abrir o cadastro existente' })).not.toBeInTheDocument()
  })
})

describe('the dialog', () => {
  const show = (initialName: string) => {
    const onSaved = vi.fn()
    const onClose = vi.fn()
    showPeople('/other', <PersonDialog opened initialName={initialName} onSaved={onSaved} onClose={onClose} />)
    return { onSaved, onClose }
  }

  it('starts with what was searched for, and gives the new person back', async () => {
    const { onSaved } = show('José Apar')
    expect(await screen.findByLabelText(/^Nome Completo/)).toHaveValue('José Apar')
    await userEvent.type(field(/^CPF/), '12345678062{Control>}{Enter}{/Control}')
    await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(jose))
    expect(calls).toHaveLength(1)
  })

  it('takes digits for the document', async () => {
    show(ipe.cpf_cnpj)
    expect(await screen.findByLabelText(/^CNPJ/)).toHaveValue('12.345.678/0001-95')
  })

  it('gives back who is already there', async () => {
    refuseTwin()
    const { onSaved } = show('12345678062')
    await screen.findByLabelText(/^CPF/)
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Usar o cadastro existente' }))
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(jose))
  })

  it('offers who has the document that was left', async () => {
    const { onSaved } = show(jose.cpf_cnpj)
    await userEvent.click(await screen.findByLabelText(/^CPF/))
    await userEvent.tab()
    await userEvent.click(await screen.findByRole('button', { name: 'Usar este cadastro' }))
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(jose))
    expect(calls).toEqual([])
  })

  it('asks before what is typed is lost', async () => {
    const { onClose } = show('')
    await userEvent.type(await screen.findByLabelText(/^Nome Completo/), 'Ana')
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }))
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })
})
