import assert from 'node:assert/strict'
import type { StoredEvent } from '../event-log.ts'
import { Rejection } from '../rejection.ts'
import type { Stream } from '../stream.ts'

type Rules<State, Command, Event extends StoredEvent> = Pick<
  Stream<State, Command, Event>,
  'initial' | 'evolve' | 'decide'
>

/**
 * Given what was commanded before, when one more command comes, then these events follow, or it is rejected.
 * @param rules a kind of stream, or its initial state and its two functions
 */
export function decider<State, Command, Event extends StoredEvent>(rules: Rules<State, Command, Event>) {
  const { initial, evolve, decide } = rules

  function given(...commands: readonly Command[]) {
    let state = initial
    for (const command of commands) state = decide(command, state).reduce(evolve, state)
    return {
      state,
      when: (command: Command) => ({
        /** the events that follow, for a closer look */
        events: () => decide(command, state),
        /** exactly these types of events follow, in this order; none where nothing is to happen */
        makes(...types: Event['type'][]) {
          assert.deepEqual(
            decide(command, state).map(({ type }) => type),
            types,
          )
        },
        /** @param told what else the answer says, as far as it is looked at */
        rejects(code: string, told: Pick<Partial<Rejection>, 'field' | 'details'> = {}) {
          assert.throws(
            () => decide(command, state),
            (error) => {
              assert.ok(error instanceof Rejection, String(error))
              assert.partialDeepStrictEqual(
                { code: error.code, field: error.field, details: error.details },
                { code, ...told },
              )
              return true
            },
          )
        },
      }),
    }
  }
  return { given }
}
