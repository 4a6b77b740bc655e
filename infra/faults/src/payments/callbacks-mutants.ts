import type { Mutant } from '../proof.ts'

const SERVICE = 'services/shipping-payment/src'

/** Faults that B14 must find. */
export const callbacksMutants: readonly Mutant[] = [
  {
    name: 'check-sum-not-looked-at',
    says: 'a callback is taken whatever its check sum is',
    edit: {
      file: `${SERVICE}/chillpay/callback.ts`,
      find: 'if (!isCheckSum(CheckSum, checkSum(values, secret)))',
      replace: 'if (values.length === 0)',
    },
    size: 60,
  },
  {
    name: 'callback-believed',
    says: 'a callback with a right check sum credits without the provider being asked',
    edit: {
      file: `${SERVICE}/payment/provider-routes.ts`,
      find: 'if (events.length === 0) await askSoon(deps, topup)\n}\n\n/** A browser',
      replace: `  const { applyInquiry } = await import('./card.ts')
  const { customer_id: customerId, amount, order_no: orderNo } = topup
  const said = { orderNo, customerId, amount, currency: '764', paymentStatus }
  await applyInquiry(deps, topup.id, { ...said, transactionId: topup.transaction_id ?? topup.id })
}

/** A browser`,
    },
    size: 120,
  },
  {
    name: 'browser-believed',
    says: 'a browser that comes back with a success is credited',
    edit: {
      file: `${SERVICE}/payment/provider-routes.ts`,
      find: "  const target = new URL('/payment/return'",
      replace: `  if (topup && given.PaymentStatus === '0') {
    const { applyInquiry } = await import('./card.ts')
    const { customer_id: customerId, amount, order_no } = topup
    const said = { orderNo: order_no, customerId, amount, currency: '764', paymentStatus: 0 }
    await applyInquiry(deps, topup.id, { ...said, transactionId: topup.transaction_id ?? topup.id })
  }
  const target = new URL('/payment/return'`,
    },
    size: 60,
  },
  {
    name: 'amount-not-compared',
    says: "the amount in the provider's answer is not compared with what was asked",
    edit: {
      file: `${SERVICE}/topup/decide.ts`,
      find: "    ['amount', topup.amount.toString(), answer.amount.toString()],\n",
      replace: '',
    },
    size: 10,
  },
  {
    name: 'callback-names-transaction',
    says: 'a callback says which transaction of the provider is ours',
    edit: {
      file: `${SERVICE}/topup/state.ts`,
      find: 'callbacks: [...topup.callbacks, callbackKey(event.data)] }',
      replace:
        'callbacks: [...topup.callbacks, callbackKey(event.data)], transactionId: topup.transactionId ?? event.data.transactionId }',
    },
    size: 200,
  },
  {
    name: 'repetition-not-asked-about',
    says: 'a callback that repeats what a forged one has said is passed over',
    edit: {
      file: `${SERVICE}/payment/provider-routes.ts`,
      find: 'if (events.length === 0) await askSoon(deps, topup)\n}',
      replace: '}',
    },
    size: 200,
  },
]
