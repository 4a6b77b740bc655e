import { setImmediate } from 'node:timers/promises'
import type { Db } from '@talad/shared/db'

/** What whoever waits hears in a process that has died; to the code it is a connection that is gone. */
class Died extends Error {
  readonly code = 'ECONNRESET'

  constructor(where: string) {
    super(`the process died ${where}`)
    this.name = 'Died'
  }
}

type Phase = 'before' | 'after'

/** One life of a process: nothing that it does after its death reaches anybody. */
export type Life = {
  /** `<before|after> <await>`, once it is dead */
  diedAt: string | undefined
  /** lets it die at the so-manieth await from here, before its work begins or before its answer is heard */
  plan(awaits: number, phase: Phase): void
  /** something that the process waits for */
  awaits<T>(name: string, work: () => Promise<T>): Promise<T>
  /** what was sent before the death has arrived; so the same seed leaves the same */
  settled(): Promise<void>
}

export function createLife(): Life {
  let left = 0
  let phase: Phase = 'before'
  const sent = new Set<Promise<unknown>>()
  let heardBefore = Promise.resolve()
  /** Answers are heard one by one, however many arrive at once: who hears one has sent its next before the next is heard. */
  async function inTurn<T>(answer: Promise<T>): Promise<T> {
    await Promise.allSettled([answer])
    const before = heardBefore
    heardBefore = before.then(() => setImmediate())
    await before
    return answer
  }
  const life: Life = {
    diedAt: undefined,
    plan(awaits, at) {
      left = awaits
      phase = at
    },
    async awaits(name, work) {
      if (life.diedAt !== undefined) throw new Died(life.diedAt)
      const dies = left > 0 && --left === 0
      if (dies && phase === 'before') {
        life.diedAt = `before ${name}`
        throw new Died(life.diedAt)
      }
      const answer = work()
      sent.add(answer)
      const heard = await inTurn(answer).finally(() => sent.delete(answer))
      if (dies) life.diedAt = `after ${name}`
      if (life.diedAt !== undefined) throw new Died(life.diedAt)
      return heard
    },
    async settled() {
      await Promise.allSettled([...sent])
    },
  }
  return life
}

/** A statement by its name, or by its first words. */
function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement.trim().split(/\s+/).slice(0, 3).join(' ')
  const { name, text } = Object.assign({ name: undefined, text: '' }, statement) as Record<string, unknown>
  return typeof name === 'string' ? name : nameOf(String(text))
}

type Callback = (error: unknown, result?: unknown) => void

/** Makes every statement on the connections of this pool an await of a life. */
export function mortal(db: Db, life: Life): Db {
  db.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const mortalQuery = (...given: unknown[]) => {
      const callback = given.at(-1)
      if (typeof callback !== 'function') return life.awaits(nameOf(given[0]), () => query(...given))
      const told = callback as Callback
      const asked = life.awaits(nameOf(given[0]), () => query(...given.slice(0, -1)))
      asked.then((result) => told(undefined, result), told)
      return undefined
    }
    client.query = mortalQuery as typeof client.query
  })
  return db
}
