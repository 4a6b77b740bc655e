import { getAddress } from 'ethers'

export type SignInMessage = {
  /** origin of the site that asks, for example https://talad.example */
  origin: string
  /** lower case */
  address: string
  chainId: number
  /** at least 8 letters or digits */
  nonce: string
  issuedAt: Date
  expiresAt: Date
}

/** ID-24: the ERC-4361 text that a wallet shows and signs. */
export function signInMessage(about: SignInMessage): string {
  return [
    `${new URL(about.origin).host} wants you to sign in with your Ethereum account:`,
    getAddress(about.address),
    '',
    'Show Talad that this wallet is yours. This costs nothing and gives no permission to spend.',
    '',
    `URI: ${about.origin}`,
    'Version: 1',
    `Chain ID: ${about.chainId}`,
    `Nonce: ${about.nonce}`,
    `Issued At: ${about.issuedAt.toISOString()}`,
    `Expiration Time: ${about.expiresAt.toISOString()}`,
  ].join('\n')
}
