import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { command, type Outcome } from './command.ts'

/** Code that a program writes from a source of ours. It isn't committed: `npm ci` and `npm run generate` make it. */
export type Product = {
  /** The folder that holds nothing else, relative to the root. */
  output: string
  /** The files that decide what is in it, relative to the root. */
  sources: string[]
  /** The packages whose versions decide it too. */
  tools: string[]
  /** Writes it below the empty folder `scratch` and returns where. */
  make: (scratch: string) => Promise<Outcome & { made: string }>
}

/** Kept inside the output: a digest of the sources, of the tools and of what they gave. */
const STAMP = '.made-from'

/** Everything that is generated from sources below `root`, which need not be a git repository. */
export async function products(root: string): Promise<Product[]> {
  const names = existsSync(join(root, 'services')) ? await readdir(join(root, 'services')) : []
  const clients = await Promise.all(names.toSorted().map((name) => databaseClient(root, `services/${name}`)))
  return [await messages(root), ...clients].filter((product) => product !== undefined)
}

async function messages(root: string): Promise<Product | undefined> {
  const cwd = join(root, 'proto')
  if (!existsSync(join(cwd, 'buf.gen.yaml'))) return undefined
  const schemas = (await filesIn(cwd)).filter((path) => path.endsWith('.proto'))
  return {
    output: 'proto/gen',
    sources: ['buf.gen.yaml', 'buf.yaml', ...schemas].map((path) => `proto/${path}`),
    tools: ['@bufbuild/buf', '@bufbuild/protoc-gen-es'],
    make: async (scratch) => ({
      ...(await command('buf', ['generate', '--output', scratch], { cwd })),
      made: join(scratch, 'gen'),
    }),
  }
}

async function databaseClient(root: string, service: string): Promise<Product | undefined> {
  const schema = `${service}/prisma/schema.prisma`
  if (!existsSync(join(root, schema))) return undefined
  const output = /^\s*output\s*=\s*"\.\.\/(.+)"/m.exec(await readFile(join(root, schema), 'utf8'))?.[1]
  if (output === undefined) return undefined
  return {
    output: `${service}/${output}`,
    sources: [schema],
    tools: ['prisma'],
    make: async (scratch) => {
      // The output is relative to the schema: beside a copy of it the client that is in use stays as it is.
      const copy = join(scratch, 'prisma/schema.prisma')
      await cp(join(root, schema), copy)
      // Prisma would fetch an engine that generating doesn't use; any existing file contents it.
      const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
      const args = ['generate', '--schema', copy]
      return {
        ...(await command('prisma', args, { cwd: join(root, service), env })),
        made: join(scratch, output),
      }
    },
  }
}

/**
 * Brings what is generated up to date and leaves alone what is so already. Returns the folders that were made anew and
 * what the generators said that failed; the folder of a generator that fails stays as it was.
 */
export async function generate(root: string): Promise<{ made: string[]; problems: string[] }> {
  const made: string[] = []
  const problems: string[] = []
  const each = (await products(root)).map(async (product) => {
    if (await isFresh(root, product)) return
    const { ok, output } = await makeAnew(root, product)
    if (ok) made.push(product.output)
    else problems.push(`${product.output} could not be generated from ${product.sources[0]}:\n${output}`)
  })
  await Promise.all(each)
  return { made: made.toSorted(), problems: problems.toSorted() }
}

/** Whether the product is there, unchanged, and made by today's tools from today's sources. */
export async function isFresh(root: string, product: Product): Promise<boolean> {
  const stamp = join(root, product.output, STAMP)
  if (!existsSync(stamp)) return false
  return (await readFile(stamp, 'utf8')) === (await digest(root, product, join(root, product.output)))
}

async function makeAnew(root: string, product: Product): Promise<Outcome> {
  // Below the root, so that the finished folder is moved and not copied.
  await mkdir(join(root, '.talad'), { recursive: true })
  const scratch = await mkdtemp(join(root, '.talad/generate-'))
  try {
    const { ok, output, made } = await product.make(scratch)
    if (!ok) return { ok, output }
    await mkdir(made, { recursive: true }) // a source without a message gives no folder
    await writeFile(join(made, STAMP), await digest(root, product, made))
    const target = join(root, product.output)
    await mkdir(dirname(target), { recursive: true })
    await rm(target, { recursive: true, force: true })
    await rename(made, target)
    return { ok, output }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function digest(root: string, product: Product, folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const tool of product.tools) hash.update(await versionOf(root, tool))
  for (const path of product.sources) await addFile(hash, path, join(root, path))
  for (const path of await filesIn(folder)) {
    if (path !== STAMP) await addFile(hash, path, join(folder, path))
  }
  return `${hash.digest('hex')}\n`
}

async function addFile(hash: ReturnType<typeof createHash>, name: string, path: string): Promise<void> {
  const text = await readFile(path)
  hash.update(`${name}\0${text.length}\0`).update(text)
}

async function versionOf(root: string, tool: string): Promise<string> {
  const path = join(root, 'node_modules', tool, 'package.json')
  return existsSync(path) ? await readFile(path, 'utf8') : `${tool} is not installed`
}

/** The files in and below a folder, sorted, relative to it. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}
