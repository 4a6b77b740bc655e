import type { z } from 'zod'
import { type Problem, problem } from './common.ts'
import type { Endpoint } from './contract.ts'

/** A non-2xx answer: `code` is what to branch on; `message` is the server's text (M§8). */
export class ResponseError extends Error {
  readonly status: number
  readonly code: string
  readonly problem: Problem | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: Problem | undefined, retryAfterSeconds?: number) {
    super(body?.message ?? 'Response returned an error code')
    this.name = 'ResponseError'
    this.status = status
    this.code = body?.code ?? 'unknown'
    this.problem = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The request never got an answer, or not a whole one: the line broke on its way, or somebody else answered in our place. */
export class FetchError extends Error {
  constructor(cause: unknown) {
    super('Fail to fetch', { cause })
    this.name = 'FetchError'
  }
}

function notWhole(cause: unknown): never {
  throw new FetchError(cause)
}

/** What a call takes. */
export type Parts<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.input<P>
  query: z.input<Q>
  body: z.input<B>
}
/** Required where the schema requires something, optional where everything in it is. */
export type Given<T> = {
  [K in keyof T as undefined extends T[K] ? never : object extends T[K] ? never : K]: T[K]
} & {
  [K in keyof T as undefined extends T[K] ? K : object extends T[K] ? K : never]?: T[K]
}

export type ClientOptions = {
  baseUrl: string
  fetch?: typeof fetch
  /** current access token, if any */
  token?: () => string | undefined | Promise<string | undefined>
  /** M§9: 10 s by default */
  timeoutMs?: number
}

export type CallOptions = { signal?: AbortSignal; idempotencyKey?: string; headers?: Record<string, string> }

function addressOf(baseUrl: string, path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:([a-zA-Z_]+)/g, (_all, name: string) => {
    const value =
      params && typeof params === 'object' && name in params ? Reflect.get(params, name) : undefined
    if (value === undefined) throw new Error(`required parameter ${name} is missing`)
    return encodeURIComponent(String(value))
  })
  const url = new URL(baseUrl + filled)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.toString()
}

/** A body as a form of texts and files; what is absent is no field of it. */
export function formOf(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  }
  return form
}

/** Calls endpoints with their own types; answers are parsed by the same schema that the server wrote them with. */
export function createClient(options: ClientOptions) {
  const doFetch = options.fetch ?? fetch
  return async function call<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
  >(
    endpoint: Endpoint<P, Q, B, R>,
    given: Given<Parts<P, Q, B>>,
    about: CallOptions = {},
  ): Promise<z.output<R>> {
    const token = await options.token?.()
    const body = 'body' in given ? given.body : undefined
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000)
    const url = addressOf(
      options.baseUrl,
      endpoint.path,
      'params' in given ? given.params : undefined,
      'query' in given ? given.query : undefined,
    )
    const response = await doFetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        // of a form the type names its boundary, which fetch chooses
        ...(body === undefined || endpoint.form ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(about.idempotencyKey ? { 'idempotency-key': about.idempotencyKey } : {}),
        ...about.headers,
      },
      body: body === undefined ? null : endpoint.form ? formOf(body) : JSON.stringify(body),
      signal: about.signal ? AbortSignal.any([about.signal, timeout]) : timeout,
      credentials: 'same-origin',
    }).catch(notWhole)
    if (!response.ok) {
      const parsed = problem.safeParse(await response.json().catch(() => undefined))
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
      throw new ResponseError(
        response.status,
        parsed.success ? parsed.data : undefined,
        Number.isFinite(retryAfter) ? retryAfter : undefined,
      )
    }
    const answer = response.status === 204 ? undefined : await response.json().catch(notWhole)
    return endpoint.response.parse(answer)
  }
}
