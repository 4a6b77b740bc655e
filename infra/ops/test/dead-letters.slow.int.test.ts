import { skipWithoutAnyKafka, startTestKafka, type TestPart } from '@talad/kafka/test-parts'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { retryJourney } from './dead-letters.ts'

describe.skipIf(skipWithoutAnyKafka())('dead letters on Kafka', () => {
  let broker: TestPart
  beforeAll(async () => {
    broker = await startTestKafka()
  })
  afterAll(() => broker?.stop())

  test('a poison message is seen, tried again by the running service when its cause is mended, and gone', () =>
    retryJourney(broker.address))
})
