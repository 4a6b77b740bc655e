/** The payout provider's recipients, transfers and balance. What takes time is told by the clock: nothing runs in between. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { openTable } from '../journal.ts'
import { defaultPayoutBalance, defaultPayoutMs, type PayoutOptions } from '../options.ts'

const failure = z.object({ code: z.string(), message: z.string() }).nullable()

const recipientSchema = z.object({
  id: z.string(),
  reference: z.string(),
  name: z.string(),
  type: z.enum(['individual', 'corporation']),
  bankCode: z.string(),
  number: z.string(),
  createdAt: z.string(),
  /** When it is decided, and how. */
  decidedAt: z.string(),
  failure,
})
export type Recipient = z.infer<typeof recipientSchema>

const transferSchema = z.object({
  id: z.string(),
  reference: z.string(),
  recipient: z.string(),
  /** Satang. */
  amount: z.number().int(),
  createdAt: z.string(),
  decidedAt: z.string(),
  failure,
})
export type Transfer = z.infer<typeof transferSchema>

const keySchema = z.object({ id: z.string(), body: z.string(), made: z.string() })
const settingsSchema = z.object({
  id: z.literal('payout'),
  deposited: z.number().int(),
  vetMs: z.number().int(),
  payMs: z.number().int(),
  /** of single transfers, by their reference */
  payMsOf: z.record(z.string(), z.number().int()).optional(),
})

export type Settings = Partial<Omit<z.infer<typeof settingsSchema>, 'id'>>
export type PayoutBooks = ReturnType<typeof openPayoutBooks>

const newId = (kind: string) => `${kind}_test_${randomBytes(10).toString('hex')}`

/** Opens the provider's books. */
export function openPayoutBooks({ journal, now }: Context, given: PayoutOptions) {
  const recipients = openTable(journal, 'payout-recipient', recipientSchema)
  const transfers = openTable(journal, 'payout-transfer', transferSchema)
  const keys = openTable(journal, 'payout-key', keySchema)
  const settings = openTable(journal, 'payout-settings', settingsSchema)
  let current: z.infer<typeof settingsSchema> = settings.get('payout') ?? {
    id: 'payout',
    deposited: given.balance ?? defaultPayoutBalance,
    vetMs: given.vetMs ?? defaultPayoutMs,
    payMs: given.payMs ?? defaultPayoutMs,
  }
  const isDecided = ({ decidedAt }: { decidedAt: string }) => new Date(decidedAt) <= now()
  const times = (ms: number) => ({
    createdAt: now().toISOString(),
    decidedAt: new Date(now().getTime() + ms).toISOString(),
  })

  /** A failed transfer takes nothing; one that is under way is taken from what is available, a paid one from all. */
  function balance() {
    let [ledger, available] = [current.deposited, current.deposited]
    for (const transfer of transfers.all()) {
      const failed = transfer.failure !== null && isDecided(transfer)
      if (failed) continue
      available -= transfer.amount
      if (transfer.failure === null && isDecided(transfer)) ledger -= transfer.amount
    }
    return { ledger, available }
  }

  return {
    balance,
    isDecided,
    recipient: (id: string) => recipients.get(id),
    recipients: () => recipients.all(),
    recipientsOf: (reference: string) => recipients.all().filter((one) => one.reference === reference),
    transfer: (id: string) => transfers.get(id),
    transfers: () => transfers.all(),
    transfersOf: (reference: string) => transfers.all().filter((one) => one.reference === reference),
    /** What was made under an idempotency key, and with which body. */
    made: (key: string) => keys.get(key),
    addRecipient(
      about: Omit<Recipient, 'id' | 'createdAt' | 'decidedAt'>,
      key: { key: string; body: string } | undefined,
    ) {
      const row = { ...about, ...times(current.vetMs), id: newId('recp') }
      recipients.put(row)
      if (key) keys.put({ id: key.key, body: key.body, made: row.id })
      return row
    },
    addTransfer(
      about: Omit<Transfer, 'id' | 'createdAt' | 'decidedAt'>,
      key: { key: string; body: string } | undefined,
    ) {
      const row = {
        ...about,
        ...times(current.payMsOf?.[about.reference] ?? current.payMs),
        id: newId('trsf'),
      }
      transfers.put(row)
      if (key) keys.put({ id: key.key, body: key.body, made: row.id })
      return row
    },
    putRecipient: recipients.put,
    putTransfer: transfers.put,
    settings: () => current,
    change(settingsGiven: Settings) {
      current = { ...current, ...settingsGiven }
      settings.put(current)
    },
  }
}
