import type { Db } from '../db.ts'
import { type Offset, saveOffsets } from './postgres-log.ts'

/**
 * Saves how far groups have come: what all of a process have handled within a moment goes out in one statement. A process
 * that dies in between is brought that again, as is one that dies before it could save anything.
 */
export type Offsets = {
  /** A group has handled a partition up to here. */
  note(offset: Offset): void
  /** Resolves when all that was noted is saved. */
  flush(): Promise<void>
  /** As `flush`, for a group that leaves partitions: what can't be saved now is not saved later either. */
  leave(group: string, partitions: readonly number[]): Promise<void>
  close(): Promise<void>
}

const TOGETHER_MS = 200
const RETRY_MS = 500

const keyOf = ({ group, topic, partition }: Offset) => `${group} ${topic}/${partition}`
const shareOf = ({ group, partition }: Pick<Offset, 'group' | 'partition'>) => `${group}/${partition}`

/** @param db of the bus */
export function createOffsets(db: Db, onError: (error: unknown) => void): Offsets {
  const due = new Map<string, Offset>()
  const left = new Set<string>() // before all was saved
  let timer: NodeJS.Timeout | undefined
  let saving: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined // begins when `saving` has ended

  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const offsets = [...due.values()].filter((offset) => !left.has(shareOf(offset)))
    due.clear()
    if (offsets.length === 0) return
    try {
      await saveOffsets(db, offsets)
    } catch (error) {
      for (const offset of offsets) if (!due.has(keyOf(offset))) due.set(keyOf(offset), offset)
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
    note(offset) {
      left.delete(shareOf(offset))
      due.set(keyOf(offset), offset)
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
