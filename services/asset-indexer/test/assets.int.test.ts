import { listAssets, type TraitFilter, traitQuery } from '@talad/proto/http/asset-indexer/assets'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { alice, BIRD, birdAddress, bob, HUGE, idOf, type Lists, startLists } from './lists.ts'

let own: Lists
beforeAll(async () => {
  own = await startLists(inject('postgres'))
})
afterAll(() => own.close())

const get: Lists['get'] = (path, query) => own.get(path, query)

/** Numbers of the assets that a query finds, in order. */
async function assets(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await get('/api/public/v1/assets', query)
  expect([status, body.message]).toEqual([200, undefined])
  return listAssets.response.parse(body).list.map((one) => Number.parseInt(one._id, 16))
}

const sorted = async (query: Record<string, string>) => (await assets(query)).sort()
const traits = (...filters: TraitFilter[]) => sorted(traitQuery(filters))

describe('sorts', () => {
  test.each([
    ['ti', 'asc', [5, 2, 1, 4, 3]],
    ['ti', 'desc', [3, 4, 1, 2, 5]],
    ['at', 'asc', [1, 2, 3, 4, 5]],
    ['at', 'd', [5, 4, 3, 2, 1]],
    ['bk', 'desc', [2, 4, 3, 1, 5]],
    ['bk', 'a', [5, 1, 3, 2, 4]],
    ['sp', 'asc', [1, 3, 2, 5, 4]],
    ['sp', 'desc', [2, 3, 1, 5, 4]],
    ['lp', 'asc', [1, 2, 5, 4, 3]],
    ['lp', 'desc', [2, 1, 5, 4, 3]],
    ['op', 'asc', [2, 3, 5, 1, 4]],
    ['op', 'desc', [3, 2, 5, 1, 4]],
    ['lsp', 'asc', [1, 2, 5, 4, 3]],
    ['lsp', 'desc', [2, 1, 5, 4, 3]],
    ['lsb', 'asc', [2, 1, 5, 4, 3]],
    ['lsb', 'desc', [1, 2, 5, 4, 3]],
    ['lt', 'asc', [5, 2, 1, 4, 3]],
    ['lt', 'desc', [1, 2, 5, 4, 3]],
  ])('GW-29 sorts by %s %s with missing values last and ties by token number', async (sr, sd, expected) => {
    expect(await assets({ sr, sd })).toEqual(expected)
  })

  test.each([
    ['lp', 'asc', [1, 2, 5, 4, 3]],
    ['op', 'desc', [3, 2, 5, 1, 4]],
    ['lt', 'asc', [5, 2, 1, 4, 3]],
  ])('GW-29 the pages of %s %s go on from what has it to what has not', async (sr, sd, expected) => {
    for (const ps of [1, 2, 3]) {
      const pages = Array.from({ length: Math.ceil(5 / ps) + 1 }, (_, pi) =>
        assets({ sr, sd, ps: String(ps), pi: String(pi) }),
      )
      expect((await Promise.all(pages)).flat()).toEqual(expected)
    }
  })

  test('GW-29 prices go up by default and all else goes down', async () => {
    expect((await assets({ sr: 'sp' }))[0]).toBe(1)
    expect((await assets({ sr: 'lt' }))[0]).toBe(1)
  })

  test('GW-29 prices of another family are sorted in cv', async () => {
    expect((await assets({ sr: 'lp', cv: 'jfin' }))[0]).toBe(5)
  })

  test('AI-6 token ids beyond 2^53 are sorted as numbers, and have no number on the wire', async () => {
    const { body } = await get('/api/public/v1/assets', { sr: 'ti', sd: 'desc' })
    expect(body.list[0].token).toEqual({ id: HUGE, number: null, abstract: null })
    expect(body.list[1].token).toEqual({ id: '11', number: 11, abstract: null })
  })

  test('AI-15 hides suspended assets and sorts by the latest activity by default', async () => {
    expect(await assets({})).toEqual([2, 4, 3, 1, 5])
    expect(await assets({ is: '1' })).toEqual([6, 2, 4, 3, 1, 5])
  })

  test.each(['xx', 'price', ''])('GW-31 an unknown sort code is a 400: "%s"', async (sr) => {
    expect((await get('/api/public/v1/assets', { sr })).status).toBe(400)
    expect((await get('/api/public/v1/events', { sr })).status).toBe(400)
  })
})

describe('filters', () => {
  test('AI-14 mine is what wl holds; with wl, listed is what wl itself has on sale, offered what of it has an offer', async () => {
    expect(await sorted({ co: 'mine', wl: alice })).toEqual([1, 3, 5])
    expect(await sorted({ co: 'li' })).toEqual([1, 2, 5])
    expect(await sorted({ co: 'of' })).toEqual([2, 3])
    expect(await sorted({ co: 'li,of' })).toEqual([1, 2, 3, 5])
    expect(await sorted({ co: 'li', wl: alice })).toEqual([1, 5])
    // it is in bob's wallet, and alice's listing of it is not bob's
    expect(await sorted({ co: 'li', wl: bob })).toEqual([])
    expect(await sorted({ co: 'of', wl: bob })).toEqual([2])
    expect(await sorted({ co: 'li,of', wl: `${alice},${bob}` })).toEqual([1, 2, 3, 5])
    expect((await get('/api/public/v1/assets', { co: 'mine' })).body).toMatchObject({
      code: 'required_parameter',
      field: 'wl',
    })
  })

  test('collections are named by id or slug, contracts by address in any case', async () => {
    expect(await sorted({ cl: BIRD })).toEqual([5])
    expect(await sorted({ cl: 'bird,fish' })).toEqual([1, 2, 3, 4, 5])
    expect(await sorted({ ad: birdAddress.toUpperCase().replace('0X', '0x') })).toEqual([5])
    expect(await sorted({ ad: `${alice},${birdAddress}` })).toEqual([5])
    expect(await sorted({ ad: alice })).toEqual([])
    expect(await sorted({ ad: birdAddress, cl: 'fish' })).toEqual([])
    expect(await sorted({ as: `${idOf(2)},${idOf(5)}` })).toEqual([2, 5])
    expect(await sorted({ bc: 'jfin' })).toEqual([])
    const tokenOf = async (n: number) =>
      listAssets.response.parse((await get('/api/public/v1/assets', { as: idOf(n) })).body).list[0]?.token.id
    expect(await sorted({ cl: 'fish', ti: `${await tokenOf(1)},${await tokenOf(2)}` })).toEqual([1, 2])
    expect((await get('/api/public/v1/assets', { ti: '1,x' })).status).toBe(400)
    expect(await sorted({ q: 'asset 4' })).toEqual([4])
    expect(await sorted({ q: '%_' })).toEqual([])
  })

  test('GW-37 what is asked for by its ids comes in one call, in their order, without what is suspended or not there', async () => {
    const ids = [4, 2, 6, 5, 1, 999].map(idOf).join(',')
    expect(await assets({ as: ids })).toEqual([4, 2, 5, 1])
    expect(await assets({ as: ids, is: '1' })).toEqual([4, 2, 6, 5, 1])
    expect(await assets({ as: ids, sr: 'at', sd: 'asc' })).toEqual([1, 2, 4, 5])
    expect(await assets({ as: ids, ps: '2', pi: '1' })).toEqual([5, 1])
    const fifty = Array.from({ length: 50 }, (_, n) => idOf(50 - n)).join(',')
    expect(await assets({ as: fifty, ps: '100' })).toEqual([5, 4, 3, 2, 1])
  })

  test('GW-17 a mixed-case address with a wrong checksum is a 400', async () => {
    const wrong = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aAe', '5Aae')
    expect((await get('/api/public/v1/assets', { ad: wrong })).status).toBe(400)
  })

  test('values are inclusive, in thb by default, and of an order in the currency when one is given', async () => {
    expect(await sorted({ vf: '20', vt: '25' })).toEqual([1, 3])
    expect(await sorted({ vf: '100' })).toEqual([2])
    expect(await sorted({ cu: 'jfin' })).toEqual([5])
    expect(await sorted({ cu: 'THBK', vf: '30' })).toEqual([1, 2])
    expect(await sorted({ cu: 'jfin', vt: '0.5' })).toEqual([5])
    expect(await sorted({ cu: 'jfin', cv: 'thb' })).toEqual([5])
    expect(await sorted({ cu: 'jfin', cv: 'thb', vf: '0' })).toEqual([]) // nobody tells a rate (OB-37)
    expect((await get('/api/public/v1/assets', { vf: 'cheap' })).status).toBe(400)
  })

  test('AI-13 entries of one key are alternatives, different keys must all hold, keys and values match case-folded', async () => {
    expect(await traits({ key: 'Fin', value: 'Long' })).toEqual([1, 3])
    expect(await traits({ key: 'FIN', value: 'long' }, { key: 'fin', value: 'Short' })).toEqual([1, 2, 3])
    expect(await traits({ key: 'Fin', value: 'Long' }, { key: 'Level', value: '9' })).toEqual([3])
    expect(await traits({ key: 'Fin', value: 'None' })).toEqual([])
  })

  test('AI-13 a range includes its ends, may be open at one, and a bad number is a 400', async () => {
    expect(await traits({ key: 'Level', value: '1', valueTo: '5' })).toEqual([1, 2])
    expect(await traits({ key: 'Level', value: '5', valueTo: '' })).toEqual([2, 3])
    expect(await traits({ key: 'Level', value: '', valueTo: '4.9' })).toEqual([1])
    expect(await traits({ key: 'Level', value: '-3', valueTo: '1' })).toEqual([1])
    const bad = async (filter: TraitFilter) =>
      (await get('/api/public/v1/assets', traitQuery([filter]))).status
    expect(await bad({ key: 'Level', value: 'x', valueTo: '5' })).toBe(400)
    expect(await bad({ key: 'Level', value: '', valueTo: '' })).toBe(400)
    const malformed = [
      'tr[0][value]',
      'tr[0][key]',
      'tr[x][key]',
      'tr[1000][key]',
      'tr[0][other]',
      'tr[0]',
      'tr',
    ]
    for (const name of malformed)
      expect(await get('/api/public/v1/assets', { [name]: '1' })).toMatchObject({
        status: 400,
        body: { field: 'tr' },
      })
  })

  test('WB-6 tr has one index for each entry, and valueTo, even empty, makes a range', async () => {
    const level = { 'tr[0][key]': 'Level', 'tr[0][value]': '5' }
    expect(await sorted(level)).toEqual([2])
    expect(await sorted({ ...level, 'tr[0][valueTo]': '' })).toEqual([2, 3])
    expect(await sorted({ ...level, 'tr[0][value]': '1', 'tr[0][valueTo]': '5' })).toEqual([1, 2])
    const fin = { 'tr[1][key]': 'Fin', 'tr[1][value]': 'Short' }
    expect(await sorted({ ...level, 'tr[0][valueTo]': '', ...fin })).toEqual([2])
  })

  test('values of a query never become SQL', async () => {
    const nasty = `x'); drop table asset; --`
    expect(await sorted({ q: nasty, cl: nasty, cu: "a' or 'b" })).toEqual([])
    expect(await traits({ key: nasty, value: nasty })).toEqual([])
    expect((await assets({})).length).toBe(5)
  })
})

test('AI-27 an asset tells how often its benefits were used, which is never before somebody tells of it', async () => {
  const used = async () =>
    (await get('/api/public/v1/asset', { id: idOf(1) })).body.internal.utility_usage as number
  expect(await used()).toBe(0)
  await own.db.query('update asset set utility_usage = 3 where id = $1', [idOf(1)])
  expect(await used()).toBe(3)
  await own.db.query('update asset set utility_usage = 0 where id = $1', [idOf(1)])
})
