import { base } from '@talad/proto/http/contract'

/**
 * GW-1: on the hosts of a project's people the campaign calls are those for them, on any other host the public ones. Known
 * by where the request came to, never by what it asks for.
 * @returns where a request leads to, given its Host and its address
 */
export function rewriteByHost(hosts: readonly string[]) {
  return ({
    headers,
    url = '',
  }: {
    headers: { host?: string | undefined }
    url?: string | undefined
  }): string =>
    url.startsWith(`${base.platform}/`) && hosts.includes((headers.host ?? '').toLowerCase())
      ? base.platformAdmin + url.slice(base.platform.length)
      : url
}
