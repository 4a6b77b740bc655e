import { skipWithoutAnyKafka, startTestKafka } from '@talad/kafka/test-parts'
import { busContract } from './bus-contract.ts'
import { connect } from './bus-kafka.ts'

busContract(
  'Kafka',
  async () => {
    const broker = await startTestKafka()
    return {
      address: { kafkaBrokers: broker.address },
      connect: (watch) => connect(broker.address, watch),
      close: () => broker.stop(),
    }
  },
  skipWithoutAnyKafka(),
)
