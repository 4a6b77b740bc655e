import { service as indexer } from '@talad/asset-indexer/service'
import type { Deps } from '@talad/gateway/deps'
import { service } from '@talad/gateway/service'
import { publishDueJobs } from '@talad/gateway/site/document/due'
import { isSame } from '@talad/gateway/site/document/same'
import { lookAtDomainJob } from '@talad/gateway/site/site/domains'
import { servedHosts } from '@talad/gateway/site/site/events'
import { proofName, proofValue } from '@talad/gateway/site/site/proof'
import { sites } from '@talad/gateway/site/site/stream'
import { openSites, type Sites } from '@talad/gateway/site/sites'
import { service as identity } from '@talad/identity/service'
import { load } from '@talad/shared/stream'
import { holds } from '../../proof.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { hexOf } from '../order-samples.ts'
import { openFollower, openService, type SimulatedService } from '../service.ts'
import { type Environment, operation, type Simulation, type Workload } from '../workload.ts'
import {
  type Doc,
  decideOn,
  documentOperations,
  type Gateway,
  judgeDocument,
  save,
  stateOf,
} from './documents.ts'

/** `shown`: what a gateway shows that has read on since it was started. `records`: what the name server says. */
type Env = Environment & {
  gateway: Gateway
  ledger: Ledger
  people: SimulatedService
  shown: Sites
  records: Map<string, string>
}
type World = Env & { simulation: Simulation; key: string; sites: string[]; docs: Doc[]; proved: Set<string> }

const TOPIC = 'gateway.site.v1'
const DAYS_MS = 4 * 86_400_000
const settings = {
  SITE_ORIGINS: [],
  ADMIN_ORIGINS: [],
  PLATFORM_ADMIN_HOSTS: [],
  NODE_ENV: 'production' as const,
}
const HOSTS = ['a', 'b', 'c', 'ours.a', 'ours.b']
const anySite = (world: World) => world.sites

/** Opens a site, or says what it is from now on: with some of the hosts, each of which only one of two sites gets. */
async function set(world: World, id: string): Promise<void> {
  const { simulation, key } = world
  const { random, now } = simulation
  const hosts = HOSTS.filter(() => random() < 0.25).map((name, n) => {
    const about = { isAdmin: false, isPrimary: n === 0, gtmId: null, isOurs: name.startsWith('ours') }
    return { domain: `${name}.${key}`, ...about }
  })
  const about = { name: { th: id, en: id }, offers: random() < 0.5, closed: random() < 0.2 }
  const { version } = await load(world.gateway.db, sites, id)
  const terms = { slug: `site_${id.slice(0, 12)}`, hosts, ...about }
  const by = { terms, by: 'an admin', now: now() }
  const command =
    version === 0 ? { type: 'Open' as const, ...by } : { type: 'Set' as const, id, version, ...by }
  await decideOn(world, { of: sites, id }, command)
}

/** The record that proves a host to be of one site comes, or goes. */
function record({ records, proved, key, simulation: { random } }: World, id: string): void {
  const domain = `${HOSTS[Math.floor(random() * HOSTS.length)]}.${key}`
  const [name, value] = [proofName(domain), proofValue(id, domain)]
  if (records.get(name) === value) records.delete(name)
  else records.set(name, value)
  proved.add(value)
}

/** What is served was proved, leads to its site alone, and is what all who follow know. @returns those hosts */
async function judgeSite({ gateway, services, shown, proved }: World, id: string): Promise<string[]> {
  const { state } = await load(gateway.db, sites, id)
  const served = state ? servedHosts(state, false) : []
  for (const { domain, isOurs } of served) {
    holds(isOurs || proved.has(proofValue(id, domain)), `${domain} was never proved`)
    holds(shown.at(domain)?.siteId === id, `${domain} leads to another site`)
  }
  const known = state ? [{ domains: served.map(({ domain }) => domain), offers: state.offers }] : []
  for (const { name, db } of services.slice(2)) {
    const { rows } = await db.query('select domains, offers from site_replica where site_id = $1', [id])
    holds(isSame(rows, known), `${name} knows another state of a site`)
  }
  return served.map(({ isOurs }) => (isOurs ? 'hosts of ours served' : 'proved hosts served'))
}

/** Sites whose hosts come and go, and whose documents two people draft, publish, put off and roll back. */
export const site: Workload<Env, World> = {
  name: 'site',
  length: [30, 60],
  async open(postgres, now) {
    const records = new Map<string, string>()
    const gateway = await openService<Deps>(postgres, now, {
      service,
      jobs: [...publishDueJobs, lookAtDomainJob],
      open(kit, process) {
        const resolveTxt = (name: string) =>
          process.awaits('the name server', async () => [[records.get(name) ?? '']])
        return { deps: { ...kit, resolveTxt } as unknown as Gateway['deps'] }
      },
    })
    const ledger = await openLedger(postgres, now)
    const people = await openFollower(postgres, now, identity, TOPIC)
    const index = await openFollower(postgres, now, indexer, TOPIC)
    const shown = openSites(settings, { list: () => [] })
    return { services: [gateway, ledger, people, index], gateway, ledger, people, shown, records }
  },
  async begin(env, simulation) {
    const key = `${hexOf(simulation.key, 16).slice(2)}.example`
    const world: World = { ...env, simulation, key, sites: [], docs: [], proved: new Set() }
    for (const one of ['temple', 'club']) {
      const id = hexOf(`${one} of ${simulation.key}`, 24).slice(2)
      world.sites.push(id)
      await set(world, id)
      const nothing = { read: { version: 0, draft: null }, shown: null, waits: undefined, times: 0 }
      for (const name of ['layout-home', 'page-terms-th'] as const)
        world.docs.push({ site: id, name, ...nothing })
    }
    for (const doc of world.docs) await save(world, doc)
    return world
  },
  operations: [
    operation('set a site', 8, anySite, set),
    operation('a record comes or goes', 5, anySite, record),
    operation('days pass', 2, anySite, ({ simulation: { pass, now } }) =>
      pass(new Date(now().getTime() + DAYS_MS)),
    ),
    ...documentOperations,
  ],
  async isUnderWay(world) {
    const all = await Promise.all(world.docs.map((doc) => stateOf(world, doc)))
    return all.some(({ scheduled }) => scheduled !== null)
  },
  async judge(world) {
    await world.shown.refresh(world.gateway.db)
    const ends: string[] = []
    for (const id of world.sites) ends.push(...(await judgeSite(world, id)))
    for (const doc of world.docs) {
      await judgeDocument(world, world.people.db, doc)
      ends.push(...Array<string>(doc.times).fill('documents published'))
    }
    return ends
  },
}
