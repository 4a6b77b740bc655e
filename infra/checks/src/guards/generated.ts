import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { command, verdictOf } from '../command.ts'
import { listFiles, read } from '../files.ts'
import type { Guard } from '../guard.ts'

/** What programs wrote equals what they would write now: the messages, the contracts' ABIs, the database clients. */
export const generated: Guard = {
  name: 'generated',
  inspect: async (root) => {
    const found = await Promise.all([messages(root), contracts(root), databaseClients(root)])
    return { problems: found.flat() }
  },
}

async function messages(root: string): Promise<string[]> {
  const proto = join(root, 'proto')
  if (!existsSync(join(proto, 'buf.gen.yaml'))) return []
  return inTemporaryFolder(async (fresh) => {
    const { ok, output } = await command('buf', ['generate', '--output', fresh], { cwd: proto })
    if (!ok) return [`proto: ${output}`]
    return differences(
      join(proto, 'gen'),
      join(fresh, 'gen'),
      'proto/gen',
      'npm run generate -w @talad/proto',
    )
  })
}

const scripts = z.object({ scripts: z.record(z.string(), z.string()).default({}) })

async function contracts(root: string): Promise<string[]> {
  if (!existsSync(join(root, 'contracts/package.json'))) return []
  const { scripts: own } = scripts.parse(JSON.parse(await read(root, 'contracts/package.json')))
  if (own.compile === undefined) return []
  return verdictOf('npm', ['run', '--silent', 'compile', '-w', 'contracts', '--', '--check'], { cwd: root })
}

/** The client is generated beside a copy of the schema, so that the committed one stays as it is. */
async function databaseClients(root: string): Promise<string[]> {
  const schemas = (await listFiles(root)).filter((path) =>
    /^services\/[^/]+\/prisma\/schema\.prisma$/.test(path),
  )
  const found: string[] = []
  for (const schema of schemas) {
    const output = /^\s*output\s*=\s*"\.\.\/(.+)"/m.exec(await read(root, schema))?.[1]
    const service = schema.replace('/prisma/schema.prisma', '')
    if (output === undefined || !existsSync(join(root, service, output))) continue
    found.push(...(await staleClient(root, service, output)))
  }
  return found
}

function staleClient(root: string, service: string, output: string): Promise<string[]> {
  return inTemporaryFolder(async (fresh) => {
    await cp(join(root, service, 'prisma/schema.prisma'), join(fresh, 'prisma/schema.prisma'))
    // Prisma would fetch an engine that generating doesn't use; any existing file contents it.
    const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
    const args = ['generate', '--schema', join(fresh, 'prisma/schema.prisma')]
    const run = await command('prisma', args, { cwd: join(root, service), env })
    if (!run.ok) return [`${service}: ${run.output}`]
    const committed = join(root, service, output)
    return differences(
      committed,
      join(fresh, output),
      `${service}/${output}`,
      `npm run generate -w ${service}`,
    )
  })
}

async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-generated-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function differences(
  committed: string,
  fresh: string,
  shown: string,
  remedy: string,
): Promise<string[]> {
  const [before, after] = await Promise.all([contents(committed), contents(fresh)])
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .toSorted()
    .map((path) => `${shown}/${path} is not what its source gives now: ${remedy}`)
}

async function contents(folder: string): Promise<Map<string, string>> {
  if (!existsSync(folder)) return new Map()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = files.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const)
  return new Map(await Promise.all(read))
}
