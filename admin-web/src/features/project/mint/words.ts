import type { txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import type { TextKey } from '../../../i18n/index.ts'
import type { Mint } from './api.ts'

/** What each state of a mint means (CA-46). */
export const stateTexts = {
  pending: 'mint.pending',
  processing: 'mint.processing',
  sent: 'mint.sent',
  mined: 'mint.mined',
  failed: 'mint.failed',
  canceled: 'mint.canceled',
} as const satisfies Record<(typeof txStatuses)[number], TextKey>

const ENDED: readonly Mint['tx_status'][] = ['failed', 'canceled']

/** CA-48: what has ended and is not on chain may be tried again. */
export const mayRetry = ({ tx_status }: Pick<Mint, 'tx_status'>) => ENDED.includes(tx_status)

/** CA-46: what is signed can't be taken back. */
export const mayCancel = ({ tx_status }: Pick<Mint, 'tx_status'>) => tx_status === 'pending'

/** Why it is where it is, as far as anybody said. */
export const reasonOf = ({ failed_reason, retry_reason }: Pick<Mint, 'failed_reason' | 'retry_reason'>) =>
  failed_reason ?? retry_reason

const SECOND_MS = 1_000

/** When something began that has lasted so long. */
export const since = (seconds: number, nowMs: number) => new Date(nowMs - seconds * SECOND_MS).toISOString()
