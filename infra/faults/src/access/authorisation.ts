import type { Mutant, Proof } from '../proof.ts'
import { inSystem } from './in-system.ts'
import { matrix } from './matrix.ts'
import { others } from './others.ts'

const mutants: readonly Mutant[] = [
  {
    name: 'open-history',
    says: "the contract opens the history of purchases to every signed-in user's call",
    edit: {
      file: 'proto/http/shipping-payment/purchases.ts',
      find: `path: \`\${base.user}/shipping/history\`,\n    auth: { kind: 'customer' },`,
      replace: `path: \`\${base.user}/shipping/history\`,\n    auth: { kind: 'visitor' },`,
    },
  },
  {
    name: 'no-policy',
    says: 'a route is added without a policy',
    edit: {
      file: 'services/ledger/src/transfer/routes.ts',
      find: 'export function transferRoutes(app: App, deps: Deps): void {',
      replace: `export function transferRoutes(app: App, deps: Deps): void {
        app.fastify.get('/api/user/v1/credit/all', async () => (await deps.db.query('select 1')).rows)`,
    },
  },
  {
    name: 'any-level',
    says: 'the KYC level of a caller is not compared',
    edit: {
      file: 'services/_shared/src/http/auth.ts',
      find: 'actor.kycLevel < policy.level',
      replace: 'actor.kycLevel < 0',
    },
  },
  {
    name: 'any-secret',
    says: 'any internal token is taken for that of a service',
    edit: {
      file: 'services/_shared/src/http/callers.ts',
      find: 'timingSafeEqual(one.digest, given)',
      replace: '(timingSafeEqual(one.digest, given) || true)',
    },
  },
  {
    name: 'cancel-of-others',
    says: 'the owner of a purchase is not asked for when it is cancelled',
    edit: {
      file: 'services/shipping-payment/src/shipping/decide.ts',
      find: `Of<'Cancel'>, shipping: Shipping): ShippingEvent[] {
  if (shipping.buyerCustomerId !== by) throw new Rejection('NOT_THE_BUYER')`,
      replace: `Of<'Cancel'>, shipping: Shipping): ShippingEvent[] {
  void by`,
    },
  },
  {
    name: 'signing-of-others',
    says: "anybody's signing request can be loaded",
    edit: {
      file: 'services/identity/src/signing/requests.ts',
      find: 'where request_id = $1 and account_id = $2',
      replace: 'where request_id = $1 and $2::text is not null',
    },
  },
  {
    name: 'shared-answers',
    says: 'answers are kept by their key alone, whoever asks',
    edit: {
      file: 'services/_shared/src/http/app.ts',
      find: 'actor: actor?.accountId ?? request.ip, key',
      replace: `actor: 'somebody', key`,
    },
  },
]

export const authorisation: Proof = {
  id: 'B25',
  title:
    'Every route of every service, the gateway and each one directly, answers every kind of caller as its policy says, and no caller gets at what belongs to another; a route without a policy keeps its service from starting',
  size: 1,
  unit: 'whole matrix',
  limitMinutes: 20,
  run: (context) =>
    inSystem(context, async (system) => {
      const all = await matrix(system)
      context.say(JSON.stringify(all))
      return { ...all, ...(await others(system)) }
    }),
  mutants,
  found: [
    'A route could be added to a service without saying who may call it, and then everybody could. The kit refuses such a route now when it is registered, and puts the policy before every route itself.',
  ],
}
