import type { Endpoint } from '@talad/proto/http/contract'

/** GW-15: who moves value, signs or is an admin is told of a field that is none; elsewhere it may be passed over. */
export function mustRefuse({ path }: Pick<Endpoint, 'path'>): boolean {
  return /^\/(api\/(user|dev|admin)|signing)\//.test(path)
}
