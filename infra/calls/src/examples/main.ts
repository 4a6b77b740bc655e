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
  // a line a call, so that a change of one is a line in a diff
  const lines = Object.entries(examples).map(
    ([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`,
  )
  const text = `{\n${lines.join(',\n')}\n}\n`
  if (values.write) await writeFile(examplesFile, text)
  console.log(
    `${Object.keys(examples).length} examples${values.write ? `, written to ${examplesFile}` : '; --write keeps them'}`,
  )
} finally {
  await system.stop()
}
