import { type Loop, startLoop } from '../loop.ts'

/** A member of a group as the watchdog sees it. */
export type Watched = {
  group: string
  /** how many times the handler has answered so far, well or badly: a handler that fails is alive */
  answered: () => number
  /** how many messages wait in the partitions that this member holds */
  waiting: () => Promise<bigint>
}

type Suspicion = { answered: number; since: number }

/**
 * Finds members that look alive to the broker but have stopped working: messages wait, and the handler has not
 * answered for `limitMs`. A broker that can't be asked proves nothing, and starts the count anew.
 * @param options `onStuck` is told once per silence; what it does (end the process) is the caller's choice
 */
export function startWatchdog(options: {
  members: () => Iterable<Watched>
  limitMs: number
  onStuck: (group: string, silentMs: number) => void
  now?: () => number
}): Loop {
  const { limitMs, now = Date.now } = options
  const suspects = new Map<Watched, Suspicion>()

  async function look(member: Watched): Promise<void> {
    const answered = member.answered()
    const before = suspects.get(member)
    if (before?.answered !== answered) {
      suspects.set(member, { answered, since: now() })
      return
    }
    const waiting = await member.waiting().catch(() => 0n)
    if (waiting === 0n || member.answered() !== answered) {
      suspects.set(member, { answered: member.answered(), since: now() })
      return
    }
    const silentMs = now() - before.since
    if (silentMs < limitMs) return
    suspects.set(member, { answered, since: now() })
    options.onStuck(member.group, silentMs)
  }

  const step = async () => {
    const members = [...options.members()]
    for (const known of suspects.keys()) if (!members.includes(known)) suspects.delete(known)
    for (const member of members) await look(member)
    return false
  }
  return startLoop(step, { idleMs: Math.max(100, limitMs / 6), onError: () => undefined })
}
