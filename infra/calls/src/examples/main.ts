import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startSystem } from '@talad/e2e/system'
import { examplesFile } from '@talad/gateway/docs/examples'
import { worldEnv } from '../world.ts'
import { recordExamples } from './record.ts'
import { written } from './write.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const system = await startSystem({ kind: 'embedded', env: worldEnv })
try {
  const examples = await recordExamples(system)
  if (values.write) await writeFile(examplesFile, `${written(examples)}\n`)
  console.log(
    `${Object.keys(examples).length} examples${values.write ? `, written to ${examplesFile}` : '; --write keeps them'}`,
  )
} finally {
  await system.stop()
}
