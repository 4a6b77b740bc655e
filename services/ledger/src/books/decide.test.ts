import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { type Command, decide } from './decide.ts'
import { type Books, evolve, noBooks } from './state.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 17, minute))

function proof(n: bigint, faults: number, minute: number): Command {
  const head = { transfers: n, hash: 'h' }
  const proved = { proof: n, head, flows: n, accounts: 1, holds: 0, faults, startedAt: at(minute) }
  return { type: 'RecordProof', proved, found: faults > 0 ? ['a', 'b'] : [], now: at(minute + 1) }
}
const thaw = (minute: number, version?: number, id = 't1'): Command => ({
  ...{ type: 'Thaw', id, by: 'join-admin', note: 'mended', version, now: at(minute) },
})
const after = (...commands: Command[]): Books =>
  commands.reduce((books, command) => decide(command, books).reduce(evolve, books), noBooks)
const refusal = (code: string) => expect.objectContaining({ code }) as Rejection

test('LG-17 a proof that finds a difference freezes withdrawals, once', () => {
  const first = decide(proof(1n, 2, 0), noBooks)
  expect(first.map(({ type }) => type)).toEqual(['BooksProved', 'BooksFrozen'])
  const frozen = after(proof(1n, 2, 0))
  expect(decide(proof(2n, 2, 5), frozen).map(({ type }) => type)).toEqual(['BooksProved'])
  expect(decide(proof(1n, 2, 0), frozen)).toEqual([])
})

test('LG-17 only a person thaws, after a proof that began after the freeze and found nothing', () => {
  expect(() => decide(thaw(0), noBooks)).toThrow(refusal('BOOKS_NOT_FROZEN'))
  const frozen = after(proof(1n, 0, 0), proof(2n, 2, 10))
  expect(() => decide(thaw(12), frozen)).toThrow(refusal('PROOF_REQUIRED'))
  const early = after(proof(1n, 0, 0), proof(2n, 2, 10), proof(3n, 0, 9))
  expect(() => decide(thaw(12), early)).toThrow(refusal('PROOF_REQUIRED'))
  const whole = after(proof(1n, 0, 0), proof(2n, 2, 10), proof(3n, 0, 20))
  expect(whole.frozen).toBeDefined()
  expect(() => decide(thaw(22, 0), whole)).toThrow(Rejection)
  const thawed = after(proof(1n, 0, 0), proof(2n, 2, 10), proof(3n, 0, 20), thaw(22, 1))
  expect(thawed).toMatchObject({ frozen: undefined, changedBy: 'join-admin', version: 2 })
  expect(decide(thaw(23, 1), thawed)).toEqual([])
})
