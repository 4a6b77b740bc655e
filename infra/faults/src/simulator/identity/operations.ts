import { accounts } from '@talad/identity/account/stream'
import type { Deps } from '@talad/identity/deps'
import { linkProved } from '@talad/identity/link/link'
import { beginMerge } from '@talad/identity/merge/begin'
import { confirmMerge } from '@talad/identity/merge/confirm'
import { migrateProved } from '@talad/identity/merge/migrate'
import { digestOf, provedSides } from '@talad/identity/merge/preview'
import { accountMeant } from '@talad/identity/person/find-meant'
import { identityOf } from '@talad/identity/session/proof'
import { fullRefresh, halfRefresh, liveSession } from '@talad/identity/session/refresh'
import { signIn } from '@talad/identity/session/sign-in'
import type { TokenPair } from '@talad/identity/session/tokens'
import { mergeBySupport, splitBySupport } from '@talad/identity/support/routes'
import { linkWallet, unlink } from '@talad/identity/web3/link'
import { makeNonce } from '@talad/identity/web3/nonce'
import { callAs } from '@talad/shared/decision'
import { load } from '@talad/shared/stream'
import { decodeJwt } from 'jose'
import { hexOf } from '../order-samples.ts'
import { answerOf } from '../simulation.ts'
import { type Operation, operation, pick, type Simulation } from '../workload.ts'
import type { IdentityService, Outside } from './people.ts'

/** Somebody who is signed in, as their access token says it. */
type Session = { accountId: string; sessionId: string; signedInAt: Date; refreshToken: string }

export type Lobby = {
  simulation: Simulation
  identity: IdentityService
  outside: readonly Outside[]
  sessions: Session[]
  /** another account that a session has proved */
  proved: { by: Session; mergeId: string }[]
  /** what support was asked for */
  asked: number
}

const HERE = { device: '', site: '', formerSessionId: undefined }
const DAY_MS = 25 * 3600_000

/** @returns what was made; undefined: it was refused */
async function act<T>(
  { simulation, identity }: Lobby,
  name: string,
  work: (deps: Deps) => Promise<T>,
): Promise<T | undefined> {
  let made: T | undefined
  const answer = await simulation.perform(identity, () =>
    answerOf(async () => {
      made = await work(identity.deps)
    }),
  )
  simulation.trace.push(`${name}: ${answer}`)
  return answer === 'done' ? made : undefined
}

/** As the door of the service: whoever's session has ended gets nowhere. */
const asSession = <T>(lobby: Lobby, name: string, one: Session, work: (deps: Deps) => Promise<T>) =>
  act(lobby, name, async (deps) => {
    await liveSession(deps, one.sessionId)
    return work(deps)
  })

function enter({ sessions, simulation }: Lobby, pair: TokenPair | undefined): void {
  if (!pair) return
  const { sub = '', sid } = decodeJwt(pair.accessToken)
  const { refreshToken } = pair
  sessions.push({ accountId: sub, sessionId: String(sid), signedInAt: simulation.now(), refreshToken })
}

async function link(lobby: Lobby, by: Session): Promise<void> {
  const one = pick(lobby.simulation.random, lobby.outside)
  await asSession(lobby, `link ${one.name}`, by, async (deps) => {
    const { wallet } = one
    if (!wallet) return linkProved(deps, by, one.prove(deps), async () => undefined)
    const prover = { browser: Buffer.from(by.sessionId), address: wallet.address.toLowerCase() }
    const { message } = await makeNonce(deps, prover, 'https://talad.test')
    const signature = await wallet.signMessage(message)
    return linkWallet(deps, by, { ...prover, signature, userAgent: undefined })
  })
}

async function unlinkOne(lobby: Lobby, by: Session): Promise<void> {
  const { state } = await load(lobby.identity.db, accounts, by.accountId)
  if (state.identities.length === 0) return
  const { id } = pick(lobby.simulation.random, state.identities)
  await asSession(lobby, 'unlink', by, (deps) => unlink(deps, by, id))
}

async function proveOther(lobby: Lobby, by: Session): Promise<void> {
  const other = pick(lobby.simulation.random, lobby.outside)
  const begun = await asSession(lobby, `prove ${other.name}`, by, async (deps) => {
    const { provider, scope, externalId } = identityOf(other.prove(deps))
    const { rows } = await deps.db.query<{ accountId: string; identityId: string }>(
      `select account_id as "accountId", id as "identityId" from identity_link
       where identity_provider = $1 and provider_scope = $2 and external_id = $3`,
      [provider, scope, externalId],
    )
    return beginMerge(deps, by, { link: rows[0], useUp: async () => undefined })
  })
  if (begun) lobby.proved.push({ by, mergeId: begun.mergeId })
}

async function merge(lobby: Lobby, { by, mergeId }: Lobby['proved'][number]): Promise<void> {
  const done = await asSession(lobby, 'merge', by, async (deps) => {
    const preview = digestOf(await provedSides(deps.db, mergeId, by, deps.now()))
    return confirmMerge(deps, by, { mergeId, preview }, HERE)
  })
  enter(lobby, done?.pair)
}

/** Support decides by a call with a key of its own. */
function support(
  lobby: Lobby,
  name: string,
  work: (deps: Deps, call: ReturnType<typeof callAs>) => Promise<unknown>,
) {
  lobby.asked += 1
  const id = hexOf(`${lobby.asked} of ${lobby.simulation.key}`, 24).slice(2)
  const call = callAs({ accountId: 'account-support', customerId: undefined }, id, id)
  return act(lobby, name, (deps) => work(deps, call))
}

async function split(lobby: Lobby, { accountId: id }: Session): Promise<void> {
  const { state } = await load(lobby.identity.db, accounts, id)
  const last = state.absorbed?.at(-1)
  if (!last) return
  await support(lobby, 'split', (deps, call) =>
    splitBySupport(deps, call, { id, mergeId: last.moveId }, 'asked for'),
  )
}

async function refresh(lobby: Lobby, one: Session): Promise<void> {
  const isFull = lobby.simulation.random() < 0.5
  const pair = await act(lobby, 'refresh', (deps) =>
    (isFull ? fullRefresh : halfRefresh)(deps, one.refreshToken),
  )
  if (pair) one.refreshToken = pair.refreshToken
}

/** ID-33: a campaign gives something to a wallet, whether or not somebody has proved it. */
const giveTo = (lobby: Lobby, { name, address: value = '' }: Outside) =>
  act(lobby, `give to ${name}`, (deps) =>
    accountMeant(deps, { provider: 'web3', field: 'walletAddress', value }),
  )

/** Those that most likely go on, and what they have proved lately. */
const sessionsOf = ({ sessions }: Lobby) => sessions.slice(-6)
const provedOf = ({ proved }: Lobby) => proved.slice(-2)

/** What people and support do with accounts, in any order and with sessions that may be over. */
export const identityOperations: readonly Operation<Lobby>[] = [
  operation(
    'sign in',
    12,
    ({ outside }) => outside,
    async (lobby, one) => enter(lobby, await act(lobby, one.name, (deps) => signIn(deps, one.prove(deps)))),
  ),
  operation('give', 6, ({ outside }) => outside.filter(({ address }) => address !== undefined), giveTo),
  operation('link', 10, sessionsOf, link),
  operation('unlink', 4, sessionsOf, unlinkOne),
  operation('prove', 10, sessionsOf, proveOther),
  operation('merge', 6, provedOf, merge),
  operation('migrate', 6, provedOf, (lobby, { by, mergeId }) =>
    asSession(lobby, 'migrate', by, (deps) => migrateProved(deps, by, mergeId)),
  ),
  operation('support merges', 2, sessionsOf, (lobby, { accountId: one }) =>
    support(lobby, 'support merges', (deps, call) =>
      mergeBySupport(
        deps,
        call,
        { one, other: pick(lobby.simulation.random, lobby.sessions).accountId },
        'asked for',
      ),
    ),
  ),
  operation('split', 6, sessionsOf, split),
  operation('refresh', 6, sessionsOf, refresh),
  operation(
    'a day passes',
    2,
    () => [DAY_MS],
    ({ simulation }, ms) => simulation.pass(new Date(simulation.now().getTime() + ms)),
  ),
]
