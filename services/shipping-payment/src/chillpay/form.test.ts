import { startSandbox } from '@talad/sandbox/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formAddress } from './form.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: '127.0.0.1', joinUsers: [] })
})
afterAll(() => sandbox.stop())

const form = {
  page: 'dev' as const,
  merchantid: 'M000001',
  apikey: 'public-key-of-the-stand-in',
  routeno: '1',
}
const payment = {
  orderNo: 'ORDER1',
  customerId: 'join-mali',
  amount: 125_000n,
  description: 'โคมลอย & "#7" (Talad 1)',
  ip: '203.0.113.7',
}

test('SP-34 SP-35 a buyer is led to the page of their site with the public key, and the provider takes what its form holds', async () => {
  const back = new URL('https://second.example/payment/return?shipping_id=1')
  const page = new URL(formAddress(form, payment, back))
  expect(page.origin + page.pathname).toBe('https://second.example/payment/dev.html')
  const { redirect, ...fields } = Object.fromEntries(page.searchParams)
  expect(redirect).toBe(back.href)
  expect(fields).toEqual({
    amount: '125000',
    orderno: 'ORDER1',
    customerid: 'join-mali',
    clientip: '203.0.113.7',
    description: 'โคมลอย & "#7" (Talad 1)',
    merchantid: 'M000001',
    apikey: 'public-key-of-the-stand-in',
    routeno: '1',
  })
  const body = new URLSearchParams({ ...fields, currency: '764' })
  const sent = await fetch(`${sandbox.url}/chillpay/cdn/Payment/`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('/chillpay/pay/'),
  ])
})
