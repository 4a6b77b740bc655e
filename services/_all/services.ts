import type { Service } from '@talad/shared/service'
import type { ServiceName } from './manifests.ts'

/** Loads a service's program when it is needed: nothing of the others is read. */
export async function loadService(name: ServiceName): Promise<Pick<Service, 'startIn' | 'migrations'>> {
  const { service }: { service: Service } = await import(`@talad/${name}/service`)
  return service
}
