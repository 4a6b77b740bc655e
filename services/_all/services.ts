import type { Service } from '@talad/shared/service'
import type { ServiceName } from './manifests.ts'

/** A service without the types of its settings and dependencies. */
export type LoadedService = Pick<
  Service,
  | 'config'
  | 'startIn'
  | 'manifest'
  | 'migrations'
  | 'consumers'
  | 'jobs'
  | 'readModels'
  | 'replicas'
  | 'groups'
  | 'readers'
  | 'checks'
  | 'stored'
  | 'publish'
>

/** Loads a service's program when it is needed: nothing of the others is read. */
export async function loadService(name: ServiceName): Promise<LoadedService> {
  const { service }: { service: Service } = await import(`@talad/${name}/service`)
  return service
}
