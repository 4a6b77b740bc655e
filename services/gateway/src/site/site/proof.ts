import { hash } from 'node:crypto'

/** Where the record stands that proves whose a domain is. */
export const proofName = (domain: string): string => `_talad.${domain}`

/** What it has to say: of this site and this host alone, so that nobody's old record serves somebody else. */
export const proofValue = (siteId: string, domain: string): string =>
  `talad-site=${hash('sha256', `talad-site ${siteId} ${domain}`, 'hex').slice(0, 40)}`

/** Whether a domain is below one of ours, whose names nobody else gives. */
export const isOurs = (domain: string, ours: readonly string[]): boolean =>
  ours.some((one) => domain === one || domain.endsWith(`.${one}`))
