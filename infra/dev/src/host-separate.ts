import { join } from 'node:path'
import { redisAvailable } from '@talad/kafka/availability'
import { startKafka } from '@talad/kafka/broker'
import { startRedis } from '@talad/kafka/redis'
import type { Host } from './launch.ts'
import { supervise } from './supervise.ts'

/** Each service in a process of its own, on a real Kafka broker, and Redis where there is one. */
export function separateHost(onLine: (line: string) => void): Host {
  return {
    separate: true,
    async extras(settings, closing, screen) {
      const since = performance.now()
      const extras: { kafka?: string; redis?: string } = {}
      if (settings.KAFKA_BROKERS === undefined) {
        const broker = await startKafka({
          dataDir: join(settings.TALAD_DATA, 'kafka'),
          port: settings.TALAD_KAFKA_PORT,
          log: (line) => {
            if (settings.TALAD_LOG === 'debug') onLine(`kafka | ${line}`)
          },
        })
        closing.add('Kafka', () => broker.stop())
        extras.kafka = broker.brokers
        screen.done('Kafka', since)
      }
      if (settings.REDIS_URL === undefined && redisAvailable()) {
        const redis = await startRedis()
        closing.add('Redis', () => redis.stop())
        extras.redis = redis.url
      }
      return extras
    },
    async start(name, env, { url, changed }) {
      return supervise({
        name,
        env,
        url,
        onLine: (line) => onLine(`${name.padEnd(16)} | ${line}`),
        onRestart: changed,
      })
    },
  }
}
