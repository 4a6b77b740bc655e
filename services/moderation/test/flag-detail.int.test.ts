import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { type OutMessage, outgoing } from '@talad/shared/bus/port'
import { untilHeard } from '@talad/shared/testing/heard'
import { expect, test } from 'vitest'
import { contractOf, RED, sent, startBots } from './bots-harness.ts'

const CONTRACT = 7
const suspend = { review_disposition: 'suspend', scope: 'individual', notes: 'a copy' } as const

type Transfer = { from: string; to: string; block: number; log?: number; reverted?: boolean; type?: string }

async function startDetail() {
  const bots = await startBots()
  const { bus } = bots
  /** Tells of transfers of a token, and waits until they were heard. */
  const transfer = async (assetId: string, token: string, ...all: Transfer[]) => {
    const messages = all.map(
      ({ from, to, block, log = 0, reverted = false, type = 'erc721' }): OutMessage => {
        const position = { blockchain: 'kub', blockNumber: BigInt(block), logIndex: log, reverted }
        const about = { contractAddress: contractOf(CONTRACT), contractType: type, tokenId: token, assetId }
        const key = `${contractOf(CONTRACT)}:${token}`
        return sent(
          outgoing('asset-indexer.chain.v1', key, AssetTransferredSchema, { position, ...about, from, to }),
        )
      },
    )
    await bus.publish(messages)
    await untilHeard(bus, 'moderation.owner')
  }
  return { ...bots, transfer }
}

test('AW-6 a case tells what of its item has changed since it was decided: texts, traits, picture, collection and owner', async () => {
  const { tell, transfer, report, resolve, pick, boss, post } = await startDetail()
  const was = {
    name: 'Betta #1',
    description: 'a fish',
    traits: ['Hat: red'],
    image: '/m/a.webp',
    picture: RED,
  }
  const id = await tell(CONTRACT, '1', was)
  await transfer(id, '1', { from: '0xa', to: '0xB', block: 5 })
  await report('mali', id)
  expect((await pick(boss, id)).since_decision).toBeNull()

  expect((await resolve(boss, id, 1)).status).toBe(200)
  const none = { round: 1, at: expect.any(String), known: true, changes: [], picture: null }
  expect((await pick(boss, id)).since_decision).toEqual(none)

  const is = { ...was, name: 'Betta #2', traits: ['Hat: blue', 'Fin: long'], image: '/m/b.webp' }
  await tell(CONTRACT, '1', { ...is, collection: 'Koi', picture: '0f'.repeat(32) })
  await transfer(id, '1', { from: '0xB', to: '0xc', block: 6 })
  const changed = (await pick(boss, id)).since_decision
  expect(changed).toEqual({
    ...none,
    changes: [
      { field: 'name', before: 'Betta #1', after: 'Betta #2' },
      { field: 'trait', before: 'Hat: red', after: 'Hat: blue' },
      { field: 'trait', before: null, after: 'Fin: long' },
      { field: 'collection', before: `Collection ${CONTRACT}`, after: 'Koi' },
      { field: 'owner', before: '0xb', after: '0xc' },
    ],
    picture: { before: '/m/a.webp', after: '/m/b.webp', alike: false },
  })

  // decided again: what counts is how it was then; also of a decision that was taken back
  await report('chai', id)
  expect((await resolve(boss, id, 3, suspend)).status).toBe(200)
  expect((await pick(boss, id)).since_decision).toMatchObject({ round: 2, changes: [], picture: null })
  await post(boss, 'undo', { cases: [{ case_id: id, version: 4 }] })
  await tell(CONTRACT, '1', { ...is, collection: 'Koi', description: 'another fish', picture: '' })
  expect((await pick(boss, id)).since_decision).toMatchObject({
    round: 2,
    changes: [{ field: 'description', before: 'a fish', after: 'another fish' }],
  })
})

test('AW-6 a picture that was made anew and looks alike is told as such; of what was not read nothing is said', async () => {
  const { tell, report, resolve, pick, boss, asset, db } = await startDetail()
  const id = await tell(CONTRACT, '1', { image: '/m/a.webp', picture: RED })
  const plain = await asset()
  for (const one of [id, plain]) {
    await report('mali', one)
    await resolve(boss, one, 1)
  }
  await tell(CONTRACT, '1', { image: '/m/b.webp', picture: `f1${RED.slice(2)}` })
  expect((await pick(boss, id)).since_decision).toMatchObject({ changes: [], picture: { alike: true } })
  await tell(CONTRACT, '1', { image: '/m/c.webp', picture: '' })
  expect((await pick(boss, id)).since_decision).toMatchObject({
    picture: { after: '/m/c.webp', alike: null },
  })
  const unread = { known: false, changes: [], picture: null }
  expect((await pick(boss, plain)).since_decision).toMatchObject(unread)
  // what was kept of a decision may go, and nothing else changes
  await db.query('delete from flag_decided')
  expect(await pick(boss, id)).toMatchObject({ since_decision: null, decisions: [{ action: 'ignore' }] })
})

test('AW-6 whose an item is follows the chain, also when transfers are taken back in either order; of editions nothing is said', async () => {
  const { tell, transfer, report, resolve, pick, boss } = await startDetail()
  const [forth, back, edition] = [
    await tell(CONTRACT, '1'),
    await tell(CONTRACT, '2'),
    await tell(CONTRACT, '3'),
  ]
  const first = { from: '0x0', to: '0xa', block: 5 }
  const two = [
    { from: '0xa', to: '0xb', block: 9, log: 1 },
    { from: '0xb', to: '0xc', block: 9, log: 4 },
  ]
  const gone = two.map((one) => ({ ...one, reverted: true }))
  for (const [id, token] of [
    [forth, '1'],
    [back, '2'],
    [edition, '3'],
  ] as const) {
    await transfer(id, token, { ...first, ...(id === edition && { type: 'erc1155' }) })
    await report('mali', id)
    await resolve(boss, id, 1)
  }
  const owner = async (id: string) => (await pick(boss, id)).since_decision?.changes
  await transfer(forth, '1', ...two)
  await transfer(back, '2', ...two)
  await transfer(edition, '3', { ...first, to: '0xb', block: 9, type: 'erc1155' })
  expect(await owner(forth)).toEqual([{ field: 'owner', before: '0xa', after: '0xc' }])
  expect(await owner(edition)).toEqual([])

  await transfer(forth, '1', ...gone)
  await transfer(back, '2', ...gone.toReversed(), first) // told again, as it is past the finality depth
  expect([await owner(forth), await owner(back)]).toEqual([[], []])
  await transfer(back, '2', { from: '0xa', to: '0xd', block: 10 }, first)
  expect(await owner(back)).toEqual([{ field: 'owner', before: '0xa', after: '0xd' }])
})

test('AW-6 a case has the reports of earlier rounds with what became of them; their notes go when they are erased', async () => {
  const { asset, report, resolve, post, pick, boss, db } = await startDetail()
  const id = await asset()
  await report('mali', id, { flag_user_notes: 'it is mine' })
  await report('chai', id)
  await resolve(boss, id, 2, suspend)
  await report('nok', id, { flag_user_notes: 'still there' })
  await resolve(boss, id, 4)
  await report('dao', id)
  const found = await pick(boss, id)
  expect(found.list).toMatchObject([{ reporter: 'join-dao', round: 3, outcome: null }])
  expect(found.earlier).toMatchObject([
    { reporter: 'join-nok', round: 2, outcome: 'ignored', notes: 'still there' },
    { reporter: 'join-chai', round: 1, outcome: 'agreed', notes: null },
    { reporter: 'join-mali', round: 1, outcome: 'agreed', notes: 'it is mine' },
  ])
  expect(found.earlier.map(({ agreed, ignored }) => [agreed, ignored])).toEqual(
    found.earlier.map(() => [0, 0]),
  )
  const rows = await db.query('select row_to_json(n)::text as row from flag_note n')
  expect(JSON.stringify(rows.rows)).not.toContain('it is mine')
  await db.query('delete from flag_note')
  expect((await pick(boss, id)).earlier.map(({ notes }) => notes)).toEqual([null, null, null])

  // an undone decision opens its reports again, in this round
  await resolve(boss, id, 6)
  await post(boss, 'undo', { cases: [{ case_id: id, version: 7 }] })
  const again = await pick(boss, id)
  expect(again.list).toMatchObject([{ reporter: 'join-dao', round: 4, outcome: null }])
  expect(again.earlier.map(({ round }) => round)).toEqual([2, 1, 1])
})
