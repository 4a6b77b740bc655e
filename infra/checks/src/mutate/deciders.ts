/** A decider whose tests are judged: its sources are broken in every small way, and each time a test must fail. */
export type Judged = {
  /** the folder of its service, of which the sandbox gets the sources and tests */
  service: string
  sources: readonly string[]
  tests: readonly string[]
}

const ledger = 'services/ledger'
const bank = 'services/bank-withdrawal'
const shipping = 'services/shipping-payment'
const moderation = 'services/moderation'
const indexer = 'services/asset-indexer'
const identity = 'services/identity'

/** B40. Tests with random input are left out: they would kill a mutant in one run and not in the next. */
export const deciders: Readonly<Record<string, Judged>> = {
  ledger: {
    service: ledger,
    sources: ['src/transfer/decide.ts', 'src/transfer/decide-fill.ts', 'src/transfer/legs.ts'],
    tests: [
      'src/transfer/decide.test.ts',
      'src/transfer/decide-events.test.ts',
      'src/transfer/decide-fill.test.ts',
      'src/transfer/flows.test.ts',
    ],
  },
  withdrawal: {
    service: bank,
    sources: [
      'src/withdrawal/decide.ts',
      'src/withdrawal/decide-payout.ts',
      'src/withdrawal/decide-conclude.ts',
    ],
    tests: [
      'src/withdrawal/decide.test.ts',
      'src/withdrawal/decide-payout.test.ts',
      'src/withdrawal/decide-conclude.test.ts',
      'src/withdrawal/decide-events.test.ts',
    ],
  },
  'bank-request': {
    service: bank,
    sources: [
      'src/bank-request/decide.ts',
      'src/bank-request/decide-input.ts',
      'src/person/compare-names.ts',
    ],
    tests: [
      'src/bank-request/decide.test.ts',
      'src/bank-request/decide-events.test.ts',
      'src/bank-request/decide-input.test.ts',
      'src/person/compare-names.test.ts',
    ],
  },
  'card-refund': {
    service: shipping,
    sources: ['src/topup/decide-refund.ts'],
    tests: ['src/topup/decide-refund.test.ts', 'src/topup/decide-refund-end.test.ts'],
  },
  shipping: {
    service: shipping,
    sources: [
      'src/shipping/decide.ts',
      'src/shipping/decide-delivery.ts',
      'src/shipping/decide-incident.ts',
      'src/shipping/decide-payment.ts',
      'src/shipping/decide-reservation.ts',
    ],
    tests: [
      'src/shipping/decide.test.ts',
      'src/shipping/decide-incident.test.ts',
      'src/shipping/payment.test.ts',
    ],
  },
  topup: {
    service: shipping,
    sources: ['src/topup/decide.ts'],
    tests: ['src/topup/decide.test.ts', 'src/topup/decide-events.test.ts'],
  },
  account: {
    service: identity,
    sources: [
      'src/account/decide.ts',
      'src/account/decide-picture.ts',
      'src/account/decide-target.ts',
      'src/account/decide-wallet.ts',
      'src/display-name/check-name.ts',
    ],
    tests: [
      'src/account/decide.test.ts',
      'src/account/decide-picture.test.ts',
      'src/account/decide-target.test.ts',
      'src/account/decide-wallet.test.ts',
      'src/display-name/check-name.test.ts',
    ],
  },
  session: {
    service: identity,
    sources: ['src/session/judge-refresh.ts', 'src/signing/decide.ts'],
    tests: ['src/session/judge-refresh.test.ts', 'src/signing/decide.test.ts'],
  },
  notification: {
    service: identity,
    sources: ['src/notification/decide.ts'],
    tests: ['src/notification/decide.test.ts', 'src/notification/decide-words.test.ts'],
  },
  suspension: {
    service: moderation,
    sources: ['src/suspension/decide.ts', 'src/suspension/state.ts'],
    tests: ['src/suspension/decide.test.ts'],
  },
  'flag-case': {
    service: moderation,
    sources: ['src/flag-case/decide.ts', 'src/flag-case/state.ts', 'src/flag-case/publish.ts'],
    tests: ['src/flag-case/decide.test.ts', 'src/flag-case/publish.test.ts'],
  },
  assessment: {
    service: moderation,
    sources: ['src/assessment/grade.ts', 'src/assessment/decide-content.ts'],
    tests: ['src/assessment/grade.test.ts', 'src/assessment/decide-content.test.ts'],
  },
  issuer: {
    service: moderation,
    sources: ['src/issuer/decide.ts'],
    tests: ['src/issuer/decide.test.ts'],
  },
  declaration: {
    service: moderation,
    sources: ['src/declaration/decide.ts', 'src/decision.ts'],
    tests: ['src/declaration/decide.test.ts'],
  },
  verification: {
    service: indexer,
    sources: ['src/collection/decide-verification.ts', 'src/asset/is-tradable.ts'],
    tests: ['src/collection/decide-verification.test.ts'],
  },
  'item-changes': {
    service: moderation,
    sources: ['src/flag-case/changes.ts'],
    tests: ['src/flag-case/changes.test.ts'],
  },
  fee: {
    service: moderation,
    sources: ['src/fee/decide.ts', 'src/fee/state.ts'],
    tests: ['src/fee/decide.test.ts'],
  },
}
