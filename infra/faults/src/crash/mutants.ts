import type { Mutant } from '../proof.ts'
import type { Phase } from './strike.ts'

/** Where a planted fault shows, and as what: it is enough to be killed there. */
export type Aim = {
  point: RegExp
  phase: Phase
  scenario: 'points' | 'card-late'
  /** what the proof says of it; a run that fails otherwise has not found it */
  shows: RegExp
}

/** A purchase whose message was lost stays where it is. */
const LOST = /points: the purchase \w+ stays pending, payment pending/

/** The database itself refuses the same flows under another key, so the second posting can't be and stays parked. */
const TWICE = /ledger\.v1\.Post for ledger\.command is parked: .*"flow_pkey"/

export const crashMutants: readonly Mutant<Aim>[] = [
  {
    name: 'position-before-publish',
    says: 'the relay notes its position before the bus has the messages',
    edit: {
      file: 'services/_shared/src/relay.ts',
      find: '        if (messages.length > 0) await deps.bus.publish(messages)',
      replace: `        await saveReaderCursor(client, RELAY_READER, last)
        if (messages.length > 0) await deps.bus.publish(messages)`,
    },
    size: 1,
    during: {
      point: /^shipping-payment publish ledger\.command\.v1$/,
      phase: 'before',
      scenario: 'points',
      shows: LOST,
    },
  },
  {
    name: 'inbox-apart',
    says: 'the note that a message was handled commits apart from what it does',
    edit: {
      file: 'services/_shared/src/handling.ts',
      find: `  await inTx(deps.db, async (tx) => {
    const fresh = await take(tx)`,
      replace: `  const fresh = await inTx(deps.db, take)
  await inTx(deps.db, async (tx) => {`,
    },
    size: 1,
    during: {
      point: /^shipping-payment commit _shared\/handling\.ts:\d+ shipping-payment\.transfer\/Captured$/,
      phase: 'after',
      scenario: 'points',
      shows: LOST,
    },
  },
  {
    name: 'offset-before-handling',
    says: 'the offset of a batch is saved before it is handled',
    edit: {
      file: 'services/_shared/src/bus/kafka-batch.ts',
      find: '        await options.handle(part, call.moved)',
      replace: `        const ahead = (BigInt(part.at(-1)?.offset ?? '-1') + 1n).toString()
        await fetched.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset: ahead }] }] })
        await options.handle(part, call.moved)`,
    },
    size: 1,
    during: {
      point: /^shipping-payment commit _shared\/handling\.ts:\d+ shipping-payment\.transfer\/Captured$/,
      phase: 'before',
      scenario: 'points',
      shows: LOST,
    },
  },
  {
    name: 'broadcast-before-stored',
    says: 'a delivery is broadcast before its signed bytes are stored',
    edit: {
      file: 'services/_shared/src/chain/tx-reserve.ts',
      find: '  const reserved = await change(lane, job, {',
      replace: `  await lane.provider.send('eth_sendRawTransaction', [attempt.raw])
  const reserved = await change(lane, job, {`,
    },
    size: 1,
    during: {
      point: /^shipping-payment commit _shared\/chain\/tx-reserve\.ts:\d+ DeliveryProgressed$/,
      phase: 'before',
      scenario: 'points',
      shows: /ended as failed, not completed|was filled, but not sold|was filled 2 times/,
    },
  },
  {
    name: 'key-without-the-top-up',
    says: 'a top-up is posted under a key that the next process does not know',
    edit: {
      file: 'services/ledger/src/transfer/commands.ts',
      find: "case 'Post':\n      return ",
      replace: "case 'Post':\n      return process.pid + ",
    },
    size: 1,
    during: {
      point: /^ledger commit \S+ topup$/,
      phase: 'after',
      scenario: 'card-late',
      shows: TWICE,
    },
  },
]
