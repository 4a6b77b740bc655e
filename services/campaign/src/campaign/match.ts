import type { Queryable } from '@talad/shared/db'
import { slotsFitting } from '../requirement/look.ts'
import type { Token } from '../requirement/snapshot.ts'
import { namesOf } from './asks.ts'
import { liveSlots } from './live.ts'
import { findRunning } from './rows.ts'

const MOST_SHOWN = 20
/** Many may be about a collection, and not about this token of it. */
const MOST_LOOKED_AT = 200

/** CA-32: the public campaigns that run now and have a slot that a token fits, whoever has it. */
export async function matching(db: Queryable, token: Token) {
  const running = await findRunning(db, namesOf(token), MOST_LOOKED_AT)
  const fitting = running.flatMap((row) => {
    const tags = slotsFitting(liveSlots(row), token).map(({ tag }) => tag)
    const { id: _id, project_id, slug, name } = row
    return tags.length > 0 ? [{ _id, project_id, slug, name, tags }] : []
  })
  return fitting.slice(0, MOST_SHOWN)
}
