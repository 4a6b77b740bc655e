import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@talad/process/free-port'
import { type Child, type Log, run, startChild, untilReady } from './child.ts'
import { ensureKafkaJars } from './jars.ts'
import { hasBroker, isWholeAnswer, metadataRequest } from './metadata-probe.ts'
import { ask, requireFree } from './net.ts'

export type Broker = {
  /** `127.0.0.1:<port>`, as KAFKA_BROKERS takes it. */
  brokers: string
  pid: number
  /** Ends it cleanly; a data folder of our own making is removed. */
  stop(): Promise<void>
  /** Ends it at once, as a crash would; the data stays for the next start on the same folder. */
  kill(): void
}

export type BrokerOptions = {
  /** Where topics are kept; a start on the same folder finds them again. Left out: a temporary folder. */
  dataDir?: string
  /** Port on 127.0.0.1; 0 or left out takes a free one. */
  port?: number
  /** `host:port` that clients are told to use, where that isn't the port itself (something stands in between). */
  advertised?: string
  /** Receives progress and the broker's warnings. */
  log?: Log
}

const FORMAT_TIMEOUT_MS = 60_000
const START_TIMEOUT_MS = 90_000
const STOP_GRACE_MS = 20_000
const PORT_ATTEMPTS = 3
const QUIET = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'

/**
 * Starts one Kafka broker (KRaft, no ZooKeeper) on the loopback address and waits until it answers.
 * Topics are never created by asking for them. Throws with the broker's last output when it can't start.
 */
export async function startKafka(options: BrokerOptions = {}): Promise<Broker> {
  const { log = () => {}, port = 0 } = options
  const jars = await ensureKafkaJars(log)
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'talad-kafka-')))
  const dropOwn = async () => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const { advertised } = options
    const started = await startOnFreePorts({ jars, dataDir, port, advertised, log })
    const stop = async () => {
      await started.child.stop(STOP_GRACE_MS)
      await dropOwn()
    }
    return {
      brokers: advertised ?? `127.0.0.1:${started.port}`,
      pid: started.child.pid,
      stop,
      kill: () => started.child.kill(),
    }
  } catch (cause) {
    await dropOwn()
    throw cause
  }
}

type Launch = { jars: string; dataDir: string; port: number; advertised: string | undefined; log: Log }

/** Another process may take a free port before Java listens on it: then other ports are tried. */
async function startOnFreePorts(launch: Launch): Promise<{ child: Child; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = launch.port === 0 ? await freePort() : launch.port
    // Otherwise the question "are you ready?" would be answered by whoever has the port.
    await requireFree(port)
    try {
      return { child: await start({ ...launch, port }, await freePort()), port }
    } catch (cause) {
      const taken =
        cause instanceof Error && launch.port === 0 && /EADDRINUSE|Address already in use/.test(cause.message)
      if (!taken || attempt === PORT_ATTEMPTS) throw cause
    }
  }
}

async function start(launch: Launch, controllerPort: number): Promise<Child> {
  const { jars, dataDir, port, advertised = `127.0.0.1:${port}`, log } = launch
  await mkdir(dataDir, { recursive: true })
  const topics = join(dataDir, 'topics')
  const properties = join(dataDir, 'server.properties')
  await writeFile(properties, serverProperties({ port, advertised, controllerPort, topics }))
  const classPath = join(jars, '*')
  if (!existsSync(join(topics, 'meta.properties'))) {
    const format = ['format', '--ignore-formatted', '-t', clusterId(), '-c', properties]
    await run('java', ['-cp', classPath, QUIET, 'kafka.tools.StorageTool', ...format], FORMAT_TIMEOUT_MS)
  }
  const heap = ['-Xms64m', '-Xmx320m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  const child = await startChild('java', [...heap, QUIET, '-cp', classPath, 'kafka.Kafka', properties], log)
  await untilReady(child, 'Kafka', START_TIMEOUT_MS, async () =>
    hasBroker(await ask(port, metadataRequest(), isWholeAnswer)),
  )
  return child
}

/** Kafka's form of a UUID; one that starts with a dash would be read as an option. */
function clusterId(): string {
  const id = randomBytes(16).toString('base64url')
  return id.startsWith('-') ? clusterId() : id
}

/**
 * The controllers are named as a fixed list, not by the newer discovery: a fixed list may name another
 * port at each start, while the discovered one is written into the data and must be free for ever.
 */
function serverProperties(place: {
  port: number
  advertised: string
  controllerPort: number
  topics: string
}): string {
  const { port, advertised, controllerPort, topics } = place
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `BROKER://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `BROKER://${advertised}`,
    'listener.security.protocol.map': 'BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'BROKER',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': topics,
    'auto.create.topics.enable': false,
    'default.replication.factor': 1,
    'min.insync.replicas': 1,
    // After a crash the new process is let in only when the old one counts as gone: 9 s by default.
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 2000,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // Those who kill processes on purpose don't wait long until a group lets go of them.
    'group.min.session.timeout.ms': 1000,
    // The default of 128 MB is taken from the heap at start.
    'log.cleaner.dedupe.buffer.size': 8 * 1024 * 1024,
  })
    .map(([key, value]) => `${key}=${value}\n`)
    .join('')
}
