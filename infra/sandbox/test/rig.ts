/** A sandbox on a free port and a merchant that listens to its callbacks. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import {
  inquiryCheckSum,
  paymentCheckSum,
  searchCheckSum,
  transactionCheckSum,
} from '../src/chillpay-format.ts'
import type { NewFault } from '../src/faults.ts'
import { defaultMerchant, type JoinUser } from '../src/options.ts'
import { type SandboxOptions, startSandbox } from '../src/server.ts'

export const { merchantCode, apiKey, md5Secret } = defaultMerchant

export const somchai: JoinUser = {
  id: 'somchai',
  nameTH: 'สมชาย ใจดี',
  nameEN: 'Somchai Jaidee',
  phone: '+66811111111',
  email: 'somchai@example.com',
  level: 'SILVER',
  privateKey: `0x${'11'.repeat(32)}`,
}

export const malee: JoinUser = {
  ...somchai,
  id: 'malee',
  nameTH: 'มาลี ศรีสุข',
  nameEN: 'Malee Srisuk',
  phone: '+66822222222',
  email: 'malee@example.com',
  level: 'GOLD',
  privateKey: `0x${'22'.repeat(32)}`,
}

/** Waits until the expectation holds. */
export const until = (expectation: () => void | Promise<void>) => vi.waitFor(expectation, { timeout: 60_000 })

/** A temporary folder that goes away with the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const jsonRecord = z.record(z.string(), z.unknown())

/** Starts a sandbox that stops with the test. */
export async function start(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    joinUsers: [somchai, malee],
    callbackRetryMs: [20, 20],
    ...options,
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= sandbox.stop()
    return stopped
  }
  onTestFinished(stop)

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : jsonRecord.parse(JSON.parse(text)) }
  }

  async function form(path: string, fields: Record<string, string>) {
    const response = await fetch(sandbox.url + path, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: response.status, body: jsonRecord.parse(await response.json()) }
  }

  return {
    url: sandbox.url,
    stop,
    call,
    form,
    join: (method: string, path: string, body?: unknown) =>
      call(method, `/join/api/v1${path}`, body, { 'x-api-key': 'sandbox-join-key' }),
    pay: (fields: Record<string, string> = {}) => form('/chillpay/api/v2/Payment/', paymentForm(fields)),
    inquire(transactionId: unknown) {
      const fields = { MerchantCode: merchantCode, TransactionId: String(transactionId), ApiKey: apiKey }
      const CheckSum = inquiryCheckSum(fields, md5Secret)
      return form('/chillpay/api/v2/PaymentStatus/', { ...fields, CheckSum })
    },
    search(OrderNo: string, secret: string = md5Secret) {
      const body = { OrderBy: 'TransactionId', OrderDir: 'DESC', PageSize: 1, PageNumber: 1, OrderNo }
      const headers = { 'CHILLPAY-MerchantCode': merchantCode, 'CHILLPAY-ApiKey': apiKey }
      const Checksum = searchCheckSum(body, secret)
      return call('POST', '/chillpay/api/v1/payment/search', { ...body, Checksum }, headers)
    },
    /** details, void or refund of one transaction */
    about(call_: string, TransactionId: unknown, secret: string = md5Secret) {
      const headers = { 'CHILLPAY-MerchantCode': merchantCode, 'CHILLPAY-ApiKey': apiKey }
      const Checksum = transactionCheckSum({ TransactionId: String(TransactionId) }, secret)
      return call('POST', `/chillpay/api/v1/${call_}`, { TransactionId, Checksum }, headers)
    },
    settle: (orderNo: string, choice: string) =>
      call('POST', '/control/chillpay/settle', { orderNo, choice }),
    fault: (fault: NewFault) => call('POST', '/control/faults', fault),
  }
}

/** A signed payment form; the given fields replace the usual ones before signing. */
export function paymentForm(fields: Record<string, string> = {}): Record<string, string> {
  const form = {
    MerchantCode: merchantCode,
    OrderNo: 'ORDER1',
    CustomerId: 'join-somchai',
    Amount: '25000',
    Description: 'Talad',
    ChannelCode: 'creditcard',
    Currency: '764',
    LangCode: 'TH',
    RouteNo: '1',
    IPAddress: '127.0.0.1',
    ApiKey: apiKey,
    ...fields,
  }
  return { ...form, CheckSum: paymentCheckSum(form, md5Secret) }
}

/**
 * A merchant's callback address that remembers what comes.
 * @param statuses answered one after the other; 200 after the last
 */
export async function merchantServer(statuses: number[] = []) {
  const received: Record<string, string>[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      received.push(Object.fromEntries(new URLSearchParams(text)))
      response.statusCode = statuses.shift() ?? 200
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { callbackUrl: `http://127.0.0.1:${port}/callback`, received }
}
