import { z } from 'zod'

type WithNote = { name: string; body?: { shape: { note: z.ZodType } } }

/**
 * The schema of the reason that a deciding call takes: forms check what is typed by the contract's own rules, and a desk
 * always says why, also where a program may leave it out (AW-3).
 */
export function reasonOf({ name, body }: WithNote): z.ZodType<string, string> {
  if (!body) throw new Error(`${name} takes no note`)
  const { note } = body.shape
  return z
    .string()
    .trim()
    .min(1)
    .refine((text) => note.safeParse(text).success)
}
