import { catalog } from './catalog.ts'
import { talad } from './program.ts'

process.exitCode = await talad(process.argv.slice(2), catalog, {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
})
