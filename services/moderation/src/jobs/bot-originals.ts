import { inTx } from '@talad/shared/db'
import { recurring } from '@talad/shared/jobs'
import { transact } from '@talad/shared/stream'
import { compareNext, type Original, originalsToCompare } from '../bot/originals.ts'
import type { Deps } from '../deps.ts'

const LOOK_EVERY_MS = 60_000
/** Pages in one turn, so that other work of the kind gets its own. */
const PAGES = 20

/** MO-15: who becomes an issuer, or is verified, is compared with what was read before, too. */
export const compareOriginals = recurring<Pick<Deps, 'db'>>({
  name: 'bot.originals',
  everyMs: LOOK_EVERY_MS,
  concurrency: 1,
  async run({ deps, now }) {
    let pages = PAGES
    for (const one of await inTx(deps.db, originalsToCompare)) {
      let left: Original | undefined = one
      while (left) {
        if (pages-- === 0) return now
        const next: Original = left
        left = await transact(deps, (tx) => compareNext(tx, next, now))
      }
    }
    return undefined
  },
})
