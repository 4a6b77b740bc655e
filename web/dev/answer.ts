import type { PersonKey } from '@talad/demo/people'
import type { Endpoint } from '@talad/proto/http/contract'
import type { z } from 'zod'

/** A refusal of the mock, told as a problem. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export type Raw = {
  person: PersonKey | undefined
  origin: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}
export type Route = { method: string; path: string; status: number; run: (raw: Raw) => unknown }

type Given<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  person: PersonKey | undefined
  origin: string
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
}

/** One call of the mock: what comes in and what goes out passes the contract's own schemas. */
export function answer<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  handle: (given: Given<P, Q, B>) => unknown,
): Route {
  // A part without a schema is declared as undefined, and that is what it reads as.
  const read = <T extends z.ZodType>(schema: T | undefined, value: unknown) =>
    schema?.parse(value) as z.output<T>
  return {
    method: endpoint.method,
    path: endpoint.path,
    status: endpoint.status,
    run: ({ person, origin, params, query, body }) =>
      endpoint.response.parse(
        handle({
          person,
          origin,
          params: read(endpoint.params, params),
          query: read(endpoint.query, query),
          body: read(endpoint.body, body),
        }),
      ),
  }
}

export function mustBe(person: PersonKey | undefined): PersonKey {
  if (person === undefined) throw new Refusal(401, 'unauthorized')
  return person
}
