import { outsideText } from '@talad/shared/text'
import { z } from 'zod'
import type { RecipientState, VettedAccount } from '../bank-request/decide.ts'
import type { Transfer } from '../withdrawal/commands.ts'

export type PayoutConfig = { baseUrl: string; secretKey: string; timeoutMs: number }

/** A bank account as the provider wants to know it. */
export type NewRecipient = {
  /** ours: the id of the request; also the idempotency key */
  reference: string
  name: string
  type: 'individual' | 'corporation'
  email: string
  taxId: string | null
  bank: { swift: string; number: string; name: string }
}

/** `account`: what the provider will pay to */
export type Recipient = { id: string; account: VettedAccount; state: RecipientState }

export type NewTransfer = { reference: string; recipientId: string; amount: bigint }
export type Sent =
  | { kind: 'accepted'; transfer: Transfer }
  /** the provider understood and said no: nothing is on its way */
  | { kind: 'refused'; reason: string }

/** A transfer of the provider's day file. */
export type Reported = Transfer & { at: string }

/** The payout provider, in its own wire format. Every call throws when no answer came: nothing is known then. */
export type PayoutProvider = {
  /** @returns undefined when the provider doesn't know the reference */
  findRecipient(reference: string): Promise<Recipient | undefined>
  register(recipient: NewRecipient): Promise<Recipient | { refused: string }>
  /** every transfer under a reference: more than one is a fault of somebody */
  transfersOf(reference: string): Promise<Transfer[]>
  send(transfer: NewTransfer): Promise<Sent>
  /** what we have at the provider, satang */
  balance(): Promise<{ ledger: bigint; available: bigint }>
  /** @param day of Bangkok, YYYY-MM-DD */
  dayFile(day: string): Promise<Reported[]>
}

const satang = z.int().min(0).transform(BigInt)

/** By which the provider is asked again: no other text will do. */
const identifier = z.string().regex(/^[\x21-\x7e]{1,100}$/)

const recipientAnswer = z
  .object({
    object: z.literal('recipient'),
    id: identifier,
    verified: z.boolean(),
    failure_code: outsideText(100).nullable(),
    failure_message: outsideText(500).nullable(),
    bank_account: z.object({ bank_code: outsideText(100), last_digits: outsideText(100) }),
  })
  .transform(({ id, verified, failure_code, failure_message, bank_account }): Recipient => {
    const account = { swiftCode: bank_account.bank_code, last4: bank_account.last_digits }
    if (failure_code !== null)
      return { id, account, state: { kind: 'refused', reason: failure_message ?? failure_code } }
    return { id, account, state: { kind: verified ? 'verified' : 'pending' } }
  })

const transferFields = z.object({
  object: z.literal('transfer'),
  id: identifier,
  recipient: outsideText(100),
  amount: satang,
  currency: outsideText(100),
  sent: z.boolean(),
  paid: z.boolean(),
  failure_code: outsideText(100).nullable(),
  failure_message: outsideText(500).nullable(),
  metadata: z.object({ reference: outsideText(100) }),
  created_at: z.iso.datetime(),
})

function transferOf(given: z.output<typeof transferFields>): Reported {
  const { id, recipient: recipientId, amount, currency, sent, paid, metadata, created_at: at } = given
  const failure = given.failure_code === null ? undefined : (given.failure_message ?? given.failure_code)
  return { id, recipientId, amount, currency, sent, paid, failure, at, reference: metadata.reference }
}

const transferAnswer = transferFields.transform(transferOf)
const listOf = <T extends z.ZodType>(item: T) => z.object({ object: z.literal('list'), data: z.array(item) })
const balanceAnswer = z.object({
  object: z.literal('balance'),
  currency: z.literal('THB'),
  ledger_balance: satang,
  available_balance: satang,
})
const errorAnswer = z.object({
  object: z.literal('error'),
  code: outsideText(100),
  message: outsideText(500),
})

/** What the provider understood and declined; other refusals (a key, a rate) say nothing of the thing itself. */
const DECLINED = 422

export function createPayoutProvider({ baseUrl, secretKey, timeoutMs }: PayoutConfig): PayoutProvider {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`

  async function ask(path: string, init: { key?: string; body?: object } = {}) {
    const response = await fetch(`${baseUrl}${path}`, {
      method: init.body ? 'POST' : 'GET',
      headers: {
        authorization,
        ...(init.body && { 'content-type': 'application/json' }),
        ...(init.key !== undefined && { 'idempotency-key': init.key }),
      },
      body: init.body ? JSON.stringify(init.body) : null,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    const answer: unknown = await response.json()
    if (response.ok) return { answer }
    const error = errorAnswer.safeParse(answer)
    if (response.status === DECLINED && error.success) return { refused: error.data.message }
    throw new Error(`payout provider answered ${response.status} ${error.data?.code ?? ''}`)
  }

  async function read<T extends z.ZodType>(schema: T, path: string): Promise<z.output<T>> {
    const { answer, refused } = await ask(path)
    if (refused !== undefined) throw new Error(`payout provider refused ${path.split('?')[0]}`)
    return schema.parse(answer)
  }
  const under = (reference: string) => `?reference=${encodeURIComponent(reference)}`

  return {
    async findRecipient(reference) {
      const { data } = await read(listOf(recipientAnswer), `/v1/recipients${under(reference)}`)
      return data[0]
    },
    async register({ reference, name, type, email, taxId, bank }) {
      const body = {
        name,
        type,
        email,
        metadata: { reference },
        ...(taxId !== null && { tax_id: taxId }),
        bank_account: { bank_code: bank.swift, number: bank.number, name: bank.name },
      }
      const { answer, refused } = await ask('/v1/recipients', { key: reference, body })
      return refused === undefined ? recipientAnswer.parse(answer) : { refused }
    },
    async transfersOf(reference) {
      return (await read(listOf(transferAnswer), `/v1/transfers${under(reference)}`)).data
    },
    async send({ reference, recipientId: recipient, amount }) {
      const body = { recipient, amount: Number(amount), currency: 'THB', metadata: { reference } }
      const { answer, refused } = await ask('/v1/transfers', { key: reference, body })
      if (refused !== undefined) return { kind: 'refused', reason: refused }
      return { kind: 'accepted', transfer: transferAnswer.parse(answer) }
    },
    async balance() {
      const { ledger_balance: ledger, available_balance: available } = await read(
        balanceAnswer,
        '/v1/balance',
      )
      return { ledger, available }
    },
    async dayFile(day) {
      return (await read(listOf(transferAnswer), `/v1/reports/transfers?day=${encodeURIComponent(day)}`)).data
    },
  }
}
