import { z } from 'zod'

const entry = z.looseObject({
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const lockFile = z.looseObject({ packages: z.record(z.string(), entry) })

type Platform = { os?: string[]; cpu?: string[]; libc?: string[] }

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors: Record<string, string> = {
  amd64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  armv7: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
}

/**
 * The text of a package-lock.json with an entry for each build of a tool for another system that npm left out.
 * npm drops those that the registry at hand lacks, and then refuses its own lock in `npm ci`, on every system.
 */
export function completeLock(text: string): string {
  const lock = lockFile.parse(JSON.parse(text))
  const packages: Record<string, unknown> = { ...lock.packages }
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      // A range is npm's to resolve; builds for one system are always named by an exact version.
      if (isLocked(packages, path, name) || !/^\d+\.\d+\.\d+$/.test(version)) continue
      packages[`node_modules/${name}`] = { version, ...platform(name), ...(dev && { dev }), optional: true }
    }
  }
  const sorted = Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`
}

/** Whether Node would find the package from this folder, in its own node_modules or in one above. */
function isLocked(packages: Record<string, unknown>, from: string, name: string): boolean {
  for (let folder = from; ; ) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true
    if (folder === '') return false
    const above = folder.lastIndexOf('/node_modules/')
    folder = above === -1 ? '' : folder.slice(0, above)
  }
}

/** What a name such as `tool-linux-arm64-musl` says about where the package runs. */
function platform(name: string): Platform {
  const words = (name.split('/').at(-1) ?? '').split('-')
  const os = systems.find((system) => words.includes(system))
  const cpu = words.map((word) => processors[word]).find((processor) => processor !== undefined)
  return {
    ...(cpu !== undefined && { cpu: [cpu] }),
    ...(words.some((word) => word.startsWith('musl')) && { libc: ['musl'] }),
    ...(os !== undefined && { os: [os] }),
  }
}
