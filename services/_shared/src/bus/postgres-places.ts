import type { Db } from '../db.ts'
import { type Place, saveOffsets } from './postgres-log.ts'

/**
 * Saves how far groups have come: what all of a process have handled within a moment goes out in one statement. A process
 * that dies in between is brought that again, as is one that dies before it could save anything.
 */
export type Places = {
  /** A group has handled a partition up to here. */
  note(place: Place): void
  /** Resolves when all that was noted is saved. */
  flush(): Promise<void>
  /** As `flush`, for a group that leaves partitions: what can't be saved now is not saved later either. */
  leave(group: string, partitions: readonly number[]): Promise<void>
  close(): Promise<void>
}

const TOGETHER_MS = 30
const RETRY_MS = 500

const keyOf = ({ group, topic, partition }: Place) => `${group} ${topic}/${partition}`
const shareOf = ({ group, partition }: Pick<Place, 'group' | 'partition'>) => `${group}/${partition}`

/** @param db of the bus */
export function createPlaces(db: Db, onError: (error: unknown) => void): Places {
  const due = new Map<string, Place>()
  const left = new Set<string>() // before all was saved
  let timer: NodeJS.Timeout | undefined
  let saving: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined // begins when `saving` has ended

  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const places = [...due.values()].filter((place) => !left.has(shareOf(place)))
    due.clear()
    if (places.length === 0) return
    try {
      await saveOffsets(db, places)
    } catch (error) {
      for (const place of places) if (!due.has(keyOf(place))) due.set(keyOf(place), place)
      later(RETRY_MS)
      throw error
    }
  }
  function later(ms: number): void {
    timer ??= setTimeout(() => void flush().catch(onError), ms)
  }
  function flush(): Promise<void> {
    if (next) return next
    next = saving.then(() => {
      next = undefined
      return save()
    })
    saving = next.catch(() => undefined)
    return next
  }

  return {
    note(place) {
      left.delete(shareOf(place))
      due.set(keyOf(place), place)
      later(TOGETHER_MS)
    },
    flush,
    async leave(group, partitions) {
      await flush().catch((error: unknown) => {
        for (const partition of partitions) left.add(shareOf({ group, partition }))
        onError(error)
      })
    },
    async close() {
      await flush().catch(onError)
      clearTimeout(timer)
    },
  }
}
