import { Dialog } from '@talad/ui/components/dialog'
import type { ReactNode } from 'react'
import { AskedAssessment } from '../../../market/assessment/asked-assessment.tsx'
import { type TradeMode, TradeProgress } from './trade-progress.tsx'
import type { Trade } from './use-trade.ts'

type Props<T> = {
  title: string
  trade: Trade<T>
  mode: TradeMode
  isJoin: boolean
  onRetry: () => void
  onClose: () => void
  done: (result: T, hash: string | undefined) => ReactNode
  /** the form, which keeps what was typed while the trade runs */
  children: ReactNode
}

/** A window in which a trade is begun, followed and ended. */
export function TradeWindow<T>({ title, trade, mode, isJoin, onRetry, onClose, done, children }: Props<T>) {
  const { state } = trade
  const close = () => {
    trade.leave()
    onClose()
  }
  return (
    <Dialog title={title} onClose={close}>
      {(state.kind === 'run' || state.kind === 'fail') && (
        <TradeProgress
          mode={mode}
          run={state.run}
          isJoin={isJoin}
          failure={state.kind === 'fail' ? state.message : undefined}
          onStop={trade.stop}
          onRetry={onRetry}
          onBack={trade.back}
        />
      )}
      {state.kind !== 'done' && <div hidden={state.kind !== 'form'}>{children}</div>}
      {state.kind === 'done' && done(state.result, state.hash)}
      <AskedAssessment />
    </Dialog>
  )
}
