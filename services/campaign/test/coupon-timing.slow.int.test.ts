import { expect, test } from 'vitest'
import { checkCoupon } from '../src/coupon/consume.ts'
import { openStalls } from './stalls.ts'

const ROUNDS = 1_000
/** A loaded machine tells nothing: one good measurement of some is enough. */
const MEASUREMENTS = 5

const medianOf = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

test('CA-73 an unknown code, a code of another token and a token that is not there take the same time', async () => {
  const { db, grant, makeItem, now, put, reveal } = await openStalls()
  await put(
    'bowls',
    Array.from({ length: 5_000 }, (_, at) => `BOWL${at}`),
  )
  const item = await makeItem({ codepool: 'bowls' })
  const [mine, theirs] = [await grant(item._id), await grant(item._id)]
  await reveal(mine)
  const { coupon } = await reveal(theirs)
  const of = { itemId: item._id, token: mine.token_id }
  const asked = {
    unknown: { code: 'BOWL99999', of },
    foreign: { code: coupon?.code ?? '', of },
    free: { code: 'BOWL77', of },
    elsewhere: { code: coupon?.code ?? '', of: { ...of, token: 99 } },
  }
  for (let measurement = 1; ; measurement++) {
    const times = Object.entries(asked).map(([name, one]) => ({ name, one, took: [] as number[] }))
    for (let round = 0; round < ROUNDS; round++)
      for (const { one, took } of times) {
        const started = performance.now()
        expect(await checkCoupon(db, one, now())).toEqual({ usable: false, reason: 'not_found' })
        took.push(performance.now() - started)
      }
    const medians = times.map(({ took }) => medianOf(took))
    const apart = Math.max(...medians) / Math.min(...medians)
    if (apart <= 1.1) return
    if (measurement === MEASUREMENTS) expect(apart).toBeLessThanOrEqual(1.1)
  }
})
