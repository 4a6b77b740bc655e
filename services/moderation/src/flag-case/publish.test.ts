import { fromBinary } from '@bufbuild/protobuf'
import { ReportDecidedSchema } from '@talad/proto/moderation/v1/events'
import { expect, test } from 'vitest'
import { flagCaseEvent } from './events.ts'
import { publish } from './publish.ts'

const place = { blockchain: 'jfin', contract: `0x${'ab'.repeat(20)}`, token: '7' }
const resolved = (disposition: 'ignore' | 'suspend', reporters: string[]) =>
  flagCaseEvent.parse({
    type: 'CaseResolved',
    data: {
      round: 2,
      disposition,
      scope: null,
      contentHash: 'a',
      suspension: null,
      reports: 3,
      by: 'join-boss',
      note: '',
      at: '2026-11-23T10:00:00Z',
      told: { place, reporters: reporters.map((reporter) => ({ flagId: `f-${reporter}`, reporter })) },
    },
  })
const told = (event: ReturnType<typeof resolved>) =>
  publish({ event }).map(({ key, payload }) => ({ key, ...fromBinary(ReportDecidedSchema, payload) }))

test('MO-11 each person whose report was closed is told what came of it, and nothing of the others (MO-18)', () => {
  const both = told(resolved('suspend', ['join-mali', 'join-chai']))
  expect(both).toMatchObject([
    { key: 'join-mali', flagId: 'f-join-mali', reporter: 'join-mali', round: 2, outcome: 'suspended' },
    { key: 'join-chai', reporter: 'join-chai', tokenId: '7' },
  ])
  expect(told(resolved('ignore', ['join-mali']))).toMatchObject([{ outcome: 'ignored' }])
  expect(told(resolved('ignore', []))).toEqual([])
  const data = { suspension: { id: 's1', version: 1, made: true }, by: 'join-boss', at: new Date(0) }
  expect(publish({ event: { type: 'InstantlySuspended', data } })).toEqual([])
  const untold = { ...resolved('ignore', ['join-mali']).data, told: undefined }
  expect(told(flagCaseEvent.parse({ type: 'CaseResolved', data: untold }))).toEqual([])
})
