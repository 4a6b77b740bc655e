import { expect, test } from 'vitest'
import { Rejection } from '../rejection.ts'
import { refuseIllFormed } from './input.ts'

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown

test('GW-9 what is deeper than any schema is refused by its field before anything walks it', () => {
  refuseIllFormed({ payload: nested(60) })
  try {
    refuseIllFormed({ payload: nested(100_000) })
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(Rejection)
    expect(error).toMatchObject({ code: 'VALIDATION', field: 'payload' })
  }
})
