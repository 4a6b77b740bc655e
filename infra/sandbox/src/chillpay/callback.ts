/** The background callback: sent until the merchant answers 200 or the attempts are used up. */
import { z } from 'zod'
import { callbackCheckSum } from '../chillpay-format.ts'
import type { Context } from '../context.ts'
import { type Fault, pause } from '../faults.ts'
import { report, type Transaction, type Transactions } from './transactions.ts'

const attemptTimeoutMs = 10_000

type Deps = { context: Context; transactions: Transactions; retryMs: readonly number[] }

export type Callbacks = ReturnType<typeof makeCallbacks>

export function makeCallbacks({ context, transactions, retryMs }: Deps) {
  const { faults, now, stopping, log } = context
  const held = new Set<() => void>()

  const inBackground = (work: Promise<void>) => {
    work.catch((error) => log(`callback fault: ${String(error)}`))
  }

  function keep(orderNo: string, state: Transaction['callback']['state'], outcome?: string) {
    const row = transactions.byOrder(orderNo)
    if (!row) return
    const attempts = outcome
      ? [...row.callback.attempts, { at: now().toISOString(), outcome }]
      : row.callback.attempts
    transactions.put({ ...row, callback: { state, attempts } })
  }

  /** Later attempts, after a first one that failed. */
  async function repeat(orderNo: string, url: string, form: URLSearchParams, attemptsMade: number) {
    for (const ms of retryMs.slice(attemptsMade - 1)) {
      await pause(ms, stopping)
      if (stopping.aborted || (await attempt(orderNo, url, form))) return
    }
    keep(orderNo, 'given-up')
    log(`callback of order ${orderNo} given up`)
  }

  async function attempt(orderNo: string, url: string, form: URLSearchParams): Promise<boolean> {
    const outcome = await post(url, form, stopping)
    // A stop cuts the call; the attempt is made again after the restart.
    if (stopping.aborted) return false
    keep(orderNo, outcome === '200' ? 'delivered' : 'waiting', outcome)
    return outcome === '200'
  }

  async function deliver(transaction: Transaction, url: string, fault: Fault | undefined) {
    const { id } = transaction
    const form = callbackForm(transaction, transactions.merchant().md5Secret, now(), fault)
    if (fault?.fault === 'delay') await pause(fault.ms ?? 1000, stopping)
    if (fault?.fault === 'reorder') await untilNext(fault.ms ?? 5000)
    if (stopping.aborted) return
    const copies = fault?.fault === 'duplicate' ? 2 : 1
    const delivered = await Promise.all(Array.from({ length: copies }, () => attempt(id, url, form)))
    if (fault?.fault !== 'reorder') for (const release of [...held]) release()
    if (!delivered.includes(true) && !stopping.aborted) inBackground(repeat(id, url, form, 1))
  }

  function untilNext(ms: number): Promise<void> {
    const next = new Promise<void>((resolve) => {
      const release = () => {
        held.delete(release)
        resolve()
      }
      held.add(release)
    })
    return Promise.race([next, pause(ms, stopping)])
  }

  async function send(orderNo: string): Promise<void> {
    const transaction = transactions.byOrder(orderNo)
    const { callbackUrl } = transactions.merchant()
    if (!transaction || callbackUrl === undefined) return
    const fault = faults.take('chillpay', 'callback')
    keep(orderNo, fault?.fault === 'drop' ? 'dropped' : 'waiting')
    if (fault?.fault !== 'drop') await deliver(transaction, callbackUrl, fault)
  }

  return {
    /**
     * Tells the merchant the state of a transaction as it is now.
     * @returns when the first attempt has been answered, failed, or been dropped by a fault
     */
    send,
    /** The same in the background. */
    start: (orderNo: string) => inBackground(send(orderNo)),
    /** Goes on with the callbacks that a stop interrupted. */
    resume(): void {
      const { callbackUrl, md5Secret } = transactions.merchant()
      if (callbackUrl === undefined) return
      for (const row of transactions.all().filter(({ callback }) => callback.state === 'waiting')) {
        const form = callbackForm(row, md5Secret, now(), undefined)
        const attemptsMade = row.callback.attempts.length + 1
        const again = async () => {
          const delivered = await attempt(row.id, callbackUrl, form)
          if (!delivered && !stopping.aborted) await repeat(row.id, callbackUrl, form, attemptsMade)
        }
        inBackground(again())
      }
    },
  }
}

function callbackForm(transaction: Transaction, secret: string, now: Date, fault: Fault | undefined) {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(report(transaction, now))) fields[name] = String(value)
  const honest = { ...fields, CheckSum: callbackCheckSum(fields, secret) }
  if (fault?.fault !== 'tamper' || fault.field === undefined) return new URLSearchParams(honest)
  const tampered = { ...fields, [fault.field]: String(fault.value ?? '') }
  if (!fault.resign) return new URLSearchParams({ ...honest, ...tampered })
  return new URLSearchParams({ ...tampered, CheckSum: callbackCheckSum(tampered, secret) })
}

async function post(url: string, form: URLSearchParams, stopping: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const cause = z.object({ cause: z.object({ code: z.string() }) }).safeParse(error)
    return `no answer: ${cause.data?.cause.code ?? (error instanceof Error ? error.name : String(error))}`
  }
}
