import { type ServiceName, serviceNames } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import type { Catalog } from './context.ts'

const isService = (name: string): name is ServiceName => serviceNames.some((one) => one === name)

/** Talad's own services. */
export const catalog: Catalog = {
  names: serviceNames,
  load: async (name) => {
    if (!isService(name)) throw new Error(`there is no service ${name}`)
    return loadService(name)
  },
}
