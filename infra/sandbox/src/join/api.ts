/** The Join stand-in's merchant interface. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { faultable } from '../faults.ts'
import { read, refusal } from '../refusal.ts'
import { type People, profile } from './people.ts'
import type { Requests, WalletRequest } from './requests.ts'
import type { Session, Sessions } from './sessions.ts'
import {
  contractPayload,
  messagePayload,
  nftApprovalPayload,
  type Payload,
  tokenApprovalPayload,
  transfersPayload,
  typedDataPayload,
} from './wallet-payload.ts'

const newSessionSchema = z.strictObject({
  redirectUrl: z.url({ protocol: /^https?$/ }),
  phone: z.string().optional(),
  purpose: z.enum(['sign-in', 'link', 'renew']).default('sign-in'),
  site: z.string().max(255).optional(),
  account: z.string().max(20).optional(),
  compare: z
    .string()
    .regex(/^\d{2}$/)
    .optional(),
})

const idSchema = z.object({ id: z.string() })
const phoneSchema = z.object({ phone: z.string() })
const userIdSchema = z.object({ userId: z.string() })

type Deps = {
  context: Context
  apiKey: string
  people: People
  sessions: Sessions
  requests: Requests
}

/** Routes under `/join/api/v1`. */
export function joinApi(root: FastifyInstance, deps: Deps) {
  root.register(
    async (app) => {
      app.addHook('onRequest', async (request) => demandKey(request, deps.apiKey))
      identityRoutes(app, deps)
      walletRoutes(app, deps)
    },
    { prefix: '/join/api/v1' },
  )
}

function demandKey(request: FastifyRequest, apiKey: string) {
  const given = Buffer.from(String(request.headers['x-api-key'] ?? ''))
  const wanted = Buffer.from(apiKey)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw refusal(401, 'unauthorized', 'x-api-key is wrong')
}

function identityRoutes(app: FastifyInstance, { context, people, sessions }: Deps) {
  app.post('/sessions', faultable('join', 'session'), async ({ body }, reply) => {
    const { id, expiresAt } = sessions.open(read(newSessionSchema, body))
    const webviewUrl = `${context.publicUrl()}/join/webview/${id}`
    return reply.code(201).send({ sessionId: id, webviewUrl, expiresAt })
  })

  app.get('/sessions/:id', faultable('join', 'session-status'), async ({ params }) =>
    sessionAnswer(sessions.demand(read(idSchema, params).id)),
  )

  app.get('/users/:id', faultable('join', 'profile'), async ({ params }) =>
    profile(people.demand(read(idSchema, params).id)),
  )

  app.get('/users', faultable('join', 'profile'), async ({ query }) => {
    const found = people.byPhone(read(phoneSchema, query).phone)
    return { users: found ? [profile(found)] : [] }
  })
}

const sessionAnswer = ({ id, status, expiresAt, userId, sessionExpiresAt }: Session) => ({
  sessionId: id,
  status,
  expiresAt,
  ...(status === 'approved' ? { userId, sessionExpiresAt } : {}),
})

/** The request calls and how each reads its body, without the kind, which the path says. */
const kinds = {
  signature: z.union([typedDataPayload, messagePayload]),
  'approve-nfts': nftApprovalPayload,
  'approve-tokens': tokenApprovalPayload,
  contract: contractPayload,
  transfers: transfersPayload,
} as const satisfies Record<string, z.ZodType<Payload>>

function walletRoutes(app: FastifyInstance, { context, requests }: Deps) {
  for (const [kind, schema] of Object.entries(kinds))
    app.post(`/requests/${kind}`, faultable('join', 'request'), async ({ body }, reply) => {
      const { userId } = read(userIdSchema, body)
      const payload: Payload = read<Payload>(schema, {
        ...z.record(z.string(), z.unknown()).parse(body),
        kind,
      })
      const { id, expiresAt } = requests.open(userId, payload)
      const webviewUrl = `${context.publicUrl()}/join/phone/${userId}?request=${id}`
      return reply.code(201).send({ requestId: id, webviewUrl, expiresAt })
    })

  app.get('/requests/:id', faultable('join', 'request-status'), async ({ params }) => {
    const request = requests.demand(read(idSchema, params).id)
    const isTransfers = request.payload.kind === 'transfers' && request.transfers !== undefined
    return {
      ...requestAnswer(request),
      ...(isTransfers ? { transfers: await requests.outcomes(request) } : {}),
    }
  })
}

/** A wallet request as the merchant side and the control interface see it. */
export const requestAnswer = ({
  id,
  payload,
  userId,
  status,
  expiresAt,
  signature,
  txHash,
  error,
}: WalletRequest) => ({
  requestId: id,
  kind: payload.kind,
  userId,
  status,
  expiresAt,
  ...(signature === undefined ? {} : { signature }),
  ...(txHash === undefined ? {} : { txHash }),
  ...(error === undefined ? {} : { error }),
})
