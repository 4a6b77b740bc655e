import { connectKafkaBus, type KafkaBusOptions } from '../src/bus/kafka.ts'

/** The broker asks for patience, and the bus has it: no news for whoever reads the output of the tests. */
const isPassing = (error: unknown) =>
  error instanceof Error && 'retriable' in error && error.retriable === true

export const connect = (brokers: string, more: Partial<KafkaBusOptions> = {}) =>
  connectKafkaBus({
    brokers: [brokers],
    clientId: 'test',
    onError: (error) => {
      if (!isPassing(error)) console.error(error)
    },
    sessionTimeoutMs: 6_000,
    ...more,
  })
