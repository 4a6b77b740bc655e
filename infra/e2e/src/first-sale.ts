import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@talad/dev/config'
import { z } from 'zod'

const exec = promisify(execFile)
const RUN_TIMEOUT_MS = 120_000

/** The program of `docs/api.md`: its blocks in their order. */
export async function programOfPage(): Promise<string> {
  const page = await readFile(join(root, 'docs/api.md'), 'utf8')
  return [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, block]) => block).join('\n')
}

const packReport = z
  .array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))
  .length(1)

/** Where an integrator works, and which files the package has brought. */
export type Workshop = { folder: string; files: string[] }

/** The folder of an integrator: the client as it is published, and ethers. Nothing else of ours can be imported there. */
export async function openWorkshop(folder: string): Promise<Workshop> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@talad'), { recursive: true })
  const packed = await exec(
    'npm',
    ['pack', '--workspace', 'proto/client', '--pack-destination', folder, '--json'],
    { cwd: root },
  )
  const [report] = packReport.parse(JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))))
  if (!report) throw new Error('nothing was packed')
  await exec('tar', ['-xzf', join(folder, report.filename), '-C', folder])
  await symlink(join(folder, 'package'), join(modules, '@talad/client'))
  for (const name of ['zod', 'ethers']) await symlink(join(root, 'node_modules', name), join(modules, name))
  return { folder, files: report.files.map(({ path }) => path) }
}

/** Runs a program there. @returns what it said */
export async function runProgram(
  { folder }: Workshop,
  program: string,
  env: Record<string, string>,
): Promise<string> {
  const file = join(folder, 'first-sale.mjs')
  await writeFile(file, program)
  const options = { cwd: folder, timeout: RUN_TIMEOUT_MS, env: { PATH: process.env.PATH, ...env } }
  return (await exec(process.execPath, [file], options)).stdout
}

const STRICT = [
  '--strict',
  '--noEmit',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--lib',
  'es2024,dom,dom.iterable',
]

/** Checks a program against the types of the package. @throws Error with what the compiler says */
export async function checkTypes({ folder }: Workshop, program: string): Promise<void> {
  const file = join(folder, 'check.mts')
  await writeFile(file, program)
  const compiler = join(root, 'node_modules/.bin/tsc')
  await exec(compiler, [...STRICT, '--types', '', file], { cwd: folder }).catch(
    (error: { stdout?: string }) => {
      throw new Error(error.stdout)
    },
  )
}
