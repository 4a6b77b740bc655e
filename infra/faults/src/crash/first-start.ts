import { serviceNames } from '@talad/services/manifests'
import { holds } from '../proof.ts'
import { setTrap } from './arming.ts'
import { type Phase, phases } from './strike.ts'

/** What a service does at its very first start and never again. */
const ONCE: Readonly<Record<string, readonly string[]>> = {
  identity: ['commit background signing_key'],
  'asset-indexer': ['save background scan'],
}

type EarlyKill = { point: string; phase: Phase }

/** Each service dies at its migration and what else it does once; which phase is whose follows from the seed. */
function earlyKills(seed: number): EarlyKill[][] {
  return serviceNames.map((service, index) =>
    ['commit migration', ...(ONCE[service] ?? [])].map((place) => ({
      point: `${service} ${place}`,
      phase: phases[(index + seed) % phases.length] ?? 'before',
    })),
  )
}

const POLL_MS = 500

/**
 * Kills services while a system starts for the first time, each at one point after the other.
 * @param folder of the hook
 * @param start starts the system
 * @throws Disproved when a point was not crossed
 */
export async function killAtFirstStart<T>(
  { folder, seed }: { folder: string; seed: number },
  start: () => Promise<T>,
): Promise<{ result: T; kills: number }> {
  const lines = earlyKills(seed)
  const missed: string[] = []
  let isOver = false
  const struck = lines.map(async (line) => {
    for (const { point, phase } of line) {
      const trap = await setTrap(folder, point, phase)
      let hit = false
      while (!hit && !isOver) hit = await trap.struck(POLL_MS)
      if (!hit && (await trap.disarm())) missed.push(`${phase} ${point}`)
    }
  })
  try {
    const result = await start()
    isOver = true
    await Promise.all(struck)
    holds(missed.length === 0, `not crossed at the first start: ${missed.join(', ')}`)
    return { result, kills: lines.flat().length }
  } finally {
    isOver = true
  }
}
