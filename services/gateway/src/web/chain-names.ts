import { createClient } from '@talad/proto/http/client'
import { getAddressOfName } from '@talad/proto/http/identity/names'

const WITHIN_MS = 1_500

/** WB-2: whether a name of the name service stands for somebody; no, where identity doesn't say so in time. */
export function chainNames(upstream: string | undefined): (name: string) => Promise<boolean> {
  if (upstream === undefined) return async () => false
  const call = createClient({ baseUrl: upstream, timeoutMs: WITHIN_MS })
  return (name) =>
    call(getAddressOfName, { params: { name } }).then(
      () => true,
      () => false,
    )
}
