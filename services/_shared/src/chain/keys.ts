import { z } from 'zod'

/** A setting that lists private keys of one queue: a comma list of 0x and 64 hex digits. */
export const privateKeysSetting = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
  .pipe(
    z
      .array(z.string().regex(/^0x[0-9a-f]{64}$/, 'must be 0x and 64 hex digits'))
      .min(1)
      .refine((keys) => new Set(keys).size === keys.length, 'names a key twice'),
  )
