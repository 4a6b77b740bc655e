import { create } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import type { NftToken } from '@talad/proto/nft-range'
import { inTx } from '@talad/shared/db'
import { expect, test } from 'vitest'
import { declaredOf } from '../src/declaration/read-model.ts'
import { assets } from '../src/replicas/asset.ts'
import { person } from './harness.ts'
import { collection, contract, feeIn, other, range, startIssuers } from './issuer-harness.ts'

const user = '/api/user/v1'
const open = '/api/public/v1'

test('MO-31 the entrypoint tells what a site must know of the caller; sections only when they are asked for', async () => {
  const { call, add } = await startIssuers()
  const { issuer_id } = (await add('siam')).body
  const as = person('siam', { jyc: 2 })
  const plain = await call('GET', `${user}/entrypoint`, { as })
  expect(plain).toMatchObject({ status: 200, body: { customer_id: 'join-siam', kyc_level: 2 } })
  expect(Object.keys(plain.body as object).sort()).toEqual([
    ...['customer_id', 'features', 'kyc_level', 'min_levels', 'server_time'],
  ])
  expect(plain.body).toMatchObject({
    min_levels: { buy: 2, sell: 2, topup: 2, bank: 2, withdraw: 2 },
    features: { offers: true },
  })
  const whole = await call('GET', `${user}/entrypoint?assessmentStatus=1&issuers=1`, { as })
  expect(whole.body).toMatchObject({
    assessmentStatus: { todo: [], passed: [] },
    issuers: [{ issuer_id, slug: 'siam', names: { en: 'siam' } }],
  })
  const nobody = await call('GET', `${user}/entrypoint?issuers=1`, { as: { sub: 'account' } })
  expect(nobody.body).toMatchObject({ customer_id: null, issuers: [] })
  expect(await call('GET', `${user}/entrypoint`)).toMatchObject({ status: 401 })
})

test('OB-41 the entrypoint tells whether the site that is asked takes offers', async () => {
  const { call, db } = await startIssuers()
  await db.query(`insert into site_replica values ('temple', '{}', '{}', false, 1)`)
  const offersAt = async (site: string) => {
    const headers = { 'x-talad-site': site }
    const { body } = await call('GET', `${user}/entrypoint`, { as: person('siam'), headers })
    return body
  }
  expect(await offersAt('temple')).toMatchObject({ features: { offers: false } })
  expect(await offersAt('club')).toMatchObject({ features: { offers: true } })
})

test('MO-36 a visitor learns what a sale in a collection pays, by whom it is issued, and no customer id', async () => {
  const { call, add, setFee, setIssuerFee, enable, post } = await startIssuers()
  const { issuer_id } = (await add('siam', { nft_ranges: [range(contract, '1', '9')] })).body
  const fees = (of = contract) => call('GET', `${open}/collection/fee?id=${collection[of]}`)
  const place = { blockchain: 'kub', address: contract }
  await setFee({ type: 'service', percent: 2.5, version: 0 })
  await setFee({ type: 'royalty', contract: place, customer_id: 'join-a', percent: 5, version: 1 })
  await setFee({ type: 'royalty', contract: place, customer_id: 'join-b', percent: 1, version: 2 })
  const set = await setIssuerFee(issuer_id, 3, 3)
  expect((await fees()).body).toMatchObject({ issuer_fee: 0, total: 8.5 })
  await enable(feeIn(set.body, 'issuer')?.fee_id, 4)
  const shown = await fees()
  expect(shown).toMatchObject({
    status: 200,
    body: {
      service_fee: 2.5,
      royalty_fee: 6,
      issuer_fee: 3,
      total: 11.5,
      payees: [
        { type: 'service', percent: 2.5, label: null },
        { type: 'royalty', percent: 5, label: null },
        { type: 'royalty', percent: 1, label: null },
        { type: 'issuer', percent: 3, label: { th: 'ผู้ออก siam', en: 'siam' } },
      ],
    },
  })
  expect(JSON.stringify(shown.body)).not.toContain('join-')
  expect((await fees(other)).body).toMatchObject({ service_fee: 2.5, total: 2.5 })
  await setFee({ type: 'service', contract: place, percent: 0, version: 5 })
  expect((await fees()).body).toMatchObject({ service_fee: 0, total: 9 })
  await post('/issuer/remove', { issuer_id, version: 1 })
  expect((await fees()).body).toMatchObject({ issuer_fee: 0, total: 6 })
  const unknown = await call('GET', `${open}/collection/fee?id=${'f'.repeat(24)}`)
  expect(unknown).toMatchObject({ status: 404, body: { code: 'collection_not_found', field: 'id' } })
})

test('MO-37 declarations of a range are written over and removed; a token shows the most specific of each who declares', async () => {
  const { call, post, get, add, actionsOn } = await startIssuers()
  const text = (word: string) => ({ th: `ไทย ${word}`, en: word })
  const one = (key: string) => ({ key, title: text(key), body: text(`about ${key}`) })
  const set = (declarer_type: string, nft_range: object, key: string, version = 0, more: object = {}) =>
    post<{ declaration_id: string }>('/declaration/set', {
      declarer_type,
      nft_range,
      declarations: [one(key)],
      version,
      ...more,
    })
  const shown = async (token: string) => {
    const { body } = await call('GET', `${open}/utility/declarations?bc=kub&ca=${contract}&ti=${token}`)
    const { issuer, seller } = body as Record<string, { declarations: { key: string }[] } | null>
    return [issuer?.declarations[0]?.key ?? null, seller?.declarations[0]?.key ?? null]
  }
  const whole = await set('issuer', range(), 'whole')
  await set('issuer', range(contract, '5', '9'), 'narrow')
  await set('seller', range(contract, '7'), 'seller')
  expect(await Promise.all(['4', '5', '7', '10'].map(shown))).toEqual([
    ['whole', null],
    ['narrow', null],
    ['narrow', 'seller'],
    ['whole', null],
  ])
  // the contract also by the name that other calls have for it
  const byAd = await call('GET', `${open}/utility/declarations?bc=kub&ad=${contract}&ti=7`)
  expect(byAd).toMatchObject({ body: { seller: { declarations: [{ key: 'seller' }] } } })
  expect((await call('GET', `${open}/utility/declarations?bc=kub&ti=7`)).status).toBe(400)
  expect(await set('issuer', range(), 'again')).toMatchObject({ body: { code: 'version_conflict' } })
  expect(await set('issuer', range(), 'again', 1)).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await shown('1')).toEqual(['again', null])
  const { issuer_id } = (await add('siam', { nft_ranges: [range(contract, '1', '6')] })).body
  const list = await get(`/declaration/list?is=${issuer_id}&count=1`)
  expect(list.body).toMatchObject({ total: 2, list: [{ version: 2 }, { version: 1 }] })
  const { declaration_id } = whole.body
  // of a contract without an issuer too, and one by its id
  const found = async (query: string) =>
    ((await get(`/declaration/list?${query}`)).body as { list: object[] }).list.length
  expect(
    await Promise.all([`ad=${contract}`, `ad=0x${'ef'.repeat(20)}`, `id=${declaration_id}`].map(found)),
  ).toEqual([3, 0, 1])
  expect(await post('/declaration/remove', { declaration_id, version: 2 })).toMatchObject({ status: 200 })
  expect(await shown('1')).toEqual([null, null])
  expect(await actionsOn(declaration_id)).toEqual([
    ...['declaration.set', 'declaration.set', 'declaration.remove'],
  ])

  for (const [more, field] of [
    [{ declarations: [] }, 'declarations'],
    [{ declarations: Array.from({ length: 21 }, (_, n) => one(`k${n}`)) }, 'declarations'],
    [{ declarations: [one('a'), one('a')] }, 'declarations'],
    [{ declarations: [{ ...one('a'), title: { th: 'ก' } }] }, 'declarations.0.title.en'],
    [{ declarations: [{ ...one('a'), body: text('<script>') }] }, 'declarations.0.body.th'],
    [{ declarations: [{ ...one('a'), url: 'javascript:alert(1)' }] }, 'declarations.0.url'],
  ] as const)
    expect(await set('issuer', range(), 'x', 0, more)).toMatchObject({ status: 400, body: { field } })
  const twenty = Array.from({ length: 20 }, (_, n) => ({ ...one(`k${n}`), url: 'https://talad.test/a' }))
  expect(await set('seller', range(), 'x', 0, { declarations: twenty })).toMatchObject({ status: 200 })
  // nobody writes for a seller but an admin
  const own = { declarer_type: 'seller', nft_range: range(), declarations: [one('own')], version: 1 }
  expect(await post('/declaration/set', own, { as: 'reader' })).toMatchObject({ status: 403 })
})

test('MO-3 of what covers a token the narrowest range counts, then what stands for something over its contract, then the newest', async () => {
  const { post, db } = await startIssuers()
  const set = async (nft_range: object, key: string, version = 0) => {
    const declared = { key, title: { th: 'ก', en: 'a' }, body: { th: 'ก', en: 'a' } }
    const body = { declarer_type: 'issuer', nft_range, declarations: [declared], version }
    expect((await post('/declaration/set', body)).status).toBe(200)
  }
  const shown = async (tokenId: bigint, abstract?: Required<NonNullable<NftToken['abstract']>>) => {
    const { issuer } = await declaredOf(db, { blockchain: 'kub', contract, tokenId, abstract })
    return issuer?.declarations[0]?.key
  }
  const virtual = { kind: 'vnft', collectionId: 'c1', itemId: 'i1' }
  await set(range(), 'whole')
  await set({ ...range(), abstract: { kind: 'vnft', collection_id: 'c1' } }, 'virtual')
  await set(range(contract, '1', '5'), 'early')
  await set(range(contract, '3', '7'), 'late')
  await set(range(contract, '9'), 'one')
  expect([await shown(50n), await shown(50n, virtual)]).toEqual(['whole', 'virtual'])
  expect([await shown(9n), await shown(9n, virtual)]).toEqual(['one', 'one'])
  expect([await shown(2n), await shown(4n), await shown(6n)]).toEqual(['early', 'late', 'late'])
  await set(range(contract, '1', '5'), 'again', 1)
  expect([await shown(4n), await shown(6n)]).toEqual(['again', 'late'])
})

test('AI-7 MO-37 a token is told the declarations of what it stands for', async () => {
  const { post, db, call } = await startIssuers()
  const declared = { key: 'virtual', title: { th: 'ก', en: 'a' }, body: { th: 'ก', en: 'a' } }
  const virtual = { ...range(), abstract: { kind: 'vnft', collection_id: 'c1', item_id: 'i1' } }
  const body = { declarer_type: 'issuer', nft_range: virtual, declarations: [declared], version: 0 }
  expect((await post('/declaration/set', body)).status).toBe(200)
  const shown = async (ti: string) => {
    const answer = await call('GET', `/api/public/v1/utility/declarations?bc=kub&ca=${contract}&ti=${ti}`)
    return (answer.body as { issuer: { declarations: { key: string }[] } | null }).issuer?.declarations[0]
      ?.key
  }
  const tell = (abstractItemId: string, at: number) => {
    const event = create(AssetChangedSchema, {
      assetId: '0'.repeat(24),
      blockchain: 'kub',
      contractAddress: contract,
      tokenId: '7',
      ...(abstractItemId && { abstractKind: 'vnft', abstractCollectionId: 'c1', abstractItemId }),
      at: timestampFromDate(new Date(Date.now() + at)),
    })
    return inTx(db, (tx) => assets.save(tx, [event]))
  }
  expect(await shown('7')).toBeUndefined()
  await tell('i1', 1_000)
  expect([await shown('7'), await shown('8')]).toEqual(['virtual', undefined])
  await tell('i2', 2_000)
  expect(await shown('7')).toBeUndefined()
  await tell('i1', 3_000)
  expect(await shown('7')).toBe('virtual')
  await tell('', 4_000)
  expect(await shown('7')).toBeUndefined()
})
