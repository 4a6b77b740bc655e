import type { RequestStatus, Withdrawal } from '@talad/proto/http/bank-withdrawal/shapes'
import type { Tone } from '@talad/ui/components/status'
import type { MoneyKey } from '../../i18n/money.ts'

type Shown = { text: MoneyKey; tone: Tone }

/** BW-10 in words. */
export const withdrawalStatus: Readonly<Record<RequestStatus, Shown>> = {
  pending: { text: 'withdraw.pending', tone: 'wait' },
  provider_processing: { text: 'withdraw.processing', tone: 'wait' },
  success: { text: 'withdraw.success', tone: 'good' },
  rejected: { text: 'withdraw.rejected', tone: 'bad' },
}

/** BW-1 in words. */
export const requestStatus: Readonly<Record<RequestStatus, Shown>> = {
  pending: { text: 'bank.pending', tone: 'wait' },
  provider_processing: { text: 'bank.processing', tone: 'wait' },
  success: { text: 'bank.success', tone: 'good' },
  rejected: { text: 'bank.rejected', tone: 'bad' },
}

type Removal = Record<'label' | 'title' | 'text', MoneyKey>

/** BW-1: a request that waits is cancelled; of one that was rejected nothing is left to cancel: it is put away. */
export const removalOf: Readonly<Partial<Record<RequestStatus, Removal>>> = {
  pending: { label: 'bank.cancelRequest', title: 'bank.cancelTitle', text: 'bank.cancelText' },
  rejected: { label: 'bank.putAway', title: 'bank.putAway', text: 'bank.putAwayText' },
}

/** What keeps another one from being asked for. */
export const isOpen = ({ status }: { status: RequestStatus }): boolean =>
  status === 'pending' || status === 'provider_processing'

/** What open withdrawals hold of the balance, in points. */
export const heldBy = (withdrawals: readonly Pick<Withdrawal, 'status' | 'value'>[]): number =>
  withdrawals.filter(isOpen).reduce((sum, { value }) => sum + value, 0)
