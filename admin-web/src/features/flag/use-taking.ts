import type { FlagCase } from '@talad/proto/http/moderation/flagging-case'
import { useRef } from 'react'
import { claimCase, releaseCase } from './api.ts'
import { showNews } from './rows-now.ts'

/** So many of several are claimed, so that a large selection isn't as many calls. */
const MOST = 25

/**
 * AW-5: what somebody begins to decide on is theirs without a key of its own, unless somebody else looks at it. It is
 * soft: where it fails nothing is hindered.
 */
export function useTaking() {
  const taken = useRef<Promise<string | undefined>[]>([])
  const shown = async (id: string, change: typeof claimCase): Promise<string | undefined> => {
    try {
      showNews([(await change(id)).case])
      return id
    } catch {
      return undefined
    }
  }
  return {
    take(cases: readonly FlagCase[]) {
      const free = cases.filter(({ claim }) => claim === null).slice(0, MOST)
      taken.current = [...taken.current, ...free.map(({ _id }) => shown(_id, claimCase))]
    },
    /** It was not decided. */
    giveBack() {
      for (const one of taken.current) void one.then((id) => id && shown(id, releaseCase))
      taken.current = []
    },
    /** It was decided, which ends the claim. */
    forget() {
      taken.current = []
    },
  }
}
