import type { SiteShown } from '@talad/proto/http/gateway/site-admin'

/** Hosts of a site that are served no longer, or soon will not be, unless somebody mends their proof (GW-4). */
export const unprovenOf = ({ hosts, closed }: SiteShown) =>
  closed ? [] : hosts.filter(({ proof }) => proof.status === 'missing' || proof.status === 'let_go')
