import type { Share } from './decide.ts'

/** OB-28: stands for the caller in a claimed distribution. */
export const OFFERER = '{offerer}'
/** Stands for whoever will accept an offer: nobody is known when it is put. */
export const FULFILLER = '{fulfiller}'

/** OB-28, OB-33: in crypto every fee goes to a wallet; where a payee has none, to the platform's. */
export function withWallets(
  shares: readonly Share[],
  wallets: ReadonlyMap<string, string>,
  feeWallet: string,
): Share[] {
  return shares.map((share) =>
    share.type === 'net' ? share : { ...share, recipient: wallets.get(share.customerId ?? '') ?? feeWallet },
  )
}
