import type { Run } from '@talad/dev/run-file'
import { callbackCheckSum } from '@talad/sandbox/chillpay-format'
import type { CardPayment } from './people.ts'

type Fields = Record<string, string>

const CALLBACK = '/api/callback/v1/payment/chillpay/callback'

/** A callback that says a payment has succeeded, as the provider would write it, check sum included. */
function success(payment: CardPayment, changed: Fields, secret: string): Fields {
  const fields = {
    TransactionId: String(payment.transactionId),
    Amount: payment.amount,
    OrderNo: payment.orderNo,
    CustomerId: payment.customerId,
    BankCode: 'creditcard',
    PaymentDate: '20261231235959',
    PaymentStatus: '0',
    BankRefCode: 'SB1',
    CurrentDate: '20261231',
    CurrentTime: '235959',
    PaymentDescription: 'Success',
    CreditCardToken: '',
    Currency: '764',
    CustomerName: '',
    ...changed,
  }
  return { ...fields, CheckSum: callbackCheckSum(fields, secret) }
}

/** A callback as the provider itself writes it. @param secret the merchant's own */
export const callbackFields = (payment: CardPayment, secret: string): Fields => success(payment, {}, secret)

/** A forged message and what it is answered. */
export type Forgery = {
  what: string
  status: number
  code: string | undefined
  send: () => Promise<Response>
}

/**
 * Every way in which somebody, even one who knows the secret, could claim that a pending payment has succeeded.
 * @param secret the merchant's own
 */
export function forgeries(run: Run, payment: CardPayment, secret: string): Forgery[] {
  const url = `${run.gateway}${CALLBACK}`
  const post = (body: URLSearchParams) => () => fetch(url, { method: 'POST', body, redirect: 'manual' })
  const changed = (fields: Fields) => post(new URLSearchParams(success(payment, fields, secret)))
  const honest = success(payment, {}, secret)
  const twice = new URLSearchParams(honest)
  twice.append('Amount', '1')
  const wrongSum = new URLSearchParams({ ...honest, CheckSum: '0'.repeat(32) })
  // the check sum doesn't say where one field ends and the next begins
  const shifted = new URLSearchParams({
    ...honest,
    OrderNo: `${payment.orderNo}${payment.customerId.slice(0, 1)}`,
    CustomerId: payment.customerId.slice(1),
  })
  const get = () => fetch(`${url}?${new URLSearchParams(honest)}`, { redirect: 'manual' })
  return [
    { what: 'a wrong check sum', status: 400, code: 'bad_checksum', send: post(wrongSum) },
    { what: 'a shifted field boundary', status: 400, code: 'validation', send: post(shifted) },
    { what: 'a doubled parameter', status: 400, code: 'validation', send: post(twice) },
    // what is well signed is answered as the provider expects, and believed in nothing: the provider is asked (SP-17)
    { what: 'an unknown order', status: 200, code: undefined, send: changed({ OrderNo: 'NOBODYSORDER' }) },
    {
      what: 'a success that the provider denies',
      status: 200,
      code: undefined,
      send: post(new URLSearchParams(honest)),
    },
    { what: 'a wrong amount', status: 200, code: undefined, send: changed({ Amount: '1' }) },
    { what: 'a wrong currency', status: 200, code: undefined, send: changed({ Currency: '840' }) },
    {
      what: 'another customer',
      status: 200,
      code: undefined,
      send: changed({ CustomerId: 'join-demo-anan' }),
    },
    { what: 'another transaction', status: 200, code: undefined, send: changed({ TransactionId: '999' }) },
    { what: 'a GET', status: 302, code: undefined, send: get },
  ]
}
