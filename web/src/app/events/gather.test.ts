import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeys } from '@/api'
import type { ServerEvent } from '@/api'
import { gatherEvents } from './gather'

const products = queryKeys('products')
const anotherList = products.list({ page: 2 })

const event = (id: string | null): ServerEvent => ({ topic: 'products', company_id: 'c1', id, version: 2 })

describe('gathered events', () => {
  let client: QueryClient
  let events: ReturnType<typeof gatherEvents>
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated

  beforeEach(() => {
    vi.useFakeTimers()
    client = new QueryClient()
    for (const key of [products.one('a'), products.one('b'), products.list({}), anotherList])
      client.setQueryData(key, 1)
    events = gatherEvents(client)
  })
  afterEach(() => {
    events.stop()
    vi.useRealTimers()
  })

  it('have the record read anew that they name, and every list of the topic', () => {
    events.add(event('a'))
    vi.advanceTimersByTime(250)
    expect([products.one('a'), products.list({}), anotherList].map(isOld)).toEqual([true, true, true])
    expect(isOld(products.one('b'))).toBe(false)
  })

  it('about many records have all of them read anew', () => {
    events.add(event(null))
    vi.advanceTimersByTime(250)
    expect([products.one('a'), products.one('b')].map(isOld)).toEqual([true, true])
  })

  it('of a quarter of a second are one', () => {
    const read = vi.spyOn(client, 'invalidateQueries')
    for (let i = 0; i < 100; i += 1) events.add(event(`${i}`))
    vi.advanceTimersByTime(250)
    expect(read).toHaveBeenCalledTimes(2) // records, and the rest
  })

  it('have lists read at most once a second, records sooner, and the last one is not lost', () => {
    const readAgain = (key: readonly unknown[]) => client.setQueryData(key, 1)
    events.add(event('a'))
    vi.advanceTimersByTime(250)
    readAgain(products.list({}))
    readAgain(products.one('a'))
    events.add(event('a'))
    vi.advanceTimersByTime(300)
    expect(isOld(products.one('a'))).toBe(true)
    expect(isOld(products.list({}))).toBe(false)
    vi.advanceTimersByTime(700)
    expect(isOld(products.list({}))).toBe(true)
  })

  it('are forgotten when the page follows no more', () => {
    events.add(event('a'))
    events.stop()
    vi.advanceTimersByTime(5_000)
    expect(isOld(products.list({}))).toBe(false)
  })
})
