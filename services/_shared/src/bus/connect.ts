import type { Bus } from './port.ts'

/**
 * Opens the bus that the configuration names: Kafka when brokers are given, the embedded one otherwise.
 * @param options `clientId` names this process to the broker
 */
export async function connectBus(options: {
  kafkaBrokers?: string | undefined
  busDatabaseUrl?: string | undefined
  clientId: string
  onError: (error: unknown) => void
  /** told when a member looks alive but has stopped working */
  onStuck?: (group: string, silentMs: number) => void
}): Promise<Bus> {
  if (options.kafkaBrokers) {
    const { connectKafkaBus } = await import('./kafka.ts')
    return connectKafkaBus({ ...options, brokers: options.kafkaBrokers.split(',') })
  }
  if (!options.busDatabaseUrl) throw new Error('either KAFKA_BROKERS or BUS_DATABASE_URL must be set')
  const { connectPostgresBus } = await import('./postgres.ts')
  return connectPostgresBus(options.busDatabaseUrl, options)
}
