import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { generatePart, usage } from './generators.ts'
import { Refusal } from './names.ts'
import { openTree } from './tree.ts'

const root = join(import.meta.dirname, '../../..')

function run(program: string, args: string[]): void {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Lets the sources find a new workspace as `npm install` would. */
function link(files: readonly string[]): void {
  for (const file of files) {
    const [, name] = /^services\/([^/]+)\/package\.json$/.exec(file) ?? []
    if (name === undefined || name.startsWith('_')) continue
    const path = join(root, 'node_modules/@talad', name)
    if (!existsSync(path)) symlinkSync(join('../../services', name), path)
  }
}

/** Writes what was asked for, laid out, with its messages generated. */
function write(args: readonly string[]): void {
  const tree = openTree(root)
  generatePart(tree, args, new Date())
  const files = tree.save()
  link(files)
  const sources = files.filter((path) => /\.(ts|json|md)$/.test(path) && path !== 'package-lock.json')
  run(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--log-level=error', ...sources])
  if (files.some((path) => path.endsWith('.proto')))
    run(process.execPath, ['infra/checks/src/generate-main.ts'])
  for (const file of files.toSorted()) console.log(file)
}

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) console.log(usage)
  else write(args)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
