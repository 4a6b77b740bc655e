import type { Mutant } from '../proof.ts'

export const sequenceMutants: readonly Mutant[] = [
  {
    name: 'new-reference',
    says: 'the payout provider is told another reference at each attempt',
    edit: {
      file: 'services/bank-withdrawal/src/jobs/payout.ts',
      find: 'deps.provider.send({ reference: id,',
      replace: 'deps.provider.send({ reference: attempt > 1 ? id + "#" + attempt : id,',
    },
    size: 100,
  },
  {
    name: 'given-back-twice',
    says: 'what the provider has paid is given back to the customer as well',
    edit: {
      file: 'services/bank-withdrawal/src/withdrawal/publish.ts',
      find: 'return settle(id, view)',
      replace:
        'return [outgoing(LEDGER_COMMAND_TOPIC, customerId, ReleaseSchema, about), ...settle(id, view)]',
    },
    size: 20,
  },
  {
    name: 'forgets-keys',
    says: 'the ledger takes every key for a new one',
    edit: {
      file: 'services/ledger/src/transfer/decide-batch.ts',
      find: 'if (known) return',
      replace: 'if (known && key.startsWith("x")) return',
    },
    size: 20,
  },
  {
    name: 'lock-not-freed',
    says: 'a reversal takes a seller’s baht and leaves them locked as well',
    edit: {
      file: 'services/ledger/src/transfer/state.ts',
      find: 'locked: account.locked + leg.value }',
      replace: 'locked: account.locked + (leg.value < 0n && leg.leg.includes("seller") ? 0n : leg.value) }',
    },
    size: 50,
  },
]
