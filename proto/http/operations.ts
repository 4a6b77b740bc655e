import { z } from 'zod'
import { isoTime, limit, queryFlag, words } from './common.ts'
import { base, endpoint } from './contract.ts'

const number = z.string().regex(/^\d{1,18}$/)
const most = limit(10, 'at most so many of each service')
const nothing = z.int().min(0)

/** How much a service has before it. */
const backlog = z.object({
  readers: z
    .array(
      z.object({
        reader: z.string().describe('`relay`, or a read model that follows the log'),
        events: nothing.describe('not read yet; 10,000 stands for as many or more'),
        oldest_ms: nothing.describe('age of the oldest of them'),
      }),
    )
    .describe('readers of its own log'),
  groups: z
    .array(
      z.object({
        group: z.string().describe('consumer group'),
        messages: z.string().nullable().describe('not handled yet, decimal; null: has never read'),
      }),
    )
    .describe('its consumer groups on the bus'),
  dead_letters: z
    .object({
      open: nothing.describe('those that wait for somebody'),
      oldest_at: isoTime.nullable().describe('since when the oldest waits; null: none'),
    })
    .describe('messages that were put aside'),
  jobs: z
    .object({
      waiting: nothing.describe('those that are due or not yet'),
      failing: nothing.describe('of these, those that have failed at least once'),
      failing_since: isoTime.nullable().describe('when the oldest of those was made; null: none'),
      overdue: nothing.describe('of these, those whose time came more than a minute ago'),
    })
    .describe('pieces of work'),
})
export type Backlog = z.infer<typeof backlog>

/** A message that could not be handled, without what it says, which may be personal. */
const deadLetter = z.object({
  id: number.describe('within its service'),
  group: z.string().describe('consumer group'),
  topic: z.string().describe('topic of the message'),
  key: z.string().describe('messages of one key wait behind each other'),
  type: z.string().describe('kind of message'),
  error: z.string().describe('why it failed last'),
  attempts: nothing.describe('how often it was tried'),
  parked_at: isoTime.describe('when it was put aside'),
  next_at: isoTime.nullable().describe('when it is tried again by itself; null: it waits for somebody'),
  behind: number.nullable().describe('the earlier one of its key that it waits behind; retry that one'),
})

/** All that is known of one: what it says may be personal, so that each look is a line of the audit log. */
const wholeLetter = deadLetter.extend({
  message: z.string().describe('id of the message: who publishes it again sends the same'),
  headers: z.record(z.string(), z.string()).describe('what came with it, `traceparent` among it'),
  payload: z.string().describe('its bytes, in base64'),
  says: z.string().nullable().describe('what it says, as JSON; null: no handler here can read it'),
})

/** Work that is due or waits for its time, without what it is about. */
const job = z.object({
  task: z.string().describe('kind of work'),
  key: z.string().describe('empty for one that recurs'),
  next_at: isoTime.describe('when it is tried next'),
  running: z.boolean().describe('worked on now'),
  failures: nothing.describe('how often it failed'),
  last_error: z.string().nullable().describe('why it failed last'),
  created_at: isoTime.describe('when it was made'),
})

const lettersQuery = { group: words(200).optional().describe('only of this consumer group'), lm: most }
const jobsQuery = { failing: queryFlag.optional().describe('1: only what has failed'), lm: most }
const retried = z.object({
  outcome: z.enum(['asked', 'waits_behind']).describe('asked: the service tries it within seconds'),
})
const dropped = z.object({
  outcome: z.enum(['dropped', 'handled']).describe('handled: it had been meanwhile'),
})
const run = z.object({ outcome: z.enum(['due', 'running']).describe('only those that stand so') })
const letterId = { id: number.describe('id of the dead letter') }
const jobId = {
  task: z.string().min(1).max(100).describe('kind of work'),
  key: z.string().max(300).describe('which piece of it'),
}
const reason = words(5_000).min(1).describe('why; kept with the message and in the audit log')

const note = reason.describe('why, for the audit log')

const internal = (name: string, method: 'GET' | 'POST', path: string, summary: string) => ({
  name,
  method,
  path: `/internal/operations/${path}`,
  summary,
  ...({ service: 'kit', auth: { kind: 'internal' }, status: 200 } as const),
})

/** What every service behind the gateway answers about itself; the kit serves it. */
export const ownOperations = {
  backlog: endpoint({
    ...internal('ownBacklog', 'GET', 'backlog', 'How far it is behind'),
    response: backlog,
  }),
  deadLetters: endpoint({
    ...internal('ownDeadLetters', 'GET', 'dead-letters', 'What could not be handled, oldest first'),
    query: z.object(lettersQuery),
    response: z.object({ list: z.array(deadLetter).describe('this page of the list') }),
  }),
  deadLetter: endpoint({
    ...internal('ownDeadLetter', 'GET', 'dead-letters/one', 'All of one message that could not be handled'),
    query: z.object(letterId),
    response: wholeLetter,
  }),
  jobs: endpoint({
    ...internal('ownJobs', 'GET', 'jobs', 'What waits or runs, what fails first'),
    query: z.object(jobsQuery),
    response: z.object({ list: z.array(job).describe('this page of the list') }),
  }),
  retry: endpoint({
    ...internal('ownRetry', 'POST', 'dead-letters/retry', 'Try one again'),
    body: z.object(letterId),
    response: retried,
  }),
  drop: endpoint({
    ...internal('ownDrop', 'POST', 'dead-letters/drop', 'Give one up'),
    body: z.object({ ...letterId, reason: reason.describe('why, for the audit log') }),
    response: dropped,
  }),
  run: endpoint({
    ...internal('ownRun', 'POST', 'jobs/run', 'Have a piece of work done now'),
    body: z.object(jobId),
    response: run,
  }),
}

const path = (rest: string) => `${base.admin}/operations/${rest}`
const mends = {
  ...({ service: 'gateway', auth: { kind: 'admin', permission: 'operations.write' }, status: 200 } as const),
}
const ofService = { service: z.string().min(1).max(50).describe('name of a service, as `services` lists it') }
const filter = { service: ofService.service.optional() }
const away = z.array(z.string()).describe('services that do not answer: theirs are missing')
const errors = ['not_found', 'unavailable']

/**
 * What is stuck, and how it is mended, for who has operations.write. The gateway asks each service about itself; its own
 * dead letters are for the command line. Every mend is a line of the audit log, written before the service is told.
 */
export const operationsHttp = {
  listServices: endpoint({
    ...mends,
    name: 'listServices',
    method: 'GET',
    path: path('services'),
    summary: 'Each service: how far it is behind, what waits and what fails',
    response: z.object({
      list: z
        .array(
          z.object({
            service: z.string().describe('name of the service'),
            backlog: backlog.nullable().describe('null: the service does not answer'),
          }),
        )
        .describe('this page of the list'),
    }),
  }),
  listDeadLetters: endpoint({
    ...mends,
    name: 'listDeadLetters',
    method: 'GET',
    path: path('dead-letters'),
    summary: 'Messages that could not be handled, of all services or one, oldest first',
    query: z.object({ ...filter, ...lettersQuery }),
    response: z.object({
      list: z.array(deadLetter.extend(ofService)).describe('this page of the list'),
      away,
    }),
    errors: ['not_found'],
  }),
  readDeadLetter: endpoint({
    ...mends,
    name: 'readDeadLetter',
    method: 'GET',
    path: path('dead-letters/:service/:id'),
    summary: 'All of one message that could not be handled, with what it says; each look is written down',
    params: z.object({ ...ofService, ...letterId }),
    response: wholeLetter.extend(ofService),
    errors,
  }),
  retryDeadLetter: endpoint({
    ...mends,
    name: 'retryDeadLetter',
    method: 'POST',
    path: path('dead-letters/retry'),
    summary: 'Have a message tried again; those behind it follow by themselves',
    body: z.strictObject({
      ...ofService,
      ...letterId,
      note,
    }),
    response: retried,
    errors,
    idempotent: true,
    limit: 'write',
  }),
  dropDeadLetter: endpoint({
    ...mends,
    name: 'dropDeadLetter',
    method: 'POST',
    path: path('dead-letters/drop'),
    summary: 'Give a message up for good: it is never handled, and what waits behind it is tried',
    body: z.strictObject({ ...ofService, ...letterId, note }),
    response: dropped,
    errors,
    idempotent: true,
    limit: 'write',
  }),
  listJobs: endpoint({
    ...mends,
    name: 'listJobs',
    method: 'GET',
    path: path('jobs'),
    summary: 'Work that is due or waits, of all services or one, what fails first',
    query: z.object({ ...filter, ...jobsQuery }),
    response: z.object({
      list: z.array(job.extend(ofService)).describe('this page of the list'),
      away,
    }),
    errors: ['not_found'],
  }),
  runJob: endpoint({
    ...mends,
    name: 'runJob',
    method: 'POST',
    path: path('jobs/run'),
    summary: 'Have a piece of work done now instead of at its time',
    body: z.strictObject({
      ...ofService,
      ...jobId,
      note,
    }),
    response: run,
    errors,
    idempotent: true,
    limit: 'write',
  }),
}
