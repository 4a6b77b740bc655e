import { addImport, addToList } from '../edit.ts'
import { type Name, Refusal } from '../names.ts'
import type { Tree } from '../tree.ts'

/** A kind of work about one stream of a noun, and the test that it is done. */
export function newJob(tree: Tree, service: Name, noun: Name, name: Name): void {
  const folder = `services/${service.kebab}`
  const stream = `${folder}/src/${noun.kebab}/stream.ts`
  if (!tree.has(stream))
    throw new Refusal(
      `${stream} is not there: first npm run new -- event ${service.kebab} ${noun.kebab} <Name>`,
    )
  if (!tree.read(stream).includes(`export const ${noun.plural} = stream(`))
    throw new Refusal(`${stream} has no "export const ${noun.plural} = stream(", which the job loads`)
  const program = `${folder}/src/service.ts`
  tree.create(`${folder}/src/jobs/${name.kebab}.ts`, source(noun, name))
  tree.create(`${folder}/test/${name.kebab}.int.test.ts`, jobTest(noun, name))
  addImport(tree, program, [`${name.camel}Job`], `./jobs/${name.kebab}.ts`)
  addToList(tree, program, 'defineService({', 'jobs', `${name.camel}Job`)
}

const source = (noun: Name, name: Name) => `import { job, jobType } from '@talad/shared/jobs'
import { load } from '@talad/shared/stream'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { ${noun.plural} } from '../${noun.kebab}/stream.ts'

const about = z.object({ ${noun.camel}Id: z.string() })
/** The work to ask for in the transaction that makes it due. */
export const ${name.camel} = jobType('${noun.kebab}.${name.kebab}', about)

/** May come again after it was done: the state says whether there is still something to do. */
export const ${name.camel}Job = job<z.infer<typeof about>, Deps>(${name.camel}, {
  async run({ ${noun.camel}Id }, { deps }) {
    const { state } = await load(deps.db, ${noun.plural}, ${noun.camel}Id)
    if (state) deps.log.info({ ${noun.camel}: ${noun.camel}Id }, '${name.kebab.replaceAll('-', ' ')}')
  },
})
`

const jobTest = (noun: Name, name: Name) => `import { inTx } from '@talad/shared/db'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ${name.camel} } from '../src/jobs/${name.kebab}.ts'
import { service } from '../src/service.ts'

test('${name.kebab} that is asked for twice is one piece of work, and is done', async () => {
  const running = await startUnderTest(service, inject('postgres'))
  onTestFinished(running.close)
  const waiting = () => running.db.query('select 1 from kit.job where task = $1', ['${noun.kebab}.${name.kebab}'])
  await inTx(running.db, async (tx) => {
    const asked = { key: '1', at: new Date() }
    await ${name.camel}.enqueue(tx, [{ payload: { ${noun.camel}Id: '1' }, ...asked }])
    await ${name.camel}.enqueue(tx, [{ payload: { ${noun.camel}Id: '1' }, ...asked }])
    const { rows } = await tx.query('select 1 from kit.job where task = $1', ['${noun.kebab}.${name.kebab}'])
    expect(rows).toHaveLength(1)
  })
  await until('it is done', async () => (await waiting()).rows.length === 0)
})
`
