import { book } from '../book.ts'
import type { World } from '../world.ts'
import type { Known } from './values.ts'

const IDS = /(?<!\w)(?:[0-9a-f]{24}|0x[0-9a-f]{40}|0x[0-9a-f]{64})(?!\w)/g

/** What there is in a world, by every name that a call may ask for: what the calls that only read are made ready with. */
export async function knownOf(world: World, rows = book): Promise<Known> {
  const known = new Set([world.run.blockchain, '1'])
  for (const { endpoint, prepare } of rows) {
    if (endpoint.method !== 'GET') continue
    const { params, query } = await prepare(world)
    for (const [id] of JSON.stringify([params, query]).matchAll(IDS)) known.add(id)
  }
  return [...known]
}
