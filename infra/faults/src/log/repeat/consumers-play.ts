import { type ConsumerDeps, retryParked, runConsumers } from '@talad/shared/consumer'
import type { Common, Drained, Play, Running } from './harness.ts'
import { type Trouble, troubled } from './trouble.ts'

/** Runs the consumers of a service as the kit does, with their trouble. */
export function startConsumers<D extends ConsumerDeps>(
  deps: D,
  { consumers }: Play<D>['service'],
  trouble: Trouble,
): Promise<Running> {
  return runConsumers(deps, troubled(consumers, trouble))
}

/** Retries what was parked in all groups. */
export async function drainConsumers<D extends ConsumerDeps>(
  deps: D,
  { consumers }: Play<D>['service'],
): Promise<Drained> {
  const sum: Drained = { resolved: 0, waiting: 0 }
  for (const group of new Set(consumers.map((one) => one.group))) {
    const { resolved, waiting } = await retryParked(deps, consumers, group)
    sum.resolved += resolved
    sum.waiting += waiting
  }
  return sum
}

/**
 * The play of a service that hears by the kit's consumers alone: all of them are played.
 * @param script what it meets, and what is looked at afterwards; `besides`: what its handlers work with beside what
 * every service has
 */
export function consumersPlay<Deps>(
  service: Play<Deps>['service'],
  {
    besides,
    ...script
  }: Pick<Play<Deps & Common>, 'scriptOf' | 'look'> &
    Partial<Pick<Play<Deps & Common>, 'open' | 'settle'>> & { besides?: Partial<Deps> },
): Play<Deps & Common> {
  return {
    service,
    open: (common) => ({ deps: { ...common, ...besides } as Deps & Common, close: async () => undefined }),
    start: (deps, trouble) => startConsumers(deps, service, trouble),
    drain: (deps) => drainConsumers(deps, service),
    settle: async () => undefined,
    ...script,
  }
}
