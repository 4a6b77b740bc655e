import type { z } from 'zod'

/** The schema of what a call takes: forms check what is typed by the contract's own rules. */
export function bodyOf<B extends z.ZodType>({ name, body }: { name: string; body?: B }): B {
  if (!body) throw new Error(`${name} takes no body`)
  return body
}
