import type { Mutant, Proof } from '../proof.ts'
import { contentTypes, contentTypesAreChecked } from './content-types.ts'
import { inSystem } from './in-system.ts'
import { limitsAreSeparate } from './limits.ts'
import { holdsOut } from './slow.ts'

const FULL = 1_000
const FULL_SECONDS = 60
const LEAST_SECONDS = 3
const small = { size: 100 }

const mutants: readonly Mutant[] = [
  {
    name: 'any-type',
    says: 'a body of a type that nobody knows is taken unread, as an empty object',
    ...small,
    edit: {
      file: 'services/ledger/src/app.ts',
      find: '  transferRoutes(app, deps)',
      replace: `  app.fastify.addContentTypeParser('*', (_request, _body, done) => done(null, { amount: 1 }))
  transferRoutes(app, deps)`,
    },
  },
  {
    name: 'one-counter',
    says: 'all clients behind the gateway share one counter',
    ...small,
    edit: {
      file: 'services/gateway/src/limits/limits.ts',
      find: 'return normalizeIP(request.ip)',
      replace: `return normalizeIP('127.0.0.1') + typeof request`,
    },
  },
  {
    name: 'one-account',
    says: 'all accounts share one counter of writes',
    ...small,
    edit: {
      file: 'services/gateway/src/limits/limits.ts',
      find: 'request.actor?.accountId ?? ipKey(request)',
      replace: `request.actor === undefined ? ipKey(request) : 'account'`,
    },
  },
  {
    name: 'busy-health',
    says: 'each connection keeps the gateway busy for a moment',
    ...small,
    edit: {
      file: 'services/gateway/src/app.ts',
      find: '  await secure(fastify, config, deps.origins)',
      replace: `  fastify.server.on('connection', (socket) => {
    socket.on('data', () => {
      const until = performance.now() + 300
      while (performance.now() < until);
    })
  })
  await secure(fastify, config, deps.origins)`,
    },
  },
]

export const oddClients: Proof = {
  id: 'B28',
  title:
    'A bad body is refused whatever its content type is called, two clients behind the gateway have limits of their own, and slow connections for a minute leave health answered within a second',
  size: FULL,
  unit: 'slow connections',
  limitMinutes: 20,
  alone: true,
  run: (context) =>
    inSystem(context, async (system) => {
      const types = await contentTypesAreChecked(system, contentTypes.length)
      const limits = await limitsAreSeparate(system)
      const seconds = Math.max(LEAST_SECONDS, Math.round((FULL_SECONDS * context.size) / FULL))
      const url = system.run.gateway
      const siege = { url, connections: context.size, seconds, say: context.say }
      return { ...types, ...limits, ...(await holdsOut(siege)) }
    }),
  mutants,
  found: [],
}
