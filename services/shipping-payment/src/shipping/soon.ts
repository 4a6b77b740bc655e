import { setTimeout } from 'node:timers/promises'

const MOST_LOOKS = 20
const LOOK_PAUSE_MS = 50

/** What was put a moment ago is known here as soon as the word of it arrives: looks for it for a second. */
export async function soon<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let looks = 1; ; looks += 1) {
    const found = await look()
    if (found || looks === MOST_LOOKS) return found
    await setTimeout(LOOK_PAUSE_MS)
  }
}
