import type pg from 'pg'
import type { Db, Queryable } from '../db.ts'

/**
 * What a member of a group has of a connection that it shares with members of other groups: locks that it takes there last
 * until it leaves, or the connection breaks.
 */
export type Seat = Queryable & {
  /** Leaves, when its locks are given back. @param fault why they could not be: the connection ends, and all locks with it */
  leave(fault?: unknown): void
}

export type Sessions = {
  /** @param onBroken the connection has ended: whoever sat there holds nothing any more, and takes a seat anew */
  take(group: string, onBroken: () => void): Promise<Seat>
}

type Session = {
  client: pg.PoolClient
  /** groups, and what tells each that it holds nothing any more */
  seats: Map<string, () => void>
  /** the exchange under way */
  last: Promise<unknown>
  onError: () => void
}

/**
 * One connection for the locks of all groups that this process is a member of; a second member of a group has another one,
 * as a connection takes a lock as often as it likes.
 */
export function createSessions(db: Db): Sessions {
  const open = new Set<Session>()
  let turn: Promise<unknown> = Promise.resolve()

  function end(session: Session): void {
    if (!open.delete(session)) return
    session.client.release(true)
    for (const onBroken of session.seats.values()) onBroken()
  }

  async function begin(): Promise<Session> {
    const client = await db.connect()
    const onError = () => end(session)
    const session: Session = { client, seats: new Map(), last: Promise.resolve(), onError }
    client.on('error', onError)
    open.add(session)
    return session
  }

  async function seatIn(group: string, onBroken: () => void): Promise<Seat> {
    const session = [...open].find(({ seats }) => !seats.has(group)) ?? (await begin())
    session.seats.set(group, onBroken)
    // one after the other, as each is an exchange on one connection
    const query = (...call: Parameters<Queryable['query']>) => {
      const answer = session.last.then(() => session.client.query(...call))
      session.last = Promise.resolve(answer).catch(() => end(session))
      return answer
    }
    return {
      query: query as Queryable['query'],
      leave(fault) {
        session.seats.delete(group)
        if (fault !== undefined) end(session)
        if (session.seats.size > 0 || !open.delete(session)) return
        session.client.off('error', session.onError)
        session.client.release()
      },
    }
  }

  return {
    take(group, onBroken) {
      const seat = turn.then(() => seatIn(group, onBroken))
      turn = seat.catch(() => undefined)
      return seat
    },
  }
}
