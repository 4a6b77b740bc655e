import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import { FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { list, listingBody, post } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { contractOf, introduce } from './messages.ts'
import { pick } from './steps.ts'

/** Says what moderation would, and waits until the order book has heard of it. */
async function say(
  market: Market,
  contentKey: string,
  customerId: string,
  [questionsVersion, revision]: [number, number],
): Promise<void> {
  const about = { contentKey, customerId, questionsVersion, revision }
  await market.send(
    outgoing('moderation.assessment.v1', `${contentKey}:${customerId}`, AssessmentChangedSchema, about),
  )
  await until('it is known', async () => {
    const { rows } = await market.db.query(
      'select 1 from assessment_replica where content_key = $1 and customer_id = $2 and revision >= $3',
      [contentKey, customerId, revision],
    )
    return rows.length > 0
  })
}

test('OB-40 an order says to who has not passed its assessment that this is what keeps them from it', async () => {
  const market = await startMarket(inject('postgres'), {})
  onTestFinished(() => market.stop())
  await introduce(market)
  const order = await list(market)
  const seen = async (who?: string) =>
    (await pick(market, order, who)).actions.find(({ name }) => name === 'buy')
  expect(await seen('other')).toEqual({ name: 'buy', enabled: true, reasons: [] })
  await say(market, 'new_seller', '', [1, 1])
  expect(await seen('other')).toMatchObject({ enabled: true })
  await say(market, 'new_buyer', '', [1, 1])
  expect(await seen('other')).toEqual({ name: 'buy', enabled: false, reasons: ['assessment'] })
  expect(await seen('seller')).toMatchObject({ reasons: ['own_order', 'assessment'] })
  expect(await seen()).toEqual({ name: 'buy', enabled: true, reasons: [] }) // of a visitor nothing is known
  await say(market, 'new_buyer', 'join-other', [1, 1])
  expect(await seen('other')).toEqual({ name: 'buy', enabled: true, reasons: [] })
})

test('OB-36 who lists has to have passed new_seller in a version that counts, after KYC and before the shape is looked at', async () => {
  const market = await startMarket(inject('postgres'), {})
  onTestFinished(() => market.stop())
  await introduce(market)
  const body = await listingBody(market)
  const refused = { status: 403, code: 'assessment_required' }
  // what isn't published blocks nobody (MO-29)
  expect(await post(market, { nonsense: true })).toMatchObject({ status: 400 })
  await say(market, 'new_seller', '', [2, 3])
  expect(await post(market, body)).toMatchObject(refused)
  expect(await post(market, { nonsense: true })).toMatchObject(refused)
  expect(await post(market, body, 'seller', 1)).toMatchObject({ code: 'kyc_not_eligible' })
  // who offers is asked other things
  expect(await post(market, { order: { type: 'offer' } })).toMatchObject({ status: 400 })
  await say(market, 'new_seller', 'join-seller', [1, 1])
  expect(await post(market, body)).toMatchObject(refused)
  await say(market, 'new_seller', 'join-seller', [2, 2])
  expect((await post(market, body)).status).toBe(201)
  // news that comes late changes nothing
  await say(market, 'new_seller', 'join-seller', [1, 1])
  expect((await post(market, body)).status).toBe(201)
  await say(market, 'new_seller', '', [3, 5])
  expect(await post(market, await listingBody(market, { tokenId: '2' }))).toMatchObject(refused)
})

test('OB-36 who lists a token that they issue themself has to have passed new_issuer too; nobody else has, and nobody for any other token', async () => {
  const market = await startMarket(inject('postgres'), {})
  onTestFinished(() => market.stop())
  await introduce(market)
  await say(market, 'new_issuer', '', [1, 1])
  const contractAddress = contractOf(market, 'single')
  const issue = async (customerId: string, revision: number) => {
    const ranges = [{ issuerId: 'siam', customerId, tokenFrom: '1', tokenTo: '1' }]
    const sheet = { blockchain: 'kub', contractAddress, revision, fees: [], ranges }
    await market.send(outgoing('moderation.fee.v1', `kub:${contractAddress}`, FeesChangedSchema, sheet))
    await until('the range is known', async () => {
      const sql = 'select 1 from fee_sheet where sheet_id = $1 and revision = $2'
      return (await market.db.query(sql, [`kub:${contractAddress}`, revision])).rows.length === 1
    })
  }
  const refused = (key: string) => ({
    status: 403,
    code: 'assessment_required',
    details: { content_key: key },
  })
  await issue('join-other', 2)
  expect((await post(market, await listingBody(market, { tokenId: '2' }))).status).toBe(201)
  await issue('join-seller', 3)
  const own = await listingBody(market)
  expect(await post(market, own)).toMatchObject(refused('new_issuer'))
  await say(market, 'new_seller', '', [1, 1])
  expect(await post(market, own)).toMatchObject(refused('new_seller'))
  await say(market, 'new_seller', 'join-seller', [1, 1])
  expect(await post(market, own)).toMatchObject(refused('new_issuer'))
  expect(await post(market, { order: { type: 'offer' } })).toMatchObject({ status: 400 })
  await say(market, 'new_issuer', 'join-seller', [1, 1])
  expect((await post(market, own)).status).toBe(201)
})
