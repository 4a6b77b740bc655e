/** The card provider's merchant interface: start, status, search. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { compactTime, inquiryCheckSum, paymentCheckSum, paymentStatus } from '../chillpay-format.ts'
import type { Context } from '../context.ts'
import { faultable } from '../faults.ts'
import type { Merchant } from '../options.ts'
import { chillpaySearch } from './search.ts'
import { report, type Transaction, type Transactions } from './transactions.ts'

type Form = Readonly<Record<string, string>>

const formSchema = z.record(z.string(), z.string())

type Check = { code: number; message: string; holds: (form: Form, merchant: Merchant) => boolean }

/** In the order in which the provider looks. */
const whose: readonly Check[] = [
  { code: 1001, message: 'Invalid MerchantCode', holds: (f, m) => f.MerchantCode === m.merchantCode },
  { code: 3001, message: 'System Error', holds: (f, m) => f.CheckSum === paymentCheckSum(f, m.md5Secret) },
  { code: 1002, message: 'Invalid ApiKey', holds: (f, m) => f.ApiKey === m.apiKey },
]
const about: readonly Check[] = [
  // SP-16: the provider takes at most 20 letters and digits.
  { code: 1006, message: 'Invalid OrderNo', holds: fits('OrderNo', /^[A-Za-z0-9]{1,20}$/) },
  { code: 1008, message: 'Invalid CustomerId', holds: fits('CustomerId', /^\S(.{0,98}\S)?$/) },
  { code: 1009, message: 'Invalid Amount', holds: fits('Amount', /^[1-9][0-9]{0,11}$/) },
  { code: 1011, message: 'Invalid Description', holds: fits('Description', /^\P{Cc}{0,100}$/u) },
  { code: 1012, message: 'Invalid ChannelCode', holds: fits('ChannelCode', /^creditcard$/) },
  { code: 1013, message: 'Invalid Currency', holds: fits('Currency', /^764$/) },
  { code: 1014, message: 'Invalid LangCode', holds: fits('LangCode', /^(TH|EN)?$/) },
  { code: 1015, message: 'Invalid RouteNo', holds: fits('RouteNo', /^[0-9]{1,3}$/) },
  { code: 1018, message: 'Invalid IPAddress', holds: fits('IPAddress', /^(\d{1,3}\.){3}\d{1,3}$/) },
]

function fits(field: string, pattern: RegExp): (form: Form) => boolean {
  return (form) => pattern.test(form[field] ?? '')
}

/** What of a payment the provider would not take, whoever asks for it. */
export const failedField = (form: Form, merchant: Merchant): Check | undefined =>
  [...whose.slice(0, 1), ...about].find(({ holds }) => !holds(form, merchant))

type Deps = { context: Context; transactions: Transactions }

/** Routes under `/chillpay/api`. */
export function chillpayApi(app: FastifyInstance, { context, transactions }: Deps) {
  const { now, publicUrl } = context

  app.post('/chillpay/api/v2/Payment', faultable('chillpay', 'payment'), async ({ body }) => {
    const form = formSchema.safeParse(body)
    if (!form.success) return refused({}, 3001, 'System Error')
    const merchant = transactions.merchant()
    const failed = [...whose, ...about].find(({ holds }) => !holds(form.data, merchant))
    if (failed) return refused(form.data, failed.code, failed.message)
    const id = form.data.OrderNo ?? ''
    // Any order number that was ever used is taken, so a repeated start can never charge twice.
    if (transactions.byOrder(id)) return refused(form.data, 1007, 'Duplicate OrderNo')
    const opened = transactions.open({
      id,
      amount: form.data.Amount ?? '',
      customerId: form.data.CustomerId ?? '',
      customerName: form.data.CustName ?? '',
      description: form.data.Description ?? '',
      channelCode: form.data.ChannelCode ?? '',
      routeNo: form.data.RouteNo ?? '',
      ipAddress: form.data.IPAddress ?? '',
    })
    return accepted(opened, merchant, publicUrl())
  })

  app.post('/chillpay/api/v2/PaymentStatus', faultable('chillpay', 'inquiry'), async ({ body }) => {
    const form = formSchema.safeParse(body)
    const { merchantCode, apiKey, md5Secret } = transactions.merchant()
    if (!form.success || form.data.CheckSum !== inquiryCheckSum(form.data, md5Secret)) return shell
    if (form.data.MerchantCode !== merchantCode || form.data.ApiKey !== apiKey) return shell
    const found = transactions.byId(form.data.TransactionId ?? '')
    return found ? { ...report(found, now()), MerchantCode: merchantCode } : shell
  })

  chillpaySearch(app, transactions)
}

function accepted(opened: Transaction, merchant: Merchant, publicUrl: string) {
  return {
    Status: 0,
    Code: 200,
    Message: 'Success',
    TransactionId: opened.transactionId,
    Amount: Number(opened.amount),
    OrderNo: opened.id,
    CustomerId: opened.customerId,
    ChannelCode: opened.channelCode,
    ReturnUrl: merchant.resultUrl ?? '',
    PaymentUrl: `${publicUrl}/chillpay/pay/${opened.token}`,
    IpAddress: opened.ipAddress,
    Token: opened.token,
    CreatedDate: compactTime(new Date(opened.createdAt)),
    ExpiredDate: compactTime(new Date(opened.expiresAt)),
  }
}

function refused(form: Form, code: number, message: string) {
  return {
    Status: 1,
    Code: code,
    Message: message,
    TransactionId: 0,
    Amount: 0,
    OrderNo: form.OrderNo ?? '',
    CustomerId: form.CustomerId ?? '',
    ChannelCode: form.ChannelCode ?? '',
    ReturnUrl: '',
    PaymentUrl: '',
    IpAddress: form.IPAddress ?? '',
    Token: '',
    CreatedDate: '',
    ExpiredDate: '',
  }
}

/** What the provider answers to a status inquiry that it doesn't accept. */
const shell = {
  TransactionId: 0,
  Amount: 0,
  OrderNo: null,
  CustomerId: null,
  BankCode: null,
  PaymentDate: null,
  PaymentStatus: paymentStatus.pending,
  BankRefCode: null,
  CurrentDate: null,
  CurrentTime: null,
  PaymentDescription: null,
  CreditCardToken: null,
  Currency: null,
  CustomerName: null,
  MerchantCode: null,
}
