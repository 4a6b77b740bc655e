import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { asTopup, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

test('LG-11 the history comes as a file too, whole and oldest first, within its period', async () => {
  const ids = Array.from({ length: 1_200 }, (_, n) => `t${n}`)
  for (let from = 0; from < ids.length; from += 200)
    await world.postNow(...ids.slice(from, from + 200).map((id) => asTopup('join-f', id, 123_450n)))
  const response = await world.get('/api/user/v1/credit/history?format=csv&lm=5', 'f')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  expect(text.startsWith('\uFEFFtime_bangkok,id,unit,')).toBe(true)
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[13])).toEqual(ids)
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[0-9a-f]{24},pt_thb,in,topup,1234.50,0.00,1234.50,/,
  )
  const accepting = (query: string) =>
    world.get(`/api/user/v1/credit/history?${query}`, 'f', { accept: 'text/csv' })
  expect((await accepting('')).headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect((await (await accepting('to=2020-01-01T00:00:00Z')).text()).trimEnd().split('\r\n')).toHaveLength(1)
  expect((await accepting('format=json')).headers.get('content-type')).toContain('json')
})
