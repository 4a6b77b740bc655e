import { Rejection } from '@talad/shared/rejection'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { type Command, decide } from './decide.ts'
import type { BooksEvent } from './events.ts'
import { type Books, evolve, noBooks } from './state.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 17, minute))

function proof(n: bigint, faults: number, minute: number): Command {
  const head = { transfers: n, hash: 'h' }
  const proved = { proof: n, head, flows: n, accounts: 1, holds: 0, faults, startedAt: at(minute) }
  return { type: 'RecordProof', proved, found: faults > 0 ? ['a', 'b'] : [], now: at(minute + 1) }
}
const thaw = (minute: number, version?: number, id = 't1'): Command => ({
  type: 'Thaw',
  id,
  by: 'join-admin',
  note: 'mended',
  version,
  now: at(minute),
})
const { given } = decider<Books, Command, BooksEvent>({ initial: noBooks, evolve, decide })

test('LG-17 a proof that finds a difference freezes withdrawals, once', () => {
  given()
    .when(proof(1n, 2, 0))
    .makes('BooksProved', 'BooksFrozen')
  const frozen = given(proof(1n, 2, 0))
  frozen.when(proof(2n, 2, 5)).makes('BooksProved')
  frozen.when(proof(1n, 2, 0)).makes()
})

test('LG-17 only a person thaws, after a proof that began after the freeze and found nothing', () => {
  given().when(thaw(0)).rejects('BOOKS_NOT_FROZEN')
  const frozen = given(proof(1n, 0, 0), proof(2n, 2, 10))
  frozen.when(thaw(12)).rejects('PROOF_REQUIRED')
  const early = given(proof(1n, 0, 0), proof(2n, 2, 10), proof(3n, 0, 9))
  early.when(thaw(12)).rejects('PROOF_REQUIRED')
  const whole = given(proof(1n, 0, 0), proof(2n, 2, 10), proof(3n, 0, 20))
  expect(whole.state.frozen).toBeDefined()
  expect(() => whole.when(thaw(22, 0)).events()).toThrow(Rejection)
  const thawed = given(proof(1n, 0, 0), proof(2n, 2, 10), proof(3n, 0, 20), thaw(22, 1))
  expect(thawed.state).toMatchObject({ frozen: undefined, changedBy: 'join-admin', version: 2 })
  thawed.when(thaw(23, 1)).rejects('VERSION_CONFLICT')
})
