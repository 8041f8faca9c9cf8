// The bin of products, changing many at once, and the totals that all of it leaves exact.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRowsAbout, hex } from '../helpers/audit.ts'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newProduct, productForm, useInBudget } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let own: Company

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  own = made.own
})

const nothingHere = '01890000-0000-7000-8000-000000000000'
const make = (overrides: Record<string, unknown> = {}) => newProduct(user, own.id, overrides)
const get = async (id: string) => (await api.getProduct(user, own.id, id)).expect(200)
const total = async (filter: api.ProductsFilter) => (await api.listProducts(user, own.id, filter)).expect(200).total
const auditOf = (text: string) => auditRowsAbout(server.database, 'product_%', text)

describe('the bin', () => {
  test('takes a product and gives it back', async () => {
    const made = await make()
    ;(await api.deleteProduct(user, own.id, made.id, '*')).expect(204)
    expect(await total({ search: made.prod_cProd })).toBe(0)
    expect(await total({ search: made.prod_cProd, situacao: 'lixeira' })).toBe(1)
    const binned = await get(made.id)
    expect(binned.deleted_at).not.toBeNull()
    expect((await api.updateProduct(user, own.id, made.id, '*', productForm(made))).problem(422).detail).toContain(
      'lixeira',
    )
    ;(await api.deleteProduct(user, own.id, made.id, '*')).expect(204)
    const back = (await api.restoreProduct(user, own.id, made.id)).expect(200)
    expect(back).toEqual({ ...made, updated_at: back.updated_at })
    expect((await api.restoreProduct(user, own.id, made.id)).expect(200)).toEqual(back)
    expect(auditOf(made.prod_xProd).map(({ action_type }) => action_type)).toEqual([
      'product_create',
      'product_delete',
      'product_update',
    ])
  })

  test('frees the code; then the product cannot come back', async () => {
    const made = await make()
    ;(await api.deleteProduct(user, own.id, made.id, '*')).expect(204)
    const heir = await make({ prod_cProd: made.prod_cProd })
    const problem = (await api.restoreProduct(user, own.id, made.id)).problem(409, 'conflict')
    expect([problem.existing_id, problem.errors?.[0]?.field]).toEqual([heir.id, 'prod_cProd'])
    ;(await api.changeProducts(user, own.id, 'restore', [made.id])).problem(409, 'conflict')
    expect((await get(made.id)).deleted_at).not.toBeNull()
  })

  test('keeps for 30 days', async () => {
    const made = await make()
    ;(await api.deleteProduct(user, own.id, made.id, '*')).expect(204)
    const longAgo = (Date.now() - 31 * 86_400_000) * 1000
    server.database.run(`update produtos set deleted_at = ${longAgo} where id = ${server.database.id(made.id)}`)
    expect((await api.restoreProduct(user, own.id, made.id)).status).toBe(422)
  })

  test('does not take what a budget uses: it is deactivated', async () => {
    const made = await make()
    useInBudget(server.database, own.id, made.id)
    const kept = (await api.deleteProduct(user, own.id, made.id, '*')).expect(200)
    expect(kept).toEqual({ ...made, prod_ativo: 'N', updated_at: kept.updated_at })
    expect((await api.deleteProduct(user, own.id, made.id, '*')).expect(200)).toEqual(kept)
    expect(auditOf(made.prod_xProd).map(({ action_type }) => action_type)).toEqual(['product_create', 'product_update'])
  })
})

describe('many at once', () => {
  test('are deleted in one go with one line in the audit log; used ones are deactivated', async () => {
    const [first, second, used] = [await make(), await make(), await make()]
    useInBudget(server.database, own.id, used.id)
    const ids = [first.id, second.id, used.id]
    expect((await api.changeProducts(user, own.id, 'delete', [...ids, first.id])).expect(200)).toEqual({
      changed: 3,
      deactivated: [used.id],
    })
    expect((await get(first.id)).deleted_at).not.toBeNull()
    expect(await get(used.id)).toMatchObject({ deleted_at: null, prod_ativo: 'N' })
    const rows = auditOf(second.id)
    expect(rows.filter(({ action_type }) => action_type === 'product_delete')).toHaveLength(1)
    expect(rows.at(-1)!.description).toBe('Excluiu 3 produtos')
    expect(rows.at(-1)!.company_id).toBe(hex(own.id))

    expect((await api.changeProducts(user, own.id, 'restore', ids)).expect(200)).toEqual({
      changed: 2,
      deactivated: [],
    })
    expect((await api.changeProducts(user, own.id, 'activate', ids)).expect(200).changed).toBe(1)
    expect((await api.changeProducts(user, own.id, 'deactivate', ids)).expect(200).changed).toBe(3)
    expect((await api.changeProducts(user, own.id, 'deactivate', ids)).expect(200).changed).toBe(0)
  })

  test('all or none', async () => {
    const made = await make()
    ;(await api.changeProducts(user, own.id, 'delete', [made.id, nothingHere])).problem(404, 'not_found')
    expect(await get(made.id)).toEqual(made)
  })

  test('two of the same code do not come back together', async () => {
    const first = await make()
    ;(await api.deleteProduct(user, own.id, first.id, '*')).expect(204)
    const second = await make({ prod_cProd: first.prod_cProd })
    ;(await api.deleteProduct(user, own.id, second.id, '*')).expect(204)
    const ids = [first.id, second.id]
    expect(ids).toContain((await api.changeProducts(user, own.id, 'restore', ids)).problem(409, 'conflict').existing_id)
    for (const id of ids) expect((await get(id)).deleted_at).not.toBeNull()
  })
})

test('totals stay exact through everything', async () => {
  const company = await newCompany(admin)
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        [undefined, 'ativos', 'inativos', 'sem_ncm', 'lixeira'].map(async (situacao) => {
          const filter = situacao ? { situacao } : {}
          const { total: listed, items } = (
            await api.listProducts(admin, company.id, { ...filter, page_size: 100 })
          ).expect(200)
          expect(items).toHaveLength(listed)
          expect((await api.countProducts(admin, company.id, filter)).expect(200).total).toBe(listed)
          return [situacao ?? 'todos', listed]
        }),
      ),
    ) as Record<string, number>
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      newProduct(admin, company.id, { prod_ativo: at % 4 ? 'S' : 'N', ...(at % 2 ? { prod_NCM: '68109100' } : {}) }),
    ),
  )
  expect(await counts()).toEqual({ todos: 8, ativos: 6, inativos: 2, sem_ncm: 4, lixeira: 0 })
  ;(await api.deleteProduct(admin, company.id, made[0]!.id, '*')).expect(204)
  ;(await api.changeProducts(admin, company.id, 'deactivate', [made[1]!.id, made[2]!.id])).expect(200)
  ;(
    await api.updateProduct(admin, company.id, made[6]!.id, '*', { ...productForm(made[6]!), prod_NCM: '68109100' })
  ).expect(200)
  expect(await counts()).toEqual({ todos: 7, ativos: 4, inativos: 3, sem_ncm: 2, lixeira: 1 })
  ;(await api.restoreProduct(admin, company.id, made[0]!.id)).expect(200)
  expect(await counts()).toEqual({ todos: 8, ativos: 4, inativos: 4, sem_ncm: 3, lixeira: 0 })
})
