import { addImport, addToList } from '../edit.ts'
import { type Name, Refusal } from '../names.ts'
import { addDependency } from '../packages.ts'
import type { Tree } from '../tree.ts'
import { newMigration } from './service.ts'

type Heard = { topic: string; service: string; noun: string }

/** A consumer of another service's event: when each key was last heard of, and the test that twice is once. */
export function newConsumer(tree: Tree, service: Name, from: Heard, event: Name, now: Date): void {
  const folder = `services/${service.kebab}`
  const published = `proto/${from.service}/v1/events.proto`
  if (!tree.read(published).includes(`message ${event.pascal} {`))
    throw new Refusal(`${published} has no message ${event.pascal}`)
  const program = `${folder}/src/service.ts`
  const table = `heard_${event.snake}`
  tree.create(`${folder}/src/consumers/${event.kebab}.ts`, source(service, from, event))
  tree.create(`${folder}/test/${event.kebab}.int.test.ts`, consumerTest(from, event))
  newMigration(
    tree,
    service.kebab,
    { ...event, snake: table },
    now,
    `-- Of each key of ${from.topic}, when ${event.pascal} was last published.
create table ${table} (key text primary key, at timestamptz not null);
`,
  )
  addImport(tree, program, [`${event.camel}`], `./consumers/${event.kebab}.ts`)
  addToList(tree, program, 'defineService({', 'consumers', event.camel)
  const manifest = `${folder}/manifest.ts`
  if (!tree.read(manifest).includes(`'${from.topic}'`))
    addToList(tree, manifest, 'defineManifest({', 'hears', `'${from.topic}'`)
  addDependency(tree, folder, '@bufbuild/protobuf')
}

const source = (
  service: Name,
  { topic, noun, service: publisher }: Heard,
  { camel, pascal, snake }: Name,
) => `import { ${pascal}Schema } from '@talad/proto/${publisher}/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'

/** Notes when each key was last heard of; a message that comes late changes nothing. */
export const ${camel} = consumer<typeof ${pascal}Schema, Deps>({
  topic: '${topic}',
  group: '${service.kebab}.${noun}',
  event: ${pascal}Schema,
  each: async (event, { tx, messageOf }) => {
    const { key, time } = messageOf(event)
    await tx.query(
      \`insert into heard_${snake} as h (key, at) values ($1, $2)
       on conflict (key) do update set at = excluded.at where h.at < excluded.at\`,
      [key, time],
    )
  },
})
`

const consumerTest = (
  { topic, service: publisher }: Heard,
  { pascal, snake }: Name,
) => `import { ${pascal}Schema } from '@talad/proto/${publisher}/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { service } from '../src/service.ts'

test('${pascal} that comes twice, or late, is heard once', async () => {
  const running = await startUnderTest(service, inject('postgres'))
  onTestFinished(running.close)
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  const message = (id: string, key: string, time: Date) => ({
    ...outgoing('${topic}', key, ${pascal}Schema, {}),
    ...{ id, headers: {}, time },
  })
  const news = message('2', 'one', at(2))
  await running.bus.publish([news, news, message('1', 'one', at(1)), message('3', 'two', at(3))])
  const heard = async () => (await running.db.query('select key, at from heard_${snake} order by key')).rows
  await until('all was handled', async () => {
    const { rows } = await running.db.query('select 1 from kit.inbox')
    return rows.length === 3
  })
  expect(await heard()).toEqual([
    { key: 'one', at: at(2) },
    { key: 'two', at: at(3) },
  ])
})
`
