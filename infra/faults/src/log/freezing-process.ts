import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Consumer } from '@talad/shared/consumer'
import { createApp } from '@talad/shared/http/app'
import { defineManifest } from '@talad/shared/manifest'
import { commonConfig, type Platform } from '@talad/shared/platform'
import { defineService, runAsProcess } from '@talad/shared/service'
import { z } from 'zod'
import { noteDone } from './done.ts'
import { FREEZE, FREEZING_GROUP, FREEZING_TOPIC, FREEZING_TYPE } from './freezing.ts'

// A service whose handler never answers a message that tells it to freeze, the first time that it gets it. Everything
// else of the process lives on: its event loop, its heartbeats, its other partitions.
const { folder, settings } = z
  .object({ folder: z.string(), settings: z.record(z.string(), z.string()) })
  .parse(JSON.parse(process.argv[2] ?? ''))

const consumer: Consumer<Platform> = {
  topic: FREEZING_TOPIC,
  group: FREEZING_GROUP,
  type: FREEZING_TYPE,
  atOnce: 1,
  async run([message], { tx }) {
    if (!message) return
    const text = Buffer.from(message.payload).toString()
    const marker = join(folder, `${text}.frozen`)
    if (text.startsWith(FREEZE) && !existsSync(marker)) {
      writeFileSync(marker, '')
      await new Promise(() => setInterval(() => undefined, 60_000))
    }
    await noteDone(tx, { key: message.key, what: text })
  },
}

const service = defineService({
  manifest: defineManifest({
    name: 'freezing',
    says: 'freezes when it is told to',
    contract: {},
    rejections: {},
    publishes: [],
    hears: [FREEZING_TOPIC],
    invariants: [],
    development: () => ({}),
  }),
  at: pathToFileURL(join(folder, 'src/service.ts')).href,
  config: commonConfig,
  makeDeps: (platform): Platform => platform,
  app: (deps) => createApp({ ...deps, rejections: {} }),
  consumers: [consumer],
})

await runAsProcess(() => service.startIn({ ...settings, PORT: '0' }))
