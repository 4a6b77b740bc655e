import type { Mutant } from '../proof.ts'
import type { Fault } from './fault-schedule.ts'

const POSTGRES: readonly Fault[] = [
  { what: 'restart', server: 'postgres', way: 'KILL' },
  { what: 'restart', server: 'postgres', way: 'QUIT' },
  { what: 'restart', server: 'postgres', way: 'KILL' },
  { what: 'restart', server: 'postgres', way: 'QUIT' },
]
const KAFKA: readonly Fault[] = [
  { what: 'restart', server: 'kafka', way: 'KILL' },
  { what: 'restart', server: 'kafka', way: 'KILL' },
  { what: 'restart', server: 'kafka', way: 'KILL' },
]
const SIZE = 16

/** Faults that only a crash at the wrong moment brings to light, each with the faults that are such moments. */
export const mutants: readonly Mutant<readonly Fault[]>[] = [
  {
    name: 'commit-before-handling',
    says: 'Offsets are committed before the handler ran: what it had in hand when Postgres went is lost.',
    edit: {
      file: 'services/_shared/src/bus/kafka-batch.ts',
      find: '        await options.handle(part, call.moved)\n',
      replace: `        const early = part.at(-1)?.offset ?? '-1'
        const next = (BigInt(early) + 1n).toString()
        await fetched.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset: next }] }] })
        fetched.resolveOffset(early)
        await options.handle(part, call.moved)\n`,
    },
    size: SIZE,
    during: POSTGRES,
  },
  {
    name: 'note-before-publishing',
    says: 'The relay notes its position before it publishes: what it was sending when Kafka went is lost.',
    edit: {
      file: 'services/_shared/src/relay.ts',
      find: '        if (messages.length > 0) await deps.bus.publish(messages)\n',
      replace: `        await saveReaderCursor(client, RELAY_READER, last)
        if (messages.length > 0) await deps.bus.publish(messages)\n`,
    },
    size: SIZE,
    during: KAFKA,
  },
  {
    name: 'no-acknowledgement',
    says: 'The bus does not wait until Kafka has acknowledged a message: what was on its way to a killed broker is lost.',
    edit: { file: 'services/_shared/src/bus/kafka.ts', find: 'acks: -1', replace: 'acks: 0' },
    size: SIZE,
    during: KAFKA,
  },
]
