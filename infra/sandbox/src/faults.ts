/** Misbehaviour on order: faults are added by the control call and used up by the calls they match. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Journal, openTable } from './journal.ts'

const callsOf = {
  chillpay: ['payment', 'inquiry', 'search', 'callback', 'details', 'void', 'refund'],
  join: ['session', 'session-status', 'profile', 'request', 'request-status'],
  line: ['token', 'verify', 'certs', 'profile', 'push'],
  ipfs: ['get'],
  exchange: ['ticker'],
  blacklist: ['list'],
  pinning: ['add', 'list'],
  nfts: ['owned'],
  payout: ['recipient', 'recipient-status', 'transfer', 'transfer-status', 'balance', 'report'],
} as const

const kindsOnCalls: readonly string[] = ['delay', 'error', 'timeout', 'drop', 'tamper']
/** Accepted, and failed later: for what ends some time after the call. */
const kindsOnOrders: readonly string[] = [...kindsOnCalls, 'fail']
const kindsOnCallbacks: readonly string[] = ['delay', 'drop', 'tamper', 'duplicate', 'reorder']

const faultFields = z.strictObject({
  provider: z.enum([
    'chillpay',
    'join',
    'line',
    'ipfs',
    'payout',
    'exchange',
    'blacklist',
    'pinning',
    'nfts',
  ]),
  call: z.string(),
  fault: z.enum(['delay', 'error', 'timeout', 'drop', 'tamper', 'duplicate', 'reorder', 'fail']),
  times: z.number().int().min(1).max(1000).default(1),
  ms: z.number().int().min(0).max(600_000).optional(),
  status: z.number().int().min(400).max(599).optional(),
  field: z.string().min(1).optional(),
  value: z.union([z.string(), z.number(), z.null()]).optional(),
  resign: z.boolean().optional(),
})

type FaultFields = z.infer<typeof faultFields>

/** A fault to add; refuses a pair of call and kind that makes no sense. */
export const newFaultSchema = faultFields.superRefine((fault, context) => {
  const calls: readonly string[] = callsOf[fault.provider]
  if (fault.call !== '*' && !calls.includes(fault.call))
    context.addIssue({ code: 'custom', path: ['call'], message: `one of *, ${calls.join(', ')}` })
  else if (!calls.some((call) => matches(fault, fault.provider, call)))
    context.addIssue({
      code: 'custom',
      path: ['fault'],
      message: `${fault.fault} makes no sense on this call`,
    })
  if (fault.fault === 'tamper' && (fault.field === undefined || fault.value === undefined))
    context.addIssue({ code: 'custom', path: ['field'], message: 'tamper needs field and value' })
})

const faultSchema = faultFields.extend({ id: z.string() })

export type Fault = z.infer<typeof faultSchema>
export type NewFault = z.input<typeof newFaultSchema>
export type Provider = FaultFields['provider']

function kindsOf(provider: Provider, call: string): readonly string[] {
  if (call === 'callback') return kindsOnCallbacks
  return provider === 'payout' && (call === 'transfer' || call === 'recipient') ? kindsOnOrders : kindsOnCalls
}

function matches(fault: FaultFields, provider: Provider, call: string): boolean {
  if (fault.provider !== provider || (fault.call !== '*' && fault.call !== call)) return false
  // Content of the gateway is bytes, which have no field to change.
  if (provider === 'ipfs' && fault.fault === 'tamper') return false
  return kindsOf(provider, call).includes(fault.fault)
}

export type Faults = {
  add(fault: FaultFields): Fault
  all(): Fault[]
  clear(): void
  /** Uses the oldest fault that fits the call, once. */
  take(provider: Provider, call: string): Fault | undefined
}

/** The faults still to come; kept over a restart. */
export function openFaults(journal: Journal): Faults {
  const table = openTable(journal, 'fault', faultSchema)
  return {
    add(fault) {
      const row = { ...fault, id: randomUUID() }
      table.put(row)
      return row
    },
    all: () => table.all(),
    clear() {
      for (const fault of table.all()) table.remove(fault.id)
    },
    take(provider, call) {
      const fault = table.all().find((candidate) => matches(candidate, provider, call))
      if (fault && fault.times > 1) table.put({ ...fault, times: fault.times - 1 })
      else if (fault) table.remove(fault.id)
      return fault
    },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the control interface; routes without it never misbehave. */
    faultable?: { provider: Provider; call: string }
  }
  interface FastifyRequest {
    fault: Fault | undefined
  }
}

/** Route option that puts a route under fault control. */
export const faultable = (provider: Provider, call: string) => ({ config: { faultable: { provider, call } } })

/**
 * Makes the marked routes of an app misbehave as told.
 * @param stopping ends held answers when the sandbox stops
 */
export function applyFaults(app: FastifyInstance, faults: Faults, stopping: AbortSignal) {
  app.decorateRequest('fault', undefined)
  app.addHook('preHandler', async (request, reply) => {
    const target = request.routeOptions.config.faultable
    request.fault = target && faults.take(target.provider, target.call)
    if (request.fault) return misbehave(request.fault, request, reply, stopping)
  })
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const { fault } = request
    if (fault?.fault !== 'tamper' || fault.field === undefined) return payload
    return { ...z.record(z.string(), z.unknown()).parse(payload), [fault.field]: fault.value }
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    // The call has been carried out by now: only its answer is lost.
    if (request.fault?.fault === 'drop') request.raw.socket.destroy()
    return payload
  })
}

async function misbehave(fault: Fault, request: FastifyRequest, reply: FastifyReply, stopping: AbortSignal) {
  if (fault.fault === 'delay') await pause(fault.ms ?? 1000, stopping)
  if (fault.fault === 'error') {
    const statusCode = fault.status ?? 503
    return reply.code(statusCode).send({ code: 'unavailable', message: 'Told to fail' })
  }
  if (fault.fault === 'timeout') {
    reply.hijack()
    void pause(fault.ms ?? 60_000, stopping).then(() => request.raw.socket.destroy())
    return reply
  }
  return undefined
}

/** Waits, or less when the sandbox stops. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => {})
}
