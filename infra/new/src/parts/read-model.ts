import { addImport, addToList } from '../edit.ts'
import { type Name, Refusal } from '../names.ts'
import type { Tree } from '../tree.ts'
import { newMigration } from './service.ts'

/** A read model behind the log: the last event of each stream of a noun, newest first, and the test of its rebuild. */
export function newReadModel(tree: Tree, service: Name, noun: Name, name: Name, now: Date): void {
  const folder = `services/${service.kebab}`
  const stream = `${folder}/src/${noun.kebab}/stream.ts`
  if (!tree.has(stream))
    throw new Refusal(
      `${stream} is not there: first npm run new -- event ${service.kebab} ${noun.kebab} <Name>`,
    )
  const program = `${folder}/src/service.ts`
  const table = `${noun.snake}_${name.snake}`
  tree.create(`${folder}/src/read-models/${name.kebab}.ts`, source(noun, name, table))
  tree.create(`${folder}/test/${name.kebab}.int.test.ts`, modelTest(noun, name))
  newMigration(
    tree,
    service.kebab,
    { ...name, snake: table },
    now,
    `-- The last event of each ${noun.kebab}; made from the log.
create table ${table} (id text primary key, version integer not null, last text not null, at timestamptz not null);
create index ${table}_newest on ${table} (at desc, id desc);
`,
  )
  addImport(tree, program, [`${name.camel}`], `./read-models/${name.kebab}.ts`)
  addToList(tree, program, 'defineService({', 'readModels', name.camel)
}

const source = (
  noun: Name,
  name: Name,
  table: string,
) => `import type { Queryable, Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import type { Row } from '@talad/shared/event-log'
import type { LogReader } from '@talad/shared/read-model'

/** an id has no dash: what begins with the name of another kind is of that kind */
const ${noun.snake.toUpperCase()} = /^${noun.kebab}-([^-]+)$/

/** The last event of each ${noun.kebab}, behind the log. */
export const ${name.camel}: LogReader = {
  name: '${noun.kebab}.${name.kebab}',
  tables: ['${table}'],
  behind: true,
  apply: each(async (tx: Tx, { stream, type, version, at }: Row) => {
    const id = ${noun.snake.toUpperCase()}.exec(stream)?.[1]
    if (id === undefined) return
    await tx.query(
      \`insert into ${table} (id, version, last, at) values ($1, $2, $3, $4)
       on conflict (id) do update set version = excluded.version, last = excluded.last, at = excluded.at\`,
      [id, version, type, at],
    )
  }),
}

/** The newest first, at most so many. */
export async function list${name.pascal}(
  db: Queryable,
  limit: number,
): Promise<{ id: string; version: number; last: string; at: Date }[]> {
  const found = await db.query<{ id: string; version: number; last: string; at: Date }>(
    'select id, version, last, at from ${table} order by at desc, id desc limit $1',
    [limit],
  )
  return found.rows
}
`

const modelTest = (noun: Name, name: Name) => `import { inTx, openDb } from '@talad/shared/db'
import { append } from '@talad/shared/append'
import { rebuildReadModel } from '@talad/shared/read-model'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ${name.camel}, list${name.pascal} } from '../src/read-models/${name.kebab}.ts'
import { service } from '../src/service.ts'

test('${name.kebab} is the same however often it is made from the log', async () => {
  const own = await createTestDatabase(inject('postgres'), service.migrations)
  onTestFinished(own.drop)
  const db = openDb(own.url, { owner: true })
  onTestFinished(() => db.end())
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  const happen = (stream: string, version: number, type: string, second: number) =>
    inTx(db, (tx) =>
      append(tx, stream, version, [{ type, data: {} }], { meta: { correlationId: 'test' }, at: at(second) }),
    )
  await happen('${noun.kebab}-1', 0, 'Begun', 1)
  await happen('${noun.kebab}-2', 0, 'Begun', 2)
  await happen('${noun.kebab}-1', 1, 'Ended', 3)
  await happen('${noun.kebab}-other-1', 0, 'Begun', 4)
  const expected = [
    { id: '1', version: 2, last: 'Ended', at: at(3) },
    { id: '2', version: 1, last: 'Begun', at: at(2) },
  ]
  await rebuildReadModel(db, ${name.camel})
  expect(await list${name.pascal}(db, 10)).toEqual(expected)
  await rebuildReadModel(db, ${name.camel})
  expect(await list${name.pascal}(db, 10)).toEqual(expected)
})
`
