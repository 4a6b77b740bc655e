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
      find: 'const who = { actor: actor?.accountId ?? request.ip, key, bodyHash, status }',
      replace: "const who = { actor: '', key, bodyHash, status }",
    },
    size: 5,
  },
  {
    name: 'kept-answer-lost',
    says: 'of a call that died after its work, nothing is told to whoever asks again',
    edit: { file: KIT, find: 'toJson(answer ?? null)', replace: 'toJson(null)' },
    size: 5,
  },
  { name: 'without-putOrder', says: 'a call that takes a key is not covered by this proof', size: 5 },
]
