import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import { expect, test } from 'vitest'
import { admin, person } from './harness.ts'
import { collection, contract, feeIn, range, startIssuers } from './issuer-harness.ts'

test('AW-4 what A§7 names is enough to set, enable, sync and remove a fee and a declaration, and to end a suspension', async () => {
  const { add, post, get, grant, call } = await startIssuers()
  const { issuer_id } = (await add('siam')).body
  const bare = { note: undefined }
  const set = { ...bare, issuer_id, collection_id: collection[contract] }
  expect(await post('/issuer/fee/set', { ...set, fee_percent: 2 })).toMatchObject({ status: 200 })
  const again = await post<FeeSheet>('/issuer/fee/set', { ...set, fee_percent: 3 })
  expect(again).toMatchObject({ status: 200, body: { fees: [{ percent: 3 }] } })
  expect(await post('/issuer/fee/set', { ...set, fee_percent: 4, version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
  const fee = { ...bare, fee_id: feeIn(again.body, 'issuer')?.fee_id }
  expect(await post('/issuer/fee/enable', { ...fee, enabled: true })).toMatchObject({ status: 200 })
  expect(await post('/issuer/fee/remove', fee)).toMatchObject({ status: 200 })
  expect(await post('/issuer/fee/sync', { ...bare, issuer_id })).toMatchObject({ status: 200 })
  const words = { th: 'ไทย', en: 'made' }
  const declared = await post<{ declaration_id: string }>('/declaration/set', {
    declarer_type: 'issuer',
    nft_range: range(),
    declarations: [{ key: 'made', title: words, body: words }],
    version: 0,
  })
  const { declaration_id } = declared.body
  expect(await post('/declaration/remove', { ...bare, declaration_id })).toMatchObject({ status: 200 })
  expect(await get('/declaration/list')).toMatchObject({ body: { list: [] } })
  await grant('writer', 'suspension.write')
  const ranged = { nft_range: range() }
  const { suspension_id } = (await post<{ suspension_id: string }>('/moderation/suspension/suspend', ranged))
    .body
  const ended = await call('POST', `${admin}/moderation/suspension/unsuspend`, {
    as: person('writer'),
    body: { suspension_id, note: 'over' },
  })
  expect(ended).toMatchObject({ status: 200, body: { status: 'unsuspended' } })
})
