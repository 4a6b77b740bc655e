import { createHash } from 'node:crypto'

function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)
}

/**
 * GW-12: 24 hex characters. They follow from what is identified, so that a reorganisation or a rebuild from the chain
 * gives the same ids that other services and links already hold.
 */
export function assetIdOf(blockchain: string, contract: string, token: string): string {
  return idOf('asset', blockchain, contract, token)
}

/** GW-12, as above. */
export function collectionIdOf(blockchain: string, contract: string): string {
  return idOf('collection', blockchain, contract)
}
