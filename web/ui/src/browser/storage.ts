import type { z } from 'zod'

/** Keys that begin so are of the person who is here: they go with them. */
const OF_PERSON = 'talad.my.'

/** Forgets what somebody has looked at, looked for and typed, for whoever comes next. */
export function forgetMine(): void {
  for (const storage of [() => window.localStorage, () => window.sessionStorage])
    try {
      const mine = Object.keys(storage()).filter((key) => key.startsWith(OF_PERSON))
      for (const key of mine) storage().removeItem(key)
    } catch {
      // As below.
    }
}

/** A value in the browser's storage, parsed on reading. Storage may be full, blocked or written by others. */
export function stored<T extends z.ZodType>(key: string, schema: T, storage: () => Storage) {
  return {
    read(): z.output<T> | undefined {
      try {
        const parsed = schema.safeParse(JSON.parse(storage().getItem(key) ?? 'null'))
        return parsed.success ? parsed.data : undefined
      } catch {
        return undefined
      }
    },
    write(value: z.input<T>) {
      try {
        storage().setItem(key, JSON.stringify(value))
      } catch {
        // The page works without remembering.
      }
    },
    clear() {
      try {
        storage().removeItem(key)
      } catch {
        // As above.
      }
    },
  }
}
