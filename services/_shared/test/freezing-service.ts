import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Consumer } from '../src/consumer.ts'
import { createApp } from '../src/http/app.ts'
import { defineManifest } from '../src/manifest.ts'
import { commonConfig, type Platform } from '../src/platform.ts'
import { defineService, runAsProcess } from '../src/service.ts'

/**
 * A service in a process of its own whose handler never answers the text `freeze`, the first time that it gets it. All
 * else of the process goes on: its event loop, its heartbeats, its other partitions. Else it notes what it handles.
 */
const { folder, topic, group, settings } = z
  .object({
    folder: z.string(),
    topic: z.string(),
    group: z.string(),
    settings: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const consumer: Consumer<Platform> = {
  topic,
  group,
  type: 'test.Numbered',
  atOnce: 1,
  async run([message], { tx }) {
    if (!message) return
    const what = Buffer.from(message.payload).toString()
    const marker = join(folder, 'frozen')
    if (what === 'freeze' && !existsSync(marker)) {
      writeFileSync(marker, '')
      await new Promise(() => setInterval(() => undefined, 60_000))
    }
    await tx.query('insert into done (key, what) values ($1, $2)', [message.key, what])
  },
}

const service = defineService({
  manifest: defineManifest({
    name: 'freezing',
    description: 'freezes when it is asked to',
    contract: {},
    rejections: {},
    publishes: [],
    consumes: [topic],
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
