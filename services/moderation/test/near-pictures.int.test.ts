import { create } from '@bufbuild/protobuf'
import { AssetMetadataReadSchema } from '@talad/proto/asset-indexer/v1/events'
import { distanceOf, NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import { inTx } from '@talad/shared/db'
import { hashOf } from '@talad/shared/json'
import { expect, test } from 'vitest'
import { manifest } from '../manifest.ts'
import { bandsOf } from '../src/bot/bands.ts'
import { nearest, saveReading } from '../src/bot/known.ts'
import { startBots, told } from './bots-harness.ts'

/** A hash of so many other bits, which differ from one `seed` to the next. */
function changed(of: string, bits: number, seed: string): string {
  const places = Array.from({ length: 256 }, (_, place) => ({ place, by: hashOf([seed, place]) }))
  const some = places.sort((a, b) => (a.by < b.by ? -1 : 1)).slice(0, bits)
  return some
    .reduce((all, { place }) => all ^ (1n << BigInt(place)), BigInt(`0x${of}`))
    .toString(16)
    .padStart(64, '0')
}

const one = (contract: number, token: string, picture: string) =>
  create(AssetMetadataReadSchema, told(contract, token, { picture }).read)

test('MO-15 the pictures that are near to one are those that a comparison with each of them finds, the nearest first', async () => {
  const { db } = await startBots()
  const bases = ['red', 'green', 'blue'].map((seed) => hashOf([seed]))
  const readings = bases.flatMap((base, b) =>
    Array.from({ length: 60 }, (_, n) =>
      one(10 + (n % 7), `${b * 100 + n}`, changed(base, n + 5, `${base} ${n}`)),
    ),
  )
  await inTx(db, async (tx) => {
    for (const reading of readings) await saveReading(tx, reading)
  })
  const { rows } = await db.query<{ picture: string; bands: number[] }>(
    'select picture::text, bands from sheet_picture',
  )
  expect(rows).toHaveLength(readings.length)
  for (const { picture, bands } of rows)
    expect(bands).toEqual(bandsOf(BigInt(`0b${picture}`).toString(16).padStart(64, '0')))
  for (const base of bases) {
    const asked = one(12, '999', base)
    const all = readings
      .filter(({ contractAddress }) => contractAddress !== asked.contractAddress)
      .map(({ assetId, pictureHash }) => ({ assetId, distance: distanceOf(pictureHash, base) }))
      .filter(({ distance }) => distance <= NEAR_PICTURES)
      .sort((a, b) => a.distance - b.distance || (a.assetId < b.assetId ? -1 : 1))
    const found = await nearest(db, asked, { issued: false, most: 100 })
    expect(found.map(({ asset_id, distance }) => ({ assetId: asset_id, distance }))).toEqual(all)
    expect(all.length).toBeGreaterThan(25)
    expect(await nearest(db, asked, { issued: true, most: 100 })).toEqual([])
  }
})

test('MO-15 a picture is searched as long as an asset of the contract has it', async () => {
  const { db } = await startBots()
  const [old, other, asked] = [hashOf(['old']), hashOf(['other']), one(9, '1', hashOf(['old']))]
  const read = (token: string, picture: string) => inTx(db, (tx) => saveReading(tx, one(1, token, picture)))
  const found = async () =>
    (await nearest(db, asked, { issued: false, most: 9 })).map(({ asset_id }) => asset_id)
  await read('1', old)
  await read('2', old)
  expect(await found()).toHaveLength(2)
  await read('1', other)
  expect(await found()).toEqual([one(1, '2', old).assetId])
  await read('2', '')
  expect(await found()).toEqual([])
  expect((await db.query('select 1 from sheet_picture')).rowCount).toBe(1)
  await read('2', old)
  expect(await found()).toEqual([one(1, '2', old).assetId])
  const { sql = '' } = manifest.invariants.find(({ description: says }) => says.includes('pictures')) ?? {}
  expect((await db.query(sql)).rows).toEqual([])
  await db.query('delete from sheet_picture where sheet_id = (select min(sheet_id) from sheet_picture)')
  expect((await db.query(sql)).rows).not.toEqual([])
})
