import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startSystem } from '@talad/e2e/system'
import { examplesFile } from '@talad/gateway/docs/examples'
import { worldEnv } from '../world.ts'
import { recordExamples } from './record.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const system = await startSystem({ kind: 'embedded', env: worldEnv })
try {
  const examples = await recordExamples(system)
  const text = `${JSON.stringify(examples, undefined, 1)}\n`
  if (values.write) await writeFile(examplesFile, text)
  console.log(
    `${Object.keys(examples).length} examples${values.write ? `, written to ${examplesFile}` : '; --write keeps them'}`,
  )
} finally {
  await system.stop()
}
