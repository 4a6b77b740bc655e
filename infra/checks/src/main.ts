import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { manifests } from '@talad/services/manifests'
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
import { unit } from './guards/unit.ts'
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

const names = { type: 'string', multiple: true } as const
const { only, but = [] } = parseArgs({ options: { only: names, but: names } }).values
const chosen = guards.filter(({ name }) => (only?.includes(name) ?? true) && !but.includes(name))
const unknown = [...(only ?? []), ...but].filter((name) => !guards.some((guard) => guard.name === name))

if (unknown.length > 0) {
  console.error(
    `no guard is called ${unknown.join(', ')}; there are ${guards.map(({ name }) => name).join(', ')}`,
  )
  process.exitCode = 1
} else {
  const start = performance.now()
  const root = join(import.meta.dirname, '../../..')
  const good = await runGuards(chosen, root, availableParallelism(), (result) => console.log(render(result)))
  console.log(`${good ? 'all good' : 'not good'} after ${((performance.now() - start) / 1000).toFixed(1)} s`)
  process.exitCode = good ? 0 : 1
}
