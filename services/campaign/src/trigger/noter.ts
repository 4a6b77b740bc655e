import { type Db, isConnectionFault } from '@talad/shared/db'
import { insertPressed, type Pressed, type TriggerRow } from './rows.ts'

/** So many are noted together at most. */
const MOST_NOTED = 200

/** Notes what is pressed. @returns undefined where something stands against it, or there is no such campaign */
export type Note = (pressed: Pressed) => Promise<TriggerRow | undefined>

type Waiting = {
  pressed: Pressed
  resolve: (row: TriggerRow | undefined) => void
  reject: (error: unknown) => void
}

/** Notes what is pressed in this process: what comes while others are noted goes together, by one commit for all. */
export function createNoter(db: Db): Note {
  const queue: Waiting[] = []
  let isBusy = false

  async function noteAll(some: readonly Waiting[]): Promise<void> {
    try {
      const rows = await insertPressed(
        db,
        some.map(({ pressed }) => pressed),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const { pressed, resolve } of some) resolve(byId.get(pressed.id))
    } catch (error) {
      // one that can't be noted is no other's fault
      if (some.length > 1 && !isConnectionFault(error)) for (const one of some) await noteAll([one])
      else for (const { reject } of some) reject(error)
    }
  }

  async function run(): Promise<void> {
    isBusy = true
    while (queue.length > 0) await noteAll(queue.splice(0, MOST_NOTED))
    isBusy = false
  }

  return (pressed) =>
    new Promise((resolve, reject) => {
      queue.push({ pressed, resolve, reject })
      if (!isBusy) queueMicrotask(() => isBusy || void run())
    })
}
