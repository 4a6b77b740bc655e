import { createClient, ResponseError } from '@talad/proto/http/client'
import { operationsHttp as http, ownOperations as own } from '@talad/proto/http/operations'
import type { AuditEntry } from '@talad/shared/audit'
import { audit, isAudited } from '@talad/shared/audit'
import { inTx } from '@talad/shared/db'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from './deps.ts'

const TIMEOUT_MS = 5_000

/** Asks services about themselves. */
function serviceCalls({ config }: Pick<Deps, 'config'>) {
  const headers = { 'x-internal-token': config.INTERNAL_TOKENS[0] ?? '' }
  const clients = new Map(
    Object.entries(config.UPSTREAMS).map(
      ([name, baseUrl]) => [name, createClient({ baseUrl, timeoutMs: TIMEOUT_MS })] as const,
    ),
  )
  const clientOf = (service: string) => {
    const client = clients.get(service)
    if (!client) throw new Rejection('NOT_FOUND', { field: 'service' })
    return client
  }
  return { headers, clientOf, names: [...clients.keys()] }
}

/** What the service said, in the gateway's words. @throws Rejection NOT_FOUND, UNAVAILABLE */
async function told<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    const isUnknown = error instanceof ResponseError && error.status === 404
    throw new Rejection(isUnknown ? 'NOT_FOUND' : 'UNAVAILABLE')
  })
}

/** The calls for who mends what is stuck: each service answers for itself. */
export function operationsRoutes(app: App, deps: Deps): void {
  const { clientOf, headers, names } = serviceCalls(deps)
  const about = { headers }

  /** Of those that answer, and the names of those that don't. @throws Rejection NOT_FOUND for a service that there isn't */
  async function ofEach<T>(service: string | undefined, ask: (name: string) => Promise<readonly T[]>) {
    if (service !== undefined) clientOf(service)
    const asked = service === undefined ? names : [service]
    const answers = await Promise.all(asked.map((name) => ask(name).catch(() => undefined)))
    const list = asked.flatMap((name, index) =>
      (answers[index] ?? []).map((one) => ({ ...one, service: name })),
    )
    return { list, away: asked.filter((_, index) => answers[index] === undefined) }
  }

  /**
   * GW-27: written before the service is told, so that nothing is mended unseen. GW-10: what was mended by a call whose
   * answer was lost is not there any more, and is answered as done.
   */
  async function mend<T>(entry: Omit<AuditEntry, 'now'> & { id: string }, done: T, work: () => Promise<T>) {
    const again = await inTx(deps.db, async (tx) => {
      const isAgain = await isAudited(tx, entry)
      await audit(tx, { ...entry, now: deps.now() })
      return isAgain
    })
    return told(work()).catch((error: unknown) => {
      if (again && error instanceof Rejection && error.code === 'NOT_FOUND') return done
      throw error
    })
  }

  app.route(http.listServices, async () => ({
    list: await Promise.all(
      names.map(async (service) => ({
        service,
        backlog: await clientOf(service)(own.backlog, {}, about).catch(() => null),
      })),
    ),
  }))
  app.route(http.listDeadLetters, ({ query: { service, ...query } }) =>
    ofEach(service, async (name) => (await clientOf(name)(own.deadLetters, { query }, about)).list),
  )
  app.route(http.readDeadLetter, async ({ actor, params: { service, id }, request }) => {
    const letter = await told(clientOf(service)(own.deadLetter, { query: { id } }, about))
    const target = { kind: 'dead_letter', id: `${service}/${id}` }
    const entry = {
      actor: signedIn(actor),
      action: 'dead_letter.look' as const,
      target,
      requestId: request.id,
    }
    await inTx(deps.db, (tx) => audit(tx, { ...entry, now: deps.now() }))
    return { ...letter, service }
  })
  app.route(http.listJobs, ({ query: { service, failing, lm } }) =>
    ofEach(service, async (name) => {
      const query = { lm, ...(failing ? { failing: '1' as const } : {}) }
      return (await clientOf(name)(own.jobs, { query }, about)).list
    }),
  )
  app.route(http.retryDeadLetter, async ({ actor, attempt, body: { service, id, note: why }, request }) => {
    const call = clientOf(service)
    const target = { kind: 'dead_letter', id: `${service}/${id}` }
    const by = { id: attempt.id, actor: signedIn(actor), requestId: request.id }
    const entry = { ...by, action: 'dead_letter.retry' as const, target, note: why }
    return mend(entry, { outcome: 'asked' as const }, () => call(own.retry, { body: { id } }, about))
  })
  app.route(http.dropDeadLetter, async ({ actor, attempt, body: { service, id, note: reason }, request }) => {
    const call = clientOf(service)
    const target = { kind: 'dead_letter', id: `${service}/${id}` }
    const by = { id: attempt.id, actor: signedIn(actor), requestId: request.id }
    const entry = { ...by, action: 'dead_letter.drop' as const, target, note: reason }
    return mend(entry, { outcome: 'dropped' as const }, () => call(own.drop, { body: { id, reason } }, about))
  })
  app.route(http.runJob, async ({ actor, attempt, body: { service, task, key, note: why }, request }) => {
    const call = clientOf(service)
    const target = { kind: 'job', id: `${service}/${task}/${key}` }
    const by = { id: attempt.id, actor: signedIn(actor), requestId: request.id }
    const entry = { ...by, action: 'job.run' as const, target, note: why }
    return mend(entry, { outcome: 'due' as const }, () => call(own.run, { body: { task, key } }, about))
  })
}
