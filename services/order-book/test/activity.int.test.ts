import { orderPreviewHttp } from '@talad/proto/http/moderation/suspension-preview'
import { getOrder, listOrders, type Order } from '@talad/proto/http/order-book/orders'
import { grantPermissions } from '@talad/shared/testing/admins'
import { signToken } from '@talad/shared/testing/tokens'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { fill, list, listingBody, post } from './bodies.ts'
import { type Market, startMarket, transact } from './market.ts'
import { account, asset, contractOf, facts, introduce, suspension } from './messages.ts'
import { becomes, move, pick, settled, transferOf } from './steps.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
})
afterAll(() => market?.stop())
let nextToken = 0
let tokenId = ''
beforeEach(() => {
  nextToken += 1
  tokenId = String(nextToken)
})

test('OB-16 the fill may be heard of long after its transfer: the listing is not cancelled meanwhile', async () => {
  const order = await list(market, { tokenId })
  const receipt = await fill(market, order)
  await market.send(transferOf(market, receipt, tokenId, 'seller', 'recipient'))
  await until('the transfer is settled', async () => {
    const found = await market.db.query(
      'select (select count(*) from transfer_check where hash = $1) as open, (select count(*) from heard_transfer where tx_hash = $2) as seen',
      [order.hash, receipt.hash],
    )
    return found.rows[0]?.open === 0n && found.rows[0].seen === 1n
  })
  expect((await becomes(market, order, 'inactive')).actions[0]?.reasons).toContain('owner_changed')
  await market.send(facts.fulfilled(receipt, order, '1'))
  await becomes(market, order, 'completed')
  const statuses = () => market.heard.filter((one) => one.hash === order.hash).map((one) => one.status)
  await until('the end is published', () => statuses().includes('completed'))
  expect(statuses()).not.toContain('cancelled')
})

test('OB-16 a listing that its asset has left stays cancelled when the asset returns', async () => {
  const order = await list(market, { tokenId })
  await becomes(market, order, 'offchain')
  await move(market, tokenId, 'seller', 'recipient')
  await becomes(market, order, 'cancelled')
  await move(market, tokenId, 'recipient', 'seller')
  await settled(market)
  expect((await pick(market, order)).status).toBe('cancelled')
})

test('OB-1 a reorganised transfer gives the listing back', async () => {
  const order = await list(market, { tokenId })
  const receipt = await move(market, tokenId, 'seller', 'recipient')
  await becomes(market, order, 'cancelled')
  await move(market, tokenId, 'recipient', 'seller', { silent: true })
  await market.send(transferOf(market, receipt, tokenId, 'seller', 'recipient', { reverted: true }))
  await becomes(market, order, 'offchain')
})

test('OB-16 a transfer that was part of what the put checked does not count', async () => {
  const out = await move(market, tokenId, 'seller', 'recipient', { silent: true })
  await move(market, tokenId, 'recipient', 'seller', { silent: true })
  const order = await list(market, { tokenId })
  await market.send(transferOf(market, out, tokenId, 'seller', 'recipient'))
  await settled(market)
  expect((await pick(market, order)).status).toBe('offchain')
})

test('OB-16 units that leave hurt an erc1155 listing only when what is listed is no longer there', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '2', amount: '60', text: '600' })
  await move(market, '2', 'seller', 'recipient', { kind: 'multiple', units: 40, fromBalance: '60' })
  await settled(market)
  expect((await pick(market, order)).status).toBe('offchain')
  await move(market, '2', 'seller', 'recipient', { kind: 'multiple', units: 1, fromBalance: '59' })
  await becomes(market, order, 'cancelled')
})

test('OB-4 OB-3 a missing approval makes an order inactive, and it comes back with it', async () => {
  const order = await list(market, { tokenId })
  const { seaport } = market.deployment
  const revoke = await transact(market.single, market.seller, 'setApprovalForAll', seaport, false)
  await market.send(facts.approval(revoke, contractOf(market, 'single'), market.seller.address))
  const inactive = await becomes(market, order, 'inactive')
  expect(inactive).toMatchObject({ inactive: true })
  expect(inactive.actions).toMatchObject([{ name: 'buy', enabled: false, reasons: ['inactive'] }])
  const grant = await transact(market.single, market.seller, 'setApprovalForAll', seaport, true)
  await market.send(facts.approval(grant, contractOf(market, 'single'), market.seller.address))
  await becomes(market, order, 'offchain')
  const changes = () => market.heard.filter((one) => one.hash === order.hash).map((one) => one.change)
  await until('all is published', () => changes().length === 3)
  expect(changes()).toEqual(['put', 'inactivated', 'activated'])
  await until('it is left alone for ten minutes', async () => {
    const found = await market.db.query(
      `select 1 from kit.job where task = 'order.activity' and key = $1 and run_at > now() + interval '9 minutes'`,
      [order.hash],
    )
    return found.rows.length > 0
  })
})

test('OB-4 a suspension and a lost KYC level make an order inactive', async () => {
  const order = await list(market, { tokenId })
  await market.send(suspension(market, tokenId, 1))
  expect((await becomes(market, order, 'inactive')).actions[0]?.reasons).toEqual(['suspended'])
  await market.send(suspension(market, tokenId, 2), suspension(market, tokenId, 1)) // the older one comes late
  await becomes(market, order, 'offchain')
  const wallets = [{ address: market.seller.address.toLowerCase(), provider: 'web3' }]
  await market.send(account({ who: 'seller', wallets, kycLevel: 1 }))
  await becomes(market, order, 'inactive')
  await market.send(account({ who: 'seller', wallets }))
  await becomes(market, order, 'offchain')
})

test('OB-4 AI-8 what needs its creator verified is not bought until that is done', async () => {
  const order = await list(market, { tokenId })
  await market.send(asset(market, 'single', tokenId, { tradable: false }))
  expect((await becomes(market, order, 'inactive')).actions[0]?.reasons).toEqual(['suspended'])
  await market.send(asset(market, 'single', tokenId))
  await becomes(market, order, 'offchain')
})

test('ID-31 the orders of a wallet that was unlinked rest, and come back when it is linked again', async () => {
  const order = await list(market, { tokenId })
  await becomes(market, order, 'offchain')
  await market.send(account({ who: 'seller', wallets: [] }))
  expect((await becomes(market, order, 'inactive')).inactive_reasons).toEqual(['unlinked'])
  const wallets = [{ address: market.seller.address.toLowerCase(), provider: 'web3' }]
  await market.send(account({ who: 'seller', wallets }))
  await becomes(market, order, 'offchain')
})

test('OB-4 OB-16 a suspension that ends gives the orders of its range back, but not one whose asset has left meanwhile', async () => {
  const stays = await list(market, { tokenId })
  nextToken += 1
  const leaving = String(nextToken)
  const leaves = await list(market, { tokenId: leaving })
  const whole = (revision: number) => suspension(market, 'all', revision, { tokenFrom: '', tokenTo: '' })
  await market.send(whole(1), suspension(market, tokenId, 1))
  for (const order of [stays, leaves])
    expect((await becomes(market, order, 'inactive')).actions[0]?.reasons).toEqual(['suspended'])
  const preview = async (ends: string) => {
    const as = { sub: 'account-admin', jid: 'admin' }
    const path = orderPreviewHttp.previewSuspendedOrders.path
    const query = `?blockchain=kub&contract_address=${contractOf(market, 'single')}${ends}`
    const response = await fetch(`${market.url()}${path}${query}`, {
      headers: { authorization: `Bearer ${await signToken(market.keys, as)}` },
    })
    return { status: response.status, body: await response.json() }
  }
  expect(await preview('')).toMatchObject({ status: 403, body: { code: 'permission_required' } })
  await grantPermissions(market.db, 'join-admin', ['suspension.read'])
  expect(await preview(`&token_from=${tokenId}&token_to=${tokenId}`)).toMatchObject({
    status: 200,
    body: { orders: 1, samples: [{ hash: stays.hash, token_id: tokenId, symbol: 'THB' }] },
  })
  const known = await fetch(market.url() + orderPreviewHttp.suspensionsKnownToOrders.path, {
    headers: {
      authorization: `Bearer ${await signToken(market.keys, { sub: 'account-admin', jid: 'admin' })}`,
    },
  })
  const { newest } = orderPreviewHttp.suspensionsKnownToOrders.response.parse(await known.json())
  expect(Date.now() - Date.parse(newest ?? '')).toBeLessThan(60_000)
  const ready = await (await fetch(`${market.url()}/readyz`)).json()
  expect(ready).toMatchObject({ newest_ms_ago: { suspensions: expect.any(Number) } })
  await move(market, leaving, 'seller', 'recipient')
  await becomes(market, leaves, 'cancelled')
  await market.send(whole(2), whole(2))
  await until('the suspension of all is over', async () => {
    const over = `select 1 from suspension_replica where suspension_id = 's-all' and not active`
    return (await market.db.query(over)).rows.length > 0
  })
  await settled(market)
  // the other suspension still covers it (MO-4)
  expect((await pick(market, stays)).status).toBe('inactive')
  await market.send(suspension(market, tokenId, 2))
  await becomes(market, stays, 'offchain')
  await move(market, leaving, 'recipient', 'seller')
  await settled(market)
  expect((await pick(market, leaves)).status).toBe('cancelled')
})

test('MO-1 MO-8 a suspended virtual collection has the orders on what stands for it rest, and on nothing else of its contract', async () => {
  const stands = (token: string, abstractCollectionId: string) =>
    asset(market, 'single', token, { abstractKind: 'vnft', abstractCollectionId, abstractItemId: '1' })
  const [of, beside, alone] = [tokenId, String(++nextToken), String(++nextToken)]
  await market.send(stands(of, 'temple'), stands(beside, 'shop'))
  const [order, other, own] = [
    await list(market, { tokenId: of }),
    await list(market, { tokenId: beside }),
    await list(market, { tokenId: alone }),
  ]
  const virtual = { abstractKind: 'vnft', abstractCollectionId: 'temple' }
  const temple = (revision: number) =>
    suspension(market, 'temple', revision, { tokenFrom: '', tokenTo: '', ...virtual })
  await market.send(temple(1))
  expect((await becomes(market, order, 'inactive')).actions[0]?.reasons).toEqual(['suspended'])
  await settled(market)
  for (const one of [other, own]) expect((await pick(market, one)).status).toBe('offchain')
  expect(await post(market, await listingBody(market, { tokenId: of }))).toMatchObject({
    code: 'asset_suspended',
  })
  // what turns out to stand for it later rests too (MO-8)
  await market.send(stands(alone, 'temple'))
  await becomes(market, own, 'inactive')
  await market.send(temple(2))
  for (const one of [order, own]) await becomes(market, one, 'offchain')
})

test('OB-4 while the chain is away nothing changes, and the work resumes by itself', async () => {
  const order = await list(market, { tokenId })
  await becomes(market, order, 'offchain')
  const receipt = await move(market, tokenId, 'seller', 'recipient', { silent: true })
  market.rpc.setDown(true)
  await market.send(transferOf(market, receipt, tokenId, 'seller', 'recipient'))
  await until('the transfer is noted', async () => {
    const found = await market.db.query('select 1 from transfer_check where hash = $1', [order.hash])
    return found.rows.length > 0
  })
  expect((await pick(market, order)).status).toBe('offchain')
  market.rpc.setDown(false)
  await becomes(market, order, 'cancelled')
})

test('MO-7 what is suspended is in no list of what is for sale, also while the chain is away, and is back only when it is there', async () => {
  const order = await list(market, { tokenId })
  await becomes(market, order, 'offchain')
  const query = { ad: contractOf(market, 'single'), ti: tokenId }
  const isListed = async () => (await market.clientOf()(listOrders, { query })).list.length > 0
  await until('it is for sale', isListed)
  market.rpc.setDown(true)
  await market.send(suspension(market, tokenId, 1), suspension(market, tokenId, 1))
  await until('it is for sale no more', async () => !(await isListed()))
  expect((await pick(market, order)).inactive_reasons).toEqual(['suspended'])
  await market.send(suspension(market, tokenId, 2))
  await until('that it has ended is known', async () => {
    const found = await market.db.query(
      'select 1 from suspension_replica where suspension_id = $1 and not active',
      [`s-${tokenId}`],
    )
    return found.rows.length > 0
  })
  expect(await isListed()).toBe(false)
  market.rpc.setDown(false)
  await becomes(market, order, 'offchain')
  await until('it is for sale again', isListed)
  const changes = () => market.heard.filter((one) => one.hash === order.hash).map((one) => one.change)
  await until('all is published', () => changes().length === 3)
  expect(changes()).toEqual(['put', 'inactivated', 'activated'])
})

test('OB-43 OB-40 what a viewer could do, and why not', async () => {
  const order = await list(market, { tokenId })
  await becomes(market, order, 'offchain')
  const names = (view: Order) => view.actions.map((one) => [one.name, one.enabled, one.reasons])
  expect(names(await pick(market, order))).toEqual([['buy', true, []]])
  expect(names(await pick(market, order, 'other'))).toEqual([['buy', true, []]])
  expect(names(await pick(market, order, 'seller'))).toEqual([
    ['cancel', true, []],
    ['buy', false, ['own_order']],
  ])
  const byWallet = await market.clientOf()(getOrder, { query: { ha: order.hash, wl: market.seller.address } })
  expect(names(byWallet.order)).toEqual([
    ['cancel', true, []],
    ['buy', false, ['own_order']],
  ])
  const poor = await market.clientOf('other', 1)(getOrder, { query: { ha: order.hash } })
  expect(names(poor.order)).toEqual([['buy', false, ['kyc']]])
})

test('OB-16 a transfer that is heard of between the check and the insert of a put still counts', async () => {
  const out = await move(market, tokenId, 'seller', 'recipient', { silent: true })
  await move(market, tokenId, 'recipient', 'seller', { silent: true })
  // as the consumer leaves it when it is quicker than the put
  await market.db.query(
    `insert into heard_transfer
       (owner, contract, token_id, fact_key, tx_hash, block_hash, log_index, block_number, from_balance,
        heard_at)
     values ($1, $2, $3, 'quick', $4, $5, 0, 1000000, 0, now())`,
    [market.seller.address.toLowerCase(), contractOf(market, 'single'), tokenId, out.hash, out.blockHash],
  )
  await becomes(market, await list(market, { tokenId }), 'cancelled')
})

test('OB-16 what was heard before the service died is finished after its start', async () => {
  const order = await list(market, { tokenId })
  await becomes(market, order, 'offchain')
  const receipt = await move(market, tokenId, 'seller', 'recipient', { silent: true })
  market.rpc.setDown(true)
  await market.send(transferOf(market, receipt, tokenId, 'seller', 'recipient'))
  await until('the transfer is noted', async () => {
    const found = await market.db.query('select 1 from transfer_check where hash = $1', [order.hash])
    return found.rows.length > 0
  })
  await market.restart(async () => market.rpc.setDown(false))
  await becomes(market, order, 'cancelled')
})
