import { z } from 'zod'
import { wellFormed } from '../text.ts'

/**
 * What an answer of the node means for a transaction:
 * - `reverted`: the contract refuses it, now and at every later try
 * - `throttled`: too many questions; `empty`: the signer can't pay
 * - `known`: the node has these very bytes already; `nonce-used`: the nonce is used up on chain
 * - `underpriced`: the fee is too low, for the block or for the replacement
 * - `refused`: the node has read the transaction and doesn't take it
 * - `unavailable`: anything else: no answer, a fault of the node, an answer that says nothing
 */
export type RpcFault =
  | 'reverted'
  | 'throttled'
  | 'empty'
  | 'known'
  | 'nonce-used'
  | 'underpriced'
  | 'refused'
  | 'unavailable'

const rpcBody = z.object({ code: z.number().optional().catch(undefined), message: z.string().default('') })
const ethersError = z.object({
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string().default(''),
  shortMessage: z.string().optional(),
  reason: z.string().nullish(),
  data: z.string().nullish(),
  error: rpcBody.optional().catch(undefined),
  info: z
    .object({ error: rpcBody.optional().catch(undefined), responseStatus: z.string().optional() })
    .optional()
    .catch(undefined),
  // a batch that is refused as a whole is answered by one error without an id
  value: z
    .array(z.object({ error: rpcBody }))
    .optional()
    .catch(undefined),
})
const nothing = ethersError.parse({})

function read(error: unknown) {
  const parsed = ethersError.safeParse(error)
  const about = parsed.success ? parsed.data : nothing
  const body = about.info?.error ?? about.error ?? about.value?.[0]?.error
  return { ...about, body, said: body?.message ?? about.shortMessage ?? about.message }
}

const REVERT = /revert|invalid opcode|InvalidFEOpcode/i
const THROTTLED =
  /rate.?limit|too many requests|throttl|(request|call|query) (count |rate )?limit|compute units/i
const EMPTY = /insufficient funds/i
const KNOWN = /already known|already imported|known transaction|AlreadyKnown|already in (the )?(mem)?pool/i
const NONCE_USED = /nonce.{0,20}too low|nonce has already been used|old ?nonce/i
const UNDERPRICED =
  /underpriced|less than (the )?block base fee|fee too low|max fee per gas less|fee cap less than/i
const NODE_AT_FAULT =
  /nonce.{0,20}too high|time.?out|timed out|busy|unavailable|internal|not found|missing|full/i

/** JSON-RPC codes with which nodes turn a transaction down; the others tell of faults of the node. */
const REFUSAL_CODES: ReadonlySet<number | undefined> = new Set([-32_000, -32_003, -32_602])
const THROTTLE_CODES: ReadonlySet<number | undefined> = new Set([429, -32_005])

/** What an error thrown by an ethers provider (or by a time limit around it) means. In doubt: `unavailable`. */
export function faultOf(error: unknown): RpcFault {
  const { code, data, body, said, info } = read(error)
  // ethers calls every error of a simulation a CALL_EXCEPTION, also a throttled one: only the node's own words tell
  if (code === 'CALL_EXCEPTION') {
    if ((data ?? '0x') !== '0x' || body?.code === 3 || REVERT.test(body?.message ?? '')) return 'reverted'
  }
  if (info?.responseStatus?.startsWith('429') || THROTTLE_CODES.has(body?.code) || THROTTLED.test(said))
    return 'throttled'
  if (code === 'INSUFFICIENT_FUNDS' || EMPTY.test(said)) return 'empty'
  if (KNOWN.test(said)) return 'known'
  if (code === 'NONCE_EXPIRED' || NONCE_USED.test(said)) return 'nonce-used'
  if (code === 'REPLACEMENT_UNDERPRICED' || UNDERPRICED.test(said)) return 'underpriced'
  return REFUSAL_CODES.has(body?.code) && !NODE_AT_FAULT.test(said) ? 'refused' : 'unavailable'
}

/** Whether a call needs more gas than it may take, or than its signer can pay. */
export function runsOutOfGas(error: unknown): boolean {
  const { code, body } = read(error)
  return code === 'CALL_EXCEPTION' && /out ?of ?gas|gas required exceeds/i.test(body?.message ?? '')
}

/** Whether a contract refuses a call; one that burns all gas that there is refuses it too. */
export function refusesCall(error: unknown): boolean {
  return faultOf(error) === 'reverted' || runsOutOfGas(error)
}

const TOO_MUCH =
  /more than [0-9,]+ (results|logs|events|bytes)|(response|result|query|logs?)\b.{0,30}(too (large|big|many)|size|exceed)|range.{0,30}(too|large|limit|exceed)/i

/** Whether an answer would be longer than the node gives, or we take: who asks for less may get it. */
export function isTooMuch(error: unknown): boolean {
  return TOO_MUCH.test(read(error).said)
}

const MAX_TEXT = 200

/**
 * An RPC error in one line that may be stored and logged: addresses of nodes carry secrets, they are left out, and the
 * reason of a revert is text of whoever wrote the contract, a buyer's own receiver too.
 */
export function describeFault(error: unknown): string {
  const { body, said, reason, data, info } = read(error)
  const revert = reason ?? (data && data !== '0x' ? `error ${data.slice(0, 10)}` : undefined)
  const text = [info?.responseStatus, body ? said : (revert ?? said), body ? revert : undefined]
    .filter((part) => part !== undefined && part !== '')
    .join(': ')
  const told = (text || String(error)).replaceAll(/\w+:\/\/\S+/g, '(address)')
  return wellFormed(told.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), MAX_TEXT)
}
