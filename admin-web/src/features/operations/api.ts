import { operationsHttp as http } from '@talad/proto/http/operations'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListPage, ListSource } from '../../ui/data-table/column.ts'

export const OPERATIONS = 'operations'

const earliest = (times: readonly (string | null | undefined)[]) =>
  times.flatMap((time) => time ?? []).sort()[0] ?? null

/** Of all services together; one that doesn't answer has nothing to add. */
export function stuckOf(services: readonly OneService[]) {
  const known = services.flatMap(({ backlog }) => backlog ?? [])
  return {
    letters: {
      count: known.reduce((sum, { dead_letters }) => sum + dead_letters.open, 0),
      oldest: earliest(known.map(({ dead_letters }) => dead_letters.oldest_at)),
    },
    jobs: {
      count: known.reduce((sum, { jobs }) => sum + jobs.failing, 0),
      oldest: earliest(known.map(({ jobs }) => jobs.failing_since)),
    },
    silent: { count: services.length - known.length, oldest: null },
  }
}

/** As many of each service as one list shows: what is behind them is reached by mending these or by the filters. */
const MOST = 100
const REREAD_MS = 15_000

export type OneService = z.output<typeof http.listServices.response>['list'][number]
export type DeadLetter = z.output<typeof http.listDeadLetters.response>['list'][number]
export type Job = z.output<typeof http.listJobs.response>['list'][number]

export const servicesQuery = queryOptions({
  queryKey: [OPERATIONS, 'services'],
  queryFn: async ({ signal }) => (await call(http.listServices, {}, { signal })).list,
  refetchInterval: REREAD_MS,
})

function whole<Row>({ list, away }: { list: readonly Row[]; away: readonly string[] }): ListPage<Row> {
  const page = { rows: list, next: undefined, total: list.length }
  return away.length > 0 ? { ...page, warning: 'operations.away' } : page
}

export const letterId = ({ service, id }: DeadLetter) => `${service}/${id}`
export const jobId = ({ service, task, key }: Job) => `${service}/${task}/${key}`

export const letterSource: ListSource<DeadLetter> = {
  key: OPERATIONS,
  async read({ search: { service, group } }, signal) {
    return whole(await call(http.listDeadLetters, { query: { service, group, lm: MOST } }, { signal }))
  },
}

export const jobSource: ListSource<Job> = {
  key: OPERATIONS,
  async read({ search: { service, failing } }, signal) {
    const query = { service, lm: MOST, ...(failing === '1' ? { failing: '1' as const } : {}) }
    return whole(await call(http.listJobs, { query }, { signal }))
  },
}

const serviceOf = (id: string) => id.split('/', 1)[0] ?? ''

/** The message that is open beside its list; null once it is mended. */
export const letterQuery = (id: string) =>
  queryOptions({
    queryKey: [OPERATIONS, 'dead-letter', id],
    queryFn: async ({ signal }) => {
      const query = { service: serviceOf(id), lm: MOST }
      const { list } = await call(http.listDeadLetters, { query }, { signal })
      return list.find((letter) => letterId(letter) === id) ?? null
    },
    refetchInterval: REREAD_MS,
  })

/** All of one message with what it says; each read is a line of the audit log, so it is read when somebody asks. */
export const wholeLetterQuery = (id: string) =>
  queryOptions({
    queryKey: [OPERATIONS, 'whole-letter', id],
    queryFn: ({ signal }) =>
      call(
        http.readDeadLetter,
        { params: { service: serviceOf(id), id: id.slice(serviceOf(id).length + 1) } },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** What waits for a person: messages that nobody could handle, and work that fails. */
export const stuckQuery = queryOptions({
  queryKey: [OPERATIONS, 'stuck'],
  queryFn: async ({ signal }) => stuckOf((await call(http.listServices, {}, { signal })).list),
  refetchInterval: 60_000,
})

/** The piece of work that is open beside its list; null once it is done. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [OPERATIONS, 'job', id],
    queryFn: async ({ signal }) => {
      const { list } = await call(http.listJobs, { query: { service: serviceOf(id), lm: MOST } }, { signal })
      return list.find((job) => jobId(job) === id) ?? null
    },
    refetchInterval: REREAD_MS,
  })

export const retryLetter = ({ service, id }: DeadLetter, note: string, key: string) =>
  act(http.retryDeadLetter, { body: { service, id, note } }, { idempotencyKey: key })

export const dropLetter = ({ service, id }: DeadLetter, note: string, key: string) =>
  act(http.dropDeadLetter, { body: { service, id, note } }, { idempotencyKey: key })

export const runJob = ({ service, task, key: piece }: Job, note: string, key: string) =>
  act(http.runJob, { body: { service, task, key: piece, note } }, { idempotencyKey: key })
