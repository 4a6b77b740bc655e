import { skipWithoutKafka } from '@talad/kafka/availability'
import { startKafka } from '@talad/kafka/broker'
import { busContract } from './bus-contract.ts'
import { connect } from './bus-kafka.ts'

busContract(
  'Kafka',
  async () => {
    const broker = await startKafka()
    return {
      address: { kafkaBrokers: broker.brokers },
      connect: (watch) => connect(broker.brokers, watch),
      close: () => broker.stop(),
    }
  },
  skipWithoutKafka(),
)
