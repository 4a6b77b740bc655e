import { loadTrade } from '../../wallet-code.ts'
import { rpcOf, type TradeContext, TradeError } from './context.ts'

const LOOK_EVERY_MS = 1_500
const PATIENCE_MS = 180_000
/** M§8: with less than so many times its cost the wallet might not have enough for what follows. */
const LOW_TIMES = 3n

const pause = () => new Promise((resolve) => window.setTimeout(resolve, LOOK_EVERY_MS))

type Call = { to: string; data: string }

/** M§8: the chain would take the transaction and the wallet can pay for it. @throws TradeError */
export async function checkGas(context: TradeContext, call: Call): Promise<void> {
  const { readGas } = await loadTrade()
  const rpcUrl = rpcOf(context.site)
  const { cost, balance } = await readGas(rpcUrl, context.signer.address, call).catch((cause: unknown) => {
    throw new TradeError({ kind: isRevert(cause) ? 'refused' : 'gas-unknown' })
  })
  if (balance < cost) throw new TradeError({ kind: 'gas', cost, symbol: context.site.chain.symbol })
  if (balance < cost * LOW_TIMES) context.onLowGas()
}

/** Whether the chain has said no, and not the line. */
function isRevert(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (/^(ExecutionReverted|ContractFunctionReverted|EstimateGasExecution)/.test(at.name)) return true
  }
  return false
}

/** Looks again and again until there is an answer. @throws TradeError after three minutes */
export async function untilKnown<T>(signal: AbortSignal, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    signal.throwIfAborted()
    // the line may break and come back meanwhile
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    await pause()
  }
  throw new TradeError({ kind: 'slow' })
}

/** Waits until a transaction is mined. @throws TradeError when it was reverted */
export async function untilMined({ site, control }: TradeContext, hash: string): Promise<void> {
  const { hasPassed } = await loadTrade()
  const passed = await untilKnown(control.signal, () => hasPassed(rpcOf(site), hash))
  if (!passed) throw new TradeError({ kind: 'reverted' })
}
