import type { z } from 'zod'

type WithNote<N> = { name: string; body?: { shape: { note: N } } }

/** The schema of the reason that a deciding call wants: forms check what is typed by the contract's own rules. */
export function reasonOf<N extends z.ZodType<string, string>>({ name, body }: WithNote<N>): N {
  if (!body) throw new Error(`${name} takes no note`)
  return body.shape.note
}
