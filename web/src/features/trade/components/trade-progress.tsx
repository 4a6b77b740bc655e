import { Button, buttonClass } from '@talad/ui/components/button'
import { PhoneIcon } from '@talad/ui/components/more-icons'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Notice } from '@talad/ui/components/status'
import { Steps } from '@talad/ui/components/steps'
import { useEffect, useState } from 'react'
import { type TradeKey, useTradeText } from '../../../i18n/trade.ts'
import { useSite } from '../../../market/reads/site.ts'
import type { TradeStage } from '../../../market/trading/context.ts'
import { TxLink } from '../../../market/trading/tx-link.tsx'
import type { Run } from './use-trade.ts'

/** WB-21 */
const CANCEL_AFTER_MS = 10_000

/** What a trade is: a fill ends on the chain, a put at the order book. */
export type TradeMode = 'fill' | 'put' | 'cancel' | 'approve' | 'send'

const order: readonly TradeStage[] = [
  ...(['check', 'approve-token', 'approve-nft', 'mining'] as const),
  ...(['sign', 'put', 'send', 'process', 'fulfilled'] as const),
]

type Plan = { title: TradeKey; from: TradeStage; to: TradeStage }
const approving: Plan = { title: 'step.approve', from: 'check', to: 'mining' }
/** WB-7: Received is confirmed, Signing transactions waits for the wallet, Processing knows the hash. */
const onChain: readonly Plan[] = [
  { title: 'step.signing', from: 'check', to: 'send' },
  { title: 'step.processing', from: 'process', to: 'process' },
]
const plans: Record<TradeMode, readonly Plan[]> = {
  fill: [
    { title: 'step.received', from: 'check', to: 'check' },
    { title: 'step.signing', from: 'approve-token', to: 'send' },
    { title: 'step.processing', from: 'process', to: 'process' },
  ],
  put: [
    approving,
    { title: 'step.sign', from: 'sign', to: 'sign' },
    { title: 'step.put', from: 'put', to: 'put' },
  ],
  cancel: onChain,
  send: onChain,
  approve: [approving],
}

const stageTexts: Record<TradeStage, TradeKey> = {
  check: 'stage.check',
  'approve-token': 'stage.approveToken',
  'approve-nft': 'stage.approveNft',
  mining: 'stage.mining',
  sign: 'stage.sign',
  put: 'stage.put',
  send: 'stage.send',
  process: 'stage.process',
  fulfilled: 'step.fulfilled',
}

const asking: ReadonlySet<TradeStage> = new Set(['approve-token', 'approve-nft', 'sign', 'send'])

function useMayCancel(isAsking: boolean) {
  const [may, setMay] = useState(false)
  useEffect(() => {
    setMay(false)
    if (!isAsking) return
    const timer = window.setTimeout(() => setMay(true), CANCEL_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [isAsking])
  return may
}

type Props = {
  mode: TradeMode
  run: Run
  isJoin: boolean
  /** what went wrong, if anything */
  failure?: string | undefined
  onStop: () => void
  onRetry: () => void
  onBack: () => void
}

/** How far a trade has come, what the person has to do for it, and a way out. */
export function TradeProgress({ mode, run, isJoin, failure, onStop, onRetry, onBack }: Props) {
  const { t } = useTradeText()
  const { explorer } = useSite().chain
  const isAsking = failure === undefined && asking.has(run.stage)
  const mayCancel = useMayCancel(isAsking)
  const now = order.indexOf(run.stage)
  const steps = plans[mode].map(({ title, from, to }) => {
    const state = now > order.indexOf(to) ? 'done' : now < order.indexOf(from) ? 'next' : 'now'
    return {
      title: t(title),
      text: t(stageTexts[run.stage]),
      state: state === 'now' && failure !== undefined ? ('ended' as const) : state,
    } as const
  })
  const end = {
    title: t('step.fulfilled'),
    text: '',
    state: run.stage === 'fulfilled' ? 'done' : 'next',
  } as const
  return (
    <div className="grid gap-6">
      <Steps steps={mode === 'fill' ? [...steps, end] : steps} />
      {run.hash && <TxLink hash={run.hash} explorer={explorer} />}
      {run.isGasLow && failure === undefined && <Notice>{t('trade.gasLow')}</Notice>}
      {isAsking && (
        <div className="grid gap-3 rounded-md bg-leaf-wash px-4 py-4">
          <p className="flex items-center gap-3 font-semibold text-leaf">
            <PhoneIcon />
            {isJoin ? t('trade.onPhone') : t('trade.inWallet')}
          </p>
          {run.link && (
            <a href={run.link} target="_blank" rel="noreferrer" className={buttonClass('primary', 'small')}>
              {t('trade.openJoin')}
            </a>
          )}
        </div>
      )}
      {failure !== undefined && (
        <>
          <Notice tone="bad">
            <p role="alert">{failure}</p>
          </Notice>
          <div className="grid gap-3 sm:grid-cols-2">
            <Button look="quiet" onClick={onBack}>
              {t('trade.back')}
            </Button>
            <Button onClick={onRetry}>{t('trade.retry')}</Button>
          </div>
        </>
      )}
      <SlowNote waiting={failure === undefined && !isAsking} />
      {mayCancel && (
        <Button look="plain" size="small" onClick={onStop}>
          {t('trade.stop')}
        </Button>
      )}
    </div>
  )
}
