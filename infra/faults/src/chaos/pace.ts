import { setTimeout as delay } from 'node:timers/promises'

/** Purchases and faults go side by side: neither is through while the other has hardly begun. */
export type Pace = {
  /** waits until so much of all faults has come, from 0 to 1, or all purchases have begun */
  purchaseMayBegin(part: number): Promise<void>
  faultMayCome(part: number): Promise<void>
  purchaseBegan(): void
  faultCame(): void
}

const LOOK_MS = 50
/** purchases run ahead of the faults by this part of all */
const AHEAD = 0.1

export function createPace(purchases: number, faults: number): Pace {
  let begun = 0
  let come = 0
  const until = async (check: () => boolean) => {
    while (!check()) await delay(LOOK_MS)
  }
  return {
    purchaseMayBegin: (part) => until(() => come >= faults || come / faults + AHEAD >= part),
    faultMayCome: (part) => until(() => begun >= purchases || begun / purchases >= part),
    purchaseBegan: () => void begun++,
    faultCame: () => void come++,
  }
}
