import { outsideText } from '@talad/shared/text'
import { z } from 'zod'
import type { ProviderAnswer } from '../topup/commands.ts'
import { checkSum, PAYMENT_FIELDS } from './checksum.ts'
import { type Returns, returnsOf } from './returns.ts'
import { type Search, searchOf } from './search.ts'

export type ChillPayConfig = {
  baseUrl: string
  merchantCode: string
  apiKey: string
  md5Secret: string
  /** SP-16: route 1 */
  routeNo: number
  timeoutMs: number
}

export type StartPayment = {
  orderNo: string
  customerId: string
  /** satang */
  amount: bigint
  description: string
  ip: string
}

export type Started =
  | { kind: 'started'; transactionId: string; paymentUrl: string }
  /** the provider said no; `duplicate`: it knows the order number already */
  | { kind: 'refused'; code: number; message: string; duplicate: boolean }

/** The card provider, in its own wire format. Every call throws when no answer came: nothing is known then. */
export type ChillPay = Returns &
  Search & {
    start(payment: StartPayment): Promise<Started>
    /** @returns undefined when the provider doesn't know the transaction */
    inquire(transactionId: string): Promise<ProviderAnswer | undefined>
  }

const DUPLICATE_ORDER = 1007

const startAnswer = z.object({
  Status: z.int(),
  Code: z.int(),
  Message: outsideText(500),
  TransactionId: z.int(),
  PaymentUrl: outsideText(2_000).nullable(),
})
const inquiryAnswer = z.object({
  TransactionId: z.int(),
  Amount: z.int(),
  OrderNo: outsideText(100).nullable(),
  CustomerId: outsideText(100).nullable(),
  PaymentStatus: z.int(),
  Currency: outsideText(100).nullable(),
})

async function post(
  url: string,
  timeoutMs: number,
  init: { headers?: Record<string, string>; body: string | URLSearchParams },
) {
  const response = await fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    ...init,
  })
  if (!response.ok) throw new Error(`card provider answered ${response.status}`)
  return response.json()
}

export function createChillPay(config: ChillPayConfig): ChillPay {
  const { baseUrl, merchantCode, apiKey, md5Secret, timeoutMs } = config
  const form = (path: string, fields: Record<string, string>) =>
    post(`${baseUrl}${path}`, timeoutMs, { body: new URLSearchParams(fields) })

  const json = (path: string, body: Record<string, unknown>) =>
    post(`${baseUrl}${path}`, timeoutMs, {
      headers: {
        'content-type': 'application/json',
        'CHILLPAY-MerchantCode': merchantCode,
        'CHILLPAY-ApiKey': apiKey,
      },
      body: JSON.stringify(body),
    })

  return {
    ...returnsOf(json, md5Secret),
    ...searchOf(json, md5Secret),

    async start({ orderNo, customerId, amount, description, ip }) {
      const fields: Partial<Record<(typeof PAYMENT_FIELDS)[number], string>> = {
        MerchantCode: merchantCode,
        OrderNo: orderNo,
        CustomerId: customerId,
        Amount: amount.toString(),
        Description: description,
        ChannelCode: 'creditcard',
        Currency: '764',
        LangCode: 'TH',
        RouteNo: String(config.routeNo),
        IPAddress: ip,
        ApiKey: apiKey,
      }
      const sum = checkSum(
        PAYMENT_FIELDS.map((name) => fields[name]),
        md5Secret,
      )
      const answer = startAnswer.parse(await form('/api/v2/Payment/', { ...fields, CheckSum: sum }))
      if (answer.Status === 0 && answer.TransactionId > 0 && answer.PaymentUrl) {
        return { kind: 'started', transactionId: String(answer.TransactionId), paymentUrl: answer.PaymentUrl }
      }
      const { Code: code, Message: message } = answer
      return { kind: 'refused', code, message, duplicate: code === DUPLICATE_ORDER }
    },

    async inquire(transactionId) {
      const sum = checkSum([merchantCode, transactionId, apiKey], md5Secret)
      const answer = inquiryAnswer.parse(
        await form('/api/v2/PaymentStatus/', {
          MerchantCode: merchantCode,
          TransactionId: transactionId,
          ApiKey: apiKey,
          CheckSum: sum,
        }),
      )
      // an unknown transaction comes back as an empty shell, never as an answer about a payment
      if (String(answer.TransactionId) !== transactionId || answer.OrderNo === null) return undefined
      return {
        transactionId,
        orderNo: answer.OrderNo,
        customerId: answer.CustomerId ?? '',
        amount: BigInt(answer.Amount),
        currency: answer.Currency ?? '',
        paymentStatus: answer.PaymentStatus,
      }
    },
  }
}
