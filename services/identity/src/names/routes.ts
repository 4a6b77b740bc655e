import { getAddressOfName, getNameOfAddress } from '@talad/proto/http/identity/names'
import { lowerAddress } from '@talad/shared/chain/address'
import { orUnavailable } from '@talad/shared/chain/client'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { normalName } from './normal-name.ts'

/** ID-40 */
export function nameRoutes(app: App, { names, log }: Deps): void {
  app.route(getAddressOfName, async ({ params }) => {
    const name = normalName(params.name)
    const address = name === undefined ? undefined : await orUnavailable(log, names.addressOf(name))
    if (address === undefined) throw new Rejection('NOT_FOUND')
    return { address }
  })

  app.route(getNameOfAddress, async ({ params }) => {
    const address = lowerAddress(params.address, 'address', 'INVALID_ADDRESS')
    const name = await orUnavailable(log, names.nameOf(address))
    if (name === undefined) throw new Rejection('NOT_FOUND')
    return { name }
  })
}
