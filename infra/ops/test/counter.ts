import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type StringValue, StringValueSchema } from '@bufbuild/protobuf/wkt'
import { outgoing } from '@talad/shared/bus/port'
import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import type { Row } from '@talad/shared/event-log'
import { createApp } from '@talad/shared/http/app'
import { job, jobType } from '@talad/shared/jobs'
import { defineManifest } from '@talad/shared/manifest'
import { commonConfig, type Platform } from '@talad/shared/platform'
import { published } from '@talad/shared/published'
import type { LogReader, ReadModel } from '@talad/shared/read-model'
import { keepReplica, replica } from '@talad/shared/replica'
import { defineService } from '@talad/shared/service'
import type { Stream } from '@talad/shared/stream'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

export const COUNTED_TOPIC = 'counter.counted.v1'
export const WORD_TOPIC = 'other.word.v1'

const TABLES = `
  create table total (stream text primary key, sum bigint not null);
  create table latest (stream text primary key, version integer not null);
  create table word (key text primary key, word text not null)`

/** What its code makes of what was said. */
export const speech = { word: 'poison' }

type Counted = { type: 'Counted'; data: { amount: number } }

/** Moves with its stream. */
const latest: ReadModel = {
  name: 'latest',
  tables: ['latest'],
  apply: each(async (tx: Tx, { stream, version }: Row) => {
    await tx.query(
      `insert into latest (stream, version) values ($1, $2)
       on conflict (stream) do update set version = excluded.version`,
      [stream, version],
    )
  }),
}

/** Follows the log. */
const total: LogReader = {
  behind: true,
  name: 'total',
  tables: ['total'],
  apply: each(async (tx: Tx, { stream, data }: Row) => {
    await tx.query(
      `insert into total (stream, sum) values ($1, $2)
       on conflict (stream) do update set sum = total.sum + excluded.sum`,
      [stream, 'amount' in data ? data.amount : 0],
    )
  }),
}

export const counters: Stream<number, number, Counted> = {
  name: 'counter',
  event: z.object({ type: z.literal('Counted'), data: z.object({ amount: z.number() }) }),
  initial: 0,
  evolve: (sum, { data }) => sum + data.amount,
  decide: (amount) => [{ type: 'Counted', data: { amount } }],
  publish: ({ id, version }) => [
    id.startsWith('said')
      ? outgoing(WORD_TOPIC, id, StringValueSchema, { value: `${id} ${speech.word}` })
      : outgoing(COUNTED_TOPIC, id, StringValueSchema, { value: `${id} ${version}` }),
  ],
  readModels: [latest],
}

const words = replica({
  name: 'word',
  tables: ['word'],
  topic: WORD_TOPIC,
  event: StringValueSchema,
  save: each(async (tx: Tx, { value }: StringValue) => {
    const [key, word] = value.split(' ')
    await tx.query(
      `insert into word (key, word) values ($1, $2) on conflict (key) do update set word = excluded.word`,
      [key, word],
    )
  }),
})

export const check = jobType('word.check', z.object({ word: z.string() }))

/** A small service with one of each part that an operator deals with; `trouble` makes its handlers fail. */
export async function counterService() {
  const folder = await mkdtemp(join(tmpdir(), 'talad-counter-'))
  const migration = join(folder, 'prisma/migrations/0001_tables')
  await mkdir(migration, { recursive: true })
  await writeFile(join(migration, 'migration.sql'), TABLES)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const trouble = { on: false }
  const handled: string[] = []
  const service = defineService({
    manifest: defineManifest({
      name: 'counter',
      description: 'counts',
      contract: {},
      rejections: {},
      publishes: [COUNTED_TOPIC],
      consumes: [WORD_TOPIC],
      development: () => ({}),
      invariants: [{ description: 'no word is bad', sql: `select key from word where word = 'bad'` }],
      needsReview: [
        { description: 'no word is in doubt', sql: `select key from word where word = 'doubtful'` },
      ],
    }),
    at: pathToFileURL(join(folder, 'src/service.ts')).href,
    config: commonConfig,
    makeDeps: (platform): Platform => platform,
    app: ({ db, ...deps }) => createApp({ ...deps, db, rejections: {} }),
    gauges: async () => [
      ['talad_outside_calls', 1, { outside: 'card', outcome: 'failed' }],
      ['talad_payments', 1, { status: 'completed' }],
      ['talad_relayer_funds', 1, { wallet: '0x' }],
    ],
    streams: [published(counters)],
    readModels: [total],
    replicas: [words],
    consumers: [
      keepReplica(words, {
        group: 'counter.word',
        each: async ({ value }) => {
          if (trouble.on && value.endsWith('poison')) throw new Error('poisoned')
          handled.push(value)
        },
      }),
    ],
    jobs: [
      job(check, {
        retryMs: 60_000,
        run: async ({ word }) => {
          if (trouble.on) throw new Error(`can't check ${word}`)
          handled.push(`checked ${word}`)
        },
      }),
    ],
  })
  return { service, trouble, handled }
}
