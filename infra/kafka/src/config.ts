import { resolve } from 'node:path'
import { z } from 'zod'

const environment = z.object({
  KAFKA_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(9092)
    .describe('Port of the broker started by `npm run kafka`; 0 takes a free one'),
  KAFKA_DATA_DIR: z
    .string()
    .min(1)
    .default('.talad/kafka')
    .describe('Folder of the broker started by `npm run kafka`; its topics survive a restart'),
})

/** What `npm run kafka` was asked for. Throws a ZodError that lists every wrong variable. */
export function readConfig(): { port: number; dataDir: string } {
  const parsed = environment.parse(process.env)
  return { port: parsed.KAFKA_PORT, dataDir: resolve(parsed.KAFKA_DATA_DIR) }
}

/** True where a missing outside part must fail the tests that need it instead of skipping them. */
export function requiresAll(): boolean {
  return process.env.REQUIRE_ALL === '1'
}

const address = z.string().min(1).optional()
const addresses = z.object({
  TEST_KAFKA_BROKERS: address.describe('a Kafka for the tests, empty and theirs alone'),
  TEST_REDIS_URL: address.describe('a Redis for the tests'),
})

/** Parts that whoever runs the tests has named. */
export function testAddresses(): { kafka: string | undefined; redis: string | undefined } {
  const { TEST_KAFKA_BROKERS: kafka, TEST_REDIS_URL: redis } = addresses.parse(process.env)
  return { kafka, redis }
}
