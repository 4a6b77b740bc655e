import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@talad/shared/testing/wait'

const REST_MS = 700
const LOOKS = 3

/** What somebody decides on, once nothing changes it any more by itself. */
export async function atRest<T extends { version: number }>(look: () => Promise<T>): Promise<T> {
  let [last, same] = [await look(), 0]
  return until('it is at rest', async () => {
    await delay(REST_MS)
    const now = await look()
    same = now.version === last.version ? same + 1 : 0
    last = now
    return same === LOOKS ? now : undefined
  })
}
