import { setImmediate } from 'node:timers/promises'
import type { Db } from '@talad/shared/db'

/** What code sees that waits in a process that has crashed: a connection that is gone. */
class Crashed extends Error {
  readonly code = 'ECONNRESET'

  constructor(where: string) {
    super(`the process crashed ${where}`)
    this.name = 'Crashed'
  }
}

export type Phase = 'before' | 'after'

/** A process of a service that can crash at any await: nothing that it does afterwards reaches anybody. */
export type ProcessModel = {
  /** `<before|after> <await>`, once it has crashed */
  crashedAt: string | undefined
  /** lets it crash at the nth await from here, before its work begins or before its answer arrives; 0: not at all */
  plan(awaits: number, phase: Phase): void
  /** something that the process waits for */
  awaits<T>(name: string, work: () => Promise<T>): Promise<T>
  /** what was sent before the crash has arrived; so the same seed leaves the same */
  settled(): Promise<void>
}

export function createProcess(): ProcessModel {
  let left = 0
  let phase: Phase = 'before'
  const sent = new Set<Promise<unknown>>()
  let answeredBefore = Promise.resolve()
  /** Answers arrive one by one, however many come at once: whoever gets one has sent its next call before the next arrives. */
  async function inTurn<T>(answer: Promise<T>): Promise<T> {
    await Promise.allSettled([answer])
    const before = answeredBefore
    answeredBefore = before.then(() => setImmediate())
    await before
    return answer
  }
  const model: ProcessModel = {
    crashedAt: undefined,
    plan(awaits, at) {
      left = awaits
      phase = at
    },
    async awaits(name, work) {
      if (model.crashedAt !== undefined) throw new Crashed(model.crashedAt)
      const crashes = left > 0 && --left === 0
      if (crashes && phase === 'before') {
        model.crashedAt = `before ${name}`
        throw new Crashed(model.crashedAt)
      }
      const answer = work()
      sent.add(answer)
      const result = await inTurn(answer).finally(() => sent.delete(answer))
      if (crashes) model.crashedAt = `after ${name}`
      if (model.crashedAt !== undefined) throw new Crashed(model.crashedAt)
      return result
    },
    async settled() {
      await Promise.allSettled([...sent])
    },
  }
  return model
}

/** A statement by its name, or by its first words. */
function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement.trim().split(/\s+/).slice(0, 3).join(' ')
  const { name, text } = Object.assign({ name: undefined, text: '' }, statement) as Record<string, unknown>
  return typeof name === 'string' ? name : nameOf(String(text))
}

type Callback = (error: unknown, result?: unknown) => void

/** Makes every statement on the connections of this pool an await of a process. */
export function crashable(db: Db, process: ProcessModel): Db {
  db.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const crashableQuery = (...given: unknown[]) => {
      const callback = given.at(-1)
      if (typeof callback !== 'function') return process.awaits(nameOf(given[0]), () => query(...given))
      const answer = callback as Callback
      const asked = process.awaits(nameOf(given[0]), () => query(...given.slice(0, -1)))
      asked.then((result) => answer(undefined, result), answer)
      return undefined
    }
    client.query = crashableQuery as typeof client.query
  })
  return db
}
