import { startKafka } from './broker.ts'
import { readConfig } from './config.ts'

const broker = await startKafka({ ...readConfig(), log: (line) => console.error(line) })
console.log(`KAFKA_BROKERS=${broker.brokers}`)

let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  broker.stop().then(
    () => process.exit(0),
    (cause: unknown) => {
      console.error(cause)
      process.exit(1)
    },
  )
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
