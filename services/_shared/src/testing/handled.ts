import type { InMessage } from '../bus/port.ts'
import { currentContext } from '../context.ts'
import type { Tx } from '../db.ts'
import type { Consumer } from '../handling.ts'

/** Has a consumer handle messages in the transaction of a test, in whose context it does so. */
export async function handleIn<Deps>(
  tx: Tx,
  one: Consumer<Deps>,
  messages: readonly InMessage[],
  { now, deps }: { now: Date; deps: Deps },
): Promise<void> {
  await one.run?.(messages, { tx, now, within: (_of, work) => work(), contextOf: currentContext }, deps)
}
