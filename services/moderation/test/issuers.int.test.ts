import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { contract, feeIn, other, range, startIssuers } from './issuer-harness.ts'

test('MO-32 MO-33 an issuer is added, changed and removed by who may; what it issues is published whole and written down', async () => {
  const { add, post, get, terms, told, actionsOn, setIssuerFee, enable } = await startIssuers()
  const added = await add('siam', { nft_ranges: [range(contract, '1', '9'), range(other)] })
  expect(added).toMatchObject({
    status: 201,
    body: {
      slug: 'siam',
      names: { th: 'ผู้ออก siam', en: 'siam' },
      primary_customer_id: 'join-siam',
      is_active: true,
      version: 1,
      changed_by: 'join-writer',
      nft_ranges: [
        { contract_address: contract, token_from: '1', token_to: '9', abstract: null },
        { contract_address: other, token_from: null },
      ],
    },
  })
  const { issuer_id } = added.body
  await until('both contracts are told', () => told.length === 2)
  expect(told.map(({ contractAddress, ranges }) => [contractAddress, ranges.length]).sort()).toEqual([
    [contract, 1],
    [other, 1],
  ])

  for (const [more, field] of [
    [{ slug: 'Siam' }, 'slug'],
    [{ slug: 's' }, 'slug'],
    [{ names: { th: 'ก' } }, 'names.en'],
    [{ names: { th: '<b>ก</b>', en: 'a' } }, 'names.th'],
    [{ primary_customer_id: 'somebody' }, 'primary_customer_id'],
    [{ nft_ranges: [] }, 'nft_ranges'],
    [{ nft_ranges: [{ ...range(), token_from: '1' }] }, 'nft_ranges.0.token_to'],
    [{ nft_ranges: [range(contract, '9', '1')] }, 'nft_ranges.0.token_to'],
    [{ note: ' ' }, 'note'],
  ] as const)
    expect(await add('other', more)).toMatchObject({ status: 400, body: { field } })
  expect(await add('siam', { nft_ranges: [range(contract, '10')] })).toMatchObject({
    status: 409,
    body: { code: 'slug_taken', field: 'slug', rule: 'MO-32' },
  })
  expect(await add('late', { nft_ranges: [range(contract, '9', '20')] })).toMatchObject({
    status: 409,
    body: { code: 'issuer_ranges_overlap', field: 'nft_ranges', rule: 'MO-32', details: { issuer_id } },
  })
  const virtual = { ...range(), abstract: { kind: 'vnft', collection_id: 'c1' } }
  expect(await add('virtual', { nft_ranges: [virtual] })).toMatchObject({ status: 201 }) // MO-3
  expect(await post('/issuer/add', terms('x'), { as: 'reader' })).toMatchObject({ status: 403 })

  const change = { issuer_id, ...terms('siam_2', { nft_ranges: [range(contract, '5', '9')] }) }
  expect(await post('/issuer/modify', { ...change, is_active: true, version: 1 })).toMatchObject({
    status: 200,
    body: { slug: 'siam_2', version: 2 },
  })
  expect(await post('/issuer/modify', { ...change, is_active: true, version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', field: 'version', details: { version: 2, changed_by: 'join-writer' } },
  })
  const list = await get('/issuer/list?count=1&q=SIAM&active=1')
  expect(list.body).toMatchObject({ total: 1, list: [{ issuer_id }] })
  expect(await get(`/issuer/pick/${issuer_id}`)).toMatchObject({ status: 200, body: { slug: 'siam_2' } })

  const late = (await add('late', { nft_ranges: [range(contract, '1', '4')] })).body // they are free
  const gone = { issuer_id: late.issuer_id, version: 1 }
  expect(await post('/issuer/remove', gone)).toMatchObject({ status: 200, body: { issuer: null } })
  expect(await get(`/issuer/pick/${late.issuer_id}`)).toMatchObject({ status: 404 })
  const { body: sheets } = await get(`/issuer/fee/list?is=${issuer_id}`)
  const version = (sheets as { list: { version: number }[] }).list[0]?.version ?? 0
  expect(await setIssuerFee(issuer_id, 3, version - 1)).toMatchObject({ status: 409 })
  expect(await setIssuerFee(issuer_id, 3, version)).toMatchObject({ status: 200 })
  const kept = await post('/issuer/remove', { issuer_id, version: 2 })
  expect(kept).toMatchObject({ status: 200, body: { issuer: { is_active: false, version: 3 } } })
  // who is kept for what was paid gets no other fees; those that are there can be switched off and removed
  const { body: after } = await get(`/issuer/fee/list?is=${issuer_id}`)
  const [sheet] = (after as { list: FeeSheet[] }).list
  if (!sheet) throw new Error('the fees of who was removed are not shown')
  const now = sheet.version
  const refused = { status: 404, body: { code: 'issuer_not_found' } }
  const fee = feeIn(sheet, 'issuer')?.fee_id
  expect(await setIssuerFee(issuer_id, 9, now)).toMatchObject(refused)
  expect(await post('/issuer/fee/sync', { issuer_id })).toMatchObject(refused)
  expect(await enable(fee, now)).toMatchObject(refused)
  expect(await enable(fee, now, false)).toMatchObject({ status: 200 })
  expect(await post('/issuer/fee/remove', { fee_id: fee, version: now })).toMatchObject({ status: 200 })
  expect(await add('late', { nft_ranges: [range()] })).toMatchObject({ status: 201 })
  expect(await actionsOn(issuer_id)).toEqual(['issuer.add', 'issuer.modify', 'issuer.remove'])
})

test('MO-32 of fifty who add an issuer at once those with one range or one slug are one; no two share a token', async () => {
  const { add, db } = await startIssuers()
  const same = await Promise.all(Array.from({ length: 25 }, (_, n) => add(`of_range_${n}`)))
  expect(same.filter(({ status }) => status === 201)).toHaveLength(1)
  const named = await Promise.all(
    Array.from({ length: 25 }, (_, n) => add('one_slug', { nft_ranges: [range(other, `${n}`)] })),
  )
  expect(named.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of [...same, ...named])
    if (status !== 201)
      expect(['slug_taken', 'issuer_ranges_overlap']).toContain((body as unknown as { code: string }).code)
  const { rows } = await db.query('select issuer_id from issuer_range')
  expect(rows).toHaveLength(2)
  // the constraint of the database says it too
  const insert = `insert into issuer_range (sheet_id, issuer_id, about, token_from, token_to) values ($1, $2, '', $3, $3)`
  await expect(db.query(insert, [`kub:${contract}`, 'somebody', '5'])).rejects.toThrow('issuer_range_apart')
})

test('MO-34 OB-31 an issuer’s fee is set, enabled, made where it is missing and removed, never above half together', async () => {
  const { add, post, get, setFee, setIssuerFee, enable, told, actionsOn } = await startIssuers()
  const { issuer_id } = (await add('siam', { nft_ranges: [range(contract, '1', '9'), range(other)] })).body
  const service = { type: 'service', percent: 25, version: 0 }
  expect(await setFee(service)).toMatchObject({
    status: 200,
    body: { contract_address: null, version: 1, service_percent: 25, total_percent: 25 },
  })
  const artist = {
    type: 'royalty',
    contract: { blockchain: 'kub', address: contract },
    customer_id: 'join-artist',
  }
  expect(await setFee({ ...artist, percent: 20.01, version: 1 })).toMatchObject({
    status: 200,
    body: { total_percent: 45.01 },
  })
  const set = await setIssuerFee(issuer_id, 5, 2)
  expect(set).toMatchObject({ status: 200, body: { version: 3, total_percent: 45.01 } })
  const fee = feeIn(set.body, 'issuer')
  expect(fee).toMatchObject({ issuer_id, percent: 5, enabled: false })
  expect(await enable(fee?.fee_id, 3)).toMatchObject({
    status: 409,
    body: { code: 'fees_too_high', field: 'enabled', rule: 'OB-31', details: { total_percent: 50.01 } },
  })
  expect(await setIssuerFee(issuer_id, 4.99, 2)).toMatchObject({ body: { code: 'version_conflict' } })
  expect(await setIssuerFee(issuer_id, 4.99, 3)).toMatchObject({ status: 200 })
  expect(await enable(fee?.fee_id, 4)).toMatchObject({ status: 200, body: { total_percent: 50 } })
  expect(await setIssuerFee(issuer_id, 5, 5)).toMatchObject({
    status: 409,
    body: { code: 'fees_too_high', field: 'fee_percent' },
  })
  // the general fee, too, is decided together with what every contract takes
  expect(await setFee({ type: 'service', percent: 25, version: 1, disabled: true })).toMatchObject({
    status: 200,
  })
  const royalty = { ...artist, percent: 25, version: 5 }
  expect(await setFee(royalty)).toMatchObject({ status: 200, body: { total_percent: 29.99 } })
  expect(await setFee({ ...service, version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'fees_too_high', field: 'percent', details: { total_percent: 54.99 } },
  })

  for (const [percent, status] of [
    [-1, 400],
    [25.01, 400],
    [1.001, 400],
    [0, 200],
  ] as const)
    expect(await setIssuerFee(issuer_id, percent, 6)).toMatchObject({ status })
  const foreign = { issuer_id, collection_id: 'f'.repeat(24), fee_percent: 1, version: 0 }
  expect(await post('/issuer/fee/set', foreign)).toMatchObject({
    status: 404,
    body: { code: 'collection_not_found', field: 'collection_id', rule: 'MO-34' },
  })
  expect(await post('/issuer/fee/set', { ...foreign, issuer_id: 'f'.repeat(24) })).toMatchObject({
    status: 404,
    body: { code: 'issuer_not_found', field: 'issuer_id' },
  })
  expect(await setFee({ ...artist, customer_id: 'somebody', percent: 1, version: 7 })).toMatchObject({
    status: 400,
    body: { field: 'customer_id' },
  })

  expect(await post('/issuer/fee/sync', { issuer_id })).toMatchObject({ status: 200, body: { created: 1 } })
  expect(await post('/issuer/fee/sync', { issuer_id })).toMatchObject({ status: 200, body: { created: 0 } })
  const { body } = await get(`/issuer/fee/list?is=${issuer_id}`)
  expect(body).toMatchObject({
    list: [
      {
        contract_address: contract,
        fees: [{ type: 'royalty' }, { type: 'issuer', percent: 0, enabled: true }],
      },
      { contract_address: other, fees: [{ type: 'issuer', percent: 0, enabled: false }] },
    ],
  })
  const removed = await post('/issuer/fee/remove', { fee_id: fee?.fee_id, version: 7 })
  expect(removed).toMatchObject({ status: 200, body: { fees: [{ type: 'royalty' }] } })
  expect(await enable(fee?.fee_id, 8)).toMatchObject({ status: 404, body: { code: 'fee_not_found' } })
  expect(await actionsOn(fee?.fee_id ?? '')).toEqual([
    ...['fee.set', 'fee.set', 'fee.enable', 'fee.set', 'fee.remove'],
  ])
  await until('the last state is told', () =>
    told.some(({ contractAddress, revision }) => contractAddress === contract && revision === 8),
  )
  expect(told.findLast(({ contractAddress }) => contractAddress === contract)).toMatchObject({
    fees: [{ type: 'royalty', customerId: 'join-artist', basisPoints: 2_500, enabled: true }],
    ranges: [{ issuerId: issuer_id, customerId: 'join-siam', tokenFrom: '1', tokenTo: '9' }],
  })
})

test('OB-31 of fifty fees that are set at once no sale ends above half, and the general one is decided with them', async () => {
  const { setFee, db } = await startIssuers()
  const royalty = (n: number) => ({
    type: 'royalty',
    contract: { blockchain: 'kub', address: n % 2 === 0 ? contract : other },
    customer_id: `join-${n}`,
    percent: 24,
    version: n < 2 ? 0 : 1,
  })
  const service = { type: 'service', percent: 25, version: 0 }
  const outcomes = await Promise.all([
    ...Array.from({ length: 40 }, (_, n) => setFee(royalty(n))),
    ...Array.from({ length: 10 }, () => setFee(service)),
  ])
  for (const { status, body } of outcomes)
    if (status !== 200)
      expect(['version_conflict', 'fees_too_high']).toContain((body as unknown as { code: string }).code)
  const { rows } = await db.query<{ most: number }>(
    `select coalesce(s.own_service, g.own_service, 0) + s.besides as most
     from fee_sheet s left join fee_sheet g on g.sheet_id = 'general'`,
  )
  for (const { most } of rows) expect(most).toBeLessThanOrEqual(5_000)
  expect(rows.length).toBeGreaterThan(0)
})

test('MO-35 one service fee a contract or for all, many royalties; disabled ones stay; the same call twice is one', async () => {
  const { setFee, get, post, db } = await startIssuers()
  const place = { blockchain: 'kub', address: contract }
  await setFee({ type: 'service', percent: 2.5, version: 0 })
  expect(await setFee({ type: 'service', contract: place, percent: 1, version: 0 })).toMatchObject({
    body: { service_percent: 1, total_percent: 1 },
  })
  for (const [version, customer_id] of ['join-a', 'join-b'].entries())
    await setFee({ type: 'royalty', contract: place, customer_id, percent: 3, version: version + 1 })
  const off = { type: 'service', contract: place, percent: 1, disabled: true, version: 3, note: 'n' }
  const first = await post('/fee/config/set', off, { key: 'k' })
  expect(await post('/fee/config/set', off, { key: 'k' })).toEqual(first)
  expect(first).toMatchObject({ status: 200, body: { version: 4, service_percent: 2.5, total_percent: 8.5 } })
  expect(await get(`/fee/config/pick?blockchain=kub&contract_address=${contract}`)).toMatchObject({
    body: { fees: [{ type: 'service', enabled: false }, { type: 'royalty' }, { type: 'royalty' }] },
  })
  expect(await get('/fee/config/pick')).toMatchObject({ body: { service_percent: 2.5, version: 1 } })
  expect(await get('/fee/config/list?count=1')).toMatchObject({
    body: { total: 1, list: [{ contract_address: contract, version: 4, total_percent: 8.5 }] },
  })
  expect(await get(`/fee/config/list?contract_address=${other}`)).toMatchObject({ body: { list: [] } })
  for (const [body, field] of [
    [{ type: 'royalty', percent: 1, customer_id: 'join-a' }, 'contract'],
    [{ type: 'royalty', percent: 1, contract: place }, 'customer_id'],
    [{ type: 'service', percent: 1, customer_id: 'join-a' }, 'customer_id'],
  ] as const)
    expect(await setFee({ ...body, version: 0 })).toMatchObject({ status: 400, body: { field } })
  const { rows } = await db.query('select 1 from fee')
  expect(rows).toHaveLength(4)
})

test('AI-9 MO-32 who an issuer is and what it issues is told after each change, and nothing of one that is no longer active', async () => {
  const { add, post, terms, issuersTold } = await startIssuers()
  const virtual = { ...range(other), abstract: { kind: 'vnft', collection_id: 'c1', item_id: 'i1' } }
  const { body } = await add('siam', { nft_ranges: [range(contract, '1', '9'), virtual] })
  const { issuer_id } = body
  const change = { issuer_id, ...terms('siam_2', { nft_ranges: [range()] }) }
  await post('/issuer/modify', { ...change, is_active: true, version: 1 })
  await post('/issuer/modify', { ...change, is_active: false, version: 2 })
  await post('/issuer/modify', { ...change, is_active: true, version: 3 })
  await post('/issuer/remove', { issuer_id, version: 4 })
  await until('all is told', () => issuersTold.length === 5)
  expect(
    issuersTold.map(({ issuerId, slug, customerId, nameTh, nameEn, revision, ranges }) => ({
      issuerId,
      slug,
      customerId,
      nameTh,
      nameEn,
      revision,
      ranges: ranges.map(({ contractAddress, tokenFrom, tokenTo, abstractItemId: item }) =>
        [contractAddress, tokenFrom, tokenTo, item].join(' '),
      ),
    })),
  ).toEqual(
    [[`${contract} 1 9 `, `${other}   i1`], [`${contract}   `], ...[[], [`${contract}   `], []]].map(
      (ranges, n) => {
        const slug = n === 0 ? 'siam' : 'siam_2'
        const told = { slug, nameTh: `ผู้ออก ${slug}`, nameEn: slug, revision: n + 1, ranges }
        return { issuerId: issuer_id, customerId: `join-${slug}`, ...told }
      },
    ),
  )
})
