import type { Queryable } from '@talad/shared/db'
import { readStream } from '@talad/shared/event-log'
import { z } from 'zod'

const said = z.looseObject({
  by: z.string().optional(),
  note: z.string().optional(),
  reason: z.string().optional(),
  code: z.string().optional(),
  field: z.string().optional(),
  expected: z.string().optional(),
  received: z.string().optional(),
})

function noteOf({ note, reason, code, field, expected, received }: z.infer<typeof said>): string | null {
  const difference = field === undefined ? undefined : `${field}: ${received} in place of ${expected}`
  const parts = [reason, note, code, difference].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? null : parts.join(' · ')
}

/** All that happened to a case, oldest first. */
export async function historyOf(db: Queryable, stream: string) {
  const rows = await readStream(db, stream)
  return rows.map(({ type, data, at }) => {
    const about = said.parse(data)
    return { at: at.toISOString(), what: type, by: about.by ?? null, note: noteOf(about) }
  })
}
