import type { OrderTerms } from '@talad/proto/http/order-book/orders'
import { say } from '@talad/ui/browser/toast'
import { useRef, useState } from 'react'
import { useSite } from '../../../market/reads/site.ts'
import type { TradeContext, TradeStage } from '../../../market/trading/context.ts'
import { wordsOf } from '../../../market/trading/fault-words.ts'
import { SignatureRefused } from '../../../market/trading/signer.ts'
import { type OwnWallet, signerOf } from '../../../market/trading/signer-of.ts'

export type Run = {
  stage: TradeStage
  /** where the person's Join app is opened */
  link: string | undefined
  hash: string | undefined
  isGasLow: boolean
  hasApproved: boolean
}

/** WB-7: ideal is the form; a failure keeps how far it came, and is tried again from there. */
export type TradeState<T> =
  | { kind: 'form' }
  | { kind: 'run'; run: Run }
  | { kind: 'fail'; run: Run; message: string }
  | { kind: 'done'; result: T; hash: string | undefined }

const START: Run = { stage: 'check', link: undefined, hash: undefined, isGasLow: false, hasApproved: false }

/** Runs a trade step by step, and keeps where it is for the screen. */
export function useTrade<T>() {
  const site = useSite()
  const [state, setState] = useState<TradeState<T>>({ kind: 'form' })
  const abort = useRef<AbortController>(undefined)

  function contextOf(signer: TradeContext['signer'], terms: OrderTerms, signal: AbortSignal): TradeContext {
    const change = (next: Partial<Run>) =>
      setState((now) => {
        const run = now.kind === 'run' ? now.run : START
        return { kind: 'run', run: { ...run, ...next } }
      })
    return {
      site,
      terms,
      signer,
      control: { signal, onWaiting: (link) => change({ link }) },
      onStage: (stage, hash) =>
        change({
          stage,
          link: undefined,
          ...(hash === undefined ? {} : { hash }),
          ...(stage.startsWith('approve') ? { hasApproved: true } : {}),
        }),
      onLowGas: () => change({ isGasLow: true }),
    }
  }

  async function start(
    wallet: OwnWallet,
    terms: OrderTerms,
    work: (context: TradeContext) => Promise<T>,
  ): Promise<void> {
    const controller = new AbortController()
    abort.current = controller
    setState({ kind: 'run', run: START })
    try {
      const signer = await signerOf(site, wallet)
      const result = await work(contextOf(signer, terms, controller.signal))
      setState((now) => ({ kind: 'done', result, hash: now.kind === 'run' ? now.run.hash : undefined }))
    } catch (error) {
      if (controller.signal.aborted && abort.current !== controller) return
      const message = wordsOf(error)
      say(message, 'error')
      setState((now) => ({ kind: 'fail', run: now.kind === 'run' ? now.run : START, message }))
    }
  }

  return {
    state,
    start,
    /** ends the wait for a signature; a late one is ignored (WB-21) */
    stop: () => abort.current?.abort(new SignatureRefused('cancelled')),
    back: () => setState({ kind: 'form' }),
    leave() {
      const running = abort.current
      abort.current = undefined
      running?.abort(new SignatureRefused('cancelled'))
    },
  }
}
export type Trade<T> = ReturnType<typeof useTrade<T>>
