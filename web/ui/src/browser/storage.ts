import type { z } from 'zod'

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
