import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { excuseOf } from './missing.ts'
import type { Point } from './points.ts'

/** `shipping-payment commit topup/change.ts:39 TopupStarted`, taken apart. */
const CROSSING = /^(\S+) (\S+) (\S+?)(?::(\d+))?(?: (.+))?$/

/** What several services run. */
const SHARED: ReadonlySet<string> = new Set(['_shared', '_market'])

function isCrossing(point: Point, crossing: string): boolean {
  const match = CROSSING.exec(crossing)
  if (match === null) return false
  const [, service = '', kind, place = '', line, detail = ''] = match
  if (kind !== point.kind) return false
  if (kind === 'publish' || kind === 'offset' || kind === 'forward') return true
  const [owner = ''] = point.path.split('/')
  if (point.message !== undefined)
    return (
      (owner === service || SHARED.has(owner)) && detail.replace(' refused', '').endsWith(`/${point.message}`)
    )
  const path = SHARED.has(place.split('/')[0] ?? '') ? place : `${service}/${place}`
  return path === point.path && point.from <= Number(line) && Number(line) <= point.to
}

export type Uncrossed = { excused: { name: string; why: string }[]; forgotten: string[] }

/** Points of the sources that nothing has crossed: with a reason, or forgotten. */
export async function uncrossed(points: readonly Point[], crossed: ReadonlySet<string>): Promise<Uncrossed> {
  const found: Uncrossed = { excused: [], forgotten: [] }
  for (const point of points) {
    if ([...crossed].some((crossing) => isCrossing(point, crossing))) continue
    const name = `${point.path}:${point.from} (${point.kind}${point.message ? ` ${point.message}` : ''})`
    const source = await readFile(join(root, 'services', point.path.replace('/', '/src/')), 'utf8')
    const text = source
      .split('\n')
      .slice(point.from - 1, point.to)
      .join('\n')
    const why = excuseOf(point, text)
    if (why === undefined) found.forgotten.push(name)
    else found.excused.push({ name, why })
  }
  return found
}
