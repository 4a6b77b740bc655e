import { base } from '@talad/proto/http/contract'

type Headers = { host?: string | undefined }

const isOneOf = (hosts: readonly string[], { host = '' }: Headers) => hosts.includes(host.toLowerCase())

/**
 * GW-1: on the hosts of a project's people the campaign calls are those for them, on any other host the public ones. Known
 * by where the request came to, never by what it asks for.
 * @returns where a request leads to, given its Host and its address
 */
export function rewriteByHost(hosts: readonly string[]) {
  return ({ headers, url = '' }: { headers: Headers; url?: string | undefined }): string =>
    url.startsWith(`${base.platform}/`) && isOneOf(hosts, headers)
      ? base.platformAdmin + url.slice(base.platform.length)
      : url
}

/**
 * GW-1: where such hosts are named, the calls for a project's people are on no other.
 * @param url of the route
 */
export const isElsewhere = (hosts: readonly string[], url: string | undefined, headers: Headers): boolean =>
  hosts.length > 0 && url?.startsWith(`${base.platformAdmin}/`) === true && !isOneOf(hosts, headers)
