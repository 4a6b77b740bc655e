import { join } from 'node:path'
import { generate } from './generate.ts'

const start = performance.now()
const { made, problems } = await generate(join(import.meta.dirname, '../../..'))
const seconds = ((performance.now() - start) / 1000).toFixed(1)
if (made.length > 0) console.log(`generated ${made.join(', ')} in ${seconds} s`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error('Mend the source and run: npm run generate')
  process.exitCode = 1
}
