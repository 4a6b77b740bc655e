import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { manifests } from '@talad/services/manifests'
import { read } from './files.ts'
import { readRuleBook } from './finished.ts'
import { rules } from './guards/rules.ts'
import { POLICIES, policiesPage } from './policies-table.ts'
import { renderTable, withMarkers, withTable } from './rules-table.ts'
import { withServices } from './services-table.ts'

const root = join(import.meta.dirname, '../../..')
const USAGE = `npm run rules -- [--write]

Fails on a rule that is cited and unknown, or finished without code or test.
  --write  writes the rule tables of the READMEs, and README.md's table of services`

const flag = { type: 'boolean', default: false } as const

function readArguments() {
  try {
    return parseArgs({ options: { write: flag, help: flag } }).values
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { write: false, help: true }
  }
}

const values = readArguments()
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
if (values.write) {
  await writeTables()
  await writeServices()
  await writeFile(join(root, POLICIES), policiesPage(manifests))
}
const { problems } = await rules.inspect(root)
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log('every rule that is cited exists, and every finished one is proven')
process.exitCode = problems.length === 0 ? 0 : 1

async function writeServices(): Promise<void> {
  const fresh = withServices(await read(root, 'README.md'), manifests)
  if (fresh !== undefined) await writeFile(join(root, 'README.md'), fresh)
}

async function writeTables(): Promise<void> {
  const book = await readRuleBook(root)
  for (const { folder, rules: ids, citations } of book.finished) {
    const path = join(root, folder, 'README.md')
    if (!existsSync(path)) continue
    const readme = withMarkers(await read(root, `${folder}/README.md`))
    const fresh = withTable(readme, renderTable(folder, ids, book.register, citations))
    if (fresh !== undefined) await writeFile(path, fresh)
  }
}
