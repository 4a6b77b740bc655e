import type { Mutant } from '../proof.ts'
import type { Combination } from './combinations.ts'

/** Faults that only a failing network brings to light, each with the round that must find it. */
export const mutants: readonly Mutant<Combination>[] = [
  {
    name: 'waits-for-redis',
    says: 'The gateway waits for Redis without a limit: no call is answered while it says nothing.',
    edit: {
      file: 'services/gateway/src/limits/redis.ts',
      find: '    commandTimeout: COMMAND_TIMEOUT_MS,\n',
      replace: '',
    },
    during: { dependency: 'Redis', fault: 'time-out' },
  },
  {
    name: 'waits-for-postgres',
    says: 'A query waits for its answer without a limit: connections that the network has forgotten are never given up.',
    edit: {
      file: 'services/_shared/src/db.ts',
      find: '    query_timeout: queryTimeoutMs,\n',
      replace: '',
    },
    during: { dependency: 'Postgres', fault: 'time-out' },
  },
  {
    name: 'swallowed',
    says: 'A consumer takes a message for handled although its transaction broke with the connection: what it asked for never happens.',
    edit: {
      file: 'services/_shared/src/handling.ts',
      find: '    if (isPassingFault(fault)) throw fault\n',
      replace: '    if (isPassingFault(fault)) return due.length\n',
    },
    during: { dependency: 'Postgres', fault: 'reset' },
  },
]
