import { createServer } from 'node:http'
import { profilePictureInternalHttp } from '@talad/proto/http/identity/profile-picture-internal'
import { openDb } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, testKeys } from '@talad/shared/testing/tokens'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { assetIdOf, collectionIdOf } from '../src/chain/ids.ts'
import { service } from '../src/service.ts'
import { migrations } from './indexer.ts'

const SECRET = 'internal-token-for-tests'
const fish = `0x${'f1'.repeat(20)}`
const [first, second, other] = [`0x${'0a'.repeat(20)}`, `0x${'0b'.repeat(20)}`, `0x${'0c'.repeat(20)}`]
const file = `${'a'.repeat(64)}.webp`
const somchai = newId()

type Said = { token: string | undefined; body: unknown }

/** Identity: its keys are real, what it says to a picture is the test's. */
async function playIdentity() {
  const keys = await testKeys()
  const said: Said[] = []
  const state: { refusal: { status: number; code: string } | undefined } = { refusal: undefined }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    response.setHeader('content-type', 'application/json')
    if (request.url !== profilePictureInternalHttp.saveProfilePicture.path)
      return response.end(await (await fetch(new URL(request.url ?? '/', keys.url))).text())
    const body = JSON.parse(Buffer.concat(parts).toString())
    said.push({ token: request.headers['x-internal-token']?.toString(), body })
    const { refusal } = state
    if (!refusal) return response.end(JSON.stringify({ profilePictureUrl: body.url, replaced: null }))
    const problem = { type: '', title: '', message: '', requestId: '', ...refusal }
    response.writeHead(refusal.status).end(JSON.stringify(problem))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { keys, said, state, server, url: `http://127.0.0.1:${address.port}` }
}

async function start() {
  const [own, bus] = await Promise.all([
    createTestDatabase(inject('postgres'), migrations),
    createEmptyDatabase(inject('postgres')),
  ])
  const identity = await playIdentity()
  const running = await service.startIn({
    NODE_ENV: 'test',
    DATABASE_URL: own.url,
    BUS_DATABASE_URL: bus.url,
    LOG_LEVEL: 'silent',
    JWKS_URL: `${identity.url}/jwks.json`,
    INTERNAL_TOKENS: SECRET,
    MEDIA_DIR: '/nowhere',
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: fish,
    COLLECTIONS: JSON.stringify([{ address: fish, type: 'erc1155', slug: 'fish' }]),
  })
  const db = openDb(own.url)
  return {
    db,
    identity,
    async ask(asset_id: string, as: string | undefined = somchai) {
      const headers = {
        'content-type': 'application/json',
        ...(as !== '' && { authorization: `Bearer ${await signToken(identity.keys, { sub: as })}` }),
      }
      const path = `${running.url}/api/user/v1/utility/profile-picture`
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ asset_id }) })
      return { status: response.status, body: await response.json() }
    },
    async close() {
      await running.close()
      await db.end()
      identity.server.closeAllConnections()
      await new Promise((resolve) => identity.server.close(resolve))
      await identity.keys.close()
      await Promise.all([own.drop(), bus.drop()])
    },
  }
}

const idOf = (token: string) => assetIdOf('kub', fish, token)

let world: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  world = await start()
  const { db } = world
  for (const [token, r360, holders] of [
    ['1', file, { [first]: 1, [second]: 5 }],
    ['2', null, { [first]: 1 }],
    ['3', file, { [other]: 6 }],
  ] as const) {
    await db.query(
      `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block, r360)
       values ($1, $2, $3, $4, 6, 1, now(), 1, $5)`,
      [idOf(token), collectionIdOf('kub', fish), fish, token, r360],
    )
    for (const [address, quantity] of Object.entries(holders))
      await db.query('insert into holder values ($1, $2, $3)', [idOf(token), address, quantity])
  }
  await db.query('insert into account_replica values ($1, 1, $2)', [somchai, [first, second]])
})
afterAll(() => world?.close())
beforeEach(() => {
  world.identity.state.refusal = undefined
  world.identity.said.splice(0)
})

test('ID-39 GW-3 identity is told, by our own secret, of the picture and of the wallet that holds most of the asset', async () => {
  const url = `/media/${file}`
  for (let times = 0; times < 2; times += 1)
    expect(await world.ask(idOf('1'))).toEqual({
      status: 200,
      body: { profilePictureUrl: url, replaced: null },
    })
  const asset = { id: idOf('1'), blockchain: 'kub', contract: fish, token: '1' }
  const body = { account_id: somchai, url, holder: second, asset }
  expect(world.identity.said).toEqual([1, 2].map(() => ({ token: SECRET, body })))
})

test('ID-39 nobody is shown by what they do not hold, what is not there, what has no picture, or without signing in', async () => {
  const { ask, identity, db } = world
  for (const [id, as, status, code] of [
    [idOf('3'), somchai, 403, 'not_your_asset'],
    [idOf('1'), newId(), 403, 'not_your_asset'],
    [newId(), somchai, 404, 'not_found'],
    [idOf('2'), somchai, 409, 'picture_not_ready'],
    ['../1', somchai, 400, 'validation'],
    [idOf('1'), '', 401, 'unauthorized'],
  ] as const)
    expect(await ask(id, as)).toMatchObject({ status, body: { code } })
  await db.query(
    `insert into suspension_replica (suspension_id, revision, active, blockchain, contract_address, token_from, token_to)
     values ('s', 1, true, 'kub', $1, 1, 1)`,
    [fish],
  )
  expect(await ask(idOf('1'))).toMatchObject({ status: 403, body: { code: 'asset_suspended' } })
  await db.query('delete from suspension_replica')
  expect(identity.said).toEqual([])
})

test('ID-39 what identity refuses is refused, and without it nothing is promised', async () => {
  const { ask, identity } = world
  for (const [status, code, told] of [
    [403, 'not_your_asset', { status: 403, body: { code: 'not_your_asset' } }],
    [403, 'asset_suspended', { status: 403, body: { code: 'asset_suspended' } }],
    [401, 'unauthorized', { status: 503, body: { code: 'unavailable' } }],
    [500, 'internal', { status: 503, body: { code: 'unavailable' } }],
  ] as const) {
    identity.state.refusal = { status, code }
    expect(await ask(idOf('1'))).toMatchObject(told)
  }
})
