import { expect, test } from 'vitest'
import { editor, owner, stranger, viewer } from './fair.ts'
import { COUPON, OPEN_COUPON, openStalls, POOL } from './stalls.ts'

const HOUR = 3_600

test('CA-69 CA-70 each reason against a coupon has its own cause, and says when to come again', async () => {
  const { check, now, pass, stall, use } = await openStalls()
  const at = (seconds: number) => new Date(now().getTime() + seconds * 1_000).toISOString()
  const code = 'NOODLES'
  const of = async (coupon: object) => ({ ...(await stall({ code, ...coupon })), code })
  const free = await of({ limit: 1, cooldown: HOUR, age: 10 * HOUR, active_end: at(20 * HOUR) })
  expect(await check(free)).toMatchObject({ usable: true, coupon: { code, meta_timer: { use_count: 0 } } })
  const start = at(HOUR)
  expect(await check(await of({ active_start: start }))).toMatchObject({
    usable: false,
    reason: 'not_started',
    retry_at: start,
  })
  expect(await check(await of({ active_end: at(-1) }))).toMatchObject({ reason: 'ended' })
  const once = await of({ limit: 1 })
  expect(await use(once, code)).toMatchObject({ usable: true, coupon: { meta_timer: { use_count: 1 } } })
  expect(await check(once)).toMatchObject({ usable: false, reason: 'exhausted' })
  expect(await check(once)).not.toHaveProperty('retry_at')
  const rests = await of({ cooldown: HOUR })
  const usedAt = now().getTime()
  expect(await use(rests, code)).toMatchObject({ usable: true })
  expect(await check(rests)).toMatchObject({ reason: 'cooling_down' })
  const { retry_at } = await check(rests)
  expect(Math.abs(Date.parse(retry_at ?? '') - usedAt - HOUR * 1_000)).toBeLessThan(5_000)
  const aged = await of({ age: HOUR })
  await pass(HOUR * 1_000)
  expect(await check(aged)).toMatchObject({ reason: 'aged' })
  expect(await check(rests)).toMatchObject({ usable: true })
})

test('CA-73 CA-82 an unknown code, a wrong token, one that is not there and the code of another token look alike', async () => {
  const { check, grant, makeItem, owner: db, put, reveal } = await openStalls()
  const not = { usable: false, reason: 'not_found', coupon: null, codepool: null }
  const shared = await makeItem({
    codes: ['TEA1', 'TEA2'],
    active_start: '2026-01-01T00:00:00Z',
    active_end: '2099-01-01T00:00:00Z',
  })
  const tea = await grant(shared._id)
  expect(await check({ ...tea, code: ' tea2 ' })).toMatchObject({ usable: true, coupon: { code: 'TEA2' } })
  const item = await makeItem({ codepool: 'bowls' })
  await put('bowls', ['BOWL1', 'BOWL2', 'BOWL3', 'BOWL4'])
  const [one, other, gone] = [await grant(item._id), await grant(item._id), await grant(item._id)]
  const [mine, theirs] = [await reveal(one), await reveal(other)]
  expect([mine.coupon?.code, theirs.coupon?.code]).toEqual(['BOWL1', 'BOWL2'])
  expect(await check({ ...one, code: 'BOWL1' })).toMatchObject({
    usable: true,
    codepool: { pool_name: 'bowls' },
  })
  await reveal(gone)
  await db.query('delete from holding where item_token_id = $1 and item_id = $2', [gone.token_id, item._id])
  for (const asked of [
    { ...gone, code: 'BOWL3' },
    { ...one, code: 'BOWL2' },
    { ...one, code: 'BOWL4' },
    { ...one, code: 'BOWL9' },
    { ...one, token_id: 7, code: 'BOWL1' },
    { ...tea, code: 'BOWL1' },
    { ...tea, token_id: 7, code: 'TEA1' },
    { ...one, nft_item_id: 'f'.repeat(24), code: 'BOWL1' },
  ])
    expect(await check(asked)).toEqual(not)
})

test('CA-72 looking never writes; using takes a minter and a key of its own, once each, and stays with the people of the project', async () => {
  const { call, give, owner: db, project_id, stall, use } = await openStalls()
  const code = 'NOODLES'
  const token = await stall({ code, limit: 2 })
  const query = `nft_item_id=${token.nft_item_id}&token_id=${token.token_id}&code=${code}`
  const uses = async () => (await db.query('select 1 from coupon_use')).rows.length
  const look = (path: string, as: string | undefined, key?: string) =>
    call('GET', path, { ...(as !== undefined && { as }), ...(key !== undefined && { key }) })
  expect(await look(`${OPEN_COUPON}/check?${query}`, undefined)).toMatchObject({
    status: 200,
    body: { usable: true },
  })
  expect(await look(`${OPEN_COUPON}/check?${query}&passive=0`, owner, 'k1')).toMatchObject({ status: 403 })
  expect(await look(`${COUPON}/check?${query}`, viewer)).toMatchObject({
    status: 200,
    body: { usable: true, use_id: null },
  })
  expect(await look(`${COUPON}/check?${query}`, stranger)).toMatchObject({ status: 403 })
  for (const as of [viewer, editor])
    expect(await look(`${COUPON}/check?${query}&passive=0`, as, 'k2')).toMatchObject({
      status: 403,
      body: { details: { permission: 'project.mint' } },
    })
  expect(await look(`${COUPON}/check?${query}&passive=0`, owner)).toMatchObject({
    status: 400,
    body: { field: 'Idempotency-Key' },
  })
  expect(await uses()).toBe(0)
  await give(owner, project_id, viewer, 'minter')
  const first = await look(`${COUPON}/check?${query}&passive=0`, viewer, 'k3')
  expect(first).toMatchObject({ status: 200, body: { usable: true } })
  expect(await look(`${COUPON}/check?${query}&passive=0`, viewer, 'k3')).toEqual(first)
  expect(await uses()).toBe(1)
  expect(await use(token, code)).toMatchObject({ usable: true })
  expect(await use(token, code)).toMatchObject({ usable: false, reason: 'exhausted', use_id: null })
  expect(await uses()).toBe(2)
})

test('CA-6 CA-72 a key that may use coupons may look too, one that may look may not use, and one for tests is told what would be', async () => {
  const { call, ask, project_id, owner: db, stall } = await openStalls()
  const code = 'NOODLES'
  const { nft_item_id, token_id } = await stall({ code, limit: 1 })
  const keyFor = async (permission: string, more: object = {}) => {
    const body = { projectId: project_id, name: 'Till', permissions: [permission], ...more }
    const { body: answer } = await ask('POST', '/platform-admin/api/v1/api-key', body, owner)
    return { 'x-api-key': (answer as { secret: string }).secret }
  }
  let tried = 0
  const post = (headers: Record<string, string>, passive: boolean) =>
    call('POST', `${COUPON}/check`, {
      headers,
      key: `till-${tried++}`,
      body: { nft_item_id, token_id: String(token_id), code, passive },
    })
  const [looks, uses] = [await keyFor('coupon.check'), await keyFor('coupon.consume')]
  const tries = await keyFor('coupon.consume', { test: true })
  expect(await post(looks, true)).toMatchObject({ status: 200, body: { usable: true, use_id: null } })
  expect(await post(looks, false)).toMatchObject({ status: 401 })
  expect(await post(tries, false)).toMatchObject({ status: 200, body: { usable: true, use_id: null } })
  expect((await db.query('select 1 from coupon_use')).rows).toEqual([])
  expect(await post(uses, true)).toMatchObject({ status: 200 })
  expect(await post(uses, false)).toMatchObject({
    status: 200,
    body: { usable: true, use_id: expect.any(String) },
  })
})

test('CA-68 CA-82 a token gets the oldest free code of its pool once, for good; an empty pool says so, and only the holder sees', async () => {
  const { grant, makeItem, ask, put, reveal, revealBy, space_id } = await openStalls()
  const item = await makeItem({ codepool: 'bowls', description: 'A bowl' })
  const token = await grant(item._id)
  const list = async () => (await ask('GET', `${POOL}/list?space_id=${space_id}&pool_name=bowls`)).body
  expect(await reveal(token)).toEqual({ usable: false, reason: 'pool_empty', coupon: null, codepool: null })
  await put('bowls', ['BOWL2', { code: 'bowl1', description: 'A large bowl' }])
  expect(await revealBy(stranger, token)).toMatchObject({ status: 404, body: { code: 'holding_not_found' } })
  expect(await revealBy(owner, token)).toMatchObject({ status: 404 })
  expect(await list()).toMatchObject({ codepools: { list: [{ free: true }, { free: true }] } })
  const mine = await reveal(token)
  expect(mine).toMatchObject({ usable: true, coupon: { code: 'BOWL2', description: 'A bowl' } })
  expect(await reveal(token)).toEqual(mine)
  expect((await reveal(await grant(item._id))).coupon).toMatchObject({
    code: 'BOWL1',
    description: 'A large bowl',
  })
  expect(await reveal(await grant(item._id))).toMatchObject({ reason: 'pool_empty' })
  const plain = await grant((await makeItem({}, { payload: null }))._id)
  expect(await revealBy(plain.holder, plain)).toMatchObject({
    status: 404,
    body: { code: 'coupon_not_found' },
  })
  expect(await list()).toMatchObject({
    codepools: { list: [{ code: 'BOWL2', assigned_to: `${item._id}:${token.token_id}`, free: false }, {}] },
  })
})

test('CA-67 a code is made for each token, of one form, and of few characters only for few tokens', async () => {
  const { ask, check, grant, makeItem, patch, reveal } = await openStalls()
  const item = await makeItem({ codegen: { length: 6, prefix: 'FAIR-' } }, { mint_limit: 2 })
  const [one, other] = [await grant(item._id), await grant(item._id)]
  const [mine, theirs] = [await reveal(one), await reveal(other)]
  expect(mine.coupon?.code).toMatch(/^FAIR-[A-Z0-9]{6}$/)
  expect(theirs.coupon?.code).not.toBe(mine.coupon?.code)
  expect(await reveal(one)).toEqual(mine)
  expect(await check({ ...one, code: mine.coupon?.code ?? '' })).toMatchObject({ usable: true })
  expect(await check({ ...other, code: mine.coupon?.code ?? '' })).toMatchObject({ reason: 'not_found' })
  expect(await patch('item', { _id: item._id, mint_limit: 100_000 })).toMatchObject({
    status: 409,
    body: { code: 'code_space_too_small', field: 'payload.coupon-code.codegen' },
  })
  expect(await ask('GET', `/platform-admin/api/v1/vnft/item?_id=${item._id}`)).toMatchObject({
    body: { item: { mint_limit: 2 } },
  })
})

test('CA-71 CA-77 the limit and the rest of a pool are those of all its codes, also of what was used before it had them', async () => {
  const { ask, check, grant, makeItem, put, reveal, set, space_id, use } = await openStalls()
  const item = await makeItem({ codepool: 'bowls' })
  await put('bowls', ['BOWL1', { code: 'BOWL2', meta_timer: { limit: 1 } }, 'BOWL3'])
  const tokens = [await grant(item._id), await grant(item._id)]
  const codes = []
  for (const token of tokens) codes.push((await reveal(token)).coupon?.code ?? '')
  const [first, second] = tokens
  if (!first || !second) throw new Error('there are two')
  expect(await use(first, codes[0] ?? '')).toMatchObject({ usable: true })
  expect(await use(second, codes[1] ?? '')).toMatchObject({ usable: true })
  expect(await use(second, codes[1] ?? '')).toMatchObject({ reason: 'exhausted' }) // the entry’s
  expect(await set('bowls', { limit: 3 })).toMatchObject({
    status: 200,
    body: { setting: { meta_timer: { limit: 3, use_count: 2 } } },
  })
  expect(await use(first, codes[0] ?? '')).toMatchObject({
    usable: true,
    codepool: { description: 'Noodles' },
  })
  expect(await use(first, codes[0] ?? '')).toMatchObject({ reason: 'exhausted' }) // the pool’s
  await set('bowls', { cooldown: HOUR })
  expect(await check({ ...first, code: codes[0] ?? '' })).toMatchObject({ reason: 'cooling_down' })
  const gone = `${POOL}/setting?space_id=${space_id}&pool_name=bowls`
  expect(await ask('DELETE', gone)).toMatchObject({
    status: 409,
    body: { code: 'pool_in_use', rule: 'CA-77' },
  })
})

test('CA-74 a use is taken back by an admin with a reason, once, and counts as never made', async () => {
  const { ask, check, release, space_id, stall, use } = await openStalls()
  const code = 'NOODLES'
  const token = await stall({ code, limit: 1, cooldown: HOUR })
  const { use_id } = await use(token, code)
  expect(await release(use_id, editor)).toMatchObject({ status: 403 })
  expect(await check({ ...token, code })).toMatchObject({ reason: 'exhausted' })
  for (let times = 0; times < 2; times++)
    expect(await release(use_id)).toMatchObject({ status: 200, body: { use: { state: 'released', use_id } } })
  expect(await check({ ...token, code })).toMatchObject({
    usable: true,
    coupon: { meta_timer: { use_count: 0, last_used: null } },
  })
  expect(await release('0'.repeat(24))).toMatchObject({ status: 404, body: { code: 'coupon_use_not_found' } })
  await use(token, code)
  expect(await ask('GET', `${COUPON}/use/list?space_id=${space_id}&code=noodles`)).toMatchObject({
    body: {
      uses: {
        list: [
          { state: 'consumed', by: owner },
          { state: 'released', token_id: '1' },
        ],
      },
    },
  })
})
