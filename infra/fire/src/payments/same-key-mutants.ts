import type { Mutant } from '../proof.ts'

const KIT = 'services/_shared/src/http/idempotency.ts'

/** Faults that B16 must find. */
export const sameKeyMutants: readonly Mutant[] = [
  {
    name: 'key-not-claimed',
    says: 'calls with a key that is in use do their work all the same',
    edit: {
      file: KIT,
      find: 'const [mine] = claimed.rows',
      replace: 'const [mine = { id: fresh }] = claimed.rows',
    },
    size: 10,
  },
  {
    name: 'body-not-compared',
    says: 'a key answers another body too',
    edit: { file: KIT, find: 'row.body_hash !== kept.bodyHash', replace: 'row.body_hash === undefined' },
    size: 5,
  },
  {
    name: 'top-up-without-a-natural-key',
    says: 'a top-up whose answer was lost with its process is made again',
    edit: {
      file: 'services/ledger/src/transfer/routes.ts',
      find: 'const topupId = attempt.id',
      replace: "const topupId = attempt.id.slice(0, 8) + Date.now().toString(16).padStart(16, '0')",
    },
    size: 5,
  },
  {
    name: 'withdrawal-of-anybody',
    says: "whoever knows the number of another's withdrawal takes it back",
    edit: {
      file: 'services/bank-withdrawal/src/withdrawal/decide.ts',
      find: "if (by !== customerId || status === 'refused')",
      replace: "if (by === '' || status === 'refused')",
    },
    size: 5,
  },
  {
    name: 'answers-of-anybody',
    says: 'a key answers whoever has it',
    edit: {
      file: 'services/_shared/src/http/app.ts',
      find: 'const who = { actor: actor?.accountId ?? request.ip, key, bodyHash }',
      replace: "const who = { actor: '', key, bodyHash }",
    },
    size: 5,
  },
  {
    name: 'decision-not-known-again',
    says: "an admin's decision whose answer was lost is not known again when the call is repeated",
    edit: {
      file: 'services/moderation/src/decision-call.ts',
      find: 'const { id: decisionId } = attempt',
      replace: "const decisionId = attempt.id.slice(0, 8) + Date.now().toString(16).padStart(16, '0')",
    },
    size: 5,
  },
  { name: 'without-putOrder', says: 'a call that takes a key is not covered by this proof', size: 5 },
]
