import { randomUUID } from 'node:crypto'
import { create, toBinary } from '@bufbuild/protobuf'
import { StringValueSchema } from '@bufbuild/protobuf/wkt'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { runConsumers } from '../src/consumer.ts'
import { keepReplica, rebuildReplica, replica } from '../src/replica.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'
import { openKit, pause } from './kit.ts'

const topic = 'other.word.v1'

/** The newest word of each key: `<key> <revision> <word>`. */
const words = replica({
  name: 'word',
  tables: ['word'],
  topic,
  event: StringValueSchema,
  key: ['key'],
  revision: 'revision',
  columns: ({ value }) => {
    const [key, revision, word] = value.split(' ')
    return { key, revision: Number(revision), word }
  },
})

async function open() {
  const kit = await openKit(20)
  const busDb = await createEmptyDatabase(inject('postgres'))
  const onError = (error: unknown) => kit.faults.push(error)
  const bus = await connectPostgresBus(busDb.url, { onError })
  await kit.owner.query(`
    create table public.word (key text primary key, revision integer not null, word text not null);
    grant select, insert, update, delete on public.word to talad_app`)
  const followed: string[] = []
  const log = { warn: onError, error: onError }
  const consumers = await runConsumers({ ...kit, bus, log }, [
    keepReplica(words, {
      group: 'here.word',
      each: async ({ value }) => void followed.push(value),
    }),
  ])
  onTestFinished(async () => {
    await consumers.close()
    await bus.close()
    await busDb.drop()
  })
  const say = (value: string) =>
    bus.publish([
      {
        id: randomUUID(),
        topic,
        key: value.split(' ')[0] ?? '',
        time: new Date(),
        headers: {},
        type: StringValueSchema.typeName,
        payload: toBinary(StringValueSchema, create(StringValueSchema, { value })),
      },
    ])
  const rows = async () => (await kit.db.query('select * from word order by key')).rows
  return { kit, bus, say, rows, followed }
}

test('B7 a replica is rebuilt from its topic, also while news comes in, and what follows from news is not done again', async () => {
  const { kit, bus, say, rows, followed } = await open()
  for (let n = 0; n < 30; n++) await say(`k${n % 10} ${n} w${n}`)
  await until('all is known', async () => followed.length === 30)
  const before = await rows()
  await kit.owner.query(`delete from word where key < 'k5'; update word set word = 'spoilt'`)
  let done = false
  let news = 30
  const saying = (async () => {
    for (; !done; news++) {
      await say(`k${news % 10} ${news} w${news}`)
      await pause(5)
    }
  })()
  await rebuildReplica(kit.owner, bus, words)
  done = true
  await saying
  await until('the news is known', async () => followed.length === news)
  expect(followed).toHaveLength(news)
  const after = await rows()
  expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  for (const { key, revision, word } of after) {
    expect(word).toBe(`w${revision}`)
    expect(revision).toBeGreaterThan(news - 11)
    expect(`k${revision % 10}`).toBe(key)
  }
  const left = await kit.owner.query(`select 1 from pg_namespace where nspname like 'rebuild%'`)
  expect(left.rows).toEqual([])
})
