import { outsideText } from '@talad/shared/text'
import { z } from 'zod'
import type { ReturnMethod, ReturnState } from '../topup/commands.ts'
import { checkSum } from './checksum.ts'

export type ReturnAnswer =
  | { kind: 'accepted' }
  /** the provider said no: nothing was done */
  | { kind: 'refused'; code: number; message: string }

/** What the provider can be asked about money that goes back to a card. */
export type Returns = {
  /** @returns undefined when the provider doesn't know the transaction @throws when no answer came */
  returnState(transactionId: string): Promise<ReturnState | undefined>
  /**
   * Asks for the whole payment to go back to the card. The provider takes no key: asked twice, it may pay twice.
   * @throws when no answer came: it may have been done
   */
  giveBack(transactionId: string, method: ReturnMethod): Promise<ReturnAnswer>
}

const aboutOne = z.object({
  status: z.int(),
  message: outsideText(500),
  data: z.object({ transactionId: z.int(), status: outsideText(100) }).nullable(),
})

/** The states of a payment that never took money. */
const UNPAID: ReadonlySet<string> = new Set(['Request', 'Fail', 'Cancel', 'Error'])

/** What the provider's words for a transaction mean for its money; a word that isn't known is no answer. */
const returnStates: Readonly<Record<string, ReturnState>> = {
  Success: 'none',
  'Void Requested': 'requested',
  'Refund Requested': 'requested',
  Voided: 'returned',
  Refunded: 'returned',
}

/** What the provider's word for the state of a payment means for its money; undefined: nobody knows the word. */
export function returnStateOf(status: string): ReturnState | undefined {
  return UNPAID.has(status) ? 'none' : returnStates[status]
}

/** @param json posts a call of the provider's JSON interface */
export function returnsOf(
  json: (path: string, body: Record<string, unknown>) => Promise<unknown>,
  md5Secret: string,
): Returns {
  const ofOne = async (path: string, transactionId: string) =>
    aboutOne.parse(
      await json(path, {
        TransactionId: Number(transactionId),
        Checksum: checkSum([transactionId], md5Secret),
      }),
    )
  return {
    async returnState(transactionId) {
      const { data } = await ofOne('/api/v1/payment/details', transactionId)
      if (data === null || String(data.transactionId) !== transactionId) return undefined
      const state = returnStates[data.status]
      if (state === undefined) throw new Error(`card provider tells of the unknown state ${data.status}`)
      return state
    },

    async giveBack(transactionId, method) {
      const { status, message } = await ofOne(`/api/v1/${method}/request`, transactionId)
      return status === 200 ? { kind: 'accepted' } : { kind: 'refused', code: status, message }
    },
  }
}
