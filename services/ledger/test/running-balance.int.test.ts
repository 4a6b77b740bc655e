import { type CreditFlow, creditFlow } from '@talad/proto/http/ledger/credit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import type { Command, Posting, Unit } from '../src/transfer/commands.ts'
import { asPay, asTopup, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const WHO = 'join-month'
const DAYS = 30
const COMMANDS_A_DAY = 40

/** The same numbers from the same seed. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const side = (account: string, unit: Unit, type: Posting['type'], value: bigint): Posting => ({
  account,
  unit,
  type,
  value,
})

/** A sale of theirs, in which they are also the artist: two lines of one moment. */
function settlement(id: string, gross: bigint): Command {
  const royalty = gross / 10n
  return {
    type: 'Post',
    flow: 'settlement',
    id,
    customerId: 'join-buyer',
    reference: '',
    capture: undefined,
    postings: [
      side('platform:escrow', 'pt_thb', 'out', gross),
      side('platform:conversion', 'pt_thb', 'in', gross),
      side('platform:conversion', 'ft_thb', 'out', gross),
      side(WHO, 'ft_thb', 'in', gross - royalty),
      side(WHO, 'ft_thb', 'in', royalty),
    ],
  }
}

/** What may happen to somebody on some day; the ledger refuses some of it. */
function happening(n: number, random: (below: number) => number): Command[] {
  const amount = BigInt(1 + random(5_000))
  const id = `m${n}`
  const hold = { type: 'Hold' as const, id, customerId: WHO, amount, attempt: 1 }
  const about = { id, customerId: WHO }
  switch (random(7)) {
    case 0:
      return [asTopup(WHO, id, amount * 4n)]
    case 1:
      return [asPay(WHO, id, amount, false)]
    case 2: // held in part, then paid with what a card brings, in one transaction
      return [
        { ...asPay(WHO, id, amount), capture: false },
        { ...asTopup(WHO, `t${n}`, amount), capture: { flow: 'shipping', ...about, amount } },
      ]
    case 3:
      return [
        { ...hold, flow: 'withdrawal', upTo: false, capture: false },
        { type: 'Capture', flow: 'withdrawal', ...about, amount },
      ]
    case 4:
      return [
        { ...hold, flow: 'card_refund', upTo: false, capture: false },
        { type: 'Release', flow: 'card_refund', ...about },
      ]
    case 5:
      return [
        { ...hold, flow: 'card_refund', upTo: false, capture: false },
        { type: 'Capture', flow: 'card_refund', ...about, amount },
      ]
    default:
      return [
        asTopup('join-buyer', `b${n}`, amount + 10n),
        asPay('join-buyer', id, amount + 10n, false),
        settlement(id, amount + 10n),
      ]
  }
}

const page = z.object({ list: z.array(creditFlow), nextCursor: z.string().nullable() })

/** The whole history by its pages, oldest first. */
async function history(unit: Unit): Promise<CreditFlow[]> {
  const found: CreditFlow[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `unit=${unit}&lm=7${cursor && `&cs=${cursor}`}`
    const answer = page.parse(await (await world.get(`/api/user/v1/credit/history?${query}`, 'month')).json())
    found.push(...answer.list)
    cursor = answer.nextCursor
  }
  return found.reverse()
}

const balanceOf = ({ flow_type: type, value }: CreditFlow) =>
  type === 'lock' ? 0 : type === 'in' ? value : -value
const lockedOf = ({ flow_type: type, value }: CreditFlow) => (type === 'lock' ? value : 0)

test('LG-11 over a month of random flows each line tells the balance of the line before and what it has moved, in the calls and in the file', async () => {
  const random = randomFrom(20_261_123)
  for (let day = 1; day <= DAYS; day++) {
    const at = new Date(Date.UTC(2026, 9, day, 5))
    const asked = Array.from({ length: COMMANDS_A_DAY }, (_, n) =>
      happening(day * COMMANDS_A_DAY + n, random),
    )
    await world.postAt(at, ...asked.flat())
  }
  for (const unit of ['pt_thb', 'ft_thb'] as const) {
    const lines = await history(unit)
    let [balance, locked] = [0, 0]
    const wrong = lines.filter((line) => {
      balance += balanceOf(line)
      locked += lockedOf(line)
      return line.balance_after !== balance || line.locked_after !== locked || balance < locked || locked < 0
    })
    expect(wrong).toEqual([])
    expect(await world.balance(WHO, unit)).toMatchObject({
      balance: BigInt(balance),
      balance_locked: BigInt(locked),
    })
    // there are lines of one transfer in plenty
    const moments = new Set(lines.map((line) => `${line.created} ${line.shipping_id ?? line.refund_id}`))
    expect(moments.size).toBeLessThan(lines.length - 50)

    const file = await (
      await world.get(`/api/user/v1/credit/history?format=csv&unit=${unit}`, 'month')
    ).text()
    const said = file.trimEnd().split('\r\n').slice(1)
    expect(said.map((line) => [line.split(',')[1], line.split(',')[8]])).toEqual(
      lines.map(({ _id, balance_after: after }) => [_id, (after / 100).toFixed(2)]),
    )
  }
})
