import { expect, test } from 'vitest'
import { nextStep, type Situation } from './next-step.ts'

const ready: Situation = { signedIn: true, walletReady: true, reasons: [] }

test('WB-8 lets a person go when nothing stands in the way', () => {
  expect(nextStep(ready)).toEqual({ kind: 'go' })
})

test('WB-8 the next step is the most actionable one: sign in, switch wallet, KYC, assessment, approve, buy', () => {
  const before: Situation = { signedIn: false, walletReady: false, reasons: ['assessment', 'kyc'] }
  const way: Partial<Situation>[] = [
    {},
    { signedIn: true },
    { walletReady: true },
    { reasons: ['assessment'] },
    { reasons: [] },
    { approvalMissing: false },
  ]
  const seen = way.map((_, done) =>
    nextStep(Object.assign({ ...before, approvalMissing: true }, ...way.slice(0, done + 1))),
  )
  expect(seen.map(({ kind }) => kind)).toEqual([
    ...['sign-in', 'switch-wallet', 'kyc', 'assessment', 'approve', 'go'],
  ])
})

test.each([
  ['sign-in', { signedIn: false, walletReady: false, reasons: ['kyc', 'assessment'] }],
  ['switch-wallet', { ...ready, walletReady: false, reasons: ['kyc', 'assessment'] }],
  ['kyc', { ...ready, reasons: ['assessment', 'kyc'], approvalMissing: true }],
  ['assessment', { ...ready, reasons: ['assessment'], approvalMissing: true }],
  ['approve', { ...ready, approvalMissing: true }],
] satisfies [string, Situation][])('WB-8 asks for %s before what comes after it', (kind, situation) => {
  expect(nextStep(situation)).toEqual({ kind })
})

test('WB-8 asks for nothing while somebody else is buying it', () => {
  const reserved = { kind: 'closed', reason: 'reserved' }
  expect(nextStep({ ...ready, isReserved: true })).toEqual(reserved)
  expect(nextStep({ ...ready, signedIn: false, reasons: ['kyc'], isReserved: true })).toEqual(reserved)
})

test.each(['own_order', 'suspended', 'owner_changed', 'expired', 'inactive', 'offers_disabled'] as const)(
  'WB-8 offers no step to an order that is closed by %s',
  (reason) => {
    expect(nextStep({ ...ready, signedIn: false, reasons: ['kyc', reason] })).toEqual({
      kind: 'closed',
      reason,
    })
  },
)
