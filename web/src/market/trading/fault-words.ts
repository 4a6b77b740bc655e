import { formatAmount } from '@talad/ui/format/money'
import { type TradeKey, tradeText } from '../../i18n/trade.ts'
import { decimalOf } from '../prices/order-price.ts'
import { messageOf } from '../refusals/rejection-texts.ts'
import { TradeError, type TradeFault } from './context.ts'
import { type RefusedBecause, SignatureRefused } from './signer.ts'

const COIN_DECIMALS = 18

const faultTexts: Record<Exclude<TradeFault['kind'], 'gas'>, TradeKey> = {
  'no-chain': 'trade.noChain',
  'not-taken': 'trade.notTaken',
  'gas-unknown': 'trade.gasUnknown',
  balance: 'trade.balance',
  refused: 'trade.refused',
  reverted: 'trade.reverted',
  slow: 'trade.slow',
}
const refusedTexts: Record<RefusedBecause, TradeKey> = {
  rejected: 'trade.rejected',
  expired: 'trade.expired',
  cancelled: 'trade.cancelled',
  other_wallet: 'trade.otherWallet',
  still_asked: 'send.stillAsked',
}

/** What went wrong, in words that say what to do. */
export function wordsOf(error: unknown): string {
  if (error instanceof SignatureRefused) return tradeText(refusedTexts[error.reason])
  if (!(error instanceof TradeError)) return messageOf(error)
  const { fault } = error
  if (fault.kind !== 'gas') return tradeText(faultTexts[fault.kind])
  return tradeText('trade.gas', {
    cost: `${formatAmount(decimalOf(fault.cost, COIN_DECIMALS))} ${fault.symbol}`,
  })
}
