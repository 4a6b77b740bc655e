import { callbackCheckSum } from '@talad/sandbox/chillpay-format'
import type { CardPayment } from './people.ts'

/** A callback that says a payment has succeeded, as the provider itself writes it. @param secret the merchant's own */
export function callbackFields(payment: CardPayment, secret: string): Record<string, string> {
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
  }
  return { ...fields, CheckSum: callbackCheckSum(fields, secret) }
}
