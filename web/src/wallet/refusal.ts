/** EIP-1193 and WalletConnect: the person has said no. */
const REFUSED: ReadonlySet<unknown> = new Set([4001, 5000, 'ACTION_REJECTED'])
const WORDS = /user (rejected|denied|cancel)|rejected by user|request (rejected|denied)/i

/** Whether a wallet's fault is its person's no: wallets say it by code, by name, in words, and within other faults. */
export function isRefusal(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Object && depth < 10; depth += 1) {
    const { name, code, message, cause } = at as Record<string, unknown>
    if (name === 'UserRejectedRequestError' || REFUSED.has(code)) return true
    if (typeof message === 'string' && WORDS.test(message)) return true
    at = cause
  }
  return false
}
