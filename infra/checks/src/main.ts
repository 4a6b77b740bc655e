import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { manifests } from '@talad/services/manifests'
import type { Guard } from './guard.ts'
import { boundaries } from './guards/boundaries.ts'
import { buf } from './guards/buf.ts'
import { circles } from './guards/circles.ts'
import { codes } from './guards/codes.ts'
import { dead } from './guards/dead.ts'
import { format } from './guards/format.ts'
import { generated } from './guards/generated.ts'
import { links } from './guards/links.ts'
import { lock } from './guards/lock.ts'
import { migrations } from './guards/migrations.ts'
import { policiesTable } from './guards/policies.ts'
import { rules } from './guards/rules.ts'
import { secrets } from './guards/secrets.ts'
import { servicesTable } from './guards/services.ts'
import { sizes } from './guards/sizes.ts'
import { types } from './guards/types.ts'
import { changedUnit, unit } from './guards/unit.ts'
import { render, runGuards } from './run.ts'

// The slow ones first, so that the quick ones fill the gaps.
const guards = [
  unit,
  generated,
  types,
  format,
  dead,
  lock,
  buf,
  boundaries,
  circles,
  codes,
  rules,
  servicesTable(manifests),
  policiesTable(manifests),
  secrets,
  links,
  sizes,
  migrations,
]

const USAGE = `npm run check -- [--only NAME ...] [--but NAME ...] [--changed]

Runs the guards, all or these: ${guards.map(({ name }) => name).join(' ')}
  --only     none but this one
  --but      all but this one
  --changed  a quick look while working: the guards of text, and the unit tests of what differs from main`

/** What --changed leaves out looks at everything, and takes long. */
const thorough = new Set<Guard>([unit, generated, types, dead, lock, buf])

function chosenBy({
  only,
  but = [],
  changed,
}: {
  only?: string[]
  but?: string[]
  changed: boolean
}): Guard[] {
  const unknown = [...(only ?? []), ...but].filter((name) => !guards.some((guard) => guard.name === name))
  if (unknown.length > 0) throw new Error(`no guard is called ${unknown.join(', ')}`)
  const wanted = guards.filter(({ name }) => (only?.includes(name) ?? true) && !but.includes(name))
  return changed ? [changedUnit, ...wanted.filter((guard) => !thorough.has(guard))] : wanted
}

async function main(): Promise<boolean> {
  const names = { type: 'string', multiple: true } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { only: names, but: names, changed: flag, help: flag } })
  if (values.help) {
    console.log(USAGE)
    return true
  }
  const start = performance.now()
  const root = join(import.meta.dirname, '../../..')
  const good = await runGuards(chosenBy(values), root, availableParallelism(), (result) =>
    console.log(render(result)),
  )
  console.log(`${good ? 'all good' : 'not good'} after ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return good
}

process.exitCode = await main().then(
  (good) => (good ? 0 : 1),
  (error: Error) => {
    console.error(`${error.message}\n${USAGE}`)
    return 1
  },
)
