import { type Loop, startLoop } from '../loop.ts'

/** A member of a group as the watchdog sees it. */
export type Watched = {
  group: string
  /** how many calls of the handler have been answered so far, well or badly: a handler that fails is alive */
  answered: () => number
  /** the last step of the open call of which nothing was heard for longest: others may go on while one is frozen */
  oldest: () => number | undefined
  /** whether messages wait in the partitions that this member holds, those in hand included */
  waiting: () => Promise<boolean>
}

/** `mark` is what has to change for the member to count as working. */
type Suspicion = { mark: string; since: number }

/** With a look every sixth of it, a frozen handler is found within 27 s (B12). */
export const STUCK_AFTER_MS = 20_000
const ANSWER_MS = 5_000

/** @returns undefined when the one who is asked does not answer */
async function waitingOf(member: Watched): Promise<boolean | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS)
  })
  return Promise.race([member.waiting(), late])
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
}

/**
 * Finds members that look alive to the broker but have stopped working: messages wait, and of a call of the handler
 * nothing was heard for `limitMs`, or none was made. While the broker can't be asked nothing is told; an open call is
 * silent meanwhile all the same, whereas no call is due, so that count starts anew. Time in which this process itself was
 * paused doesn't count.
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
  let looked = now()
  let awakeMs = 0

  const markOf = (member: Watched) => `${member.oldest() ?? `none after ${member.answered()}`}`

  async function look(member: Watched): Promise<void> {
    const mark = markOf(member)
    const before = suspects.get(member)
    if (before?.mark !== mark) {
      suspects.set(member, { mark, since: awakeMs })
      return
    }
    const silentMs = awakeMs - before.since
    const inHand = member.oldest() !== undefined
    if (silentMs < limitMs && inHand) return // nobody needs to be asked yet
    const waiting = await waitingOf(member)
    if (waiting === undefined && inHand && markOf(member) === mark) return
    if (!waiting || markOf(member) !== mark) {
      suspects.set(member, { mark: markOf(member), since: awakeMs })
      return
    }
    if (silentMs < limitMs) return
    suspects.set(member, { mark, since: awakeMs })
    options.onStuck(member.group, silentMs)
  }

  const step = async () => {
    const at = now()
    awakeMs += Math.min(at - looked, limitMs / 3)
    looked = at
    const members = [...options.members()]
    for (const known of suspects.keys()) if (!members.includes(known)) suspects.delete(known)
    await Promise.all(members.map(look))
    return false
  }
  return startLoop(step, { idleMs: Math.max(100, limitMs / 6), onError: () => undefined })
}
